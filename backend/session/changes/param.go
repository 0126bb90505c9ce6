package changes

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// value is what a variable or a substitution stands for.
func (s *shell) value(part syntax.WordPart) (string, bool) {
	switch p := part.(type) {
	case *syntax.ParamExp:
		return s.param(p)
	case *syntax.CmdSubst:
		out := s.sub().run(p.Stmts, stream{}, false)
		return strings.TrimRight(out.text, "\n"), out.known
	case *syntax.ProcSubst:
		s.sub().run(p.Stmts, stream{}, false)
		return "/dev/fd/63", true
	}
	return "", false
}

func (s *shell) param(p *syntax.ParamExp) (string, bool) {
	if p.Param == nil || p.Length || p.Excl || p.Slice != nil || p.Repl != nil || p.Index != nil {
		return "", false
	}
	if p.Param.Value == "PWD" {
		return s.dir, s.known && p.Exp == nil
	}
	values, set := s.vars[p.Param.Value]
	if !set || len(values) != 1 || !values[0].ok {
		return "", false
	}
	text := values[0].text
	if p.Exp == nil {
		return text, true
	}
	pattern, ok := s.text(p.Exp.Word)
	if !ok {
		return "", false
	}
	switch {
	case pattern == "*/" && p.Exp.Op == syntax.RemLargePrefix:
		return text[strings.LastIndexByte(text, '/')+1:], true
	case pattern == "/*" && p.Exp.Op == syntax.RemSmallSuffix:
		return text[:max(strings.LastIndexByte(text, '/'), 0)], strings.Contains(text, "/")
	case pattern == ".*" && p.Exp.Op == syntax.RemSmallSuffix:
		return text[:max(strings.LastIndexByte(text, '.'), 0)], strings.Contains(text, ".")
	case strings.ContainsAny(pattern, "*?["):
		return "", false
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return strings.TrimSuffix(text, pattern), true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return strings.TrimPrefix(text, pattern), true
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		return text, text != ""
	}
	return "", false
}

func (s *shell) assign(a *syntax.Assign) {
	if a.Name == nil || a.Naked && a.Array == nil {
		return
	}
	name := a.Name.Value
	switch {
	case a.Index != nil:
		s.vars[name] = []arg{{}}
	case a.Array != nil:
		var list []arg
		for _, e := range a.Array.Elems {
			if e.Value != nil {
				list = append(list, s.word(e.Value)...)
			}
		}
		if a.Append {
			list = append(s.vars[name][:len(s.vars[name]):len(s.vars[name])], list...)
		}
		s.vars[name] = list
	case a.Value != nil:
		v := s.one(a.Value.Parts, a.Value)
		if old := s.vars[name]; a.Append {
			v.ok = v.ok && len(old) == 1 && old[0].ok
			if v.ok {
				v.text = old[0].text + v.text
			}
		}
		s.vars[name] = []arg{v}
	default:
		s.vars[name] = []arg{{ok: true}}
	}
}
