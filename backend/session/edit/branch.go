package edit

import (
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// BranchAt says where a branch begins.
type BranchAt struct {
	// Entry is the key of the entry it begins at; "" is before the first entry.
	Entry string
	// Before: when that is a prompt, begin before it, so that it can be asked anew;
	// pi itself does so with prompts and extensions' messages. Else begin after it.
	Before bool
}

// Branch plans to start a branch with a summary of the one that is left: the entry
// is added where at says and not under the active leaf, so that pi continues there.
// Its fromId is the active leaf, and its details are the files that were read and
// changed on what is left, as pi itself records them. See Draft for a summary to
// start from.
func (e *Editor) Branch(src *Source, at BranchAt, summary string) (*Plan, error) {
	return e.branch(src, nil, at, summary)
}

func (e *Editor) branch(src *Source, old *stamp, at BranchAt, summary string) (*Plan, error) {
	if err := e.writable(ActBranch, src); err != nil {
		return nil, err
	}
	parent, err := src.start(at)
	if err != nil {
		return nil, err
	}
	x := src.index()
	left := leaving(x, parent)
	if strings.TrimSpace(summary) == "" {
		if !spoken(x, left) {
			return nil, fail(ActBranch, src.Path, Nothing, "pi continues here already, and nothing is left that a summary could tell of", "")
		}
		return nil, fail(ActBranch, src.Path, Refused, "the summary is empty, and the model would see nothing of what is left", "write a summary")
	}
	files, err := filesOf(src.Session, left)
	if err != nil {
		return nil, explained(ActBranch, src.Path, err)
	}
	from, hook := "root", false
	if x.Leaf != session.None {
		from = x.Key(x.Leaf)
	}
	where := named(x, parent)
	a := addition{
		act: ActBranch, parent: parent,
		says:  "A summary of " + session.Counted(len(left), "entry", "entries") + " that are left is added after " + where + ".",
		agent: "pi will continue here next time, after " + where + ". The model then sees the summary instead of what is left; that stays in the file, on a branch of its own.",
		back:  "A cleared label after the entry that was left makes pi continue there again.",
		done:  "Started a branch after " + where,
		what:  "the new branch",
	}
	if len(left) == 0 {
		a.says = "A summary is added after " + where + ". Nothing is left behind by that."
		a.agent = "pi will continue here next time, after " + where + ", and the model sees the summary."
	} else {
		a.warnings = append(a.warnings, Warning{Kind: WarnMoves, Entry: x.Key(x.Leaf), Text: "So far pi continues after " + named(x, x.Leaf) + "; a pi that has the file open now goes on there until it is started again."})
	}
	a.warnings = append(a.warnings, openCalls(src.Session, parent)...)
	a.line = func(n pi.NewEntry) ([]byte, error) {
		return n.BranchSummary(from, summary, pi.OptionalEntryFields{Details: files, FromHook: &hook})
	}
	a.renew = func(src *Source, s *stamp) (*Plan, error) { return e.branch(src, s, at, summary) }
	back := x.Key(x.Leaf)
	a.undo = func(src *Source, added string) (*Plan, error) { return e.goBack(src, nil, back, added) }
	return e.add(src, old, a)
}

// start is the entry a branch begins behind, None for the start of the session.
func (s *Source) start(at BranchAt) (session.Pos, error) {
	if at.Entry == "" {
		return session.None, nil
	}
	p, err := s.find(ActBranch, at.Entry)
	if err != nil {
		return p, err
	}
	if e := s.index().At(p); at.Before && Asks(e) {
		p = e.Parent
		if p != session.None && s.index().At(p).Has(session.NoID) {
			return p, fail(ActBranch, s.Path, Refused, "the entry before "+at.Entry+" has no id, so nothing can be put after it", "choose an entry further up, or fork the session", OfferFork)
		}
	}
	return p, nil
}

// Asks tells whether an entry is one that a branch can begin before: a prompt or an
// extension's message.
func Asks(e *session.Entry) bool {
	return e.Kind == session.KindCustomMessage || e.Kind == session.KindMessage && e.Role == session.RoleUser
}

// leaving is what the agent leaves when it goes on behind to: the path from the
// active leaf up to where both meet, that not among them, in its order.
func leaving(x *session.Index, to session.Pos) []session.Pos {
	stays := map[session.Pos]bool{}
	for p := to; p != session.None; p = x.At(p).Parent {
		stays[p] = true
	}
	path := x.Branch(x.Leaf)
	for i, p := range path {
		if !stays[p] {
			return path[i:]
		}
	}
	return nil
}

// mostWarned is of how many calls a plan warns one by one.
const mostWarned = 8

// openCalls warn of calls on the branch to leaf that have no result there.
func openCalls(s session.Session, leaf session.Pos) []Warning {
	if leaf == session.None {
		return nil
	}
	x := s.Index()
	answered := map[session.CallID]session.Pos{} // where the result stands, on any branch
	for i := range x.Parts {
		if p := &x.Parts[i]; p.Kind == session.PartResult {
			answered[p.Call] = p.Entry
		}
	}
	var out []Warning
	for _, it := range s.Items(leaf) {
		if it.Kind != session.ItemCall || it.Answer != session.None || it.Part < 0 {
			continue
		}
		if len(out) == mostWarned {
			return append(out, Warning{Kind: WarnOpenCall, Entry: x.Key(it.Entry), Text: "There are more calls without a result on this branch."})
		}
		w := Warning{Kind: WarnOpenCall, Entry: x.Key(it.Entry)}
		call := strings.TrimSpace(it.Tool + " " + it.Target)
		w.Text = fmt.Sprintf("The call %s has no result on this branch; models refuse that, so pi adds a made-up one.", quoted(call))
		if result, elsewhere := answered[x.Parts[it.Part].Call]; elsewhere && x.Leads(it.Entry, result) {
			w.Text = fmt.Sprintf("The result of the call %s comes later, so it is not on this branch. Begin after the result instead.", quoted(call))
			w.Instead = x.Key(result)
		}
		out = append(out, w)
	}
	return out
}

// goBack plans to have the agent continue at an entry again, "" for before the
// first: a label that is cleared where there is none changes nothing else.
func (e *Editor) goBack(src *Source, old *stamp, key, added string) (*Plan, error) {
	if err := e.writable(ActBranch, src); err != nil {
		return nil, err
	}
	x, to := src.index(), session.None
	if key != "" {
		p, err := src.find(ActBranch, key)
		if err != nil {
			return nil, err
		}
		to = p
	}
	summary, ok := x.ByID(added)
	if !ok {
		return nil, fail(ActBranch, src.Path, Conflict, "the branch summary is not in the file any more", "look at the session again", OfferRetry)
	}
	a := addition{
		act: ActBranch, parent: to,
		says:  "An empty label is added after " + named(x, to) + ". The summary stays in the file, on a branch of its own.",
		agent: "pi will continue after " + named(x, to) + " again, as before.",
		back:  "The branch can be started again.",
		done:  "Went back to " + named(x, to),
		what:  "going back",
		renew: func(src *Source, s *stamp) (*Plan, error) { return e.goBack(src, s, key, added) },
	}
	if x.Leaf != summary {
		a.warnings = append(a.warnings, Warning{Kind: WarnLater, Entry: x.Key(x.Leaf), Text: "Entries were added since, after " + named(x, x.Leaf) + ". They stay in the file, but pi will not continue there."})
	}
	a.undo = func(src *Source, last string) (*Plan, error) { return e.goBack(src, nil, added, last) }
	target, label := unlabelled(x, to, summary)
	a.line = func(n pi.NewEntry) ([]byte, error) { return n.Label(x.Key(target), label) }
	return e.add(src, old, a)
}

// unlabelled is an entry whose label can be cleared without a loss, as it has none.
// Where all have one, a label is set once more as it is.
func unlabelled(x *session.Index, of ...session.Pos) (target session.Pos, label *string) {
	for _, p := range of {
		if p != session.None && x.Labels[p].Text == "" {
			return p, nil
		}
	}
	last := of[len(of)-1]
	for p := x.At(last).Parent; p != session.None; p = x.At(p).Parent {
		if x.Labels[p].Text == "" && !x.At(p).Has(session.NoID) {
			return p, nil
		}
	}
	text := x.Labels[last].Text
	return last, &text
}
