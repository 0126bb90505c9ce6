package edit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
	"branchline/backend/trash"
)

func TestErrorsOfTheSystemSayWhatToDo(t *testing.T) {
	defer func(was string) { system = was }(system)
	at := func(path string, err error) error {
		return fmt.Errorf("append to /s.jsonl: %w", &fs.PathError{Op: "write", Path: path, Err: err})
	}
	for _, c := range []struct {
		system, act string
		err         error
		kind, want  string
	}{
		{"linux", ActLabel, at("/s.jsonl", syscall.ENOSPC), Full, "cannot label an entry of /s.jsonl: no space left on device; free some space"},
		{"linux", ActLabel, at("/s.jsonl", syscall.EDQUOT), Full, "free some space"},
		{"linux", ActRename, at("/s.jsonl", syscall.EROFS), Denied, "cannot rename /s.jsonl: read-only file system; allow writing there"},
		{"linux", ActFork, &os.LinkError{Op: "link", Old: "/a/tmp", New: "/a/new", Err: syscall.EACCES}, Denied, "cannot fork /s.jsonl: /a/new: permission denied"},
		{"linux", ActFork, at("/a\nb", syscall.ENOTDIR), NotFound, `cannot fork /s.jsonl: "/a\nb": not a directory; check the path`},
		{"linux", ActFork, &os.LinkError{Op: "link", Old: "/a/tmp", New: "/a/new", Err: syscall.EEXIST}, Taken, "a file of the new one's name is there already: /a/new"},
		{"linux", ActRestore, &os.LinkError{Op: "link", Old: "/t/s", New: "/s.jsonl", Err: syscall.EEXIST}, Taken, "cannot restore /s.jsonl from the trash: another file has its place now"},
		{"linux", ActTrash, fmt.Errorf("move it: %w: no trash", trash.ErrNotPossible), Refused, "cannot move /s.jsonl to the trash: "},
		{"linux", ActLabel, fmt.Errorf("read: %w", jsonl.ErrStale), Conflict, "was replaced, shortened or rewritten since it was read; nothing was written; look at it again"},
		{"linux", ActLabel, pi.ErrConflict, Conflict, "look at it again"},
		{"linux", ActLabel, fmt.Errorf("%w: %w", jsonl.ErrStale, fs.ErrNotExist), NotFound, "the file is not there any more"},
		{"linux", ActLabel, at("/s.jsonl", syscall.Errno(0x70)), Failed, "try again"},
		{"windows", ActLabel, at("/s.jsonl", syscall.Errno(0x70)), Full, "free some space"},
		{"windows", ActLabel, at("/s.jsonl", syscall.Errno(0x20)), Busy, "another program holds the file"},
	} {
		system = c.system
		err := explained(c.act, "/s.jsonl", c.err)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.kind || !strings.Contains(err.Error(), c.want) || !errors.Is(err, c.err) {
			t.Errorf("%v on %s: got %v, want one of kind %s with %q", c.err, c.system, err, c.kind, c.want)
		}
		if again := explained(c.act, "/other", err); again != err {
			t.Errorf("told again it is %v", again)
		}
	}
	if err := explained(ActLabel, "/s.jsonl", ErrGrown); err != ErrGrown {
		t.Errorf("a file that has grown is told as %v", err)
	}
	if err := explained(ActLabel, "/s.jsonl", nil); err != nil {
		t.Errorf("no error is told as %v", err)
	}
}
