package runlog

import (
	"fmt"
	"strings"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// Short hands for records, as small as the agent's reader takes them.
const (
	vMeta    = `{"kind":"meta","at":"2026-01-02T03:04:05Z","meta":{"id":"A","task":"T"}}`
	vReset   = `{"kind":"reset"}`
	vCompact = `{"kind":"event","event":{"kind":"compact","text":"compacted"}}`
)

func vUser(text string) string {
	return `{"kind":"message","message":{"type":"user","text":"` + text + `"}}`
}

func vResult(reason string) string {
	return `{"kind":"result","result":{"reason":"` + reason + `","code":0}}`
}

func lines(records ...string) string { return strings.Join(records, "\n") + "\n" }

// brief says in a few words what a log was read as: id, conversation at the end,
// reason, kinds of problems, unfinished tail.
func brief(l *Log) string {
	x := l.Index()
	var texts []string
	for _, p := range l.Context(x.Leaf) {
		texts = append(texts, x.At(p.Entry).Preview)
	}
	out := fmt.Sprintf("%s %q", x.Header.ID, texts)
	if l.result.result != nil {
		out += " " + l.result.result.reason
	}
	var problems []string
	for _, p := range x.Problems {
		problems = append(problems, p.Kind)
	}
	if len(problems) > 0 {
		out += " " + strings.Join(problems, ",")
	}
	if x.Tail.Len > 0 {
		out += " tail"
	}
	return out
}

// Where this reader differs from the agent's own on purpose, the case says so.
func TestReaderAgreesWithTheAgentsOrReadsMore(t *testing.T) {
	message := func(members string) string { return `{"kind":"message",` + members + `}` }
	user := `"message":{"type":"user","text":"a"}`
	for _, c := range []struct{ name, in, want string }{
		{"R1 empty", "", ` []`},
		{"R2 white space only", " \n\t\n\r\n", ` []`},
		{"R3 whole", lines(vMeta, vUser("a"), vResult("settled")), `A ["a"] settled`},
		{"R4 no final line end", vMeta + "\n" + vUser("a"), `A ["a"]`},
		{"R5 cut; not damage yet", lines(vMeta, vUser("a")) + vUser("b")[:40], `A ["a"] tail`},
		{"R6 broken line", lines(vMeta, `{oops`, vUser("a"), vResult("settled")), `A ["a"] settled json`},
		{"R7 unknown kind; an entry, no message", lines(vMeta, `{"kind":"future","future":{"x":1}}`, vUser("a")), `A ["a"]`},
		{"R8 message without kind; an entry, no message", lines(vMeta, `{"message":{"type":"user","text":"a"}}`), `A []`},
		{"R9 kind in other case", lines(`{"kind":"Meta","meta":{"id":"A"}}`), ` [] header`},
		{"R10 names in other case; told", lines(`{"KIND":"meta","META":{"ID":"A","resumedfrom":"Z"}}`), `A [] field`},
		{"R11 other payload; told", lines(`{"kind":"message","event":{"kind":"iteration"}}`), ` [] header,field`},
		{"R12 CRLF", strings.ReplaceAll(lines(vMeta, vUser("a"), vResult("settled")), "\n", "\r\n"), `A ["a"] settled`},
		{"R13 CR only; one line that has not ended", strings.ReplaceAll(lines(vMeta, vUser("a"), vResult("settled")), "\n", "\r"), ` [] tail`},
		{"R14 byte order mark; the meta is kept", "\xef\xbb\xbf" + lines(vMeta, vUser("a")), `A ["a"] encoding`},
		{"R15 zero bytes", lines(vMeta, "\x00\x00", vUser("a")), `A ["a"] json`},
		{"R16 no-break space only", lines(vMeta, "\u00a0", vUser("a")), `A ["a"]`},
		{"R17 null; told", lines(`null`, vMeta), `A [] notObject`},
		{"R17 empty object; an entry", lines(`{}`, vMeta), `A []`},
		{"R18 list", lines(`[]`, vMeta), `A [] notObject`},
		{"R18 string", lines(`"x"`, vMeta), `A [] notObject`},
		{"R18 number", lines(`12`, vMeta), `A [] notObject`},
		{"R19 two records on a line", lines(vMeta+vUser("a"), vUser("b")), ` ["b"] header,json`},
		{"R20 one record on two lines", lines(`{"kind":"message",`, `"message":{"type":"user","text":"a"}}`), ` [] json,json`},
		{"R21 no meta; told", lines(vUser("a"), vResult("settled")), ` ["a"] settled header`},
		{"R22 two metas; the first is kept", lines(vMeta, `{"kind":"meta","meta":{"id":"B","driver":"d"}}`), `A [] header`},
		{"R23 two results; told", lines(vMeta, vResult("settled"), vResult("error")), `A [] error duplicate`},
		{"R24 message behind the result", lines(vMeta, vResult("settled"), vUser("late")), `A ["late"] settled`},
		{"R25 reset", lines(vMeta, vUser("a"), vCompact, vReset, vUser("b"), vResult("settled")), `A ["b"] settled`},
		{"R26 reset last", lines(vMeta, vUser("a"), vReset), `A []`},
		{"R27 reset behind the result", lines(vMeta, vUser("a"), vResult("settled"), vReset), `A [] settled`},
		{"R28 time is no time; kept", lines(vMeta, message(`"at":"yesterday",`+user)), `A ["a"] field`},
		{"R28 time is a number; kept", lines(vMeta, message(`"at":1767323045,`+user)), `A ["a"] field`},
		{"R29 time null", lines(vMeta, message(`"at":null,`+user)), `A ["a"]`},
		{"R29 no time", lines(vMeta, message(user)), `A ["a"]`},
		{"R30 iteration a string; kept", lines(vMeta, `{"kind":"event","event":{"kind":"iteration","iteration":"3"}}`), `A [] field`},
		{"R30 iteration 3.5; kept", lines(vMeta, `{"kind":"event","event":{"kind":"iteration","iteration":3.5}}`), `A [] field`},
		{"R30 iteration 3.0; kept", lines(vMeta, `{"kind":"event","event":{"kind":"iteration","iteration":3.0}}`), `A [] field`},
		{"R31 text null", lines(vMeta, message(`"message":{"type":"user","text":null}`)), `A [""]`},
		{"R32 more members", lines(vMeta, `{"kind":"message","x":[1],"message":{"type":"user","text":"a","y":{}}}`), `A ["a"]`},
		{"R33 arguments an object; kept", lines(vMeta, message(`"message":{"type":"activity","text":"","activity":{"kind":"request","name":"read","arguments":{"path":"x"}}}`)), `A ["read x"] field`},
		{"a picture's width is a text; kept", lines(vMeta, message(`"message":{"type":"x","text":"a","images":[{"width":"1"}]}`)), `A ["a"] field`},
		{"a picture is a text; kept", lines(vMeta, message(`"message":{"type":"x","text":"a","images":[null,"x"]}`)), `A ["a"] field`},
		{"a reasoning summary is a text; kept", lines(vMeta, message(`"message":{"type":"activity","text":"a","activity":{"kind":"x","reasoning_items":[{"summary":"s"}]}}`)), `A ["a"] field`},
		{"R35 byte 0xff", lines(vMeta, vUser("a\xffb")), "A [\"a\ufffdb\"]"},
		{"R35 lone surrogate", lines(vMeta, vUser(`a\ud800b`)), "A [\"a\ufffdb\"]"},
		{"R36 payload twice is merged", lines(vMeta, message(`"message":{"type":"user","text":"x"},"message":{"text":"y"}`)), `A ["y"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := written(t, c.in)
			if diff := cmp.Diff(c.want, brief(l)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			accountFor(t, []byte(c.in), l)
		})
	}
}

// R34: until 0.10 "backend" was the connection and "provider" the driver.
func TestReaderGivesOldMetaMembersTheirNamesOfToday(t *testing.T) {
	l := written(t, lines(`{"kind":"meta","meta":{"id":"A","provider":"openai","backend":"corp"}}`))
	if h := l.Index().Header; h.Provider != "corp" || h.Driver != "openai" {
		t.Errorf("provider %q driver %q, want corp and openai", h.Provider, h.Driver)
	}
}

// R37 to R39: the agent's own reader ends at a line of 16 MiB; this one does not.
func TestReaderHasNoLimitOfLineLength(t *testing.T) {
	frame := len(vUser(""))
	for _, size := range []int{16<<20 - 1, 16 << 20} {
		for _, end := range []string{"\r\n", ""} {
			in := vUser(strings.Repeat("x", size-frame)) + end
			if end != "" {
				in += vUser("after") + "\n"
			}
			l := written(t, vMeta+"\n"+in)
			want := 2
			if end == "" {
				want = 1
			}
			if got := len(l.Context(l.Index().Leaf)); got != want || len(l.Index().Problems) > 0 {
				t.Errorf("line of %d bytes ending in %q: %d messages, want %d; problems %v", size, end, got, want, l.Index().Problems)
			}
			if p := l.Index().At(0).Preview; len(p) > session.PreviewBytes {
				t.Errorf("preview of %d bytes", len(p))
			}
		}
	}
}
