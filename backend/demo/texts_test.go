package demo

import (
	"strings"
	"testing"
)

// The edits of the story have to fit the files it shows, one after the other.
func TestEditsFitTheFiles(t *testing.T) {
	for _, c := range []struct {
		file, path string
		patches    []string
		want       string
	}{
		{"recurrence.ts", "src/recurrence.ts", []string{"clamp.patch", "anchor.patch"}, "return monthLater(due, reminder.anchorDay)"},
		{"recurrence.ts", "src/recurrence.ts", []string{"count.patch", "count-fixed.patch"}, "due.setUTCMonth(due.getUTCMonth() + months)"},
		{"recurrence.test.ts", "test/recurrence.test.ts", []string{"clamp-test.patch", "anchor-test.patch"}, "anchorDay: 31"},
		{"recurrence.test.ts", "test/recurrence.test.ts", []string{"count-test.patch"}, "[1, 2, 3, 4].map((sent)"},
		{"reminder.ts", "src/reminder.ts", []string{"anchor-reminder.patch"}, "anchorDay: number"},
		{"changelog.md", "CHANGELOG.md", []string{"changelog.patch"}, "last day of shorter months"},
	} {
		t.Run(strings.Join(c.patches, "+"), func(t *testing.T) {
			content := text(c.file) + "\n"
			for _, patch := range c.patches {
				path, edits := replacements(text(patch) + "\n")
				if path != c.path || len(edits) == 0 {
					t.Fatalf("%s makes %d edits in %q", patch, len(edits), path)
				}
				for _, e := range edits {
					if n := strings.Count(content, e.OldText); n != 1 {
						t.Fatalf("%s: the text it replaces is there %d times:\n%s", patch, n, e.OldText)
					}
					content = strings.Replace(content, e.OldText, e.NewText, 1)
				}
			}
			if !strings.Contains(content, c.want) {
				t.Errorf("%q is not in\n%s", c.want, content)
			}
		})
	}
}
