package pi

import (
	"branchline/backend/paths"
	"branchline/backend/session/jsonl"
)

// DefaultSessionDirPath is the folder in which pi keeps the sessions of a working
// folder by default: in the folder sessions of its own folder (see WithAgentDir),
// the one that is named by the working folder, made absolute (see
// paths.EncodeCwd). Nothing is made, and links are kept as they are.
func DefaultSessionDirPath(cwd string, opts ...Option) (string, error) {
	return settle(opts).env.SessionDir(cwd)
}

// DefaultSessionDir is DefaultSessionDirPath, and makes the folder when it is
// missing. Nothing here needs that: a session makes its folder with its file.
func DefaultSessionDir(cwd string, opts ...Option) (string, error) {
	dir, err := DefaultSessionDirPath(cwd, opts...)
	if err != nil {
		return "", err
	}
	return dir, jsonl.MakeFolder(dir)
}

// shelf is a folder in which sessions are looked for.
type shelf struct {
	dir string
	env paths.Env
	// cwd is the working folder whose sessions alone count, absolute; "" for all.
	cwd string
}

// shelf is where the sessions of a working folder lie: dir, or pi's default place
// for it when dir is "". A folder that is not that place may hold sessions of
// other working folders, so there the header decides (pi 1.6.0, SessionManager.list).
func (o options) shelf(cwd, dir string) (shelf, error) {
	at, err := o.env.SessionDir(cwd)
	if dir == "" || err != nil {
		return shelf{dir: at, env: o.env}, err
	}
	if dir, err = o.env.Resolve(dir); err != nil || paths.SameCwd(dir, at, o.env.Rules) {
		return shelf{dir: dir, env: o.env}, err
	}
	cwd, err = o.env.Resolve(cwd)
	return shelf{dir: dir, env: o.env, cwd: cwd}, err
}

// holds tells whether a session with this working folder in its header counts.
func (s shelf) holds(cwd string) bool {
	if s.cwd == "" {
		return true
	}
	if cwd == "" {
		return false
	}
	cwd, err := s.env.Resolve(cwd)
	return err == nil && paths.SameCwd(cwd, s.cwd, s.env.Rules)
}
