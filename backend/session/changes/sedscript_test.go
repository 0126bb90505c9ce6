//go:build linux

package changes

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What is done of sed is what sed itself does; what is not done is left to it.
func TestSedDoesAsSedDoes(t *testing.T) {
	texts := []string{
		"", "one\ntwo\nthree\n", "one\ntwo\nthree", "a.b a.b a.b\n\n/usr/bin\n[x] (y) {z}\n", "crlf\r\nmore\r\n", "ü ö\ttab\n* star\n^caret$\n",
		"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "key = 1\nother = 22\nkey = 333\n",
	}
	read := 0
	scripts := []struct {
		script   string
		extended bool
	}{
		{"s/o/0/", false}, {"s/o/0/g", false}, {"s/a\\.b/X/2", false}, {"s/./[&]/g", false}, {"s/\\(a\\).\\(b\\)/\\2-\\1/", false}, {"s/[0-9][0-9]*/<&>/", false},
		{"s|/usr/bin|/opt|", false}, {"s,/,\\,,g", false}, {"s/$/!/", false}, {"s/^/> /", false}, {"s/e$/E/;s/^t/T/", false}, {"1d", false}, {"$d", false}, {"2,3d", false},
		{"2,$d", false}, {"3,2d", false}, {"/t/d", false}, {"/t/!d", false}, {"/one/,/two/d", false}, {"/2/,4d", false}, {"/1/,/1/s/$/x/", false}, {"2!s/^/-/", false},
		{"1,2d;$d", false}, {"2a\\  more", false}, {"1i first", false}, {"2c changed", false}, {"/two/a after\n1d", false}, {"s/O/x/I", false}, {"s/(o|t)/<\\1>/", true},
		{"s/(\\w+)/x/", true}, {"s/[[:alpha:]]/x/", false}, {"s/o+/x/", true}, {"s/o\\+/x/", false}, {"s/+/x/", false}, {"s/\\*/x/", false}, {"s/*/x/", false}, {"s/x*/-/g", false},
		{"s/^\\*//", false}, {"s/\\^c/x/", false}, {"s/[^ ]* = //", false}, {"s/ = ([0-9]+)$/: \\1/", true}, {"s/\\(key\\) = .*/\\1 = 'v'/", false}, {"y/a/b/", false}, {"n;d", false},
		{"s/o{1,2}/x/", true}, {"s/o\\{1\\}/x/", false}, {"/^$/d", false}, {"s/\\t/ /", false}, {"s/a/\\n/", false}, {"s/one/a\\\nb/", false}, {"s/\\//_/g", false}, {"/\\/usr/d", false},
		{"s/b*$/x/", false}, {"s#[/]#x#", false}, {"s/[/]/x/", false}, {"$s/$/ end/", false}, {"0,/o/d", false}, {"1~2d", false}, {"2,+1d", false}, {"s/o/x/3", false}, {"s/o/\\U&/", false},
		{"s/\\(o\\)*/x/", false}, {"s/o**/x/", false}, {"s/(^o|t)/x/", true}, {"s/a|b/x/g", true}, {"s/a\\|b/x/g", false}, {"$!d", false}, {"1!d", false}, {"  2 d ; s/1/x/ ", false}, {"s/a/b/w f", false},
		{"s/a.b/&&/g;s/X/Y/", false}, {"s/\\./!/", false}, {"s/\\[x\\]/y/", false}, {"s/{z}/q/", false}, {"s/[.]/,/g", false}, {"s/[a-c]/*/g", false}, {"s/]/x/", false}, {"5,/1/d", false},
	}
	for _, c := range scripts {
		script, ok := readSed(c.script, c.extended)
		if !ok {
			continue
		}
		read++
		for i, text := range texts {
			got, ok := script.run(text)
			if !ok {
				continue
			}
			file := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			args := []string{"-i", "-e", c.script, file}
			if c.extended {
				args = append([]string{"-E"}, args...)
			}
			cmd := exec.CommandContext(t.Context(), "sed", args...)
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%q is read, but sed says %s", c.script, out)
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%q of text %d: %q, sed makes %q", c.script, i, got, want)
			}
		}
	}
	if want := len(scripts) * 3 / 4; read < want {
		t.Errorf("%d of %d scripts are read, want at least %d", read, len(scripts), want)
	}
}
