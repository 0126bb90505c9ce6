package sessiontest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"branchline/backend/session"
)

// StartMs is the time script times count from: 2031-05-01 09:00 UTC.
const StartMs = 1935392400000

// Parse makes a session from a script, one entry a line:
//
//	id parent kind ["text"] [word…]
//
// The parent is an id, "-" for none, or "." for the entry of the line before.
// The words are:
//
//	@90s            the time since StartMs; without it ten seconds after the entry before; @- is none
//	think="…"       an assistant's thought
//	call=c1:bash:"go test"  a tool call; any number of them
//	args="{…}"      the arguments of the call before it
//	of=c1           the call a result answers
//	target=id       what a label, an edit, a compaction or a summary names
//	stop=error      a stop reason, by default toolUse with calls and stop without
//	cost=0.5 in=10 out=20 cache=5 model=acme/large  what the entry cost
//	images=2 exit=1 diff="…"
//	failed hidden cleared unreadable inherited replaced  flags
//
// Lines of their own: "leaf id" (or "leaf -") sets the active leaf, which is
// the last entry otherwise, and "suggested id" the suggested one; # starts a
// comment.
func Parse(script string) (*Session, error) {
	var records []Record
	leaf, suggested, at := "", "", int64(StartMs)
	for n, line := range strings.Split(script, "\n") {
		words, err := split(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case len(words) == 2 && words[0] == "leaf":
			leaf = words[1]
			continue
		case len(words) == 2 && words[0] == "suggested":
			suggested = words[1]
			continue
		case len(words) < 3:
			return nil, fmt.Errorf("line %d: want id, parent and kind", n+1)
		}
		r := Record{ID: words[0], Parent: words[1], Kind: words[2], AtMs: at + 10_000}
		switch r.Parent {
		case "-":
			r.Parent = ""
		case ".":
			r.Parent = records[len(records)-1].ID
		}
		if _, ok := kinds[r.Kind]; !ok {
			return nil, fmt.Errorf("line %d: unknown kind %q", n+1, r.Kind)
		}
		for _, w := range words[3:] {
			if err := r.word(w); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
		}
		if r.AtMs != 0 {
			at = r.AtMs
		}
		if r.Kind == "assistant" && r.Stop == session.StopNone {
			r.Stop = session.StopStop
			if len(r.Calls) > 0 {
				r.Stop = session.StopToolUse
			}
		}
		records = append(records, r)
	}
	s := Build(records)
	for key, at := range map[string]*session.Pos{leaf: &s.x.Leaf, suggested: &s.x.Suggested} {
		if key == "" {
			continue
		}
		p, ok := s.x.Lookup(key)
		if !ok {
			p = session.None
		}
		*at = p
		if suggested == "" {
			s.x.Suggested = s.x.Leaf
		}
	}
	return s, nil
}

// split cuts a line at spaces that stand outside quotes.
func split(line string) ([]string, error) {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " \t") {
		end := 0
		for end < len(line) && line[end] != ' ' && line[end] != '\t' {
			if line[end] != '"' {
				end++
				continue
			}
			quoted, err := strconv.QuotedPrefix(line[end:])
			if err != nil {
				return nil, fmt.Errorf("bad quotes in %q", line[end:])
			}
			end += len(quoted)
		}
		words = append(words, line[:end])
		line = line[end:]
	}
	return words, nil
}

var stops = map[string]session.Stop{
	"none": session.StopNone, "stop": session.StopStop, "length": session.StopLength, "toolUse": session.StopToolUse,
	"error": session.StopError, "aborted": session.StopAborted, "other": session.StopOther,
}

var flags = map[string]session.Flags{
	"failed": session.Failed, "hidden": session.Hidden, "cleared": session.Cleared, "unreadable": session.Unreadable,
	"inherited": session.Inherited, "replaced": session.Replaced,
}

// word applies one word of a script's line.
func (r *Record) word(w string) error {
	if w[0] == '"' {
		r.Text = unquote(w)
		return nil
	}
	if w == "@-" {
		r.AtMs = 0
		return nil
	}
	if w[0] == '@' {
		d, err := time.ParseDuration(w[1:])
		r.AtMs = StartMs + d.Milliseconds()
		return err
	}
	if f, ok := flags[w]; ok {
		r.Flags |= f
		return nil
	}
	name, value, ok := strings.Cut(w, "=")
	if !ok {
		return fmt.Errorf("unknown word %q", w)
	}
	var err error
	switch name {
	case "think":
		r.Think = unquote(value)
	case "diff":
		r.Diff = unquote(value)
	case "call":
		part := strings.SplitN(value, ":", 3)
		if len(part) != 3 {
			return fmt.Errorf("want call=id:tool:target, not %q", w)
		}
		r.Calls = append(r.Calls, Call{ID: part[0], Tool: part[1], Target: unquote(part[2])})
	case "args":
		if len(r.Calls) == 0 {
			return fmt.Errorf("arguments without a call: %q", w)
		}
		r.Calls[len(r.Calls)-1].Args = unquote(value)
	case "of":
		r.Of = value
	case "target":
		r.Target = value
	case "size":
		r.Size = value
	case "stop":
		if r.Stop, ok = stops[value]; !ok {
			return fmt.Errorf("unknown stop reason %q", value)
		}
	case "images":
		r.Images, err = strconv.Atoi(value)
	case "exit":
		var code int
		code, err = strconv.Atoi(value)
		r.Exit = &code
	case "model":
		r.usage().Model = value
	case "cost":
		r.usage().CostUSD, err = strconv.ParseFloat(value, 64)
	case "in":
		r.usage().Input, err = strconv.ParseFloat(value, 64)
	case "out":
		r.usage().Output, err = strconv.ParseFloat(value, 64)
	case "cache":
		r.usage().CacheRead, err = strconv.ParseFloat(value, 64)
	default:
		return fmt.Errorf("unknown word %q", w)
	}
	return err
}

func (r *Record) usage() *session.Usage {
	if r.Usage == nil {
		r.Usage = &session.Usage{}
	}
	return r.Usage
}

func unquote(s string) string {
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}
