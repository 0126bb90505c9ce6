//go:build linux

package changes_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"branchline/backend/session/changes"
)

// TestRandomSessionsAreToldAsGitTellsThem does random steps for real, many more
// of them with LONG=1.
func TestRandomSessionsAreToldAsGitTellsThem(t *testing.T) {
	n := uint64(8)
	if os.Getenv("LONG") == "1" {
		n = 300
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 7))
			s := newSandbox(t, map[string]string{"a.txt": "one\ntwo\nthree\n", "src/b.txt": "four\nfive\n", "src/c d.txt": "six", "e.txt": "seven\r\neight\r\n"})
			s.bash("find . -name '*.txt'") // an agent looks around first
			for range 3 + r.IntN(12) {
				s.anything(r)
			}
			read := s.open()
			found, err := changes.Of(read, read.Index().Leaf)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if !t.Failed() {
					return
				}
				for _, c := range s.calls {
					t.Logf("%s %v (%d)", c.tool, c.arguments, c.code)
				}
			}()
			s.compare(&found, nil)
			s.replay(&found, s.unread(&found), false)
		})
	}
}

// unread are the files whose text before or after the session does not tell.
func (s *sandbox) unread(found *changes.Changes) []string {
	var out []string
	for _, f := range found.Files {
		if !f.Whole {
			out = append(out, f.Path)
		}
	}
	return out
}

// anything does one random step on the files there are.
func (s *sandbox) anything(r *rand.Rand) {
	files := s.files()
	pick := func() string { return files[r.IntN(len(files))] }
	fresh := fmt.Sprintf("%sn%d.txt", []string{"", "src/", "new dir/"}[r.IntN(3)], r.IntN(6))
	text := strings.Repeat(fmt.Sprintf("line %d\n", r.IntN(100)), r.IntN(4))
	if len(files) == 0 {
		s.write(fresh, text)
		return
	}
	old := pick()
	switch r.IntN(16) {
	case 0, 1:
		s.read(old)
	case 2:
		if !slices.Contains(files, fresh) {
			s.write(fresh, text)
		}
	case 3:
		s.read(old)
		s.write(old, text)
	case 4, 5:
		if text := s.text(old); strings.Contains(text, "\r") || !strings.HasSuffix(text, "\n") || r.IntN(2) == 0 {
			s.read(old) // how its lines end, no recorded diff tells
		}
		first, _, _ := strings.Cut(strings.ReplaceAll(s.text(old), "\r\n", "\n"), "\n")
		if first == "" {
			first = "nothing like it"
		}
		s.edit(old, first, fmt.Sprintf("%s and %d", first, r.IntN(1000)))
	case 6:
		s.edit(old, "not there", "x")
	case 7:
		s.bash(fmt.Sprintf("rm %q", old))
	case 8:
		s.bash(fmt.Sprintf("mkdir -p %q && mv %q %q", filepath.Dir(fresh), old, fresh))
	case 9:
		s.bash(fmt.Sprintf("echo more >> %q", old))
	case 10:
		s.bash(fmt.Sprintf("sed -i 's/e/E/; s/$/%d/' %q", r.IntN(100), old))
	case 11:
		s.bash(fmt.Sprintf("cd %q && cat > x.txt <<'EOF'\n%sEOF", filepath.Dir(old), text))
	case 12:
		if to := pick(); to != old {
			s.bash(fmt.Sprintf("cp %q %q", old, to))
		}
	case 13:
		s.bash(fmt.Sprintf("rm %q && false", "not there"))
	case 14:
		s.bash(fmt.Sprintf("chmod +x %q", old))
	case 15:
		s.bash("git stash -q && git stash pop -q; true")
	}
}

// files are those of the working tree.
func (s *sandbox) files() []string {
	var out []string
	for name := range tree(s.t, s.dir) {
		if name != ".gitignore" {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}
