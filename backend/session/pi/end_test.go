package pi

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
)

func TestEndOfABranchIsItsLastConversationMessage(t *testing.T) {
	const soon, later = 60_000, 180_000
	bad := func(message string) string {
		return `{"role":"assistant","content":[],"stopReason":"error","errorMessage":"` + message + `"}`
	}
	cases := []struct {
		name string
		in   []string
		leaf string
		ago  int64
		want session.End
	}{
		{"stop", []string{u("u", "-"), a("a", "u")}, "a", soon, session.End{State: session.Finished, Reason: "stop", Message: "a says", Last: 1}},
		{"stop, then a label", []string{u("u", "-"), a("a", "u"), lab("l", "a", "a", "x")}, "l", soon, session.End{State: session.Finished, Reason: "stop", Message: "a says", Last: 1}},
		{"length", []string{u("u", "-"), msg("a", "u", says(`{"type":"text","text":"and so"}`, "length"))}, "a", soon, session.End{State: session.Limit, Reason: "length", Message: "and so", Last: 1}},
		{"aborted", []string{u("u", "-"), msg("a", "u", says("", "aborted"))}, "a", soon, session.End{State: session.Cancelled, Reason: "aborted", Last: 1}},
		{"error", []string{a("w", "-"), u("u", "w"), msg("a", "u", bad("429 Too Many Requests"))}, "a", soon,
			session.End{State: session.ErrorState, Reason: "error", Message: "w says", Error: "429 Too Many Requests", Status: 429, Last: 2}},
		{"a prompt, growing", []string{a("w", "-"), u("u", "w")}, "u", soon, session.End{State: session.Running, Reason: "prompt", Message: "w says", Doing: "waiting for the model", Last: 1}},
		{"a prompt, quiet", []string{u("u", "-")}, "u", later, session.End{State: session.Interrupted, Reason: "prompt", Doing: "waiting for the model", Last: 0}},
		{"a prompt, and a label since", []string{u("u", "-"), lab("l", "u", "u", "x")}, "l", soon, session.End{State: session.Interrupted, Reason: "prompt", Doing: "waiting for the model", Last: 0}},
		{"a call, growing", []string{u("u", "-"), msg("a", "u", says(call("1", "bash", "{}")+","+call("2", "read", "{}")+","+call("3", "bash", "{}"), "toolUse"))}, "a", soon,
			session.End{State: session.Running, Reason: "toolUse", Doing: "running bash, read", Last: 1}},
		{"a call without a stop reason", []string{u("u", "-"), msg("a", "u", `{"role":"assistant","content":[`+call("1", "bash", "{}")+`],"stopReason":null}`)}, "a", later,
			session.End{State: session.Interrupted, Reason: "toolUse", Doing: "running bash", Last: 1}},
		{"a result, quiet", []string{msg("a", "-", says(call("1", "bash", "{}"), "toolUse")), msg("b", "a", result("1", "bash", "ok", false))}, "b", later,
			session.End{State: session.Interrupted, Reason: "toolResult", Doing: "waiting for the model", Last: 1}},
		{"another branch than the active one never runs", []string{u("u", "-"), u("v", "-")}, "u", soon, session.End{State: session.Interrupted, Reason: "prompt", Doing: "waiting for the model", Last: 0}},
		{"a stop reason from the future", []string{msg("a", "-", says("", "deferred"))}, "a", soon, session.End{State: session.Unknown, Reason: "deferred", Last: 0}},
		{"no stop reason", []string{msg("a", "-", `{"role":"assistant","content":"x"}`)}, "a", soon, session.End{State: session.Unknown, Message: "x", Last: 0}},
		{"no conversation", []string{rec("session_info", "n", "-", `"name":"x"`)}, "n", soon, session.End{State: session.Unknown, Last: session.None}},
		{"nothing", nil, "-", soon, session.End{State: session.Unknown, Last: session.None}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, file(append([]string{hdr}, test.in...)...))
			got := o.End(pos(t, o.x, test.leaf), written.UnixMilli()+test.ago)
			for _, e := range got.Evidence {
				if e.Label == "" || e.Entry != got.Last {
					t.Errorf("evidence %+v", e)
				}
			}
			if got.State != session.Unknown && len(got.Evidence) == 0 {
				t.Error("no evidence")
			}
			got.Evidence = nil
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("end differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatusIsReadFromTheErrorText(t *testing.T) {
	cases := map[string]int{
		"429 Too Many Requests": 429,
		`529 {"type":"error","error":{"type":"overloaded_error"}}`: 529,
		"Request failed with status code 503":                      503,
		"HTTP 502: bad gateway":                                    502,
		"HTTP/1.1 404 Not Found":                                   404,
		`{"error":{"code":400,"message":"x"}}`:                     400,
		"Error: 401 Unauthorized":                                  401,
		"overloaded (529)":                                         529,
		"connection reset after 500 ms":                            0,
		"the input has 4290 tokens, 500 too many":                  0,
		"socket hang up":                                           0,
		"":                                                         0,
	}
	for message, want := range cases {
		if got := status(message); got != want {
			t.Errorf("status(%q) = %d, want %d", message, got, want)
		}
	}
}

func TestALineThatIsBeingWrittenIsASignOfWork(t *testing.T) {
	named := file(hdr, u("u", "-"), rec("session_info", "n", "u", `"name":"x"`))
	for in, want := range map[string]session.State{named: session.Interrupted, named + `{"type`: session.Running} {
		o := open(t, in)
		if got := o.End(o.x.Leaf, written.UnixMilli()).State; got != want {
			t.Errorf("%s, want %s, of\n%s", got, want, in)
		}
	}
}
