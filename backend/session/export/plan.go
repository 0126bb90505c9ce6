package export

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"branchline/backend/session"
)

// Prepare says what an export will be. It writes nothing.
func Prepare(ctx context.Context, r Request) (*Plan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := r.Session.Index()
	if r.Leaf == session.None {
		return nil, fmt.Errorf("export %s: there is no entry to export yet; export it again when the agent has written one", r.File.Path())
	}
	p := &Plan{Request: r, Branch: x.Branch(r.Leaf)}
	if r.Format == JSONL {
		p.ID = uuid.Must(uuid.NewV7()).String()
	}
	p.Path = r.Path
	if p.Path == "" {
		p.Path = p.beside()
	}
	p.leave()
	return p, nil
}

// beside is a new name in the folder of the source.
func (p *Plan) beside() string {
	source := p.File.Path()
	if p.Format == JSONL {
		// The name pi gives its files: the header's time and the id.
		stamp := strings.NewReplacer(":", "-", ".", "-").Replace(p.Now.UTC().Format("2006-01-02T15:04:05.000Z"))
		return filepath.Join(filepath.Dir(source), stamp+"_"+p.ID+".jsonl")
	}
	stem := strings.TrimSuffix(source, filepath.Ext(source))
	return freeName(stem + extensions[p.Format])
}

var extensions = map[Format]string{HTML: ".html", Markdown: ".md"}
