package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
)

// ForkTo says what of a session is forked, and where to.
type ForkTo struct {
	// Leaf is the key of an entry: the fork is the branch that ends there, as pi's
	// createBranchedSession makes it. "" is the whole tree.
	Leaf string
	// Cwd is the working folder of the new session; "" is the source's. The file
	// lies where pi keeps the sessions of that folder.
	Cwd string
}

// mostShown is how many changed lines a plan shows, and how many labels.
const mostShown = 20

// Fork plans to make a new session of another, whose records are copied byte for
// byte; only what must change in them does. The source is only read, a session of
// version 1 or 2 comes out as one of version 3, and the new file must not exist.
func (e *Editor) Fork(src *Source, to ForkTo) (*Plan, error) {
	f := &forking{e: e, to: to, at: e.Now()}
	return f.plan(src)
}

// forking makes the same fork each time it is asked: with the same ids and times.
type forking struct {
	e    *Editor
	to   ForkTo
	at   time.Time
	id   string // of the new session, "" until it has one
	made []string
}

func (f *forking) plan(src *Source) (*Plan, error) {
	if err := forkable(src); err != nil {
		return nil, err
	}
	if f.to.Leaf == "" {
		if err := endless(ActFork, src, src.index().Leaf); err != nil {
			return nil, err
		}
	}
	cwd, dir, err := f.place(src)
	if err != nil {
		return nil, explained(ActFork, src.Path, err)
	}
	c, err := f.copied(src, cwd)
	if err != nil {
		return nil, explained(ActFork, src.Path, err)
	}
	taken, err := c.Taken(mostShown)
	if err != nil {
		return nil, explained(ActFork, src.Path, err)
	}
	if f.to.Leaf != "" && taken.Entries == 0 {
		return nil, fail(ActFork, src.Path, Refused, "there is nothing but labels on that branch", "choose another entry")
	}
	x := src.index()
	path := filepath.Join(dir, c.Name())
	p := &Plan{
		Act: ActFork, Path: src.Path, File: path, Creates: true, Changed: taken.Changed, Copied: taken.Entries - taken.Changed,
		Says:  f.says(x, taken, cwd),
		Agent: "The source is not touched, and pi continues there as before. The new session stands on its own: pi finds it among the sessions of " + formats.Visible(cwd) + ".",
		Back:  "The new file can be moved to the trash.",
		Moves: []string{}, Lines: []Line{line(c.Header(), "a header of its own")}, LeftOut: f.leftOut(x), Warnings: f.warnings(src, cwd),
		seal: src.File.Seal(), size: x.Size, renew: f.plan,
	}
	for _, changed := range taken.Lines {
		p.Lines = append(p.Lines, line(changed.Line, whyChanged(changed)))
	}
	for _, label := range taken.Labels[:min(len(taken.Labels), mostShown)] {
		p.Lines = append(p.Lines, line(label, "a label in force, set anew with its old time"))
	}
	p.write = func(src *Source) (*Done, error) {
		c, err := f.copied(src, cwd)
		if err != nil {
			return nil, err
		}
		jsonl.Sweep(dir, f.e.Now().Add(-time.Hour))
		if err := jsonl.CreateFrom(path, c.Write); err != nil {
			return nil, err
		}
		d := &Done{Act: ActFork, Path: src.Path, File: path, Made: true, Says: "Forked into " + formats.Visible(f.e.Env.Short(path)), What: "the fork"}
		return f.e.made(d), nil
	}
	return p, nil
}

// place is the working folder of the fork, and the folder its file goes to: where pi
// looks for the sessions of that working folder; beside the source, when that names
// none of this machine.
func (f *forking) place(src *Source) (cwd, dir string, err error) {
	env := f.e.Env
	if cwd = f.to.Cwd; cwd != "" {
		if cwd, err = env.Resolve(cwd); err != nil {
			return "", "", err
		}
		if why := env.Rules.Impossible(cwd); why != "" {
			return "", "", fail(ActFork, src.Path, Refused, "there can be no such folder: "+why, "choose another folder")
		}
	} else if cwd = src.index().Header.Cwd; !filepath.IsAbs(cwd) || strings.ContainsRune(cwd, 0) {
		return cwd, filepath.Dir(src.Path), nil
	}
	for _, flat := range []func() (string, error){env.EnvSessionDir, env.SettingsSessionDir} {
		if dir, err = flat(); dir != "" || err != nil {
			return cwd, dir, err
		}
	}
	if dir, err = env.SessionDir(cwd); err == nil && env.Rules.Impossible(dir) != "" {
		err = fail(ActFork, src.Path, Refused, "pi names the folder of its sessions after the folder they are for, and that would be too long a name", "choose a folder with a shorter path")
	}
	return cwd, dir, err
}

// copied begins the copy.
func (f *forking) copied(src *Source, cwd string) (*pi.Copied, error) {
	at := 0
	opts := []pi.Option{
		pi.WithClock(func() time.Time { return f.at }), pi.WithSessionIDGenerator(f.e.SessionID),
		pi.WithEntryIDGenerator(func() string {
			if at == len(f.made) {
				f.made = append(f.made, pi.NewEntryID(f.e.EntryID, func(string) bool { return false }))
			}
			at++
			return f.made[at-1]
		}),
	}
	if f.id != "" {
		opts = append(opts, pi.WithSessionID(f.id))
	}
	// A link to the source may be moved; the path it leads to stays true longer.
	from := src.Path
	if real, err := filepath.EvalSymlinks(from); err == nil {
		from = real
	}
	to := pi.CopyTo{Cwd: cwd, ParentSession: from}
	c, err := pi.CopyAll(src.Session, to, opts...)
	if f.to.Leaf != "" {
		leaf, ok := src.index().Lookup(f.to.Leaf)
		if !ok {
			return nil, src.gone(ActFork, f.to.Leaf)
		}
		c, err = pi.CopyBranch(src.Session, leaf, to, opts...)
	}
	if err == nil {
		f.id = c.ID()
	}
	return c, err
}

// forkable answers why a session cannot be forked.
func forkable(src *Source) error {
	h := &src.index().Header
	switch {
	case h.Closed:
		return fail(ActFork, src.Path, RunLog, "a run log is the record of one run, and only its own program goes on from it", "convert it to a pi session", OfferConvert)
	case h.ReadOnly != "" && h.Version >= 3:
		return fail(ActFork, src.Path, ReadOnly, h.ReadOnly, "")
	}
	return nil
}

// warnings are those about the source and the working folder.
func (f *forking) warnings(src *Source, cwd string) []Warning {
	out := []Warning{}
	if f.e.quiet(src) < writingFor && f.to.Leaf == "" {
		out = append(out, Warning{Kind: WarnWriting, Text: "The source was written in the last seconds. What is written there later is not in the fork."})
	}
	if filepath.IsAbs(cwd) {
		switch info, err := os.Stat(cwd); {
		case errors.Is(err, fs.ErrPermission):
			out = append(out, Warning{Kind: WarnNoFolder, Text: "The folder " + formats.Visible(cwd) + " cannot be looked at: this user may not. Where it is none, pi asks for another when it continues."})
		case err != nil:
			out = append(out, Warning{Kind: WarnNoFolder, Text: "There is no folder " + formats.Visible(cwd) + " on this machine; pi asks for another when it continues."})
		case !info.IsDir():
			out = append(out, Warning{Kind: WarnNoFolder, Text: formats.Visible(cwd) + " is a file and no folder; pi asks for another when it continues."})
		}
	}
	if f.to.Leaf != "" {
		if leaf, ok := src.index().Lookup(f.to.Leaf); ok {
			out = append(out, openCalls(src.Session, leaf)...)
		}
	}
	return out
}

// leftOut says what of the source is not in the fork.
func (f *forking) leftOut(x *session.Index) []string {
	if f.to.Leaf == "" {
		return unreadable(x)
	}
	leaf, _ := x.Lookup(f.to.Leaf)
	return offBranch(x, leaf)
}
