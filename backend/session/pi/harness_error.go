package pi

import (
	"errors"
	"fmt"
	"io/fs"
)

// HarnessCode says what kind of error harness storage answers. Codes are errors,
// so that errors.Is(err, HarnessNotFound) asks for one.
type HarnessCode string

// The codes of pi's harness (pi-agent-core 0.81.1, SessionError).
const (
	HarnessNotFound          HarnessCode = "not_found"
	HarnessInvalidSession    HarnessCode = "invalid_session"
	HarnessInvalidEntry      HarnessCode = "invalid_entry"
	HarnessInvalidForkTarget HarnessCode = "invalid_fork_target"
	HarnessStorageFailed     HarnessCode = "storage"
	HarnessUnknown           HarnessCode = "unknown"
)

// Error is the code.
func (c HarnessCode) Error() string { return string(c) }

// HarnessError is what harness storage and repositories answer.
type HarnessError struct {
	Code    HarnessCode
	Message string
	// Err is what lies behind it, nil when nothing does.
	Err error
}

// Error is the message, and what lies behind it.
func (e *HarnessError) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap answers what lies behind the error.
func (e *HarnessError) Unwrap() error { return e.Err }

// Is tells whether target is the error's code.
func (e *HarnessError) Is(target error) bool {
	return target == e.Code || e.Code == HarnessNotFound && target == ErrEntryNotFound
}

func harnessError(code HarnessCode, format string, args ...any) error {
	return &HarnessError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// failed wraps what the disk answered to doing something.
func failed(err error, format string, args ...any) error {
	var known *HarnessError
	if err == nil || errors.As(err, &known) {
		return err
	}
	code := HarnessStorageFailed
	if errors.Is(err, fs.ErrNotExist) {
		code = HarnessNotFound
	}
	return &HarnessError{Code: code, Message: fmt.Sprintf(format, args...), Err: conflicting(err)}
}
