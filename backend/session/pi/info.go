package pi

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"
)

// Info is what a list says of one session (pi 1.6.0, SessionInfo). Facts count
// over all branches.
type Info struct {
	// Path is the file as it was found: the folder's path and the file's name.
	Path string
	// ID, Cwd and ParentSessionPath are what the header says, "" where it says
	// nothing or no text. A version 1 file names its parent in another member,
	// which does not count here.
	ID, Cwd, ParentSessionPath string
	// Name is the name given last, "" when there is none or it was cleared.
	Name string
	// Created is the header's time, zero when that is no date. Modified is the
	// newest time of a prompt or a reply: the message's own where it is a number,
	// else its entry's. Without one it is the header's time, if that is text, and
	// else the file's. A message's time that is no date makes it zero.
	Created, Modified time.Time
	// MessageCount counts messages of any role.
	MessageCount int
	// FirstMessage is the text of the first prompt that has any, verbatim and
	// whole; NoMessages when there is none.
	FirstMessage string
	// Problem says why pi leaves the session out of its list, or lists it but does
	// not open it; "" when it does both. The other facts are those that could be
	// read.
	Problem string
}

// NoMessages is the FirstMessage of a session without a prompt.
const NoMessages = "(no messages)"

// AllMessagesText returns the texts of all prompts and replies in the order of
// the file, joined by single spaces, for searching. It reads the file again.
func (i Info) AllMessagesText() (string, error) {
	var texts strings.Builder
	_, err := digestFile(context.Background(), i.Path, &texts)
	return texts.String(), err
}

// newestFirst orders sessions by the time of change, those without one last.
// Sessions of one time stay in their order.
func newestFirst(list []Info) []Info {
	slices.SortStableFunc(list, func(a, b Info) int { return b.Modified.Compare(a.Modified) })
	return list
}

// instant is a time in milliseconds as JavaScript's Date holds it, zero when it
// cannot.
func instant(ms float64) time.Time {
	const most = 8.64e15
	if math.IsNaN(ms) || math.Abs(ms) > most {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}

// info is the digest of a whole file put in words. written is the file's own
// time of change.
func (d *digest) info(path string, written time.Time) Info {
	h, problem := d.header()
	i := Info{
		Path: path, ID: h.ID, Cwd: h.Cwd, ParentSessionPath: h.parentSession,
		Name: d.name, MessageCount: d.messages, FirstMessage: cmp.Or(d.prompt, NoMessages),
		Created: instant(h.created), Modified: written, Problem: problem,
	}
	switch {
	case d.spokenMs > 0:
		i.Modified = instant(d.spokenMs)
	case !math.IsNaN(h.stated):
		i.Modified = instant(h.stated)
	}
	return i
}
