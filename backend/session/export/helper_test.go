package export

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/secrets"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// fileOf puts lines into a file, each with its LF.
func fileOf(t *testing.T, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asked is a request for the branch that ends at a leaf, the active one for "".
func asked(t *testing.T, source, leaf string) Request {
	t.Helper()
	s, f, err := formats.Open(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	at := s.Index().Leaf
	if leaf != "" {
		var ok bool
		if at, ok = s.Index().Lookup(leaf); !ok {
			t.Fatalf("no entry %q in %s", leaf, source)
		}
	}
	if at == session.None {
		t.Fatalf("no leaf in %s", source)
	}
	return Request{Session: s, File: f, Leaf: at, Format: JSONL, Now: noon, Open: formats.Open}
}

// planned is the plan of a request.
func planned(t *testing.T, r Request) *Plan {
	t.Helper()
	p, err := Prepare(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// made writes a plan and returns the lines of the file.
func made(t *testing.T, p *Plan) []string {
	t.Helper()
	done, err := Write(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return linesIn(t, done.Path)
}

func linesIn(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(data, []byte("\n")) {
		t.Errorf("%s does not end with its last line", path)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// tellings are the sentences of what a plan leaves out, and its notes.
func tellings(p *Plan) (all []string) {
	for _, left := range p.LeftOut {
		all = append(all, left.Text)
	}
	return append(all, p.Notes...)
}

func masking(r Request, keep ...string) Request {
	r.Mask = &secrets.Choice{Keep: keep}
	return r
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// cut takes the last line end off a file.
func cut(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, info.Size()-1)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
