package export

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// Prepare says what an export will be. It writes nothing.
func Prepare(ctx context.Context, r Request) (*Plan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := r.Session.Index()
	if r.Leaf == session.None {
		return nil, fmt.Errorf("export %s: there is no entry yet; export it again when the agent has written one", r.File.Path())
	}
	if r.As != "" && r.As != "pi" && r.As != "runlog" {
		return nil, fmt.Errorf("export %s: there is no format %q; a session can become one of pi or a runlog", r.File.Path(), r.As)
	}
	if h := x.Header; r.Format == JSONL && !h.Closed && h.Version > 3 {
		return nil, fmt.Errorf("export %s: %s; export it as HTML or Markdown", r.File.Path(), h.ReadOnly)
	}
	p := &Plan{Request: r, Branch: x.Branch(r.Leaf), Source: realPath(r.File.Path())}
	if p.becomes() == "pi" {
		p.ID = cmp.Or(r.ID, pi.NewSessionID())
	}
	if p.becomes() != "" && !slices.ContainsFunc(p.Branch, func(at session.Pos) bool { return x.At(at).Kind != session.KindLabel }) {
		return nil, fmt.Errorf("export %s: the branch has nothing but labels; choose another leaf", r.File.Path())
	}
	p.Path = filepath.Clean(r.Path)
	if r.Path == "" {
		p.Path = p.nameIn(ctx, cmp.Or(r.Dir, filepath.Dir(r.File.Path())))
	} else if info, err := os.Stat(r.Path); err == nil && info.IsDir() {
		p.Path = p.nameIn(ctx, r.Path)
	}
	p.leave()
	return p, nil
}

// Pictured is how many of the entries that leave carry a picture.
func (p *Plan) Pictured() int { return pictured(p.Session.Index(), p.chosen().in) }

// realPath is a path without links: the file may be looked for from anywhere.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// becomes is the format of the new session, "" where none is made.
func (p *Plan) becomes() string {
	if p.Format != JSONL {
		return ""
	}
	return cmp.Or(p.As, p.Session.Index().Header.Format)
}

// nameIn is a new name in a folder, as the agent gives it.
func (p *Plan) nameIn(ctx context.Context, dir string) string {
	stamp := p.Now.UTC().Format("20060102-150405")
	switch p.becomes() {
	case "pi":
		return filepath.Join(dir, pi.FileName(p.ID, p.Now))
	case "runlog":
		return freeName(filepath.Join(dir, stamp+".jsonl"))
	}
	source := filepath.Base(p.File.Path())
	name := strings.TrimSuffix(source, filepath.Ext(source))
	if p.Mask != nil { // a mask is no name of a file everywhere
		text := strings.TrimSuffix(source, sessionEnding)
		if masked, err := p.scanner(ctx).MaskedText(text); err != nil || masked != text {
			name = "session-" + stamp
		}
	}
	return freeName(filepath.Join(dir, name+extensions[p.Format]))
}

var extensions = map[Format]string{HTML: ".html", Markdown: ".md"}
