package runlog

import (
	"strings"
	"testing"

	"branchline/backend/session"
)

func TestSniffKnowsARunLogByItsFirstRecord(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       session.Match
	}{
		{"meta", lines(vMeta), session.Matches},
		{"message first", lines(vUser("a")), session.Matches},
		{"reset only", vReset, session.Matches},
		{"result only", vResult("error"), session.Matches},
		{"other letter case", `{"KIND":"meta","META":{}}` + "\n", session.Matches},
		{"damage first", "{oops\n[1]\nnull\n{}\n" + vMeta, session.Matches},
		{"byte order mark", "\xef\xbb\xbf" + vMeta, session.Matches},
		{"hole first", "\x00\x00" + vUser("a") + "\n", session.Matches},
		{"kind of the future", `{"kind":"plan","at":"2030-01-01T00:00:00Z"}` + "\n", session.Matches},
		{"kind without time", `{"kind":"plan"}` + "\n", session.NoMatch},
		{"cut inside a long task", vMeta[:70] + strings.Repeat("x", 9000), session.Matches},
		{"harness file", `{"kind":"header","at":"2030-01-01T00:00:00Z"}` + "\n", session.NoMatch},
		{"pi session", `{"type":"session","version":3}` + "\n" + vMeta, session.NoMatch},
		{"text", "hello\n", session.NoMatch},
		{"nothing", "", session.NoMatch},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, reason := Format.Sniff([]byte(c.head)); got != c.want || got == session.NoMatch && reason == "" {
				t.Errorf("%d (%s), want %d", got, reason, c.want)
			}
		})
	}
}
