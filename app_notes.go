package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/edit"
	"branchline/backend/session/graph"
)

// Notes answers the reader's notes on a session, none while they are switched off.
func (a *App) Notes(r NotesRequest) (answer NotesAnswer, err error) {
	defer cross(&err)
	answer.Notes = []Note{}
	err = a.use(r.Session, func(o snapshot) error {
		notes, err := a.notesOn(o)
		for _, n := range notes {
			answer.Notes = append(answer.Notes, Note{Key: n.Key, Text: clip(n.Text, noteAtMost), AtMs: n.AtMs})
		}
		return err
	})
	return answer, err
}

// notesOn are the notes on a session that can be shown.
func (a *App) notesOn(o snapshot) ([]note, error) {
	if !a.readSettings().KeepNotes {
		return nil, nil
	}
	all, err := a.notes.all()
	if err != nil {
		return nil, err
	}
	var notes []note
	for _, n := range all {
		if n.beside(notedIn(o, "")) && n.Text != "" && len(notes) < sessionNotesAtMost {
			notes = append(notes, n)
		}
	}
	return notes, nil
}

// notesByEntry are the notes on the entries of a session. That they cannot be read is
// no reason not to show the graph.
func (a *App) notesByEntry(o snapshot) map[session.Pos]string {
	notes, err := a.notesOn(o)
	if err != nil {
		return nil
	}
	on := map[session.Pos]string{}
	for _, n := range notes {
		if p, ok := o.Index().Lookup(n.Key); ok {
			on[p] = n.Text
		}
	}
	return on
}

// markNotes puts the notes on the rows of a page that stand for their entries.
func markNotes(notes map[session.Pos]string, l *graph.Layout, page *graph.Page) {
	for _, p := range slices.Sorted(maps.Keys(notes)) {
		if i := l.Find(p) - page.From; i >= 0 && i < len(page.Rows) {
			page.Rows[i].Note = clip(notes[p], 200)
			page.Rows[i].Notes++
		}
	}
}

// noteAct is a change of notes: the one on an entry from one text to another, or of
// all notes, which are deleted, or kept again.
type noteAct struct {
	on       noted
	was, now string
	all      []note
	again    bool   // all are kept again
	called   string // what it takes back is called, "" for what it does itself
}

// Note plans to keep a note on an entry.
func (a *App) Note(r NoteRequest) (answer PlanAnswer, err error) {
	defer cross(&err)
	path, err := a.notes.path()
	if err != nil {
		return answer, err
	}
	answer.Path = path
	act := &noteAct{now: strings.TrimSpace(strings.ToValidUTF8(r.Text, "\uFFFD"))}
	err = a.use(r.Session, func(o snapshot) (err error) {
		if _, ok := o.Index().Lookup(r.Key); !ok {
			return faultf(kindNotFound, "there is no entry %s in the session any more", visible(r.Key))
		}
		act.on = notedIn(o, r.Key)
		all, err := a.notes.all()
		act.was = textOn(all, act.on)
		return err
	})
	if err != nil {
		return answer, err
	}
	p := &edit.Plan{
		File: path, Says: act.says(),
		Agent: "The session stays as it is: the agent does not see notes, and no export holds them.",
		Back:  "It can be taken back.",
	}
	answer.Now = act.was
	return a.answer(answer, planned{session: r.Session, Plan: p, note: act}, a.refuseNote(act))
}

// textOn is the note on an entry, "" when there is none.
func textOn(notes []note, on noted) string {
	if i := slices.IndexFunc(notes, func(n note) bool { return n.same(on) }); i >= 0 {
		return notes[i].Text
	}
	return ""
}

// refuseNote says why a note is not kept, nil when it is.
func (a *App) refuseNote(act *noteAct) error {
	refused := func(kind, reason, next string) error { return &edit.Error{Kind: kind, Reason: reason, Next: next} }
	length := utf8.RuneCountInString(act.now)
	switch {
	case !a.readSettings().KeepNotes:
		return refused(edit.Refused, "notes are switched off", "switch them on in the settings")
	case act.now == act.was && act.now == "":
		return refused(edit.Nothing, "there is no note on this entry", "")
	case act.now == act.was:
		return refused(edit.Nothing, "the note says that already", "")
	case length > noteAtMost:
		return refused(edit.Refused, fmt.Sprintf("a note holds %d characters, and this one has %d", noteAtMost, length), "shorten it")
	case !nameable(act.on.Key):
		return refused(edit.Refused, "the id of this entry is too long to keep a note by", "keep it on the entry before or behind it")
	}
	return nil
}

func (n *noteAct) says() string {
	switch {
	case n.now == "":
		return "Remove the note " + inQuotes(n.was) + "."
	case n.was == "":
		return "Keep the note " + inQuotes(n.now) + " in a file of Branchline's own."
	}
	return "Keep the note " + inQuotes(n.now) + " instead of " + inQuotes(n.was) + "."
}

func (n *noteAct) did() string {
	if n.now == "" {
		return "Removed the note " + inQuotes(n.was)
	}
	return "Kept the note " + inQuotes(n.now)
}

func (n *noteAct) what() string {
	switch {
	case n.all != nil:
		return "deleting all notes"
	case n.now == "":
		return "removing the note " + inQuotes(n.was)
	}
	return "the note " + inQuotes(n.now)
}

func inQuotes(s string) string { return "“" + clip(s, 120) + "”" }

// keepNote does what a plan says.
func (a *App) keepNote(session string, act *noteAct) (DoneAnswer, error) {
	if err := a.refuseNote(act); err != nil {
		return DoneAnswer{}, failedEdit(err)
	}
	err := a.changeNotes(func(notes []note) ([]note, error) {
		act.was = textOn(notes, act.on)
		return act.set(notes, act.now, a.now().UnixMilli())
	})
	if err != nil {
		return DoneAnswer{}, err
	}
	a.editing.did(session)
	return a.toldNote(session, act, act.did(), false), nil
}

// set puts a text on the entry, "" none.
func (n *noteAct) set(notes []note, text string, atMs int64) ([]note, error) {
	notes = slices.DeleteFunc(notes, func(old note) bool { return old.same(n.on) })
	if text == "" {
		return notes, nil
	}
	beside := 0
	for _, other := range notes {
		if other.beside(n.on) {
			beside++
		}
	}
	switch {
	case beside >= sessionNotesAtMost:
		return nil, faultf(kindUnsupported, "There are %d notes on this session, and no more are kept. Remove some first.", beside)
	case len(notes) >= allNotesAtMost:
		return nil, faultf(kindUnsupported, "%d notes are kept, and no more. Remove some first.", len(notes))
	}
	return append(notes, note{n.on, text, atMs}), nil
}

// undoNote takes a change of notes back, unless they were changed again since.
func (a *App) undoNote(act acted) (DoneAnswer, error) {
	if act.note.again {
		return a.clearNotes(!act.back)
	}
	back := &noteAct{called: act.told.What, on: act.note.on, was: act.note.now, now: act.note.was}
	err := a.changeNotes(func(notes []note) ([]note, error) {
		if act.note.all != nil {
			return restored(act.note.all, notes), nil
		}
		if now := textOn(notes, back.on); now != back.was {
			return nil, faultf(kindConflict, "The note was changed again since: it stays as it is.")
		}
		return back.set(notes, back.now, a.now().UnixMilli())
	})
	switch {
	case err != nil:
		return DoneAnswer{}, err
	case act.note.all != nil:
		return a.toldNote("", &noteAct{all: act.note.all, again: true}, "Kept all deleted notes again", !act.back), nil
	}
	return a.toldNote(act.session, back, back.did(), !act.back), nil
}

// restored are deleted notes with those that were kept since.
func restored(deleted, since []note) []note {
	kept := slices.DeleteFunc(slices.Clone(deleted), func(old note) bool { return textOn(since, old.noted) != "" })
	return append(kept, since...)
}

// ClearNotes deletes all notes, and the file of them.
func (a *App) ClearNotes() (answer DoneAnswer, err error) {
	defer cross(&err)
	if answer, err = a.clearNotes(false); err == nil {
		a.editing.did("")
	}
	return answer, err
}

// clearNotes deletes all notes, for the first time or again.
func (a *App) clearNotes(back bool) (answer DoneAnswer, err error) {
	act := &noteAct{}
	err = a.changeNotes(func(notes []note) ([]note, error) {
		act.all = notes
		return nil, nil
	})
	switch {
	case err != nil:
		return answer, err
	case len(act.all) == 0:
		return DoneAnswer{Did: "There was no note to delete"}, nil
	}
	return a.toldNote("", act, "Deleted all notes", back), nil
}

// toldNote is what the page is told of a change of notes, which may have taken another
// one back.
func (a *App) toldNote(session string, act *noteAct, did string, back bool) DoneAnswer {
	told := DoneAnswer{Did: did, What: cmp.Or(act.called, act.what()), Path: act.on.Path}
	return a.editing.keepAct(acted{session: session, note: act, back: back, told: told})
}

// changeNotes changes what is kept, and tells the page.
func (a *App) changeNotes(change func([]note) ([]note, error)) error {
	if err := a.notes.change(change); err != nil {
		return err
	}
	a.emit("notes", map[string]any{"said": ""})
	return nil
}

// damagedNotes tells the reader that the notes begin anew.
func (a *App) damagedNotes(aside string) {
	a.emit("notes", map[string]any{"said": "Your notes could not be read and begin anew. The damaged file is kept as " + visible(aside) + "."})
}
