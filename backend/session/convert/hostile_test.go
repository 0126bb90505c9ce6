package convert_test

import (
	"strings"
	"testing"

	"branchline/backend/session/pi"
)

const (
	meta = `{"kind":"meta","at":"2026-01-02T03:04:05Z","meta":{"id":"A","task":"T"}}`
	hdr  = `{"type":"session","version":3,"id":"s","timestamp":"2031-04-09T07:00:00.000Z","cwd":"/srv/shop"}`
)

func user(text string) string {
	return `{"kind":"message","message":{"type":"user","text":"` + text + `"}}`
}

func result(reason string) string {
	return `{"kind":"result","result":{"reason":"` + reason + `","code":0}}`
}

// Damage of every sort is passed over or kept, and what can be read is carried.
func TestDamagedRunLogsAreConverted(t *testing.T) {
	message := func(members string) string { return `{"kind":"message",` + members + `}` }
	long := strings.Repeat("x", 17<<20)
	for _, c := range []struct{ name, in, want string }{
		{"whole", lines(meta, user("a"), result("settled")), "user a|assistant "},
		{"no line end", meta + "\n" + user("a"), "user a"},
		{"cut", lines(meta, user("a")) + user("b")[:30], "user a"},
		{"a broken line", lines(meta, "{oops", user("a"), result("settled")), "user a|assistant "},
		{"an unknown kind", lines(meta, `{"kind":"future","future":{"x":1}}`, user("a")), "user a"},
		{"no kind", lines(meta, `{"message":{"type":"user","text":"a"}}`), ""},
		{"names in another case", lines(`{"KIND":"meta","META":{"ID":"A"}}`, `{"Kind":"message","Message":{"TYPE":"user","Text":"a"}}`), "user a"},
		{"another payload", lines(meta, `{"kind":"message","event":{"kind":"iteration"}}`, user("a")), "user a"},
		{"CRLF", strings.ReplaceAll(lines(meta, user("a"), result("stop")), "\n", "\r\n"), "user a|assistant "},
		{"a byte order mark", "\ufeff" + lines(meta, user("a")), "user a"},
		{"zero bytes", lines(meta, "\x00\x00", user("a")), "user a"},
		{"values", lines(meta, "null", "{}", "[]", `"x"`, "12", user("a")), "user a"},
		{"two on a line", lines(meta+user("a"), user("b")), "user b"},
		{"no meta", lines(user("a"), result("settled")), "user a|assistant "},
		{"two metas", lines(meta, `{"kind":"meta","meta":{"id":"B","driver":"d"}}`, user("a")), "user a"},
		{"two results", lines(meta, user("a"), result("settled"), result("error")), "user a|assistant error"},
		{"behind the result", lines(meta, result("settled"), user("late")), "user late|assistant "},
		{"a reset", lines(meta, user("a"), `{"kind":"reset"}`, user("b")), "user b"},
		{"a reset last", lines(meta, user("a"), `{"kind":"reset"}`), ""},
		{"a reset behind the result", lines(meta, user("a"), result("settled"), `{"kind":"reset"}`), "assistant "},
		{"times that are none", lines(meta, message(`"at":"yesterday","message":{"type":"user","text":"a"}`), message(`"at":5,"message":{"type":"user","text":"b"}`)), "user a|user b"},
		{"a text that is none", lines(meta, message(`"message":{"type":"user","text":null}`), message(`"message":{"type":"user","text":7}`)), "user |user 7"},
		{"arguments that are an object", lines(meta, message(`"message":{"type":"activity","text":"","activity":{"kind":"request","id":"c","name":"read","arguments":{"path":"x"}}}`)), `assistant read{"path":"x"}`},
		{"an activity without one", lines(meta, user("a"), message(`"message":{"type":"activity","text":"x"}`), message(`"message":{"type":"activity","text":"x","activity":{"kind":"trigger"}}`)), "user a"},
		{"an iteration that is none", lines(meta, `{"kind":"event","event":{"kind":"iteration","iteration":"3"}}`, user("a")), "user a"},
		{"ill-formed", lines(meta, user("a\xffb"), user(`a\ud800b`)), "user a\ufffdb|user a\ufffdb"},
		{"merged", lines(meta, message(`"message":{"type":"user","text":"x"},"message":{"text":"y"}`)), "user y"},
		{"pictures that are none", lines(meta, message(`"message":{"type":"attachment","text":"a","images":[null,"x",{"width":"1"}]}`)), "custom a"},
		{"nested deeply", lines(meta, user("a"), message(`"message":{"type":"activity","text":"","activity":{"kind":"response","id":"c","result":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)+`}}`)), "user a"},
		{"a very long line", lines(meta, user(long), user("b")), "user " + long + "|user b"},
		{"an unknown reason", lines(meta, user("a"), `{"kind":"result","result":{"reason":"odd","message":"m","code":1}}`), "user a|assistant odd: m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := written(t, "A.jsonl", strings.TrimSuffix(c.in, "\n"))
			if !strings.HasSuffix(c.in, "\n") {
				write(t, path, c.in)
			}
			made := toPi(t, path)
			again, _ := opened(t, made.Path)
			if problems := again.Index().Problems; len(problems) > 0 {
				t.Errorf("problems %v", problems)
			}
			if got := strings.Join(told(t, made.Path), "|"); got != c.want {
				t.Errorf("got %.300q, want %.300q", got, c.want)
			}
		})
	}
}

func lines(records ...string) string { return strings.Join(records, "\n") + "\n" }

// told is a session's context in a few words.
func told(t *testing.T, path string) (out []string) {
	t.Helper()
	m, err := pi.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	c, err := m.BuildSessionContext()
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range c.Messages {
		s, _ := saidBy(message.Raw())
		if message.Text("customType") == "runlog.task" {
			continue
		}
		text := s.Text + message.Text("errorMessage")
		for _, part := range s.Parts {
			_, part, _ = strings.Cut(part, " ")
			_, part, _ = strings.Cut(part, " ")
			text += part
		}
		out = append(out, s.Role+" "+text)
	}
	return out
}
