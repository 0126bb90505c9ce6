package pi

import "errors"

// ErrHarnessStorageReplacement means that a Manager on harness storage was asked
// to begin or open another session, which needs the repository.
var ErrHarnessStorageReplacement = errors.New("session: harness-backed session replacement requires a SessionRepo")

type HarnessStorage interface{}
type HarnessRepo interface{}
