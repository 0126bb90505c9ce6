package pi

import (
	"strings"
	"testing"

	"branchline/backend/session"
)

func TestSniffNamesTheRelatives(t *testing.T) {
	cases := []struct {
		name, in string
		want     session.Match
		says     string
	}{
		{"a session", file(hdr, u("a", "-")), session.Matches, ""},
		{"a header alone, cut", hdr[:60], session.Matches, ""},
		{"a header longer than the head", `{"type":"session","version":3,"id":"s","cwd":"` + strings.Repeat("x", 5000), session.Matches, ""},
		{"version 1", file(v1, old("user")), session.Matches, ""},
		{"a byte order mark", "\ufeff" + hdr, session.Matches, ""},
		{"noise before the header", file("", "garbage", "null", "42", hdr), session.Matches, ""},
		{"an entry cut after the header", hdr + "\n" + `{"type":"mess`, session.Matches, ""},
		{"a lost header", file(u("a", "-"), u("b", "a")), session.Matches, ""},
		{"a harness file of version 3", file(hdr, rec("leaf", "l", "-", `"targetId":null`)), session.Matches, ""},
		{"a harness file of version 4", file(`{"kind":"header","version":4,"id":"x","createdAt":1,"cwd":"/p"}`), session.Unsupported, "version 4"},
		{"a later one", file(`{"kind":"header","v":4,"storageVersion":1,"id":"x"}`, `{"kind":"entry","seq":1}`), session.Unsupported, "version 4"},
		{"a stream of events", file(hdr, `{"type":"agent_start"}`, `{"type":"turn_start"}`), session.Unsupported, "--mode json"},
		{"one without a header", file(`{"type":"agent_start"}`, `{"type":"turn_start"}`), session.Unsupported, "--mode json"},
		{"one that begins with a message", file(hdr, `{"type":"message_start","message":{"role":"user","content":"x"}}`), session.Unsupported, "--mode json"},
		{"a note", file(`{"note":"not a session"}`), session.NoMatch, ""},
		{"a run log", file(`{"kind":"meta","id":"x"}`), session.NoMatch, ""},
		{"another agent's", file(`{"type":"user","uuid":"x","parentUuid":null,"message":{}}`), session.NoMatch, ""},
		{"text", "Dear diary,\nnothing.\n", session.NoMatch, ""},
		{"nothing", "", session.NoMatch, ""},
	}
	for _, test := range cases {
		got, says := Format.Sniff([]byte(test.in))
		if got != test.want || !strings.Contains(says, test.says) {
			t.Errorf("%s: %d %q, want %d and %q", test.name, got, says, test.want, test.says)
		}
		if (got == session.Matches) != (says == "") {
			t.Errorf("%s: the reason is %q", test.name, says)
		}
	}
}
