package runlog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// short says in a few words what the agent takes a log to be: id, conversation,
// kinds of events, reason, whether a line was dropped.
func short(s *Session) string {
	texts, events := []string{}, []string{}
	for _, m := range s.Messages {
		texts = append(texts, m.Text)
	}
	for _, e := range s.Events {
		events = append(events, e.Kind)
	}
	out := fmt.Sprintf("%s %q", s.Meta.ID, texts)
	if len(events) > 0 {
		out += " events " + strings.Join(events, ",")
	}
	if s.Complete() {
		out += " " + s.Result.Reason
	}
	if s.Truncated {
		out += " truncated"
	}
	return out
}

func TestReadTakesALogAsTheAgentDoes(t *testing.T) {
	message := func(members string) string { return `{"kind":"message",` + members + `}` }
	user := `"message":{"type":"user","text":"a"}`
	iteration := func(n string) string {
		return `{"kind":"event","event":{"kind":"iteration","iteration":` + n + `}}`
	}
	for _, c := range []struct{ name, in, want string }{
		{"R1 empty", "", ` []`},
		{"R2 white space only", " \n\t\n\r\n", ` []`},
		{"R3 whole", lines(vMeta, vUser("a"), vResult("settled")), `A ["a"] settled`},
		{"R4 no final line end", vMeta + "\n" + vUser("a"), `A ["a"]`},
		{"R5 cut", lines(vMeta, vUser("a")) + vUser("b")[:40], `A ["a"] truncated`},
		{"R6 broken line", lines(vMeta, `{oops`, vUser("a"), vResult("settled")), `A ["a"] settled truncated`},
		{"R7 unknown kind", lines(vMeta, `{"kind":"future","future":{"x":1}}`, vUser("a")), `A ["a"]`},
		{"R8 message without kind", lines(vMeta, `{`+user+`}`), `A []`},
		{"R9 kind in other case", lines(`{"kind":"Meta","meta":{"id":"A"}}`), ` []`},
		{"R10 names in other case", lines(`{"KIND":"meta","META":{"ID":"A"}}`), `A []`},
		{"R11 other payload", lines(`{"kind":"message","event":{"kind":"iteration"}}`), ` []`},
		{"R12 CRLF", strings.ReplaceAll(lines(vMeta, vUser("a"), vResult("settled")), "\n", "\r\n"), `A ["a"] settled`},
		{"R13 CR only", strings.ReplaceAll(lines(vMeta, vUser("a"), vResult("settled")), "\n", "\r"), ` [] truncated`},
		{"R14 byte order mark", "\xef\xbb\xbf" + lines(vMeta, vUser("a")), ` ["a"] truncated`},
		{"R15 zero bytes", lines(vMeta, "\x00\x00", vUser("a")), `A ["a"] truncated`},
		{"R16 no-break space only", lines(vMeta, "\u00a0", vUser("a")), `A ["a"]`},
		{"R17 null", lines(`null`, vMeta), `A []`},
		{"R17 empty object", lines(`{}`, vMeta), `A []`},
		{"R18 list", lines(`[]`, vMeta), `A [] truncated`},
		{"R18 string", lines(`"x"`, vMeta), `A [] truncated`},
		{"R18 number", lines(`12`, vMeta), `A [] truncated`},
		{"R19 two records on a line", lines(vMeta+vUser("a"), vUser("b")), ` ["b"] truncated`},
		{"R20 one record on two lines", lines(`{"kind":"message",`, user+`}`), ` [] truncated`},
		{"R21 no meta", lines(vUser("a"), vResult("settled")), ` ["a"] settled`},
		{"R23 two results", lines(vResult("settled"), vResult("error")), ` [] error`},
		{"R24 message behind the result", lines(vMeta, vResult("settled"), vUser("late")), `A ["late"] settled`},
		{"R25 reset", lines(vMeta, vUser("a"), vCompact, vReset, vUser("b"), vResult("settled")), `A ["b"] events compact settled`},
		{"R26 reset last", lines(vMeta, vUser("a"), vReset), `A []`},
		{"R27 reset behind the result", lines(vMeta, vUser("a"), vResult("settled"), vReset), `A [] settled`},
		{"R27 a reset with a payload", lines(vMeta, vUser("a"), `{"kind":"reset",`+user+`}`), `A []`},
		{"R28 time is no time", lines(vMeta, message(`"at":"yesterday",`+user)), `A [] truncated`},
		{"R28 time is a number", lines(vMeta, message(`"at":1767323045,`+user)), `A [] truncated`},
		{"R29 time null", lines(vMeta, message(`"at":null,`+user)), `A ["a"]`},
		{"R29 no time", lines(vMeta, message(user)), `A ["a"]`},
		{"R30 iteration a string", lines(vMeta, iteration(`"3"`)), `A [] truncated`},
		{"R30 iteration 3.5", lines(vMeta, iteration(`3.5`)), `A [] truncated`},
		{"R30 iteration 3.0", lines(vMeta, iteration(`3.0`)), `A [] truncated`},
		{"R30 iteration 3", lines(vMeta, iteration(`3`)), `A [] events iteration`},
		{"R31 text null", lines(vMeta, message(`"message":{"type":"user","text":null}`)), `A [""]`},
		{"R32 more members", lines(vMeta, `{"kind":"message","x":[1],"message":{"type":"user","text":"a","y":{}}}`), `A ["a"]`},
		{"R33 arguments an object", lines(vMeta, message(`"message":{"type":"activity","activity":{"kind":"request","arguments":{"path":"x"}}}`)), `A [] truncated`},
		{"R33 an activity that is no object", lines(vMeta, message(`"message":{"type":"activity","activity":"x"}`)), `A [] truncated`},
		{"R35 byte 0xff", lines(vMeta, vUser("a\xffb")), "A [\"a\ufffdb\"]"},
		{"R35 lone surrogate", lines(vMeta, vUser(`a\ud800b`)), "A [\"a\ufffdb\"]"},
		{"payload null", lines(vMeta, `{"kind":"message","message":null}`, `{"kind":"result","result":null}`), `A []`},
		{"payload taken back", lines(vMeta, message(user+`,"message":null`)), `A []`},
		{"nested too deep", lines(vMeta, `{"x":`+strings.Repeat("[", 10001)+strings.Repeat("]", 10001)+`}`, vUser("a")), `A ["a"] truncated`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Read(strings.NewReader(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, short(s)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestReadKeepsEveryMemberOfEveryVersion(t *testing.T) {
	for _, c := range []struct {
		name string
		in   string
		want Session
	}{
		{"R10 names in other case", `{"KIND":"meta","META":{"ID":"A","resumedfrom":"Z"}}`, Session{Meta: Meta{ID: "A", ResumedFrom: "Z"}}},
		{"R22 the last meta counts whole", lines(vMeta, `{"kind":"meta","meta":{"id":"B","driver":"d"}}`), Session{Meta: Meta{ID: "B", Driver: "d"}}},
		{"R34 meta of 0.10", `{"kind":"meta","meta":{"id":"A","task":"","model":"m","provider":"openai","backend":"corp","workdir":"/w"}}`,
			Session{Meta: Meta{ID: "A", Model: "m", Provider: "openai", Backend: "corp", Workdir: "/w"}}},
		{"a backend that is no text", `{"kind":"meta","meta":{"id":"A","backend":{"x":1e400}}}`, Session{Meta: Meta{ID: "A"}}},
		{"R36 a payload that comes twice is merged", `{"kind":"message","message":{"type":"user","text":"x"},"message":{"text":"y"}}`,
			Session{Messages: []Message{{Type: "user", Text: "y"}}}},
		{"an activity that comes twice is merged",
			`{"kind":"message","message":{"type":"activity","activity":{"kind":"response","result":1},"activity":{"id":"c"}}}`,
			Session{Messages: []Message{{Type: "activity", Activity: &Activity{Kind: "response", ID: "c", Result: json.RawMessage("1")}}}}},
		{"result null", `{"kind":"message","message":{"type":"activity","activity":{"kind":"response","result":1,"RESULT":null}}}`,
			Session{Messages: []Message{{Type: "activity", Activity: &Activity{Kind: "response"}}}}},
		{"result, numbers and order as they were", `{"kind":"message","message":{"type":"activity","activity":{"kind":"response","result":{"b":1234567890123456789,"a":1e400}}}}`,
			Session{Messages: []Message{{Type: "activity", Activity: &Activity{Kind: "response", Result: json.RawMessage(`{"b":1234567890123456789,"a":1e400}`)}}}}},
		{"reasoning", `{"kind":"message","message":{"type":"activity","activity":{"kind":"request","id":"c","name":"n","arguments":"{","reasoning_items":[{"id":"r","summary":[{"x":1},"y"],"encrypted_content":"e"}],"reasoning_details":[1, 2]}}}`,
			Session{Messages: []Message{{Type: "activity", Activity: &Activity{
				Kind: "request", ID: "c", Name: "n", Arguments: "{",
				ReasoningItems:   []ReasoningItem{{ID: "r", Summary: []json.RawMessage{json.RawMessage(`{"x":1}`), json.RawMessage(`"y"`)}, EncryptedContent: "e"}},
				ReasoningDetails: json.RawMessage(`[1, 2]`),
			}}}}},
		{"picture", `{"kind":"message","message":{"type":"attachment","text":"t","images":[{"media_type":"image/png","digest":"sha256:x","width":1,"height":2,"size":3,"tokens":4,"origin":"o","detail":"low","source":"inline","data":"?"}]}}`,
			Session{Messages: []Message{{Type: "attachment", Text: "t", Images: []Image{{
				MediaType: "image/png", Digest: "sha256:x", Width: 1, Height: 2, Size: 3, Tokens: 4, Origin: "o", Detail: "low", Source: "inline", Data: "?",
			}}}}}},
		{"event", `{"kind":"event","event":{"kind":"iteration","tool":"t","text":"x","iteration":7}}`,
			Session{Events: []Event{{Kind: "iteration", Tool: "t", Text: "x", Iteration: 7}}}},
		{"result", `{"kind":"result","result":{"reason":"error","message":"m","error":"e","failure":{"status":404,"response_body":"b","request_bytes":9},"code":1,"iterations":2,"calls":3,"continuations":4,"cycles":5,"settles":6}}`,
			Session{Result: &Result{Reason: "error", Message: "m", Error: "e", Failure: &Failure{Status: 404, ResponseBody: "b", RequestBytes: 9}, Code: 1, Iterations: 2, Calls: 3, Continuations: 4, Cycles: 5, Settles: 6}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// R37 to R39.
func TestReadEndsAtALineOf16MiB(t *testing.T) {
	long := func(size int) string { return vUser(strings.Repeat("x", size-len(vUser("")))) }
	for _, c := range []struct {
		name, in string
		messages int
		err      error
	}{
		{"one byte less, with its end", long(16777215) + "\n" + vUser("after"), 2, nil},
		{"one byte less, without", long(16777215), 1, nil},
		{"too long", long(16777216) + "\n" + vUser("after"), 0, bufio.ErrTooLong},
		{"too long, without an end", long(16777216), 0, bufio.ErrTooLong},
		{"CR counts", long(16777215) + "\r\n", 0, bufio.ErrTooLong},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.jsonl")
			if err := os.WriteFile(path, []byte(vMeta+"\n"+c.in), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Load(path)
			if !errors.Is(err, c.err) || err != nil && err.Error() != "bufio.Scanner: token too long" {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if s.Meta.ID != "A" || len(s.Messages) != c.messages || s.Truncated {
				t.Errorf("id %q, %d messages, truncated %v; want A, %d, false", s.Meta.ID, len(s.Messages), s.Truncated, c.messages)
			}
		})
	}
}

func TestALogHasItsPicturesBesideIt(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{"a.jsonl": "a.blobs", "plain.log": "plain.log.blobs"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path)
		if err != nil || s.Blobs != filepath.Join(dir, want) {
			t.Errorf("%s: %q, %v; want %s", name, s.Blobs, err, want)
		}
	}
	if s, err := Read(strings.NewReader("")); err != nil || s.Blobs != "" {
		t.Errorf("a stream: %q, %v", s.Blobs, err)
	}
}
