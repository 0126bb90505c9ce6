package convert_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/convert"
	"branchline/backend/session/sessiontest"
)

// A session with a bit of everything as a run log, and a run log as a session.
func TestConversionsAreAsExpected(t *testing.T) {
	for _, c := range []struct {
		name string
		to   func(testing.TB, string) convert.Made
	}{{"kitchen", toLog}, {"night", toPi}} {
		t.Run(c.name, func(t *testing.T) {
			made := c.to(t, filepath.Join("testdata", c.name+".jsonl"))
			data, err := os.ReadFile(made.Path)
			if err != nil {
				t.Fatal(err)
			}
			here, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(string(data), filepath.ToSlash(here), "HERE")
			sessiontest.Golden(t, filepath.Join("testdata", c.name+".converted.txt"), text+"\n"+made.Report.String())
		})
	}
}
