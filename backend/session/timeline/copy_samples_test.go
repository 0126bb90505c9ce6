package timeline_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/changes"
	"branchline/backend/session/formats"
	"branchline/backend/session/timeline"
)

// textsIn are the texts and numbers of a JSON value, those of edits left out when
// the change they ask for is told instead.
func textsIn(value any, changed bool) (all []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case json.Number:
		return []string{v.String()}
	case []any:
		for _, one := range v {
			all = append(all, textsIn(one, changed)...)
		}
	case map[string]any:
		for name, one := range v {
			if !changed || name != "edits" && name != "oldText" && name != "newText" {
				all = append(all, textsIn(one, changed)...)
			}
		}
	}
	return all
}

func TestACopyHoldsAllThatWasSaidAskedAndAnsweredInTheSamples(t *testing.T) {
	files, err := filepath.Glob("../../../samples/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		s, f, err := formats.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, leaf := range s.Index().Leaves() {
			b := timeline.Of(s, leaf)
			for i := range b.Len() {
				row, body, err := b.Whole(i)
				if err != nil {
					t.Fatal(err)
				}
				wanted := append(strings.Split(session.Readable(body.Text), "\n"), strings.Split(session.Printed(body.Result), "\n")...)
				var args any
				if body.Args != "" {
					d := json.NewDecoder(strings.NewReader(body.Args))
					d.UseNumber()
					if err := d.Decode(&args); err != nil {
						t.Fatal(err)
					}
					changed := body.Diff != "" || session.EditsFile(row.Tool) && changes.Asked(body.Args) != ""
					for _, text := range textsIn(args, changed) {
						wanted = append(wanted, strings.Split(session.Readable(text), "\n")...)
					}
				}
				wanted = append(wanted, strings.Split(session.Readable(body.Diff), "\n")...)
				for _, form := range []string{timeline.FormText, timeline.FormMarkdown} {
					got, err := b.Copy(i, i+1, form, changes.Asked)
					if err != nil {
						t.Fatal(err)
					}
					for _, line := range wanted {
						if !strings.Contains(got, line) {
							t.Errorf("%s, row %d as %s lacks %q:\n%s", filepath.Base(path), i, form, line, got)
						}
					}
				}
			}
		}
	}
}
