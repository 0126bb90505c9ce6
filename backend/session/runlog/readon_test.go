package runlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

const writtenMs = 1_770_000_000_000

// atOnce reads a log from memory.
func atOnce(t testing.TB, data []byte) *Log {
	t.Helper()
	l, err := gather(context.Background(), bytes.NewReader(data), int64(len(data)), writtenMs)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// on reads a log on up to data.
func (l *Log) on(t testing.TB, data []byte) bool {
	t.Helper()
	ok, err := l.readOn(context.Background(), bytes.NewReader(data), int64(len(data)), writtenMs)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// all makes cmp look at every field but what an index keeps for itself.
var all = cmp.Options{
	cmp.Exporter(func(reflect.Type) bool { return true }),
	cmpopts.IgnoreUnexported(session.Index{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Log{}, "f"),
}

// diff is cmp.Diff, which is slow, only where there may be a difference.
func diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, all)
}

// differ says how a log differs from another in what it knows and what it answers.
func differ(want, got *Log) string {
	w, g := *want, *got
	w.x, g.x = nil, nil
	if diff := diff(w, g) + diff(want.x.Entries, got.x.Entries) + diff(want.x.Parts, got.x.Parts); diff != "" {
		return diff
	}
	v, h := *want.x, *got.x
	v.Entries, h.Entries, v.Parts, h.Parts = nil, nil, nil, nil
	if diff := cmp.Diff(&v, &h, all); diff != "" {
		return diff
	}
	for i := range want.x.Entries {
		p := session.Pos(i)
		if diff := diff(want.x.Children(p), got.x.Children(p)); diff != "" {
			return "children of " + want.x.Key(p) + ":\n" + diff
		}
		if q, ok := got.x.Lookup(want.x.Key(p)); !ok || q != p {
			return "the key " + want.x.Key(p) + " is lost"
		}
	}
	leaf := want.x.Leaf
	for _, p := range []session.Pos{leaf, max(leaf-3, session.None)} {
		if diff := diff(want.Items(p), got.Items(p)); diff != "" {
			return fmt.Sprintf("items at %d:\n%s", p, diff)
		}
		if diff := diff(want.Context(p), got.Context(p)); diff != "" {
			return fmt.Sprintf("context at %d:\n%s", p, diff)
		}
		if diff := diff(want.End(p, writtenMs), got.End(p, writtenMs)); diff != "" {
			return fmt.Sprintf("end at %d:\n%s", p, diff)
		}
	}
	return diff(want.Counters(0), got.Counters(0)) + diff(want.older(), got.older())
}

// follow reads a log that grows to each of the sizes, and again from its beginning
// where only that can tell. It checks each step, and answers how often a step was
// read on.
func follow(t testing.TB, data []byte, sizes []int) (on int) {
	t.Helper()
	l := atOnce(t, nil)
	for _, size := range sizes {
		want := atOnce(t, data[:size])
		before := l.x.Size
		if l.on(t, data[:size]) {
			on++
		} else {
			if diff := differ(atOnce(t, data[:before]), l); diff != "" {
				t.Fatalf("from %d to %d: what was read does not stand (-at once +left):\n%s\nof %.4000s", before, size, diff, data[:size])
			}
			l = want
		}
		if diff := differ(want, l); diff != "" {
			t.Fatalf("from %d to %d (-at once +read on):\n%s\nof %.4000s", before, size, diff, data[:size])
		}
	}
	return on
}

// record draws a line of a log. Texts are few, so that they come again.
func record(r *rapid.T) string {
	text := rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(r, "text")
	at := rapid.SampledFrom([]string{"", `"at":"2026-01-02T03:04:05Z",`, `"at":"2026-01-02T03:05:06.7Z",`, `"at":"2025-01-01T00:00:00Z",`}).Draw(r, "at")
	n := rapid.IntRange(1, 3).Draw(r, "n")
	message := func(kind, more string) string {
		return `{"kind":"message",` + at + `"message":{"type":"` + kind + `","text":"` + text + `"` + more + `}}`
	}
	event := func(members string) string {
		return `{"kind":"event",` + at + `"event":{"kind":"` + members + `}}`
	}
	activity := func(members string) string {
		return message("activity", fmt.Sprintf(`,"activity":{%s,"id":"c%d","name":"shell","arguments":"%s"}`, members, n%2, text))
	}
	result := func(more string) string {
		return fmt.Sprintf(`{"kind":"result",%s"result":{"reason":"%s","code":0,"iterations":%d%s}}`, at, rapid.SampledFrom([]string{"settled", "error", "cycle"}).Draw(r, "reason"), n, more)
	}
	return rapid.SampledFrom([]string{
		message("user", ""), message("user", ""), message("bot", ""), message("bot", ""), message("reasoning", ""), message("checkpoint", ""),
		message("attachment", `,"images":[{"digest":"x"}]`), message("new", ""), `{"kind":"message","message":{"type":"user","text":"!NB: again"}}`,
		activity(`"kind":"request"`), activity(`"kind":"response","result":"ok"`), activity(`"kind":"response","failure":"no"`),
		event(fmt.Sprintf(`iteration","iteration":%d`, n)), event(`message","text":"` + text + `"`), event(`retry","text":"503"`), event(`compact","text":"fewer"`),
		event(`toolCallStart","tool":"shell","text":"` + text + `"`), event(`toolCallEnd","tool":"shell"`), event(`toolCallError","tool":"shell","text":"no"`),
		event(fmt.Sprintf(`usage","text":"input %d output %d"`, n*100, n*n)), event(`usage"`), event(`notice","text":"more"`),
		vReset, result(""), result(`,"error":"` + text + `"`), `{"kind":"result"}`,
		`{"kind":"meta",` + at + `"meta":{"id":"B","resumedFrom":"Z"}}`, `{"kind":"future"}`, `{"kind":"message"}`, "", "  ", "7", "{oops", "\x00\x00{}", "{}\r",
	}).Draw(r, "record")
}

func anyLog(r *rapid.T) (text string, ends []int) {
	text = rapid.SampledFrom([]string{
		vMeta, `{"kind":"meta","meta":{"id":"A","task":"T","model":"m","provider":"p","resumedFrom":"Z"}}`,
		`{"kind":"meta","meta":{"id":"A","backend":"p"}}`, "\xef\xbb\xbf" + vMeta, "", vUser("no meta"),
	}).Draw(r, "first") + "\n"
	ends = append(ends, len(text))
	for range rapid.IntRange(1, 30).Draw(r, "records") {
		text += record(r) + "\n"
		ends = append(ends, len(text))
	}
	return text, ends
}

func TestAnyLogReadOnRecordByRecordIsTheLogReadAtOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, ends := anyLog(r)
		follow(t, []byte(text), ends)
	})
}

func TestAnyLogReadOnWhereverItWasCutIsTheLogReadAtOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, _ := anyLog(r)
		var sizes []int
		for at := 0; at < len(text); {
			at = min(len(text), at+rapid.IntRange(1, 150).Draw(r, "more"))
			sizes = append(sizes, at)
		}
		follow(t, []byte(text), sizes)
	})
}

func TestLogsOfEveryVersionReadOnByteForByte(t *testing.T) {
	logs, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(logs) == 0 {
		t.Fatal("no logs", err)
	}
	for _, path := range logs {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var sizes []int
			lines := bytes.SplitAfter(data, []byte("\n"))
			at := 0
			for i, line := range lines {
				if i%5 == 4 { // of some lines every byte
					for n := range line {
						sizes = append(sizes, at+n)
					}
				}
				at += len(line)
				sizes = append(sizes, at)
			}
			follow(t, data, sizes)
		})
	}
}

// What an agent writes from one compaction to the next is never a reason to read
// all of its log again.
func TestOnlyAResetAsksForANewReading(t *testing.T) {
	round := []string{
		`{"kind":"event","event":{"kind":"iteration","iteration":1}}`,
		`{"kind":"event","event":{"kind":"usage","text":"input 10 output 2"}}`,
		`{"kind":"event","event":{"kind":"message","text":"a"}}`,
		`{"kind":"event","event":{"kind":"toolCallStart","tool":"shell","text":"{}"}}`,
		`{"kind":"event","event":{"kind":"toolCallError","tool":"shell","text":"no"}}`,
		`{"kind":"message","message":{"type":"bot","text":"a"}}`,
		`{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"request","id":"c","name":"shell","arguments":"{}"}}}`,
		`{"kind":"message","message":{"type":"activity","text":"","activity":{"kind":"response","id":"c","name":"shell","arguments":"{}","failure":"no"}}}`,
	}
	seed := []string{vUser("carried over"), vUser("Carry on.")}
	rewritten := []string{vCompact, vReset, `{"kind":"message","message":{"type":"checkpoint","text":"summary"}}`, vUser("Carry on.")}
	text := `{"kind":"meta","meta":{"id":"A","resumedFrom":"Z"}}` + "\n"
	sizes := []int{len(text)}
	for _, records := range [][]string{seed, round, round, rewritten, round, {vResult("settled"), vUser("late")}} {
		for _, record := range records {
			text += record + "\n"
			sizes = append(sizes, len(text))
		}
	}
	const again = 5 // from nothing, at the reset, with the two messages written again behind it, and once all of them are there
	if on, want := follow(t, []byte(text), sizes), len(sizes)-again; on != want {
		t.Errorf("read on %d times of %d, want %d", on, len(sizes), want)
	}
}

// What was added may be more than is read in one piece.
func TestMegabytesAreReadOn(t *testing.T) {
	var text strings.Builder
	text.WriteString(lines(vMeta, vUser("a")))
	read := text.Len()
	for n := 0; text.Len() < 5<<20; n++ {
		text.WriteString(lines(
			fmt.Sprintf(`{"kind":"event","event":{"kind":"iteration","iteration":%d}}`, n),
			fmt.Sprintf(`{"kind":"event","event":{"kind":"usage","text":"input %d output %d"}}`, n*n, n),
			`{"kind":"message","message":{"type":"bot","text":"`+strings.Repeat("b", n%3000)+`"}}`))
	}
	data := []byte(text.String() + `{"kind":"mess`)
	if on := follow(t, data, []int{read, len(data)}); on != 1 {
		t.Error("megabytes are not read on")
	}
	l := atOnce(t, data[:read])
	data = append(data, []byte("\n"+lines(vReset, vUser("a")))...)
	for range 2 { // what was read before the reset is not read twice
		if l.on(t, data) {
			t.Fatal("a reset behind megabytes is read on")
		}
		for p := range l.x.Entries[1:] {
			if at := l.x.Entries[p]; l.x.Entries[p+1].Span.Off <= at.Span.Off {
				t.Fatalf("the entry at %d is there twice", at.Span.Off)
			}
		}
	}
}

func TestALogThatGrowsIsReadOnFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := lines(vMeta, vUser("a"))
	write(text)
	l := open(t, path)
	text += lines(`{"kind":"message","message":{"type":"bot","text":"b"}}`, vResult("settled"))
	write(text)
	var grows session.Grower = l
	if ok, err := grows.ReadOn(t.Context(), l.f); !ok || err != nil {
		t.Fatal("it is not read on", ok, err)
	}
	if diff := differ(open(t, path), l); diff != "" {
		t.Errorf("-at once +read on\n%s", diff)
	}
	for _, item := range l.Items(l.x.Leaf) {
		if body, err := l.Body(item); err != nil || !strings.Contains(text, string(body.Raw)) {
			t.Errorf("the body of %s is %q, %v", item.Kind, body.Raw, err)
		}
	}
	write(strings.Repeat("x", len(text)+1))
	if ok, err := grows.ReadOn(t.Context(), l.f); ok || !errors.Is(err, jsonl.ErrStale) {
		t.Errorf("a log that was rewritten answers %v, %v", ok, err)
	}
}
