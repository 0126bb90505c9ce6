package session

import "branchline/backend/session/jsonl"

// Pos is an entry's identity inside its Index: its place in file order, from 0.
type Pos int32

// None is the Pos of nothing: the parent of a root, the answer of an open call.
const None Pos = -1

// Span is a range of bytes of the session file.
type Span = jsonl.Span

// Kind says what sort of record an entry is.
type Kind uint8

// The kinds of entries of both formats. KindUnknown keeps its place in the tree.
const (
	KindUnknown Kind = iota
	KindMessage
	KindCompaction
	KindBranchSummary
	KindModel
	KindLevel
	KindTools
	KindCustom
	KindCustomMessage
	KindLabel
	KindName
	KindUsage
	KindEdit
	KindLeaf
	KindEvent
)

// Role says who speaks in a message entry.
type Role uint8

// The roles of messages. RoleOther is a role the format does not know.
const (
	RoleNone Role = iota
	RoleUser
	RoleAssistant
	RoleToolResult
	RoleBash
	RoleSystem
	RoleCustom
	RoleOther
)

var roleNames = [...]string{"", "user", "assistant", "toolResult", "bash", "system", "custom", "other"}

// String returns the role as the command line and the page spell it.
func (r Role) String() string { return roleNames[r] }

// Stop says why the model stopped after an assistant message.
type Stop uint8

// The stop reasons of chapter 2.9 of the pi format. StopOther is any other text.
const (
	StopNone Stop = iota
	StopStop
	StopLength
	StopToolUse
	StopError
	StopAborted
	StopOther
)

// Flags are facts about one entry.
type Flags uint16

// The flags of an entry.
const (
	// HasText: the message has text a reader can see.
	HasText Flags = 1 << iota
	// HasImages: the message carries at least one picture.
	HasImages
	// Failed: a tool result with an error, a command that failed, or an
	// assistant message that ended in an error.
	Failed
	// Hidden: a custom message the agent does not display.
	Hidden
	// Unreadable: a message entry whose message is missing or no object.
	Unreadable
	// Orphan: the parent named by the entry is not in the file.
	Orphan
	// Looped: the entry's parent link was cut because it closed a loop.
	Looped
	// Duplicate: a later entry has the same id; this one's key ends in ~L<line>.
	Duplicate
	// NoID: the entry has no id of its own; it can never be pi's leaf.
	NoID
	// Cleared: a label or name entry that takes away, or an edit that removes.
	Cleared
	// Inherited: carried over from an earlier run by a resume.
	Inherited
	// Replaced: stands before a reset of its run log.
	Replaced
	// Repeated: a run log's copy of an earlier entry, written again after a
	// reset. Whoever counts calls or messages of a file counts it once.
	Repeated
	// Ended: an event that tells of the end of a call. The time before it was
	// spent waiting for the tool.
	Ended
)

// Entry is one record that has a place in the tree. It is small: bodies stay in
// the file and are read by Span.
type Entry struct {
	// Key names the entry inside its session and is unique there.
	Key string
	// Preview is the beginning of what a reader sees: one line, at most
	// PreviewBytes bytes, control characters and line ends as single spaces.
	Preview string
	// Span is the record's bytes, without its line end.
	Span Span
	// AtMs is the entry's time in Unix milliseconds; 0 when it has none that is usable.
	AtMs int64
	// Line is the physical line, from 1.
	Line int32
	// Parent is the entry this one follows; None for a root.
	Parent Pos
	// FirstPart and PartCount name the entry's parts in Index.Parts.
	FirstPart int32
	PartCount uint16
	// Message is how many bytes into the record its message begins, which goes on up
	// to the record's last byte and can be sent as it stands; 0 where it must be
	// looked for.
	Message uint16
	Flags   Flags
	Kind    Kind
	Role    Role
	Stop    Stop
}

// PreviewBytes is the longest preview of an entry or a part, in bytes.
const PreviewBytes = 120

// Has tells whether all given flags are set.
func (e *Entry) Has(f Flags) bool { return e.Flags&f == f }

// Usage is what one entry cost.
type Usage struct {
	Entry Pos
	// Model is "provider/model", "" when the format does not say.
	Model      string
	Input      float64
	Output     float64
	CacheRead  float64
	CacheWrite float64
	CostUSD    float64
}

// MarkKind says what a mark does.
type MarkKind uint8

// The kinds of marks.
const (
	// MarkLabel sets (Text) or clears ("") the label of Target.
	MarkLabel MarkKind = iota
	// MarkName names the session Text; "" clears the name.
	MarkName
	// MarkKept: a compaction keeps entries from Target on.
	MarkKept
	// MarkEdit: a context edit replaces (Text) or removes (Cleared) what Target sends to the model.
	MarkEdit
	// MarkFrom: a branch summary was written when Target was the leaf.
	MarkFrom
	// MarkLeaf: the active leaf was moved to Target ("" = before the first entry).
	MarkLeaf
	// MarkModel and MarkLevel say which model and thinking level are in force from here on.
	MarkModel
	MarkLevel
	// MarkSize: a compaction says how large the context was: Text, in tokens.
	MarkSize
)

// Mark is a record's statement about another entry, in file order.
type Mark struct {
	Entry  Pos
	Kind   MarkKind
	Target string
	Text   string
}

// Label is a resolved label of an entry.
type Label struct {
	Text string
	// AtMs is the time of the entry that set it; 0 when unknown.
	AtMs int64
	// By is the entry that set it.
	By Pos
}

// Problem is one piece of the file that could not be understood, or that an
// agent would misread.
type Problem struct {
	// Line is the physical line, from 1.
	Line int32 `json:"line"`
	// Offset and Bytes name the piece in the file.
	Offset int64 `json:"offset"`
	Bytes  int64 `json:"bytes"`
	// Kind is one of the Problem… constants.
	Kind string `json:"kind"`
	// Text says in one sentence what is wrong and what it means.
	Text string `json:"text"`
}

// The kinds of problems.
const (
	ProblemJSON      = "json"
	ProblemNotObject = "notObject"
	ProblemHeader    = "header"
	ProblemDuplicate = "duplicate"
	ProblemLoop      = "loop"
	ProblemOrphan    = "orphan"
	ProblemEncoding  = "encoding"
	ProblemVersion   = "version"
	ProblemField     = "field"
	ProblemBlob      = "blob"
)

// Header is what a session says of itself.
type Header struct {
	// Format is "pi" or "runlog".
	Format string
	// Version is the format's version; run logs have none and answer 0.
	Version int
	ID      string
	Cwd     string
	// Parent names the session this one came from as the file spells it: the
	// path in parentSession or branchedFrom, the id in resumedFrom; "" = none.
	Parent string
	// CreatedMs is the header's own time, 0 when unusable.
	CreatedMs int64
	// Task, Model, Provider and Driver are set by run logs.
	Task, Model, Provider, Driver string
	// Notes are what a reader should know of the file although nothing is wrong
	// with what was read: one sentence each.
	Notes []string
	// Closed: the agent never continues the file: a run log is the record of one run.
	Closed bool
	// ReadOnly says why the agent's own format rules forbid appending, "" when they do not.
	ReadOnly string
}
