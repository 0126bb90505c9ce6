package pi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"branchline/backend/session/jsonl"
)

// JSONLHarnessStorage is a harness session in a JSONL file, or in the bytes of
// one: a ByteHarnessStorage and a DurableHarnessStorage. It holds the index of
// the session and no bodies of a file. An append is one write of one whole line,
// followed by a flush to the disk; what other programs append is seen. Close it
// when it is of no more use.
type JSONLHarnessStorage struct{ harnessLog }

// OpenHarnessFile opens a session file strictly, as pi's harness does: the header
// must be of version 3 with id, timestamp and cwd, and every line that is not
// blank an entry with type, id, parentId and timestamp, the last one too. Else it
// answers HarnessInvalidSession or HarnessInvalidEntry and names the line,
// counted without blank ones. It writes nothing.
func OpenHarnessFile(ctx context.Context, path string, opts ...Option) (*JSONLHarnessStorage, error) {
	return openHarness(ctx, path, false, settle(opts))
}

func openHarness(ctx context.Context, path string, lenient bool, o options) (*JSONLHarnessStorage, error) {
	path, err := o.env.Resolve(path)
	if err != nil {
		return nil, err
	}
	s, err := openStore(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &HarnessError{Code: HarnessNotFound, Message: "Session not found: " + path, Err: err}
	}
	if err != nil {
		return nil, failed(err, "open the session")
	}
	return startJSONL(ctx, s, path, lenient, o)
}

func startJSONL(ctx context.Context, s *store, path string, lenient bool, o options) (*JSONLHarnessStorage, error) {
	j := &JSONLHarnessStorage{harnessLog{options: o, lenient: lenient, s: s, meta: HarnessMetadata{Path: path}}}
	if err := j.start(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return j, nil
}

// HarnessFromBytes opens the bytes of a session file as OpenHarnessFile does and
// keeps them in memory. path is where they come from, "" for nowhere. appended is
// called with every line that is added, its LF with it, before it counts; without
// it the session is not durable.
func HarnessFromBytes(ctx context.Context, data []byte, path string, appended func(line []byte) error, opts ...Option) (*JSONLHarnessStorage, error) {
	o := settle(opts)
	s, err := inMemory("", bytes.Clone(data), o.now())
	if err != nil {
		return nil, failed(err, "read the session")
	}
	j, err := startJSONL(ctx, s, path, false, o)
	if err != nil {
		return nil, err
	}
	j.persist = appended
	return j, j.finishLine()
}

// finishLine gives the last line of bytes in memory the LF it may lack.
func (l *harnessLog) finishLine() error {
	if n := len(l.s.pending); n == 0 || l.s.pending[n-1] == '\n' {
		return nil
	}
	l.s.pending = append(l.s.pending, '\n')
	return l.s.rescan(l.options.now())
}

// Durable tells whether what is appended outlives the program.
func (j *JSONLHarnessStorage) Durable() bool { return j.persist != nil || j.s.path != "" }

// Bytes returns the session's file as it is now, or would be.
func (j *JSONLHarnessStorage) Bytes(ctx context.Context) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.follow(ctx); err != nil {
		return nil, err
	}
	src, size, _, err := j.s.bytes(time.Time{})
	if err != nil {
		return nil, failed(err, "read the session")
	}
	all, err := io.ReadAll(io.NewSectionReader(src, 0, size))
	return all, failed(err, "read the session")
}

// HeaderJSON returns the line of the header without its line end.
func (j *JSONLHarnessStorage) HeaderJSON(ctx context.Context) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	src, size, _, err := j.s.bytes(time.Time{})
	if err != nil {
		return nil, failed(err, "read the session")
	}
	line, _, err := firstLine(src, size)
	return bytes.TrimSuffix(line, []byte{'\r'}), errors.Join(failed(err, "read the session"), ctx.Err())
}

// Close lets go of the file. The storage must not be used afterwards.
func (j *JSONLHarnessStorage) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.s.close()
}

// createJSONL makes a session file that must not exist: the header, and entries.
func createJSONL(ctx context.Context, meta HarnessMetadata, entries []Record, o options) (*JSONLHarnessStorage, error) {
	all, err := meta.header()
	if err != nil {
		return nil, &HarnessError{Code: HarnessInvalidSession, Message: "create the session", Err: err}
	}
	all = append(all, '\n')
	for _, entry := range entries {
		line, err := encode(entry)
		if err != nil {
			return nil, failed(err, "create the session")
		}
		all = append(append(all, line...), '\n')
	}
	if err := jsonl.Create(meta.Path, all); err != nil {
		return nil, failed(err, "create the session")
	}
	return openHarness(ctx, meta.Path, false, o)
}
