package compare

import (
	"cmp"
	"strings"

	"branchline/backend/session"
)

// signature is what makes two steps the same: the kind, and of a call the tool
// with its path or command, of a prompt its words, of a setting its value.
// Summaries and compactions have no words here: a model wrote them.
type signature struct {
	kind session.ItemKind
	tool string
	what string
	// given are the arguments of a call that no path or command tells from another:
	// a search, a tool this app does not know. They are read where both sides have
	// such a call.
	given string
}

func (s signature) compare(o signature) int {
	return cmp.Or(cmp.Compare(s.kind, o.kind), strings.Compare(s.tool, o.tool), strings.Compare(s.what, o.what), strings.Compare(s.given, o.given))
}

// step is one thing that was done, with what was said about it.
type step struct {
	signature
	item session.Item
	key  string
	// cut: the signature has only the beginning of what stands in the file.
	cut bool
	// replied: a reply stands between the step and the one before.
	replied bool
	// said are the places in branch.items of what hangs on the step.
	said []int
}

func (s *step) prompt() bool { return s.kind == session.ItemPrompt }

// stepKind tells whether items of a kind are steps. All others hang on one, or
// are not compared.
func stepKind(k session.ItemKind) bool {
	switch k {
	case session.ItemPrompt, session.ItemCall, session.ItemBash, session.ItemCompaction, session.ItemBranchSummary,
		session.ItemModel, session.ItemLevel, session.ItemCustomMessage, session.ItemEdit, session.ItemReset:
		return true
	}
	return false
}

// hangs tells whether items of a kind are shown with the step they belong to.
func hangs(k session.ItemKind) bool {
	switch k {
	case session.ItemReply, session.ItemThinking, session.ItemSystem, session.ItemAttempt, session.ItemUnknown:
		return true
	}
	return false
}

// steps reads the items of the part behind what both share. What is said before a
// call hangs on the call, what is said last on the step before; lead is what was
// said before the first step.
func (b *branch) readSteps() {
	b.names = newNamer(b.x.Header.Cwd)
	var waiting []int
	replied := false
	settle := func() {
		if n := len(b.steps); n > 0 {
			b.steps[n-1].said = append(b.steps[n-1].said, waiting...)
		} else {
			b.lead = append(b.lead, waiting...)
		}
		waiting = nil
	}
	for i := range b.items {
		it := &b.items[i]
		if hangs(it.Kind) {
			waiting = append(waiting, i)
			replied = replied || it.Kind == session.ItemReply && !it.Error
			continue
		}
		if !stepKind(it.Kind) {
			continue
		}
		if it.Kind != session.ItemCall {
			settle()
		}
		s := step{item: *it, key: b.key(it), said: waiting, replied: replied}
		waiting, replied = nil, false
		s.signature, s.cut = b.names.sign(b.x, it)
		b.steps = append(b.steps, s)
	}
	settle()
}

// complete reads the whole of what is cut in the signatures of steps that both
// sides have, which are few. What cannot be read stays as it is.
func complete(a, b *branch) {
	known := map[signature]int{}
	for side, all := range [][]step{a.steps, b.steps} {
		for i := range all {
			if all[i].cut {
				known[all[i].signature] |= 1 << side
			}
		}
	}
	for _, side := range []*branch{a, b} {
		for i := range side.steps {
			s := &side.steps[i]
			if !s.cut || known[s.signature] != 3 {
				continue
			}
			body, err := side.asked(s)
			if err != nil {
				continue
			}
			if s.kind != session.ItemCall {
				s.what = fold(body.Text)
			} else if open(s.tool) {
				s.given = side.names.canonical(body.Args)
			} else if command := commandOf(body.Args); command != "" {
				s.what = side.names.target(s.tool, command)
			}
		}
	}
}

// asked reads what a step was told to do; what it gave back is not looked at.
func (b *branch) asked(s *step) (session.Body, error) {
	it := s.item
	it.Answer = session.None
	return b.Session.Body(it)
}
