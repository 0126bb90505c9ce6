package changes

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// failing reads a command that ended with an error: all but its last part went
// before, and the last is what failed.
func (s *shell) failing(stmts []*syntax.Stmt, stopped bool) {
	s.strict = s.strict || strict(stmts)
	for i, stmt := range stmts {
		switch {
		case i < len(stmts)-1 && (s.strict || stopped):
			s.before(stmt)
		case i < len(stmts)-1:
			s.stmt(stmt, stream{}, false)
		default:
			s.last(stmt, stopped)
		}
	}
}

// strict tells whether a failed command ends the script: set -e.
func strict(stmts []*syntax.Stmt) bool {
	for _, stmt := range stmts {
		if call, ok := stmt.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 1 && call.Args[0].Lit() == "set" {
			if flags := call.Args[1].Lit(); strings.HasPrefix(flags, "-") && strings.Contains(flags, "e") {
				return true
			}
		}
	}
	return false
}

// before reads what stands before the part that failed, or is it: only plain
// writes are sure enough not to have been the one.
func (s *shell) before(stmt *syntax.Stmt) {
	if c, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && c.Op == syntax.AndStmt {
		s.before(c.X)
		s.before(c.Y)
		return
	}
	if plainWrite(stmt) {
		s.stmt(stmt, stream{}, false)
		return
	}
	s.with(possible, func() { s.stmt(stmt, stream{}, false) })
}

func (s *shell) last(stmt *syntax.Stmt, stopped bool) {
	switch c := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		switch c.Op {
		case syntax.AndStmt:
			s.before(c.X)
		case syntax.OrStmt:
			s.last(c.X, stopped)
		default: // the last of a pipe says how it ended
			s.sub().stmt(c.X, stream{}, false)
		}
		s.last(c.Y, stopped)
	case *syntax.Block:
		s.failing(c.Stmts, stopped)
	case *syntax.Subshell:
		s.sub().failing(c.Stmts, stopped)
	case *syntax.CallExpr:
		s.lastCall(stmt, stopped)
	default:
		s.with(possible, func() { s.stmt(stmt, stream{}, false) })
	}
}

// lastCall reads the simple command that failed. The shell makes the files of its
// redirections before it starts a command, so those may be there all the same.
func (s *shell) lastCall(stmt *syntax.Stmt, stopped bool) {
	fate := failed
	if stopped || len(stmt.Redirs) > 0 && !plainWrite(stmt) {
		fate = possible
	}
	s.with(fate, func() { s.stmt(stmt, stream{}, false) })
}

// plainWrite tells of commands that fail only where a file cannot be written.
func plainWrite(stmt *syntax.Stmt) bool {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ok
	}
	switch call.Args[0].Lit() {
	case "echo", "printf", "cd", "mkdir", "export", "set", "pwd", "true", ":":
		return true
	case "cat":
		return len(call.Args) == 1
	}
	return false
}
