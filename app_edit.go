package main

import (
	"context"
	"errors"
	"fmt"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/edit"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/live"
)

// What the page is told of as errors when an act fails: a conflict is one with
// somebody else who changed the file, busy what can be tried again.
const (
	kindConflict = "conflict"
	kindBusy     = "busy"
)

func (a *App) editor() *edit.Editor {
	return &edit.Editor{Env: a.env, Now: a.now, Wrote: &a.editing.wrote}
}

// source runs f on an open session as its file is now, and the file.
func (a *App) source(handle string, f func(*edit.Source) error) error {
	seen, err := a.set.Look(context.Background(), handle)
	switch {
	case err != nil:
		return err
	case seen == live.Gone || seen == live.Folder:
		return faultf(kindNotFound, "%s", lostBy(seen, nil))
	}
	o, err := a.set.Get(handle)
	if err != nil {
		return err
	}
	return o.UseFile(func(s session.Session, file *jsonl.File, _ int) error {
		return f(&edit.Source{Path: o.Path, Session: s, File: file})
	})
}

// growing runs f on an open session, and again each time that the file has grown
// meanwhile.
func (a *App) growing(handle string, f func(*edit.Source) error) (err error) {
	for {
		if err = a.source(handle, f); !errors.Is(err, edit.ErrGrown) {
			return err
		}
	}
}

// plan asks for a plan for an open session. Why it is not possible is an answer.
func (a *App) plan(handle string, make func(*edit.Editor, *edit.Source) (*edit.Plan, error), also func(*PlanAnswer, *edit.Source)) (answer PlanAnswer, err error) {
	var p *edit.Plan
	err = a.source(handle, func(src *edit.Source) (err error) {
		answer.Path = src.Path
		if also != nil {
			also(&answer, src)
		}
		p, err = make(a.editor(), src)
		return err
	})
	return a.answer(answer, planned{session: handle, Plan: p}, err)
}

// answer tells of a plan, or why there is none.
func (a *App) answer(answer PlanAnswer, p planned, err error) (PlanAnswer, error) {
	answer.Lines, answer.Warnings = []PlannedLine{}, []PlannedWarning{}
	answer.Moves, answer.LeftOut, answer.Offers = []string{}, []string{}, []string{}
	if o, err := a.set.Get(p.session); err == nil { // else there is nothing on screen to mistake it for
		answer.Generation = o.Generation()
	}
	var refused *edit.Error
	switch {
	case err == nil:
		answer.fill(p.Plan)
		answer.Plan = a.editing.keepPlan(p)
	case errors.As(err, &refused) && refused.Kind == edit.Nothing:
		answer.Same = sentence(refused.Reason) + "."
		err = nil
	case errors.As(err, &refused):
		answer.refuse(refused)
		err = nil
	}
	return answer, err
}

func (answer *PlanAnswer) fill(p *edit.Plan) {
	answer.Creates, answer.Says, answer.Agent, answer.Back = p.Creates, p.Says, p.Agent, p.Back
	answer.Changed, answer.Copied = p.Changed, p.Copied
	if p.File != "" {
		answer.Path = p.File
	}
	for _, line := range p.Lines {
		answer.Lines = append(answer.Lines, PlannedLine{Text: line.Text, Bytes: line.Bytes, Cut: line.Cut, Why: line.Why})
	}
	answer.LeftOut = append(answer.LeftOut, p.LeftOut...)
	answer.Moves = append(answer.Moves, p.Moves...)
	for _, w := range p.Warnings {
		answer.Warnings = append(answer.Warnings, PlannedWarning{Text: w.Text, Instead: w.Instead})
	}
}

func (answer *PlanAnswer) refuse(e *edit.Error) {
	answer.Refused = sentence(e.Reason) + "."
	answer.Closed = e.Kind == edit.RunLog || e.Kind == edit.OldVersion || e.Kind == edit.ReadOnly
	if e.Next != "" && !answer.Closed { // there the offers say what to do
		answer.Refused += " " + sentence(e.Next) + "."
	}
	for _, offer := range e.Offers {
		answer.Offers = append(answer.Offers, string(offer))
	}
}

// Label plans to set the label of an entry.
func (a *App) Label(r LabelRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	return a.plan(r.Session, func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		return e.Label(src, r.Key, r.Label)
	}, func(answer *PlanAnswer, src *edit.Source) {
		x := src.Session.Index()
		if p, ok := x.Lookup(r.Key); ok {
			answer.Now = x.Labels[p].Text
		}
	})
}

// Rename plans to name a session.
func (a *App) Rename(r RenameRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	return a.plan(r.Session, func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		return e.Rename(src, r.Name)
	}, func(answer *PlanAnswer, src *edit.Source) { answer.Now = src.Session.Index().Name })
}

// Branch plans to have the agent continue at an entry.
func (a *App) Branch(r BranchRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	return a.plan(r.Session, func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		return e.Branch(src, edit.BranchAt{Entry: r.Key, Before: !r.After}, r.Summary)
	}, nil)
}

// Draft writes a summary of the branch that would be left.
func (a *App) Draft(r DraftRequest) (answer DraftAnswer, err error) {
	defer cross(&err)
	err = a.source(r.Session, func(src *edit.Source) (err error) {
		answer.Summary, err = a.editor().Draft(src, edit.BranchAt{Entry: r.Key, Before: !r.After})
		return err
	})
	var refused *edit.Error
	if errors.As(err, &refused) {
		err = nil // the plan says it
	}
	return answer, err
}

// Fork plans to make a new session of another.
func (a *App) Fork(r ForkRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	return a.plan(r.Session, func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		if r.Cwd != "" && !a.env.Whole(r.Cwd) {
			begins := "/ or ~/"
			if a.env.Rules == paths.Windows {
				begins = `a drive, such as C:\, or ~\`
			}
			return nil, &edit.Error{Kind: edit.Refused, Reason: fmt.Sprintf("“%s” is not the whole path of a folder", visible(r.Cwd)), Next: "begin with " + begins}
		}
		return e.Fork(src, edit.ForkTo{Leaf: r.Leaf, Cwd: r.Cwd})
	}, nil)
}

// Trash plans to move a session to the trash.
func (a *App) Trash(r TrashRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	path, err := a.fileOf(r.Session, r.Handle)
	if err != nil {
		return answer, err
	}
	p, err := a.editor().Trash(path)
	return a.answer(PlanAnswer{Path: path}, planned{session: r.Session, Plan: p}, err)
}

// Apply does what a plan says, once, on the file as it is now.
func (a *App) Apply(r ApplyRequest) (answer DoneAnswer, err error) {
	defer cross(&err)
	p, ok := a.editing.takePlan(r.Plan)
	if !ok {
		return answer, faultf(kindBusy, "what was planned is not known any more; look at it again")
	}
	if p.note != nil {
		return a.keepNote(p.session, p.note)
	}
	done, err := a.apply(p.session, func(e *edit.Editor, src *edit.Source) (*edit.Done, error) {
		if src == nil {
			return e.Apply(context.Background(), p.Plan)
		}
		return e.ApplyTo(src, p.Plan)
	})
	if err != nil {
		return answer, failedEdit(err)
	}
	a.editing.did(p.session)
	return a.told(p.session, done, false), nil
}

// Undo takes an act back, by an act of its own.
func (a *App) Undo(r UndoRequest) (answer DoneAnswer, err error) {
	defer cross(&err)
	act, ok := a.editing.act(r.Undo)
	if !ok {
		return answer, faultf(kindGone, "it cannot be taken back any more")
	}
	if act.note != nil {
		if answer, err = a.undoNote(act); err == nil {
			a.editing.forget(r.Undo)
		}
		return answer, err
	}
	done, err := a.apply(act.session, func(e *edit.Editor, src *edit.Source) (*edit.Done, error) {
		if src == nil {
			p, err := e.Undo(context.Background(), act.Done)
			if err != nil {
				return nil, err
			}
			return e.Apply(context.Background(), p)
		}
		p, err := e.UndoOf(src, act.Done)
		if err != nil {
			return nil, err
		}
		return e.ApplyTo(src, p)
	})
	if err != nil {
		return answer, failedEdit(err)
	}
	a.editing.forget(r.Undo)
	done.What = act.told.What // it is called alike, taken back and done again
	return a.told(act.session, done, !act.back), nil
}

// apply does an act on a session that is open; of one that was closed meanwhile, or
// whose file is in the trash, do is given none. Then what was written is shown the way
// all that is written is.
func (a *App) apply(handle string, do func(*edit.Editor, *edit.Source) (*edit.Done, error)) (done *edit.Done, err error) {
	read := false
	err = a.growing(handle, func(src *edit.Source) (err error) {
		read = true
		done, err = do(a.editor(), src)
		return err
	})
	if !read {
		done, err = do(a.editor(), nil)
	}
	if err == nil {
		a.lookNow(handle)
		a.listChanged()
	}
	return done, err
}

// told is what the page is told of an act, which may have taken another one back.
func (a *App) told(handle string, done *edit.Done, back bool) DoneAnswer {
	answer := DoneAnswer{Did: done.Says, Path: done.File}
	if done.Note != "" {
		answer.Did += ". " + done.Note
	}
	switch {
	case done.Act == edit.ActTrash:
		answer.Path, answer.Gone = done.Path, done.Path
	case done.Made || done.Act == edit.ActRestore:
		answer.Handle = a.list.handle(done.File)
	}
	if done.CanUndo() {
		answer.What = done.What
		answer = a.editing.keepAct(acted{session: handle, Done: done, back: back, told: answer})
	}
	return answer
}

// failedEdit gives the error of an act the kind the page acts on.
func failedEdit(err error) error {
	var e *edit.Error
	if !errors.As(err, &e) {
		return err
	}
	kind := kindInternal
	switch e.Kind {
	case edit.Conflict:
		kind = kindConflict
	case edit.Busy, edit.Unfinished, edit.Taken, edit.Full:
		kind = kindBusy
	case edit.NotFound:
		kind = kindNotFound
	case edit.Denied:
		kind = kindUnreadable
	case edit.ReadOnly, edit.OldVersion, edit.RunLog, edit.Refused, edit.Nothing:
		kind = kindUnsupported
	}
	return faultf(kind, "%s", sentence(e.Error())+".")
}
