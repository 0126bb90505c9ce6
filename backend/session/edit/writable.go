package edit

import (
	"fmt"
	"slices"
	"time"

	"branchline/backend/session"
)

// writable answers why nothing can be added to the session, nil when something can.
func (e *Editor) writable(act string, src *Source) error {
	x := src.index()
	h := &x.Header
	switch {
	case h.Closed:
		return fail(act, src.Path, RunLog, "a run log is the record of one run and is never edited",
			"convert it to a pi session and edit that, or keep a note beside it", OfferConvert, OfferNote)
	case h.ReadOnly != "" && h.Version < 3:
		return fail(act, src.Path, OldVersion, fmt.Sprintf("the session is in pi's old format version %d, to which nothing can be added", h.Version),
			"fork it: the fork is a new session that can be edited", OfferFork, OfferNote)
	case h.ReadOnly != "":
		return fail(act, src.Path, ReadOnly, h.ReadOnly, "keep a note beside it", OfferNote)
	case nameless(x):
		return fail(act, src.Path, OldVersion, "no entry of it has an id, so nothing can be put after one",
			"fork it: in the fork every entry has an id", OfferFork, OfferNote)
	case x.Tail.Len > 0 && e.quiet(src) < session.UnfinishedFor:
		return fail(act, src.Path, Unfinished, "its last line is not finished and may still be being written",
			"try again when it is, or in a minute", OfferRetry)
	}
	return nil
}

// nameless tells whether there are entries and none has an id, as in pi's fork of a
// version 1 session.
func nameless(x *session.Index) bool {
	return len(x.Entries) > 0 && !slices.ContainsFunc(x.Entries, func(e session.Entry) bool { return !e.Has(session.NoID) })
}

// quiet is for how long nobody else wrote to the file.
func (e *Editor) quiet(src *Source) time.Duration { return e.Now().Sub(e.byOthers(src)) }

// byOthers is when somebody else wrote last to the file.
func (e *Editor) byOthers(src *Source) time.Time {
	x := src.index()
	return e.Wrote.byOthers(src.Path, x.Size, time.UnixMilli(x.WrittenMs))
}

// beside are the warnings about the file an entry is added to.
func (e *Editor) beside(src *Source) []Warning {
	out := []Warning{}
	if q := e.quiet(src); q < writingFor {
		out = append(out, Warning{Kind: WarnWriting, Text: "The file was written in the last seconds. Nothing gets lost, but an agent that has it open goes on where it is, and not after this entry."})
	}
	if src.index().Tail.Len > 0 {
		out = append(out, Warning{Kind: WarnBroken, Text: fmt.Sprintf("Line %d of the file was never finished. It stays as it is, and the new entry begins on a line of its own.", src.index().Lines)})
	}
	return out
}
