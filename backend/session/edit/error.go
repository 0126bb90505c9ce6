package edit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"syscall"

	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
	"branchline/backend/trash"
)

// The kinds of an Error.
const (
	// Conflict: the file was changed in another way than by growing, or what was
	// done was changed since. Looking again and trying again can help.
	Conflict = "conflict"
	// ReadOnly: nothing can be added to a session of this version.
	ReadOnly = "readOnly"
	// OldVersion: nothing can be added to it, but to a fork of it.
	OldVersion = "oldVersion"
	// RunLog: a run log is the record of one run and is never edited.
	RunLog = "runLog"
	// NotFound: the entry, or the file, is not there.
	NotFound = "notFound"
	// Nothing: there is nothing to do, it is so already.
	Nothing = "nothing"
	// Busy: the file was written a moment ago. Trying again later can help.
	Busy = "busy"
	// Unfinished: the last line is not finished and may still be being written.
	// Trying again later can help.
	Unfinished = "unfinished"
	// Taken: the name of the new file is taken. Nothing was overwritten.
	Taken = "taken"
	// Full: the disk is full, or a quota or limit is reached.
	Full = "full"
	// Denied: the system forbids to write there.
	Denied = "denied"
	// Refused: it would do no good, as it is; the text says why.
	Refused = "refused"
	// Failed is anything else.
	Failed = "failed"
)

// Offer is another way to what somebody wanted.
type Offer string

// The offers of an Error.
const (
	// OfferFork: fork the session into a new one of version 3, and edit that.
	OfferFork Offer = "fork"
	// OfferConvert: convert the run log to a new pi session, and edit that.
	OfferConvert Offer = "convert"
	// OfferNote: keep a note beside the session, in this app's own store.
	OfferNote Offer = "note"
	// OfferRetry: look at the file as it is now, and try again.
	OfferRetry Offer = "retry"
)

// ErrGrown means that the file holds more than the session that was given: read on
// and apply again. Only ApplyTo answers it.
var ErrGrown = errors.New("the file has grown since it was read; read on, then try again")

// Error says why an act is not possible, or failed. Where it failed nothing was
// changed, but for what Reason says.
type Error struct {
	Kind string
	// Act is one of the Act… constants, Path the file it was to be done to.
	Act, Path string
	// Reason says why, in a few words, and Next what to do.
	Reason, Next string
	Offers       []Offer
	err          error
}

// Error is one sentence: what was attempted on what, why not, what to do next.
func (e *Error) Error() string {
	text := fmt.Sprintf("cannot "+cmp.Or(attempts[e.Act], "do that with %s")+": %s", formats.Visible(e.Path), e.Reason)
	if e.Next != "" {
		text += "; " + e.Next
	}
	return text
}

// Unwrap is the system's own error, nil where there is none.
func (e *Error) Unwrap() error { return e.err }

// Is makes the errors of package pi hold of the kinds that mean the same.
func (e *Error) Is(target error) bool {
	switch target {
	case pi.ErrReadOnly:
		return e.Kind == ReadOnly || e.Kind == OldVersion || e.Kind == RunLog
	case pi.ErrConflict:
		return e.Kind == Conflict
	case pi.ErrEntryNotFound:
		return e.Kind == NotFound
	}
	return false
}

// attempts say in words what was attempted on a path.
var attempts = map[string]string{
	ActLabel: "label an entry of %s", ActRename: "rename %s", ActBranch: "start a branch in %s", ActFork: "fork %s",
	ActTrash: "move %s to the trash", ActRestore: "restore %s from the trash",
}

func fail(act, path, kind, reason, next string, offers ...Offer) *Error {
	return &Error{Kind: kind, Act: act, Path: path, Reason: reason, Next: next, Offers: offers}
}

// explained gives any error of an act its kind and its words.
func explained(act, path string, err error) error {
	var known *Error
	var opening *formats.Error
	e := &Error{Act: act, Path: path, err: err}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrGrown), errors.As(err, &known):
		return err
	case errors.As(err, &opening):
		e.Kind, e.Reason, e.Next = opening.Kind, opening.Reason, opening.Next
	case (errors.Is(err, jsonl.ErrStale) || errors.Is(err, pi.ErrConflict)) && errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Reason, e.Next = NotFound, "the file is not there any more", "it was moved or deleted; nothing was written"
	case errors.Is(err, jsonl.ErrStale), errors.Is(err, pi.ErrConflict):
		e.Kind, e.Offers = Conflict, []Offer{OfferRetry}
		e.Reason, e.Next = "the file was replaced, shortened or rewritten since it was read", "nothing was written; look at it again, then try again"
	case errors.Is(err, trash.ErrNotPossible):
		e.Kind, e.Reason, e.Next = Refused, err.Error(), "move it by hand"
	case errors.Is(err, fs.ErrExist) && act == ActRestore:
		e.Kind, e.Reason, e.Next = Taken, "another file has its place now", "move that one away, then try again; the old one is still in the trash"
	case errors.Is(err, fs.ErrExist):
		e.Kind, e.Offers = Taken, []Offer{OfferRetry}
		e.Reason, e.Next = "a file of the new one's name is there already: "+inner(err, path), "it was left as it is; try again, which takes a new name"
	case windows(err, sharingViolation, lockViolation):
		e.Kind, e.Offers = Busy, []Offer{OfferRetry}
		e.Reason, e.Next = inner(err, path), "another program holds the file; try again when it does not"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG), windows(err, diskFull, handleDiskFull):
		e.Kind, e.Offers = Full, []Offer{OfferRetry}
		e.Reason, e.Next = inner(err, path), "free some space, then try again; nothing that was there before is lost"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		e.Kind, e.Reason, e.Next = Denied, inner(err, path), "allow writing there, or fork the session to another place"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Reason, e.Next = NotFound, inner(err, path), "check the path; a folder of it may have been moved or deleted"
	default:
		e.Kind, e.Reason, e.Next = Failed, inner(err, path), "nothing that was there before is changed; try again"
	}
	return e
}

// The numbers of Windows for what has no name in package syscall.
const (
	sharingViolation = syscall.Errno(0x20)
	lockViolation    = syscall.Errno(0x21)
	handleDiskFull   = syscall.Errno(0x27)
	diskFull         = syscall.Errno(0x70)
)

var system = runtime.GOOS // another in tests

// windows tells whether an error is one of these, on Windows.
func windows(err error, of ...syscall.Errno) bool {
	var no syscall.Errno
	return system == "windows" && errors.As(err, &no) && slices.Contains(of, no)
}

// inner is what the system says, with the path it says it of unless that is path
// itself, which is named already.
func inner(err error, path string) string {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &link) && link.New != path:
		return formats.Visible(link.New) + ": " + link.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	case errors.As(err, &file) && file.Path != path:
		return formats.Visible(file.Path) + ": " + file.Err.Error()
	case errors.As(err, &file):
		return file.Err.Error()
	}
	return err.Error()
}
