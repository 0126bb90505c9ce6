package pi

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"branchline/backend/session/jsonl"
)

// JSONLHarnessRepo keeps harness sessions in files, as pi's harness and pi itself
// do: one folder a working folder below a root, one file a session.
type JSONLHarnessRepo struct {
	options options
	root    string
}

// NewJSONLHarnessRepo keeps sessions below root, or where pi keeps its own when
// root is "". Nothing is created before a session is.
func NewJSONLHarnessRepo(root string, opts ...Option) (*JSONLHarnessRepo, error) {
	o := settle(opts)
	if root == "" {
		root, err := o.env.SessionsRoot()
		return &JSONLHarnessRepo{o, root}, err
	}
	root, err := o.env.Resolve(root)
	return &JSONLHarnessRepo{o, root}, err
}

// dir is the folder of a working folder's sessions. Unlike pi itself the harness
// takes the name of the working folder as it is written.
func (r *JSONLHarnessRepo) dir(cwd string) string {
	if cwd != "" && (cwd[0] == '/' || cwd[0] == '\\') {
		cwd = cwd[1:]
	}
	return filepath.Join(r.root, "--"+strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd)+"--")
}

// path is where a session's file belongs. The id must be a valid one.
func (r *JSONLHarnessRepo) path(cwd, stamp, id string) string {
	return filepath.Join(r.dir(cwd), strings.NewReplacer(":", "-", ".", "-").Replace(stamp)+"_"+id+".jsonl")
}

// createdIn is created for sessions in files, which need a working folder.
func (o options) createdIn(with HarnessCreate) (HarnessMetadata, error) {
	if with.Cwd == "" {
		return HarnessMetadata{}, harnessError(HarnessInvalidSession, "create the session: it needs a working folder")
	}
	return o.created(with)
}

// Create makes a session file with its header.
func (r *JSONLHarnessRepo) Create(ctx context.Context, o HarnessCreate) (HarnessStorage, error) {
	return r.create(ctx, o, nil)
}

func (r *JSONLHarnessRepo) create(ctx context.Context, o HarnessCreate, entries []Record) (HarnessStorage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	meta, err := r.options.createdIn(o)
	if err != nil {
		return nil, err
	}
	meta.Path = r.path(meta.Cwd, meta.CreatedAt, meta.ID)
	return held(createJSONL(ctx, meta, entries, r.options))
}

// held keeps a nil pointer from becoming an interface that is not nil.
func held(j *JSONLHarnessStorage, err error) (HarnessStorage, error) {
	if err != nil {
		return nil, err
	}
	return j, nil
}

// Open opens the file of a session; see OpenHarnessFile.
func (r *JSONLHarnessRepo) Open(ctx context.Context, which HarnessMetadata) (HarnessStorage, error) {
	return held(r.OpenPath(ctx, which.Path))
}

// OpenPath opens a session file, which need not lie below the root; see
// OpenHarnessFile.
func (r *JSONLHarnessRepo) OpenPath(ctx context.Context, path string) (*JSONLHarnessStorage, error) {
	return openHarness(ctx, path, false, r.options)
}

// Fork makes a session file of the entries of another, whole or not at all.
func (r *JSONLHarnessRepo) Fork(ctx context.Context, source HarnessMetadata, o HarnessFork) (_ HarnessStorage, err error) {
	from, err := r.OpenPath(ctx, source.Path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	entries, err := EntriesToFork(ctx, from, o.EntryID, o.At)
	if err != nil {
		return nil, err
	}
	if o.ParentSessionPath == "" {
		o.ParentSessionPath = source.Path
	}
	if o.Metadata == nil {
		o.Metadata = source.Metadata
	}
	return r.create(ctx, o.HarnessCreate, entries)
}

// Delete removes a session's file, for good. A file at the path that holds
// another session, or none, is left alone: HarnessInvalidSession.
func (r *JSONLHarnessRepo) Delete(ctx context.Context, which HarnessMetadata) error {
	there, err := r.metadata(which.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return ctx.Err()
	}
	if err == nil && there.ID != which.ID {
		err = harnessError(HarnessInvalidSession, "the file holds the session %q", there.ID)
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		return failed(err, "delete the session %s", which.ID)
	}
	return failed(os.Remove(there.Path), "delete the session %s", which.ID)
}

// List names the sessions, newest first. Files that are no session of the harness
// are left out.
func (r *JSONLHarnessRepo) List(ctx context.Context, o HarnessList) ([]HarnessMetadata, error) {
	dirs := []string{r.dir(o.Cwd)}
	if o.Cwd == "" {
		var err error
		if dirs, err = below(r.root, fs.DirEntry.IsDir); err != nil {
			return nil, failed(err, "list the sessions")
		}
	}
	out := []HarnessMetadata{}
	for _, dir := range dirs {
		files, err := below(dir, func(d fs.DirEntry) bool { return !d.IsDir() && strings.HasSuffix(d.Name(), ".jsonl") })
		if err != nil {
			return nil, failed(err, "list the sessions")
		}
		for _, path := range files {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			meta, err := r.metadata(path)
			switch {
			case err == nil:
				out = append(out, meta)
			case errors.Is(err, HarnessInvalidSession), errors.Is(err, jsonl.ErrNotFile), errors.Is(err, fs.ErrNotExist):
			default:
				return nil, failed(err, "list the sessions")
			}
		}
	}
	slices.SortStableFunc(out, func(a, b HarnessMetadata) int { return int(min(1, max(-1, createdMs(b)-createdMs(a)))) })
	return out, nil
}

func createdMs(m HarnessMetadata) int64 {
	quoted := jsonl.AppendString([]byte{' '}, m.CreatedAt)
	return when(quoted, 1)
}

// below are the paths of what stands in a folder and is wanted, in the order of
// their names; none when there is no folder.
func below(dir string, wanted func(fs.DirEntry) bool) ([]string, error) {
	all, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, d := range all {
		if wanted(d) {
			out = append(out, filepath.Join(dir, d.Name()))
		}
	}
	return out, nil
}

// metadata reads the header of a session file and no more.
func (r *JSONLHarnessRepo) metadata(path string) (meta HarnessMetadata, err error) {
	if path, err = r.options.env.Resolve(path); err != nil {
		return meta, err
	}
	f, err := jsonl.Open(path)
	if err != nil {
		return meta, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	line, _, err := firstLine(f, f.Size())
	if err != nil {
		return meta, err
	}
	meta, wrong := headerOf(line, path, false)
	if wrong != "" {
		return meta, harnessError(HarnessInvalidSession, "Invalid JSONL session file %s: %s", path, wrong)
	}
	return meta, nil
}
