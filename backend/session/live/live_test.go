package live

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// text is a session of a made-up format: the file is one body.
type text struct {
	f *jsonl.File
	x *session.Index
}

func (s text) Index() *session.Index             { return s.x }
func (text) Items(session.Pos) []session.Item    { return nil }
func (text) Context(session.Pos) []session.Piece { return nil }
func (text) End(session.Pos, int64) session.End  { return session.End{} }
func (s text) Body(session.Item) (session.Body, error) {
	b, err := s.f.Read(jsonl.Span{Len: int32(s.x.Size)})
	return session.Body{Text: string(b)}, err
}

func openText(_ context.Context, path string) (session.Session, *jsonl.File, error) {
	f, err := jsonl.Open(path)
	if err != nil {
		return nil, nil, err
	}
	return text{f, &session.Index{Size: f.Size(), WrittenMs: f.Info().ModTime().UnixMilli()}}, f, nil
}

func newSet() *Set { return &Set{opener: openText} }

func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

func mustOpen(t *testing.T, s *Set, path string) *Open {
	t.Helper()
	o, err := s.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// body reads the whole session.
func body(o *Open) (got string, err error) {
	err = o.Use(func(s session.Session, _ int) error {
		b, err := s.Body(session.Item{})
		got = b.Text
		return err
	})
	return got, err
}

func TestOneFileHasOneHandle(t *testing.T) {
	dir := t.TempDir()
	path, link, other := filepath.Join(dir, "a"), filepath.Join(dir, "link"), filepath.Join(dir, "b")
	write(t, path, "one")
	write(t, other, "one")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	s := newSet()
	a := mustOpen(t, s, path)
	if again := mustOpen(t, s, link); again != a || again.Revision() != 1 {
		t.Errorf("the link opened as %s, revision %d, want %s, 1", again.Handle, again.Revision(), a.Handle)
	}
	if b := mustOpen(t, s, other); b.Handle == a.Handle {
		t.Error("another file has the same handle")
	}
	if got, err := s.Get("s1"); got != a || err != nil {
		t.Errorf("Get(s1) = %v, %v, want the first session", got, err)
	}
	if all := s.All(); len(all) != 2 || all[0] != a {
		t.Errorf("All() = %v, want two sessions, the first one first", all)
	}
}

func TestAFileThatTookThePlaceOfAnotherIsASessionOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	path, next := filepath.Join(dir, "a"), filepath.Join(dir, "next")
	write(t, path, "old")
	write(t, next, "new")
	s := newSet()
	before := mustOpen(t, s, path)
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	after := mustOpen(t, s, path)
	if after.Handle == before.Handle {
		t.Fatal("the new file has the old one's handle")
	}
	for o, want := range map[*Open]string{before: "old", after: "new"} {
		if got, err := body(o); got != want || err != nil {
			t.Errorf("%s reads %q, %v, want %q", o.Handle, got, err, want)
		}
	}
}

func TestOpeningAGrownFileAgainReadsItAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "one")
	s := newSet()
	o := mustOpen(t, s, path)
	write(t, path, "one two")
	if got, err := body(o); got != "one" || err != nil {
		t.Errorf("before reading again: %q, %v, want the bytes that were indexed", got, err)
	}
	if again := mustOpen(t, s, path); again != o || o.Revision() != 2 {
		t.Errorf("opened as %s, revision %d, want %s, 2", again.Handle, o.Revision(), o.Handle)
	}
	if got, err := body(o); got != "one two" || err != nil {
		t.Errorf("after reading again: %q, %v", got, err)
	}
}

func TestARewrittenFileIsStaleUntilItIsReloaded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "a long text")
	s := newSet()
	o := mustOpen(t, s, path)
	write(t, path, "short")
	if got, err := body(o); !errors.Is(err, jsonl.ErrStale) {
		t.Errorf("read %q, %v, want ErrStale", got, err)
	}
	if again, err := s.Reload(t.Context(), o.Handle); again != o || err != nil {
		t.Fatalf("Reload = %v, %v", again, err)
	}
	if got, err := body(o); got != "short" || err != nil || o.Revision() != 2 {
		t.Errorf("read %q, %v at revision %d, want the new text at 2", got, err, o.Revision())
	}
}

func TestAFileThatVanishesStaysReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "still here")
	s := newSet()
	o := mustOpen(t, s, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reload(t.Context(), o.Handle); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Reload = %v, want that the file does not exist", err)
	}
	if got, err := body(o); got != "still here" || err != nil || o.Revision() != 1 {
		t.Errorf("read %q, %v at revision %d", got, err, o.Revision())
	}
}

func TestCloseWaitsForReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "text")
	s := newSet()
	o := mustOpen(t, s, path)
	file := o.current().file
	err := o.Use(func(sess session.Session, _ int) error {
		if err := s.Close(o.Handle); err != nil {
			t.Errorf("Close: %v", err)
		}
		_, err := sess.Body(session.Item{})
		return err
	})
	if err != nil {
		t.Errorf("reading while it is closed: %v", err)
	}
	if _, err := file.ReadAt(make([]byte, 1), 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("reading afterwards: %v, want that the file is closed", err)
	}
	if _, err := body(o); !errors.Is(err, ErrClosed) {
		t.Errorf("Use = %v, want ErrClosed", err)
	}
}

func TestReloadClosesTheFileBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "text")
	s := newSet()
	o := mustOpen(t, s, path)
	before := o.current().file
	if _, err := s.Reload(t.Context(), o.Handle); err != nil {
		t.Fatal(err)
	}
	if _, err := before.ReadAt(make([]byte, 1), 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("reading from the file before: %v, want that it is closed", err)
	}
}

func TestAClosedHandleIsNeverUsedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "text")
	s := newSet()
	o := mustOpen(t, s, path)
	if err := s.Close(o.Handle); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Close":  s.Close(o.Handle),
		"Get":    second(s.Get(o.Handle)),
		"Reload": second(s.Reload(t.Context(), o.Handle)),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s = %v, want ErrClosed", name, err)
		}
	}
	if again := mustOpen(t, s, path); again.Handle == o.Handle {
		t.Errorf("opened as %s again", again.Handle)
	}
}

func second(_ *Open, err error) error { return err }

func TestManyAtOnceAgreeOnOneHandle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, strings.Repeat("text", 100))
	s := newSet()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				o, err := s.Open(t.Context(), path)
				if err != nil || o.Handle != "s1" {
					t.Errorf("Open = %v, %v, want s1", o, err)
					return
				}
				if _, err := s.Reload(t.Context(), o.Handle); err != nil {
					t.Errorf("Reload: %v", err)
				}
				if got, err := body(o); len(got) != 400 || err != nil {
					t.Errorf("read %d bytes, %v, want 400", len(got), err)
				}
			}
		})
	}
	wg.Wait()
	if o, err := s.Get("s1"); err != nil || o.Revision() != 401 {
		t.Errorf("Get(s1) = %v, %v, want revision 401 after 400 reloads", o, err)
	}
}

func TestNewOpensWithTheFormats(t *testing.T) {
	var e *formats.Error
	if _, err := New().Open(t.Context(), filepath.Join(t.TempDir(), "gone")); !errors.As(err, &e) || e.Kind != formats.NotFound {
		t.Errorf("Open = %v, want the formats' own error", err)
	}
}
