package session

import (
	"context"
	"strings"

	"branchline/backend/session/jsonl"
)

// Source reads bytes of the session file.
type Source interface {
	// Read returns the bytes of a span. It answers jsonl.ErrStale when the file
	// is no longer the one that was indexed, never other bytes.
	Read(Span) ([]byte, error)
}

// Session is a session as its format has read it. Items, Context and End use
// the Index alone, except that End may read the body of the last message.
type Session interface {
	Index() *Index
	// Items returns what a reader sees on the branch that ends at leaf, root
	// first. It reads no body. leaf None gives no items.
	Items(leaf Pos) []Item
	// Context returns what the model would be sent at leaf, in order.
	Context(leaf Pos) []Piece
	// End says how the branch that ends at leaf came to its end. now is Unix milliseconds.
	End(leaf Pos, now int64) End
	// Body reads one item whole.
	Body(Item) (Body, error)
}

// Grower is a Session that can take what was written to its file since.
type Grower interface {
	Session
	// ReadOn indexes what follows the indexed bytes of the file and changes the
	// Index in place, so nobody else may use the session meanwhile. It answers
	// false when only a new reading of the whole file can tell; what the Index says
	// is then still true of the beginning of the file. A file that was rewritten
	// answers jsonl.ErrStale.
	ReadOn(ctx context.Context, f *jsonl.File) (bool, error)
}

// ItemKind says what a reader sees an item as.
type ItemKind uint8

// The kinds of items. Their names are the timeline's kinds of spec and screen.
const (
	ItemUnknown ItemKind = iota
	ItemPrompt
	ItemReply
	ItemThinking
	ItemCall
	ItemBash
	ItemCompaction
	ItemBranchSummary
	ItemModel
	ItemLevel
	ItemLabel
	ItemName
	ItemCustom
	ItemCustomMessage
	ItemSystem
	ItemEdit
	ItemUsage
	ItemEvent
	ItemAttempt
	ItemReset
	ItemResult
)

var itemNames = [...]string{
	"unknown", "prompt", "reply", "thinking", "call", "bash", "compaction", "branchSummary", "model", "level",
	"label", "name", "custom", "customMessage", "system", "edit", "usage", "event", "attempt", "reset", "result",
}

// String returns the kind as the command line and the page spell it.
func (k ItemKind) String() string { return itemNames[k] }

// Item is what a reader sees as one thing. It holds no body.
type Item struct {
	Kind ItemKind
	// Error: a failed call, a failed command, or a message that ended in an error.
	Error bool
	// Provisional: made from events of a run that ended before its record was written.
	Provisional bool
	// Round: it says no more than that a round of a run began.
	Round bool
	// Inherited: carried over from an earlier run by a resume.
	Inherited bool
	// Replaced: a reset of its run log took it out of the conversation, at
	// ReplacedMs in Unix milliseconds, 0 when that is unknown.
	Replaced   bool
	ReplacedMs int64
	// Entry is where the item stands: for a call the message that made it. None
	// for an item made from a record that is no entry (a run log's result or reset).
	Entry Pos
	// Part is the index in Index.Parts the item is made of; -1 = the whole entry.
	Part int32
	// Answer is the entry that holds the call's result, None while there is none;
	// AnswerPart its part.
	Answer     Pos
	AnswerPart int32
	Role       Role
	// AtMs and EndMs are Unix milliseconds, 0 when unknown. EndMs is the time of
	// the answer, else of the item itself.
	AtMs  int64
	EndMs int64
	// Line is the physical line the item stands at.
	Line int32
	// Tool and Target are those of the call.
	Tool   string
	Target string
	// Text is the item's preview, from the index.
	Text string
	// Span is the record or block the item is read from.
	Span Span
}

// RoundNumber is the number of the round that the item begins, "" where it begins none.
func (it *Item) RoundNumber() string {
	if !it.Round {
		return ""
	}
	return Plain(strings.TrimPrefix(it.Text, "round "))
}

// Piece is one message the model was sent: the entry it came from and, where a
// context edit changed it, the edit.
type Piece struct {
	Entry Pos
	Edit  Pos
	// Role is the agent's own word, "" where only the body has it.
	Role string
	// Unsent: the agent keeps the message, but the model is not sent it.
	Unsent bool
}

// Said is a message the model was sent, read.
type Said struct {
	// Role is the agent's own word.
	Role string
	// Text is the message's texts joined by a line feed, without thoughts, calls
	// and pictures, else its summary, else "".
	Text string
	// Sent: the model was sent it; see Piece.Unsent.
	Sent bool
}

// Settings are what was in force at an entry: "" where the file does not say.
type Settings struct {
	// Provider and Model name the model, Level how much it was to think.
	Provider, Model, Level string
}

// Image is a picture inside an item.
type Image struct {
	// Part names it within its entry, from 0, in file order over the entry's pictures.
	N    int
	Mime string
	// Bytes is the decoded size; 0 when the data is no valid base64 or is missing.
	Bytes int64
	// Missing says why the picture cannot be shown, "" when it can.
	Missing string
	// Key is the entry the picture stands in.
	Key string
}

// Body is an item read whole. Texts are verbatim: control codes and line ends
// are as in the file, ill-formed UTF-8 is U+FFFD.
type Body struct {
	// Text is what was said: a prompt, a reply, a thought, a summary, a command.
	Text string
	// Args is a call's arguments as JSON text, "" when there are none.
	Args string
	// Result is what the tool gave back, HasResult whether it did.
	Result    string
	HasResult bool
	// Diff is the change an edit made, as the tool recorded it (unified or numbered lines).
	Diff string
	// Patch is the same as a unified diff, where the tool recorded it in both ways: it
	// tells of a last line without an end.
	Patch  string
	Images []Image
	// ExitCode is a command's exit status where the file records one.
	ExitCode *int
	// Notes are facts to show beside the text: "cancelled", "output truncated", …
	Notes []string
	// Raw is the record or block as it stands in the file.
	Raw []byte
}

// State is how a branch or run ended.
type State string

// The states of an outcome.
const (
	Finished    State = "finished"
	FailedState State = "failed"
	Limit       State = "limit"
	Stuck       State = "stuck"
	Cancelled   State = "cancelled"
	ErrorState  State = "error"
	Running     State = "running"
	Interrupted State = "interrupted"
	Unknown     State = "unknown"
)

// Evidence is one fact behind an outcome, with the entry that shows it.
type Evidence struct {
	Entry Pos
	Label string
	Text  string
}

// End says how a branch or run ended.
type End struct {
	State State
	// Reason is the format's own word: a stop reason, a run log's reason.
	Reason string
	// Message is the agent's own last words or the run's closing message.
	Message string
	// Code is a run log's exit code, nil where there is none.
	Code *int
	// Error is the provider's error text, Status its HTTP status (0 = none).
	Error  string
	Status int
	// Last is the entry the judgement rests on, None when there is none.
	Last     Pos
	Evidence []Evidence
	// QuietMs is for how long a file that may still grow has not, in milliseconds.
	QuietMs int64
	// Doing says what an unfinished run was doing last: "waiting for the model", "running bash".
	Doing string
}
