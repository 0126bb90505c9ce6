package pi

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The list reads files without indexing them. Whatever stands in a file, it must
// find what the index finds.
func TestTheListAgreesWithTheIndex(t *testing.T) {
	lines := linesOfListings()
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		data := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 8).Draw(r, "lines"), "\n")
		if rapid.Bool().Draw(r, "headed") {
			data = head + "\n" + data
		}
		if rapid.Bool().Draw(r, "torn") {
			data = data[:rapid.IntRange(0, len(data)).Draw(r, "at")]
		}
		path := put(t, dir, "s.jsonl", data, written)
		got := must(digestFile(t.Context(), path, nil))
		o := open(t, data)
		want := Info{
			Path: path, ID: o.x.Header.ID, Cwd: o.x.Header.Cwd, Name: o.x.Name, ParentSessionPath: got.ParentSessionPath, Created: got.Created,
			Modified: time.UnixMilli(o.x.ModifiedMs), MessageCount: o.x.Messages, FirstMessage: cmp.Or(o.FirstMessage(), NoMessages), Problem: got.Problem,
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			r.Fatalf("%s\n(-index +list):\n%s", data, diff)
		}
		if opens := !strings.HasSuffix(got.Problem, "the file") && !strings.HasSuffix(got.Problem, "opens it"); opens != o.legal {
			r.Fatalf("%s\npi opens it: %v, but the list says %q", data, o.legal, got.Problem)
		}
		if h, ok := findHeader(path); ok != o.legal || ok && h.ID != got.ID {
			r.Fatalf("%s\npi opens it: %v, but its header is found: %v, %q", data, o.legal, ok, h.ID)
		}
	})
}

// linesOfListings are the lines of the listings, but for those with times of
// which the index makes no use, as they cannot be true.
func linesOfListings() []string {
	lines := []string{"", " ", "\ufeff", "{", "null", v1, u("a", "-"), a("b", "a")}
	for _, test := range listings() {
		lines = append(lines, strings.Split(test.in, "\n")...)
	}
	return slices.DeleteFunc(lines, func(line string) bool {
		return slices.ContainsFunc([]string{"0.9", "1933484703120", "1e20", "1e400", "1960-"}, func(odd string) bool { return strings.Contains(line, odd) })
	})
}
