package pi

import (
	"context"
	"time"

	"branchline/backend/session/jsonl"
)

// ImportJSONL makes a session file of exactly these bytes, in the folder of its
// working folder and named by its own time and id, and opens it. They must be
// what Open takes, and the file must not exist.
func (r *JSONLHarnessRepo) ImportJSONL(ctx context.Context, data []byte) (*JSONLHarnessStorage, error) {
	meta, err := r.examine(ctx, data)
	if err != nil {
		return nil, err
	}
	if err := AssertValidSessionID(meta.ID); err != nil {
		return nil, &HarnessError{Code: HarnessInvalidSession, Message: "import a session", Err: err}
	}
	at := r.options.now()
	if ms := createdMs(meta); ms > 0 {
		at = time.UnixMilli(ms)
	}
	return r.install(ctx, data, r.path(meta.Cwd, isoTime(at), meta.ID))
}

// ImportJSONLAt is ImportJSONL for a path of the caller's choice.
func (r *JSONLHarnessRepo) ImportJSONLAt(ctx context.Context, data []byte, path string) (*JSONLHarnessStorage, error) {
	path, err := r.options.env.Resolve(path)
	if err != nil {
		return nil, err
	}
	if _, err := r.examine(ctx, data); err != nil {
		return nil, err
	}
	return r.install(ctx, data, path)
}

// examine says what session the bytes are.
func (r *JSONLHarnessRepo) examine(ctx context.Context, data []byte) (HarnessMetadata, error) {
	s, err := inMemory("", data, r.options.now())
	if err != nil {
		return HarnessMetadata{}, failed(err, "import a session")
	}
	j, err := startJSONL(ctx, s, "", false, r.options)
	if err != nil {
		return HarnessMetadata{}, err
	}
	return j.meta, nil
}

func (r *JSONLHarnessRepo) install(ctx context.Context, data []byte, path string) (*JSONLHarnessStorage, error) {
	if err := jsonl.Create(path, data); err != nil {
		return nil, failed(err, "import a session")
	}
	return r.OpenPath(ctx, path)
}
