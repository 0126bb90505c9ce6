package export

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestNoFileIsWrittenOver(t *testing.T) {
	for _, c := range []struct {
		name  string
		path  func(t *testing.T, dir string) string
		want  error
		words string
	}{
		{"a name that is taken", func(t *testing.T, dir string) string {
			return touched(t, filepath.Join(dir, "taken.jsonl"))
		}, ErrTaken, "for instance DIR/taken-2.jsonl"},
		{"two names that are taken", func(t *testing.T, dir string) string {
			touched(t, filepath.Join(dir, "taken-2.jsonl"))
			return touched(t, filepath.Join(dir, "taken.jsonl"))
		}, ErrTaken, "for instance DIR/taken-3.jsonl"},
		{"a link to nothing", func(t *testing.T, dir string) string {
			return linked(t, filepath.Join(dir, "nowhere"), filepath.Join(dir, "link.jsonl"))
		}, ErrTaken, "for instance DIR/link-2.jsonl"},
		{"the source", func(_ *testing.T, dir string) string {
			return filepath.Join(dir, "s.jsonl")
		}, ErrSource, "for instance DIR/s-2.jsonl"},
		{"the source by another way", func(_ *testing.T, dir string) string {
			return dir + "/x/../s.jsonl"
		}, ErrSource, "for instance DIR/s-2.jsonl"},
		{"a link to the source", func(t *testing.T, dir string) string {
			return linked(t, filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "link.jsonl"))
		}, ErrSource, "for instance DIR/link-2.jsonl"},
		{"another name of the source", func(t *testing.T, dir string) string {
			path := filepath.Join(dir, "hard.jsonl")
			if err := os.Link(filepath.Join(dir, "s.jsonl"), path); err != nil {
				t.Fatal(err)
			}
			return path
		}, ErrSource, "for instance DIR/hard-2.jsonl"},
		{"a folder that is gone", func(_ *testing.T, dir string) string {
			return filepath.Join(dir, "gone", "x.jsonl")
		}, ErrNoFolder, "make DIR/gone first"},
		{"a file for a folder", func(t *testing.T, dir string) string {
			return filepath.Join(touched(t, filepath.Join(dir, "file")), "x.jsonl")
		}, ErrNoFolder, "DIR/file is no folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := fileOf(t, "s.jsonl", header, first, second)
			dir := filepath.Dir(source)
			r := asked(t, source, "")
			r.Path = c.path(t, dir)
			before := namesIn(t, dir)
			_, err := Write(t.Context(), planned(t, r))
			if !errors.Is(err, c.want) {
				t.Fatalf("the answer is %v, want %v", err, c.want)
			}
			if want := strings.ReplaceAll(c.words, "DIR", dir); !strings.Contains(err.Error(), want) {
				t.Errorf("the answer is %q, want %q in it", err, want)
			}
			if diff := cmp.Diff(before, namesIn(t, dir)); diff != "" {
				t.Errorf("files came or went (-before +after)\n%s", diff)
			}
			if diff := cmp.Diff([]string{header, first, second}, linesIn(t, source)); diff != "" {
				t.Errorf("the source changed (-was +is)\n%s", diff)
			}
		})
	}
}

func touched(t *testing.T, path string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func linked(t *testing.T, to, path string) string {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// Somebody else may take the name after the plan was made.
func TestANameThatIsTakenMeanwhileIsLeftAsItIs(t *testing.T) {
	p := planned(t, asked(t, fileOf(t, "s.jsonl", header, first), ""))
	write := writers[JSONL]
	defer func() { writers[JSONL] = write }()
	writers[JSONL] = func(ctx context.Context, w io.Writer, p *Plan) error {
		touched(t, p.Path)
		return write(ctx, w, p)
	}
	_, err := Write(t.Context(), p)
	if !errors.Is(err, ErrTaken) || !strings.Contains(err.Error(), "-2.jsonl") {
		t.Errorf("the answer is %v", err)
	}
	if diff := cmp.Diff([]string{"mine"}, linesIn(t, p.Path)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestAnExportGoesIntoTheFolderThatIsNamed(t *testing.T) {
	r := asked(t, fileOf(t, "s.jsonl", header, first), "")
	r.Path = t.TempDir()
	p := planned(t, r)
	if made(t, p); filepath.Dir(p.Path) != r.Path || !strings.HasSuffix(p.Path, p.ID+".jsonl") {
		t.Errorf("the file is %s", p.Path)
	}
}

func TestTheSourceIsNamedByItsRealPath(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first)
	link := linked(t, source, filepath.Join(t.TempDir(), "link.jsonl"))
	p := planned(t, asked(t, link, ""))
	if got := made(t, p); !strings.Contains(got[0], `"parentSession":"`+source+`"`) {
		t.Errorf("the header is %s", got[0])
	}
	if filepath.Dir(p.Path) != filepath.Dir(link) {
		t.Errorf("the file is %s, want it beside %s", p.Path, link)
	}
}

func TestACancelledExportLeavesNothing(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first, second)
	for _, r := range []Request{asked(t, source, ""), masking(asked(t, source, ""))} {
		p := planned(t, r)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Write(ctx, p); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled export answers %v", err)
		}
		if _, err := Secrets(ctx, p); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled search answers %v", err)
		}
	}
	if diff := cmp.Diff([]string{"s.jsonl"}, namesIn(t, filepath.Dir(source))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWhatAKilledExportLeftIsSweptAway(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first)
	left := touched(t, filepath.Join(filepath.Dir(source), ".branchline-1.tmp"))
	if err := os.Chtimes(left, noon, noon.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	p := planned(t, asked(t, source, ""))
	made(t, p)
	if diff := cmp.Diff([]string{filepath.Base(p.Path), "s.jsonl"}, namesIn(t, filepath.Dir(source))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
