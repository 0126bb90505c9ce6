package pi

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// SessionListProgress is told once for each file that it was read: loaded counts
// from 1 to total, which includes files that turn out to be no sessions. partial
// is now and then what the list would be with the files read so far, else nil.
// Calls come one at a time, and reading waits for them.
type SessionListProgress func(loaded, total int, partial []Info)

// atATime is how many files are read at a time at most. Some more than there are
// processors keep a disk busy; with too many the buffers leave the processor's cache.
func atATime() int { return 2 * runtime.GOMAXPROCS(0) }

// List returns the sessions of a working folder, the last changed first. They lie
// in dir, or in pi's default place for that folder when dir is "". In a dir that
// is not the default place only those count whose header names the working folder.
//
// Files that pi silently leaves out are listed, with the reason in Info.Problem.
// What is no file at all, like a folder called x.jsonl, is not. A folder that is
// missing has no sessions. Nothing is written and nothing made. When ctx ends, its
// error is returned and no list.
func List(ctx context.Context, cwd, dir string, progress SessionListProgress, opts ...Option) ([]Info, error) {
	s, err := settle(opts).shelf(cwd, dir)
	if err != nil {
		return nil, err
	}
	return s.list(ctx, progress)
}

// ListAll is List for the sessions of all working folders: those in dir or, when
// dir is "", in the folders and links to folders in pi's own sessions folder. A
// folder that cannot be read is passed over; its error is returned beside the list.
func ListAll(ctx context.Context, dir string, progress SessionListProgress, opts ...Option) ([]Info, error) {
	o := settle(opts)
	if dir != "" {
		dir, err := o.env.Resolve(dir)
		if err != nil {
			return nil, err
		}
		return shelf{dir: dir, env: o.env}.list(ctx, progress)
	}
	root, err := o.env.SessionsRoot()
	if err != nil {
		return nil, err
	}
	files, unread := shelved(ctx, root)
	newest := false
	list, err := survey{files: files, progress: progress, publish: func(loaded, file int) bool {
		newest = newest || file == 0
		return newest && (file == 0 || loaded%100 == 0 || loaded == len(files))
	}}.run(ctx)
	return list, errors.Join(err, unread)
}

// list reads the sessions of one folder.
func (s shelf) list(ctx context.Context, progress SessionListProgress) ([]Info, error) {
	files, err := sessionFiles(s.dir)
	if err != nil {
		return nil, err
	}
	return survey{files: files, progress: progress, keep: s.holds, publish: func(loaded, _ int) bool {
		return loaded == 1 || loaded%10 == 0 || loaded == len(files)
	}}.run(ctx)
}

// survey reads what a list says of some files.
type survey struct {
	files    []string
	progress SessionListProgress
	// keep tells by its working folder whether a session counts; nil keeps all.
	keep func(cwd string) bool
	// publish tells whether the list so far is told, after loaded files have been
	// read and the file of that number just now.
	publish func(loaded, file int) bool
}

// quietBytes is about how much memory one file of a list takes, in bytes: so little
// that the garbage collector can wait until all are read.
const quietBytes = 16 << 10

// run reads the files, the first ones first.
func (s survey) run(ctx context.Context) ([]Info, error) {
	defer session.Quiet(int64(len(s.files)) * quietBytes)()
	found := make([]*Info, len(s.files))
	var mu sync.Mutex
	loaded := 0
	read := func(file int) {
		info, ok := look(ctx, s.files[file])
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		if ok && (s.keep == nil || s.keep(info.Cwd)) {
			found[file] = &info
		}
		if loaded++; s.progress != nil {
			var partial []Info
			if s.publish(loaded, file) {
				partial = sorted(found)
			}
			s.progress(loaded, len(found), partial)
		}
	}
	inTurn(ctx, len(s.files), read)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return sorted(found), nil
}

// sorted is the list of what was found, which comes in the order of the files.
func sorted(found []*Info) []Info {
	list := make([]Info, 0, len(found))
	for _, info := range found {
		if info != nil {
			list = append(list, *info)
		}
	}
	return newestFirst(list)
}

// inTurn calls do for the numbers below n in their order, several at a time, until
// ctx ends.
func inTurn(ctx context.Context, n int, do func(i int)) {
	var begun atomic.Int64
	var wg sync.WaitGroup
	for range min(atATime(), n) {
		wg.Go(func() {
			for i := int(begun.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(begun.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}

// look reads what a list says of one file. It answers false for what is no file,
// or not there any more.
func look(ctx context.Context, path string) (Info, bool) {
	info, err := digestFile(ctx, path, nil)
	switch {
	case err == nil:
		return info, true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, jsonl.ErrNotFile):
		return Info{}, false
	}
	info = Info{Path: path, FirstMessage: NoMessages, Problem: "the file cannot be read: " + err.Error()}
	if stat, err := os.Stat(path); err == nil {
		info.Modified = stat.ModTime()
	}
	return info, true
}
