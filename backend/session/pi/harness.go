package pi

import (
	"context"
	"encoding/json"
	"errors"
)

// ErrHarnessStorageReplacement means that a Manager on harness storage was asked
// to begin or open another session, which needs the repository.
var ErrHarnessStorageReplacement = errors.New("session: harness-backed session replacement requires a SessionRepo")

// HarnessStorage is one session as pi's harness keeps it, wherever that is
// (pi-agent-core 0.81.1, SessionStorage). Unlike a session file of pi itself it
// remembers where the leaf is: moving it appends an entry of the type "leaf".
// Implementations may be used by several goroutines. Errors are *HarnessError.
type HarnessStorage interface {
	// Metadata says what the session is. It never changes.
	Metadata(ctx context.Context) (HarnessMetadata, error)
	// LeafID is the id of the entry the next one follows, nil for none. It answers
	// HarnessInvalidSession when the last leaf entry names an entry that is missing.
	LeafID(ctx context.Context) (*string, error)
	// SetLeafID moves the leaf to an entry, nil for before the first, by appending
	// an entry of the type "leaf".
	SetLeafID(ctx context.Context, id *string) error
	// CreateEntryID makes an id no entry has.
	CreateEntryID(ctx context.Context) (string, error)
	// AppendEntry adds an entry with its own id and parent, and moves the leaf there,
	// or to what a leaf entry names.
	AppendEntry(ctx context.Context, entry Record) error
	// Entry returns the entry with this id, the last of several, or HarnessNotFound.
	Entry(ctx context.Context, id string) (Record, error)
	// EntriesByType returns the entries of one type in the order they were written.
	EntriesByType(ctx context.Context, typ string) ([]Record, error)
	// Label is the label of an entry without white space around it, "" for none.
	Label(ctx context.Context, id string) (string, error)
	// SessionName is the session's name, "" for none.
	SessionName(ctx context.Context) (string, error)
	// SessionStats counts messages, tokens and cost of all branches.
	SessionStats(ctx context.Context) (HarnessStats, error)
	// PathToRootOrCompaction returns the entries from which the context at leaf is
	// made, the oldest first: back to the root, or to a compaction that holds its
	// own tail, or to the first entry that one without keeps. nil gives none. A
	// parent that is missing is HarnessInvalidSession.
	PathToRootOrCompaction(ctx context.Context, leaf *string) ([]Record, error)
	// Entries returns entries of all branches in the order they were written.
	Entries(ctx context.Context, which HarnessCursor) ([]Record, error)
}

// ByteHarnessStorage is storage whose session is a JSONL file, byte by byte.
type ByteHarnessStorage interface {
	HarnessStorage
	// Bytes returns the file as it is now.
	Bytes(ctx context.Context) ([]byte, error)
	// HeaderJSON returns the line of the header without its line end.
	HeaderJSON(ctx context.Context) ([]byte, error)
}

// DurableHarnessStorage is storage that can tell whether a session outlives the
// program. Storage that cannot tell does not.
type DurableHarnessStorage interface {
	HarnessStorage
	Durable() bool
}

// HarnessRepo keeps sessions (pi-agent-core 0.81.1, SessionRepo). What it opens
// is for FromHarnessStorage.
type HarnessRepo interface {
	// Create makes an empty session.
	Create(ctx context.Context, o HarnessCreate) (HarnessStorage, error)
	// Open opens a session that List named, or HarnessNotFound.
	Open(ctx context.Context, which HarnessMetadata) (HarnessStorage, error)
	// List names the sessions.
	List(ctx context.Context, o HarnessList) ([]HarnessMetadata, error)
	// Delete takes a session away. One that is gone already is no error.
	Delete(ctx context.Context, which HarnessMetadata) error
	// Fork makes a session of the entries of another; see EntriesToFork.
	Fork(ctx context.Context, source HarnessMetadata, o HarnessFork) (HarnessStorage, error)
}

// HarnessMetadata says what a session is. Members that do not apply are "" or nil.
type HarnessMetadata struct {
	ID string
	// CreatedAt is a time as JavaScript's toISOString writes it, or whatever the
	// header has.
	CreatedAt string
	Cwd       string
	// Path is that of the session's file, which may not be there yet.
	Path              string
	ParentSessionPath string
	// Metadata is a JSON object of the host's own.
	Metadata json.RawMessage
}

// HarnessCursor chooses entries by their number in the order they were written.
// Both members count as in JavaScript's slice(AfterEntrySeq, AfterEntrySeq+Limit):
// what is negative counts from the end.
type HarnessCursor struct {
	// AfterEntrySeq is how many entries to pass over.
	AfterEntrySeq int
	// Limit is how many to return, nil for all.
	Limit *int
}

// slice is the range of n entries the cursor chooses.
func (c HarnessCursor) slice(n int) (from, to int) {
	index := func(i int) int {
		if i < 0 {
			i += n
		}
		return min(max(i, 0), n)
	}
	from, to = index(c.AfterEntrySeq), n
	if c.Limit != nil {
		to = index(c.AfterEntrySeq + *c.Limit)
	}
	return from, max(from, to)
}

// HarnessStats are sums over all branches. Tokens and cost are those of replies,
// compactions and branch summaries whose usage is complete.
type HarnessStats struct {
	// MessageCount counts message entries of any role.
	MessageCount int
	// CachedTokens were read from a cache; UncachedTokens are the other input,
	// what was written to a cache with it.
	CachedTokens   float64
	UncachedTokens float64
	// TotalTokens are all of them and the output.
	TotalTokens float64
	// CostTotal is in the currency of the provider, US dollars.
	CostTotal float64
}

// HarnessCreate says what a session that is created gets. A nil ID asks for a
// new one; one that is given must pass AssertValidSessionID.
type HarnessCreate struct {
	ID                *string
	Cwd               string
	ParentSessionPath string
	Metadata          json.RawMessage
}

// HarnessList chooses the sessions of one working folder, "" for all.
type HarnessList struct{ Cwd string }

// HarnessFork says what a fork takes and what it gets.
type HarnessFork struct {
	// EntryID is where the fork is cut, "" for nowhere: it takes all entries.
	EntryID string
	// At keeps the entry too. Otherwise it must be a prompt, which is left out so
	// that it can be asked again.
	At bool
	// HarnessCreate is for the new session. Its ParentSessionPath is the source's
	// path and its Metadata the source's when they are not given.
	HarnessCreate
}
