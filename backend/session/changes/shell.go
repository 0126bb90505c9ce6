package changes

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of reading a command: what is longer or deeper is not read at all, and
// loops end after so many simple commands.
const (
	longestScript = 256 << 10
	deepestScript = 400
	mostCommands  = 5000
	mostNested    = 8
)

// shell reads a command as a shell would, without running anything.
type shell struct {
	w *world
	// dir is the directory commands work in; known is false after a cd nobody can follow.
	dir   string
	known bool
	// previous is the one before, "" when that is not known.
	previous string
	dirs     []string // of pushd
	vars     map[string][]arg
	funcs    map[string]*syntax.Stmt
	left     *int // simple commands that may still be read
	nested   int
	// fate is how sure the commands being read have run.
	fate rank
	// ended is the command that left what is being read: return or exit.
	ended string
	// perhaps: one of them may have, so all that follows only may have been run.
	perhaps bool
	// strict: set -e, so that a failed command ended the rest.
	strict bool
	// proved: that the whole ended well proves it of the command being read.
	proved bool
	// muted: its errors went nowhere; heard are those that were printed, denied
	// those of the command being read.
	muted  bool
	heard  *output
	denied []complaint
	// prints is what was put out, when that is nothing but what commands read.
	prints string
	// came is how sure it is that the last command was done.
	came rank
}

// stream is what a command writes or reads, where that is known.
type stream struct {
	text  string
	known bool
	// given: there is something to read, known or not.
	given bool
}

// ending is how a command came to its end.
type ending uint8

const (
	succeeded ending = iota
	errored
	stopped // ended from outside
	unended // no end is recorded
)

// shell follows one shell command of the session. printed is what it put out, ""
// where that is not needed.
func (w *world) shell(command, printed string, how ending) {
	w.by.command = command
	left := mostCommands
	s := &shell{w: w, dir: w.place.cwd, known: true, vars: map[string][]arg{}, funcs: map[string]*syntax.Stmt{}, left: &left, fate: likely, heard: &output{text: printed}}
	s.vars["HOME"] = []arg{{text: cmp.Or(w.place.home, "~"), ok: true}}
	s.vars["TMPDIR"] = []arg{{text: "/tmp", ok: true}}
	file, ok := parse(command)
	if !ok {
		if how != errored {
			w.flag(command, true)
		}
		return
	}
	if plain := strings.NewReplacer("2>&1", "", "2>/dev/null", "", "| head", "", "| tail", "").Replace(command); !strings.ContainsAny(plain, "|>") {
		s.prints = printed
	}
	switch how {
	case succeeded:
		s.strict = strict(file.Stmts)
		s.run(file.Stmts, stream{}, true)
	case unended:
		s.with(possible, func() { s.run(file.Stmts, stream{}, false) })
	default:
		s.failing(file.Stmts, how == stopped)
	}
	w.by.command = ""
}

// parse reads a script; ok is false for what is no shell, or too much of it.
func parse(script string) (*syntax.File, bool) {
	if len(script) > longestScript || depth(script) > deepestScript {
		return nil, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(script), "")
	return file, err == nil
}

// depth bounds how deep a script can nest, from its characters and words alone:
// the parser calls itself for each level.
func depth(script string) int {
	deepest, open, words := 0, 0, 0
	for i := range len(script) {
		switch script[i] {
		case '(', '{', '[':
			open++
		case ')', '}', ']':
			open = max(open-1, 0)
		case '!', '~', '-', '+': // signs before a number or a test, each a level
			if i > 0 && script[i-1] == script[i] {
				words++
			}
		}
		deepest = max(deepest, open)
	}
	for w := range strings.FieldsFuncSeq(script, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()", r) }) {
		switch w {
		case "if", "while", "until", "for", "case", "select", "time", "!", "coproc", "function":
			words++
		}
	}
	return deepest + words/20
}

// run reads statements in order and answers what they write. decided tells that
// the whole is known to have succeeded and its last statement says so.
func (s *shell) run(stmts []*syntax.Stmt, in stream, decided bool) stream {
	out := stream{known: true}
	for i, stmt := range stmts {
		if s.ended != "" {
			break
		}
		got := s.stmt(stmt, in, decided && (i == len(stmts)-1 || s.strict))
		out = out.then(got)
	}
	return out
}

// then is what two commands write one after the other.
func (a stream) then(b stream) stream {
	if !a.known || !b.known || len(a.text)+len(b.text) > longestText {
		return stream{}
	}
	return stream{text: a.text + b.text, known: true}
}

// with reads something under another certainty.
func (s *shell) with(r rank, f func()) {
	before := s.fate
	s.fate = max(before, r)
	f()
	if s.fate = before; s.perhaps {
		s.fate = max(before, possible)
	}
}

// sub is a shell of its own for subshells and substitutions.
func (s *shell) sub() *shell {
	other := *s
	other.vars = make(map[string][]arg, len(s.vars))
	for k, v := range s.vars {
		other.vars[k] = v
	}
	other.nested++
	return &other
}

func (s *shell) stmt(stmt *syntax.Stmt, in stream, decided bool) (out stream) {
	if *s.left--; *s.left < 0 || s.nested > mostNested {
		return stream{}
	}
	r := s.redirects(stmt.Redirs, &in)
	muted := s.muted
	s.muted = muted || mutes(stmt.Redirs)
	defer func() { s.muted = muted }()
	s.proved, s.came = decided && !stmt.Negated, s.fate
	if stmt.Cmd == nil {
		out = stream{known: true}
	} else {
		out = s.command(stmt.Cmd, in, decided && !stmt.Negated, r)
	}
	for _, t := range r {
		s.redirect(t, out)
	}
	for _, t := range r {
		if t.stdout {
			return stream{known: true}
		}
	}
	return out
}

func (s *shell) command(cmd syntax.Command, in stream, decided bool, r []target) stream {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return s.call(c, in)
	case *syntax.BinaryCmd:
		return s.binary(c, in, decided)
	case *syntax.Subshell:
		return s.sub().run(c.Stmts, in, decided)
	case *syntax.Block:
		return s.run(c.Stmts, in, decided)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return s.stmt(c.Stmt, in, decided)
		}
	case *syntax.CoprocClause:
		s.stmt(c.Stmt, stream{}, false)
	case *syntax.IfClause:
		s.branches(c, in)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			s.with(possible, func() { s.run(item.Stmts, in, false) })
		}
	case *syntax.WhileClause:
		s.run(c.Cond, in, false)
		s.with(possible, func() { s.run(c.Do, in, false) })
	case *syntax.ForClause:
		return s.loop(c, in)
	case *syntax.FuncDecl:
		if c.Name != nil {
			s.funcs[c.Name.Value] = c.Body
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			s.assign(a)
		}
		return stream{known: true}
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		return stream{known: true}
	}
	return stream{}
}

func (s *shell) branches(c *syntax.IfClause, in stream) {
	for ; c != nil; c = c.Else {
		s.run(c.Cond, in, false)
		s.with(possible, func() { s.run(c.Then, in, false) })
	}
}

func (s *shell) binary(c *syntax.BinaryCmd, in stream, decided bool) stream {
	switch c.Op {
	case syntax.Pipe, syntax.PipeAll:
		between := s.sub().stmt(c.X, in, false)
		between.given = true
		return s.sub().stmt(c.Y, between, decided)
	case syntax.OrStmt:
		s.stmt(c.X, in, false)
		if s.came == failed && s.fate == likely { // so the other one ran
			return s.stmt(c.Y, in, decided)
		}
		s.with(possible, func() { s.stmt(c.Y, in, false) })
		s.came = s.fate
		return stream{}
	}
	x := s.stmt(c.X, in, decided)
	fate := likely
	if !decided {
		if fate = max(likely, s.came); asks(c.X) {
			fate = max(possible, fate)
		}
	}
	var y stream
	s.with(fate, func() { y = s.stmt(c.Y, in, decided) })
	if fate != likely {
		return stream{}
	}
	return x.then(y)
}

// asks tells whether a statement only asks a question, whose answer is open.
func asks(stmt *syntax.Stmt) bool {
	switch c := stmt.Cmd.(type) {
	case *syntax.TestClause, *syntax.ArithmCmd:
		return true
	case *syntax.BinaryCmd:
		return asks(c.X) || asks(c.Y)
	case *syntax.CallExpr:
		if len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "[", "test", "grep", "egrep", "rg", "command", "which", "type", "hash", "diff", "cmp", "false", "pgrep":
				return true
			}
		}
	}
	return stmt.Negated
}

// loop reads the body once for each word where all words are known.
func (s *shell) loop(c *syntax.ForClause, in stream) stream {
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		s.with(possible, func() { s.run(c.Do, in, false) })
		return stream{}
	}
	var args []arg
	for _, word := range iter.Items {
		args = append(args, s.word(word)...)
	}
	if !iter.InPos.IsValid() {
		args = s.vars["@"]
	}
	out := stream{known: true}
	for _, a := range args {
		if *s.left < 0 {
			return stream{}
		}
		a.ok = a.known()
		s.vars[iter.Name.Value] = []arg{a}
		got := s.run(c.Do, in, false)
		out = out.then(got)
	}
	return out
}
