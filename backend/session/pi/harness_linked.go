package pi

import (
	"bytes"
	"context"
	"fmt"
	"sort"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// linked are the bytes of a session in harness storage: its header and entries
// as the lines of a file that is nowhere. They are asked of the storage, which
// stays the only truth; where lines begin is all that is kept.
type linked struct {
	storage HarnessStorage
	head    []byte  // the header's line, with its LF
	ends    []int64 // where the line of each entry ends, behind its LF
	batch   int     // how many entries to ask for next
	err     error   // why the index could not follow the storage, nil when it did
}

// A batch of entries holds about so many bytes, and no more entries than that.
const (
	batchBytes = 4 << 20
	maxBatch   = 4096
)

// size is the number of bytes that are known.
func (l *linked) size() int64 { return l.start(len(l.ends)) }

// start is where the line of the i-th entry begins.
func (l *linked) start(i int) int64 {
	if i == 0 {
		return int64(len(l.head))
	}
	return l.ends[i-1]
}

// holding is the first entry whose line ends behind off.
func (l *linked) holding(off int64) int {
	return sort.Search(len(l.ends), func(i int) bool { return l.ends[i] > off })
}

// Read returns bytes of the session, or jsonl.ErrStale when the entries are no
// longer as long as they were.
func (l *linked) Read(span session.Span) ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	if span.End() <= int64(len(l.head)) {
		return bytes.Clone(l.head[span.Off:span.End()]), nil
	}
	first, last := l.holding(span.Off), l.holding(span.End()-1)
	n := last - first + 1
	entries, err := l.storage.Entries(context.Background(), HarnessCursor{AfterEntrySeq: first, Limit: &n})
	if err != nil {
		return nil, fmt.Errorf("read from the session's storage: %w", err)
	}
	b := joined(entries)
	from := span.Off - l.start(first)
	if len(entries) != n || int64(len(b)) != l.start(last+1)-l.start(first) {
		return nil, fmt.Errorf("read from the session's storage: %w", jsonl.ErrStale)
	}
	return b[from : from+int64(span.Len)], nil
}

// more asks for the lines of entries that are not known yet; none when there are
// no more.
func (l *linked) more(ctx context.Context) ([]byte, error) {
	n := max(l.batch, 64)
	entries, err := l.storage.Entries(ctx, HarnessCursor{AfterEntrySeq: len(l.ends), Limit: &n})
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	at := l.size()
	for _, r := range entries {
		at += int64(len(r.raw)) + 1
		l.ends = append(l.ends, at)
	}
	lines := joined(entries)
	l.batch = min(max(batchBytes*len(entries)/len(lines), 1), maxBatch)
	return lines, nil
}

// piece is a part of the session in memory.
type piece struct {
	base  int64 // where it stands
	bytes []byte
}

// ReadAt reads bytes of the piece by their place in the session.
func (p piece) ReadAt(b []byte, off int64) (int, error) {
	return bytes.NewReader(p.bytes).ReadAt(b, off-p.base)
}

// pull indexes what was added to the storage.
func (s *store) pull(ctx context.Context, now Clock) error {
	for {
		at := s.linked.size()
		lines, err := s.linked.more(ctx)
		if err != nil || len(lines) == 0 {
			return err
		}
		// The index looks at the byte before, which ends a line.
		ok, err := s.readOn(ctx, piece{at - 1, append([]byte{'\n'}, lines...)}, s.linked.size(), now().UnixMilli())
		if err == nil && !ok {
			err = s.pullAll(ctx, now)
		}
		if err != nil {
			return err
		}
		s.plainLabels()
	}
}

// pullAll indexes all of the storage anew.
func (s *store) pullAll(ctx context.Context, now Clock) error {
	s.linked.ends = s.linked.ends[:0]
	written := now().UnixMilli()
	var whole gathering
	for at, lines := int64(0), s.linked.head; len(lines) > 0; {
		from, end := piece{at, lines}, at+int64(len(lines))
		err := jsonl.Each(ctx, from, at, end, func(c *jsonl.Chunk) *sheet {
			return read(c, session.Fragment{}, written+day)
		}, func(r jsonl.Result[*sheet], _ int64) { whole.add(r.Value, 0.5) }) // as much may follow
		if err != nil {
			return err
		}
		at = end
		if lines, err = s.linked.more(ctx); err != nil {
			return err
		}
	}
	s.finish(&whole, s.linked.size(), written)
	s.plainLabels()
	return nil
}

// plainLabels takes the white space around labels away, as pi's harness does.
func (s *store) plainLabels() {
	for p, label := range s.x.Labels {
		switch plain := trim(label.Text); plain {
		case label.Text:
		case "":
			delete(s.x.Labels, p)
		default:
			label.Text = plain
			s.x.Labels[p] = label
		}
	}
}
