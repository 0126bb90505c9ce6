package pi

import (
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"branchline/backend/paths"
)

// The environment variables that move pi's folders. This package reads them
// through paths.Env only.
const (
	// EnvAgentDir names pi's own folder, which holds the sessions by default.
	EnvAgentDir = "PI_CODING_AGENT_DIR"
	// EnvSessionDir names one folder for all sessions. The caller passes it on.
	EnvSessionDir = "PI_CODING_AGENT_SESSION_DIR"
)

// Clock tells the time.
type Clock func() time.Time

// IDGenerator makes entry ids. One that is taken already, "" or no UTF-8 is asked
// for again, a hundred times at most.
type IDGenerator func() string

// SessionIDGenerator makes the id of a session that is created now; it must pass
// AssertValidSessionID.
type SessionIDGenerator func(now time.Time) string

// Option changes how a Manager works. Nil options and nil values change nothing.
// Clocks and generators are asked while the Manager is held, so they must not ask
// the Manager: both would wait for ever.
type Option func(*options)

type options struct {
	env       paths.Env
	now       Clock
	entryID   IDGenerator
	sessionID SessionIDGenerator
	cwd       string
	id        *string
	parent    string
	repo      HarnessRepo
}

func settle(given []Option) options {
	o := options{
		env: paths.System(), now: time.Now,
		entryID:   randomID,
		sessionID: func(time.Time) string { return NewSessionID() },
	}
	for _, option := range given {
		if option != nil {
			option(&o)
		}
	}
	return o
}

// WithEnv sets whose environment, home and path rules count; the running
// process's by default.
func WithEnv(env paths.Env) Option { return func(o *options) { o.env = env } }

// WithAgentDir sets pi's own folder, which holds the sessions by default.
func WithAgentDir(dir string) Option {
	return func(o *options) {
		if dir == "" {
			return
		}
		ask := o.env.Getenv
		o.env.Getenv = func(name string) string {
			switch {
			case name == EnvAgentDir:
				return dir
			case ask == nil:
				return ""
			}
			return ask(name)
		}
	}
}

// WithClock sets the clock that gives entries and headers their times.
func WithClock(now Clock) Option {
	return func(o *options) {
		if now != nil {
			o.now = now
		}
	}
}

// WithEntryIDGenerator sets what makes entry ids: the first eight digits of a
// random UUID by default.
func WithEntryIDGenerator(next IDGenerator) Option {
	return func(o *options) {
		if next != nil {
			o.entryID = next
		}
	}
}

// WithSessionIDGenerator sets what makes session ids: UUIDs of version 7 by
// default, each greater than the one before.
func WithSessionIDGenerator(next SessionIDGenerator) Option {
	return func(o *options) {
		if next != nil {
			o.sessionID = next
		}
	}
}

// WithCwdOverride sets the working folder of a session that is opened, instead of
// the one its header names.
func WithCwdOverride(cwd string) Option { return func(o *options) { o.cwd = cwd } }

// WithSessionID sets the id of a session that is created or forked; it must pass
// AssertValidSessionID.
func WithSessionID(id string) Option { return func(o *options) { o.id = &id } }

// WithParentSession names the session file a created one comes from.
func WithParentSession(path string) Option { return func(o *options) { o.parent = path } }

// WithHarnessRepo attaches a repository to a Manager on harness storage; see
// Manager.HarnessRepo.
func WithHarnessRepo(repo HarnessRepo) Option { return func(o *options) { o.repo = repo } }

// NewSessionID is an id for a new session, as pi makes them.
func NewSessionID() string { return uuid.Must(uuid.NewV7()).String() }

// randomID is an entry id as pi makes them.
func randomID() string { return uuid.NewString()[:8] }

// unused makes an id that is not taken and can be found again, which "" and what
// is no UTF-8 could not: after a hundred times a whole UUID.
func unused(next IDGenerator, taken func(id string) bool) string {
	for range 100 {
		if id := next(); id != "" && utf8.ValidString(id) && !taken(id) {
			return id
		}
	}
	return uuid.NewString()
}
