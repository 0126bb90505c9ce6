package pi

import (
	"regexp"
	"time"

	"branchline/backend/session"
)

// Opens tells whether pi itself opens the file of a session: only when the first
// value of the file is a header with an id.
func Opens(s session.Session) bool {
	o, ok := s.(*opened)
	return ok && o.legal
}

// NewEntry is where and when an entry stands that is to be appended: its methods
// write the line of it, as a Manager would, for a session that is indexed already.
// A nil Parent makes a root.
type NewEntry struct {
	ID     string
	Parent *string
	At     time.Time
}

// NewEntryID makes an id that is not taken, by next, or as pi does when next is nil.
func NewEntryID(next IDGenerator, taken func(id string) bool) string {
	if next == nil {
		next = randomID
	}
	return unused(next, taken)
}

// Label is the line of an entry that sets the label of another; nil clears it.
func (e NewEntry) Label(targetID string, label *string) ([]byte, error) {
	return e.line("label", labelling(targetID, label))
}

// SessionInfo is the line of an entry that names the session; see
// Manager.AppendSessionInfo.
func (e NewEntry) SessionInfo(name string) ([]byte, error) {
	return e.line("session_info", naming(name))
}

// BranchSummary is the line of an entry that sums up the branch that is left at
// the entry with the id from, "root" for none.
func (e NewEntry) BranchSummary(from, summary string, o OptionalEntryFields) ([]byte, error) {
	return e.line("branch_summary", summarizing(from, summary, o))
}

// line writes an entry: what all have in common, then its own members.
func (e NewEntry) line(typ string, members func(*writer)) ([]byte, error) {
	var w writer
	w.text("type", typ)
	e.base(&w)
	members(&w)
	return w.done()
}

// base writes what entries of all types have beside the type.
func (e NewEntry) base(w *writer) {
	w.text("id", e.ID)
	w.orNull("parentId", e.Parent)
	w.text("timestamp", isoTime(e.At))
}

func labelling(targetID string, label *string) func(*writer) {
	return func(w *writer) {
		w.text("targetId", targetID)
		if label != nil {
			w.text("label", *label)
		}
	}
}

func naming(name string) func(*writer) {
	return func(w *writer) { w.text("name", CleanName(name)) }
}

// CleanName is a session's name as it is written: each run of line ends is one
// space, and white space at both ends is cut.
func CleanName(name string) string { return trim(lineEnds.ReplaceAllString(name, " ")) }

var lineEnds = regexp.MustCompile(`[\r\n]+`)

func summarizing(from, summary string, o OptionalEntryFields) func(*writer) {
	return func(w *writer) {
		w.text("fromId", from)
		w.text("summary", summary)
		w.optional(o)
	}
}
