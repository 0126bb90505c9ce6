package pi

import (
	"context"
	"fmt"
	"sync"
	"time"

	"branchline/backend/session"
)

// harnessLog is a harness session on the package's own index, in a file or in
// memory: what the storages have in common. It holds no bodies of a file. It
// reads on what others add to its file, and demands of every line what opening
// the file demands.
type harnessLog struct {
	options options
	lenient bool
	// persist is told of every line before it is added, nil for nobody.
	persist func(line []byte) error

	mu   sync.Mutex
	s    *store
	meta HarnessMetadata
	// What was inspected: the index as it was then, up to where lines begin that
	// were not, and what they came to.
	x     *session.Index
	seen  int64
	next  int64
	lines int
	stats HarnessStats
	wrong error // a bad line was found, which nothing mends
}

// start inspects a session that was opened: the header and all lines.
func (l *harnessLog) start(ctx context.Context) error {
	src, size, _, err := l.s.bytes(time.Time{})
	if err != nil {
		return failed(err, "read %s", l.s.path)
	}
	line, _, err := firstLine(src, size)
	if err != nil {
		return failed(err, "read %s", l.s.path)
	}
	meta, wrong := headerOf(line, l.meta.Path, l.lenient)
	if wrong != "" {
		return l.invalid(HarnessInvalidSession, wrong)
	}
	l.meta = meta
	if tail := l.s.x.Tail; tail.Len > 0 && !l.lenient {
		return l.torn(ctx)
	}
	return l.inspect(ctx)
}

// invalid says what is wrong with the session.
func (l *harnessLog) invalid(code HarnessCode, what string) error {
	if l.lenient {
		return harnessError(code, "%s: %s", notSession, l.meta.Path)
	}
	return harnessError(code, "Invalid JSONL session file %s: %s", l.meta.Path, what)
}

// follow reads on what was added to the file, by whomever.
func (l *harnessLog) follow(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if l.wrong != nil {
		return l.wrong
	}
	_, size, _, err := l.s.bytes(time.Time{})
	if err == nil && size != l.s.x.Size {
		err = l.s.refresh(time.Time{}) // only a file grows by others, and it has a time of its own
	}
	if err != nil {
		return failed(err, "read the session")
	}
	return l.inspect(ctx)
}

// inspect looks at the lines that were indexed since it last did. An unfinished
// one may be being written.
func (l *harnessLog) inspect(ctx context.Context) error {
	x := l.s.x
	if x == l.x && x.Size == l.seen {
		return nil
	}
	src, _, _, err := l.s.bytes(time.Time{})
	if err != nil {
		return failed(err, "read the session")
	}
	if x != l.x { // all was read anew
		if _, l.next, err = firstLine(src, x.Size); err != nil {
			return failed(err, "read the session")
		}
		l.lines, l.stats = 1, HarnessStats{}
	}
	end := x.Size
	if x.Tail.Len > 0 {
		end = x.Tail.Off
	}
	stats := l.stats
	lines, wrong, err := inspect(ctx, src, l.next, end, l.lenient, &stats)
	if err != nil {
		return failed(err, "read the session")
	}
	if l.lines += lines; wrong != "" {
		l.wrong = l.badLine(l.lines, wrong)
		return l.wrong
	}
	l.x, l.seen, l.next, l.stats = x, x.Size, end, stats
	return nil
}

// write adds an entry. It becomes what the session's next opening demands.
func (l *harnessLog) write(ctx context.Context, entry Record) error {
	line, err := encode(entry)
	if err != nil {
		return &HarnessError{Code: HarnessInvalidEntry, Message: "append an entry", Err: err}
	}
	if wrong := checkEntry(line, &record{}); wrong != "" {
		return harnessError(HarnessInvalidEntry, "append an entry: it %s", wrong)
	}
	if reason := l.s.x.Header.ReadOnly; reason != "" {
		return &HarnessError{Code: HarnessInvalidSession, Message: "append an entry: " + reason, Err: ErrReadOnly}
	}
	if l.s.x.Tail.Len > 0 && !l.lenient {
		return l.torn(ctx) // the line would be there for good, and the session could not be opened any more
	}
	if l.persist != nil {
		if err := l.persist(append(line[:len(line):len(line)], '\n')); err != nil {
			return failed(err, "append an entry")
		}
	}
	replied := func() bool { return reply(l.s.x) || (Record{line}).isReply() }
	err = l.s.append(line, replied, l.options.now())
	if err != nil {
		return failed(err, "append an entry")
	}
	return l.inspect(ctx)
}

// torn is the error for a session whose last line is unfinished.
func (l *harnessLog) torn(ctx context.Context) error {
	if err := l.inspect(ctx); err != nil {
		return err
	}
	return l.badLine(l.lines+1, notJSON)
}

func (l *harnessLog) badLine(n int, wrong badLine) error {
	return l.invalid(HarnessInvalidEntry, fmt.Sprintf("line %d %s", n, wrong))
}

// reply tells whether an assistant has said something.
func reply(x *session.Index) bool {
	for i := range x.Entries {
		if x.Entries[i].Role == session.RoleAssistant {
			return true
		}
	}
	return false
}

func (r Record) isReply() bool {
	m, ok := r.Message()
	return ok && r.Type() == "message" && m.Role() == "assistant"
}
