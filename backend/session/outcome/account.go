package outcome

import (
	"cmp"
	"slices"

	"branchline/backend/session"
)

// Account is what a branch took, added up, for its Card. It is read-only and safe
// for concurrent use but for Grow.
type Account struct {
	s       session.Session
	x       *session.Index
	leaf    session.Pos
	telling session.Telling
	endings *session.Endings
	upto    sum
	whole   whole
	entries int
	models  []string // that worked on the branch, in the order they came

	seen                  int // items
	turns, replies, calls int
	faults                session.Faults
	tools                 map[string]*Tool
	files                 files
	asked                 int     // the item of the first prompt with words, -1 = none
	failed                []int32 // the last items of calls that failed, at most maxFailed
}

// AccountOf adds up the branch that ends at leaf.
func AccountOf(s session.Session, leaf session.Pos) *Account {
	a := &Account{
		s: s, x: s.Index(), leaf: leaf, telling: session.Tell(s, leaf), whole: wholeOf(s.Index()),
		tools: map[string]*Tool{}, files: files{of: map[string]*file{}}, asked: -1,
	}
	a.endings, _ = session.EndingsOf(a.x)
	a.add(a.x.Past(leaf), nil)
	if last := session.Pos(len(a.x.Entries) - 1); a.whole.events && leaf != last {
		a.whole.calls = calls(s.Items(last)) // one branch after another: a run log's last entry has all behind it
	} else {
		a.whole.calls = a.calls
	}
	return a
}

// Grow adds what has come up to leaf once the session has taken what was added to
// its file. What it costs does not depend on what was there. It answers false
// when the branch has to be added up by AccountOf again; the Account is of no use
// then. Nobody else may use it meanwhile.
func (a *Account) Grow(leaf session.Pos) bool {
	next, ok := a.x.Between(a.leaf, leaf)
	if !ok || !a.whole.grow(a.x) {
		return false
	}
	told, ok := a.telling.GoOn(next)
	if !ok {
		return false
	}
	a.leaf = leaf
	a.endings.Grow(func(session.Pos, bool) {})
	a.add(next, told.Answered)
	return true
}

// add takes entries at the end of the branch, and the items of earlier calls that
// they answer.
func (a *Account) add(next []session.Pos, answered []int32) {
	a.entries += len(next)
	a.upto.path(a.x, next)
	for _, p := range next {
		for _, u := range a.x.UsagesOf(p) {
			if name := text(u.Model); name != "" && !slices.Contains(a.models, name) {
				a.models = append(a.models, name)
			}
		}
	}
	items := a.telling.Items()
	for _, i := range answered {
		a.faults.Count(&items[i])
		a.settle(&items[i], i)
	}
	for ; a.seen < len(items); a.seen++ {
		a.item(&items[a.seen], int32(a.seen))
	}
}

// item takes what an item tells: turns, replies, tools and files.
func (a *Account) item(it *session.Item, at int32) {
	a.faults.Count(it)
	if it.Inherited {
		return
	}
	switch it.Kind {
	case session.ItemPrompt:
		a.turns++
		if a.asked < 0 && it.Text != "" {
			a.asked = int(at)
		}
	case session.ItemReply:
		if !it.Error {
			a.replies++
		}
	case session.ItemCall:
		if it.Answer == it.Entry { // the result of a call that is not there
			if it.Error {
				a.fail(at)
			}
			return
		}
		a.calls++
		name := text(it.Tool)
		if a.tools[name] == nil {
			a.tools[name] = &Tool{Name: name}
		}
		a.tools[name].Calls++
		a.files.touch(a.x, it)
		a.settle(it, at)
	}
}

// settle takes what the answer to a call tells.
func (a *Account) settle(it *session.Item, at int32) {
	if it.Inherited || it.Answer == it.Entry {
		return
	}
	a.files.finish(it)
	if it.Error {
		a.tools[text(it.Tool)].Errors++
		a.fail(at)
	}
}

// maxFailed bounds the failed calls of a card: the last of them.
const maxFailed = 200

// fail notes a call that failed.
func (a *Account) fail(at int32) {
	place, _ := slices.BinarySearch(a.failed, at)
	if a.failed = slices.Insert(a.failed, place, at); len(a.failed) > maxFailed {
		a.failed = slices.Delete(a.failed, 0, 1)
	}
}

// failures are the calls that failed.
func (a *Account) failures() []Call {
	out, items := []Call{}, a.telling.Items()
	for _, at := range a.failed {
		it := &items[at]
		out = append(out, Call{Entry: a.x.Key(it.Entry), Tool: text(it.Tool), Target: text(it.Target)})
	}
	return out
}

// question is the first prompt: as much of it as can be read.
func (a *Account) question() string {
	if a.asked < 0 {
		return ""
	}
	it := a.telling.Items()[a.asked]
	if body, err := a.s.Body(it); err == nil {
		return text(body.Text)
	}
	return text(it.Text)
}

// toolList is how often tools were called, most first.
func (a *Account) toolList() []Tool {
	out := make([]Tool, 0, len(a.tools))
	for _, t := range a.tools {
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// modelNames lists the models that worked on the branch; for one that says
// nothing of them the model of the file.
func (a *Account) modelNames() []string {
	out, h := append([]string{}, a.models...), &a.x.Header
	if name := text(h.Model); len(out) == 0 && name != "" {
		if h.Provider != "" {
			name = text(h.Provider) + "/" + name
		}
		out = append(out, name)
	}
	return out
}

// totals adds up the branch. Calls of a run log are also told of by events.
func (a *Account) totals() Totals {
	t := a.upto
	if t.events {
		t.ToolCalls = a.calls
	}
	t.Errors = a.faults.Calls
	return t.totals(a.x, a.leaf == a.x.Leaf)
}
