package pi

import (
	"bytes"
	"context"
	"errors"
	"io/fs"

	"branchline/backend/session/jsonl"
)

// OpenRuntimePath opens a session file for a program that works in it, more
// leniently than Open: lines that are no JSON are passed over, and versions after
// 3 can be read. A file that is not there yet is made, as o says, when the first
// reply is appended; one that is there and empty gets its header at once. What
// cannot be opened answers HarnessInvalidSession or HarnessInvalidEntry.
func (r *JSONLHarnessRepo) OpenRuntimePath(ctx context.Context, path string, o HarnessCreate) (*JSONLHarnessStorage, error) {
	path, err := r.options.env.Resolve(path)
	if err != nil {
		return nil, err
	}
	f, err := jsonl.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		header, err := r.header(o)
		if err != nil {
			return nil, err
		}
		return r.delayed(ctx, append(header, '\n'), path)
	}
	if err != nil {
		return nil, failed(err, "open the session")
	}
	if f.Size() == 0 {
		err = r.beginIn(f, o)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return openHarness(ctx, path, true, r.options)
}

// header writes the header of a session that is begun now.
func (r *JSONLHarnessRepo) header(o HarnessCreate) ([]byte, error) {
	meta, err := r.options.createdIn(o)
	if err != nil {
		return nil, err
	}
	return meta.header()
}

// beginIn writes the header into an empty file.
func (r *JSONLHarnessRepo) beginIn(empty *jsonl.File, o HarnessCreate) error {
	header, err := r.header(o)
	if err != nil {
		return err
	}
	return failed(empty.Append(header), "write the header")
}

// OpenRuntimeBytes opens the bytes of a session as OpenRuntimePath does. They get
// a file at path, which must not exist then, once an entry is appended and there
// is a reply; with path "" they never do.
func (r *JSONLHarnessRepo) OpenRuntimeBytes(ctx context.Context, data []byte, path string) (*JSONLHarnessStorage, error) {
	if path != "" {
		var err error
		if path, err = r.options.env.Resolve(path); err != nil {
			return nil, err
		}
	}
	return r.delayed(ctx, bytes.Clone(data), path)
}

// delayed is a session in memory that gets a file with the first reply.
func (r *JSONLHarnessRepo) delayed(ctx context.Context, data []byte, path string) (*JSONLHarnessStorage, error) {
	s, err := inMemory(path, data, r.options.now())
	if err != nil {
		return nil, failed(err, "read the session")
	}
	j, err := startJSONL(ctx, s, path, true, r.options)
	if err != nil {
		return nil, err
	}
	return j, j.finishLine()
}
