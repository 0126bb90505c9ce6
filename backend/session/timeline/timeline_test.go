package timeline

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

func script(t *testing.T, name string) *sessiontest.Session {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return sessiontest.New(t, string(b))
}

func page(t testing.TB, b *Branch, from, count int) Page {
	t.Helper()
	p, err := b.Page(from, count)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// print writes rows and turns for a golden.
func print(b *Branch, p Page) string {
	var out strings.Builder
	turn := -1
	marks := b.Outline(0)
	for _, r := range p.Rows {
		if r.Turn != turn {
			turn = r.Turn
			t := b.turns[turn]
			fmt.Fprintf(&out, "# turn %d %q: %d rows, %d s, $%.2f, %d calls, %d errors\n",
				t.Number, t.Title, t.Rows, t.EngagedMs/1000, t.CostUSD, t.Calls, t.Errors)
		}
		var facts []string
		add := func(is bool, format string, args ...any) {
			if is {
				facts = append(facts, fmt.Sprintf(format, args...))
			}
		}
		add(r.GapMs > 0, "idle %d s before", r.GapMs/1000)
		add(r.EndMs > r.AtMs, "took %d s", (r.EndMs-r.AtMs)/1000)
		add(r.IsError, "error")
		add(r.Label != "", "label %q", r.Label)
		add(r.Context != "", "%s", r.Context)
		add(r.Branches > 0, "%d ways on", r.Branches)
		add(r.CostUSD > 0, "%s $%.2f", r.ModelName, r.CostUSD)
		add(r.ExitCode != nil, "exit")
		add(len(r.Images) > 0, "%d pictures", len(r.Images))
		add(r.Diff != "", "diff")
		add(r.Orphan, "orphan")
		fmt.Fprintf(&out, "%2d %s %s %s/%s %s [%d %08b]\n", r.Index, r.Entry, r.Kind, r.Role, r.Tool,
			strings.Join(facts, ", "), marks[2*r.Index], marks[2*r.Index+1])
		for _, line := range strings.Split(r.Text, "\n") {
			fmt.Fprintf(&out, "     %s\n", line)
		}
	}
	return out.String()
}

func TestReadsEveryCaseAsItsGolden(t *testing.T) {
	for _, name := range []string{"kinds", "attempts"} {
		s := script(t, name)
		b := Of(s, s.Index().Leaf)
		sessiontest.Golden(t, "testdata/"+name+".timeline.txt", print(b, page(t, b, 0, 100)))
	}
}

func TestOfReadsNoBodyAndAPageOnlyItsOwn(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	b.Outline(0)
	if s.Reads != 0 {
		t.Errorf("%d bodies were read before a page was asked for", s.Reads)
	}
	page(t, b, 2, 3)
	if s.Reads != 3 {
		t.Errorf("a page of 3 rows read %d bodies", s.Reads)
	}
}

func TestARowOfALargeRecordIsReadOnce(t *testing.T) {
	s := sessiontest.Build([]sessiontest.Record{
		{ID: "p", Kind: "user", Text: strings.Repeat("much ", heavyBytes/5)},
		{ID: "a", Parent: "p", Kind: "assistant", Text: "little"},
	})
	b := Of(s, 1)
	first := page(t, b, 0, 2)
	again := page(t, b, 0, 2)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("the second page differs (-first +second):\n%s", diff)
	}
	if s.Reads != 3 {
		t.Errorf("two pages read %d bodies, want the large one once and the small one twice", s.Reads)
	}
}

func TestABodyThatCannotBeReadFailsThePage(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	s.Fails = errors.New("rewritten")
	if _, err := b.Page(0, 1); !errors.Is(err, s.Fails) {
		t.Errorf("error = %v", err)
	}
	if _, err := b.Body(0); !errors.Is(err, s.Fails) {
		t.Errorf("error of the body = %v", err)
	}
}

func TestFindsTheRowOfEveryEntryOfTheBranchAndNoOther(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	rows := page(t, b, 0, 100).Rows
	for key, want := range map[string]string{"p1": "prompt", "a1": "reply", "r1": "call", "r2": "call", "l1": "label"} {
		if got := rows[b.Find(s.Pos(t, key))]; got.Kind != want {
			t.Errorf("%s is found at row %d, a %s, want a %s", key, got.Index, got.Kind, want)
		}
	}
	if got := b.Find(s.Pos(t, "p3")); got != -1 {
		t.Errorf("an entry of another branch is found at row %d", got)
	}
}

func TestLongTextsAreCutBetweenCharactersAndSayHowLongTheyAre(t *testing.T) {
	long := strings.Repeat("日本 text ", 20_000)
	s := sessiontest.Build([]sessiontest.Record{
		{ID: "p", Kind: "user", Text: long},
		{ID: "a", Parent: "p", Kind: "assistant", Calls: []sessiontest.Call{{ID: "c", Tool: "bash", Target: long}}},
		{ID: "r", Parent: "a", Kind: "result", Of: "c", Text: long + "the end", Diff: long},
	})
	rows := page(t, Of(s, 2), 0, 9).Rows
	for _, r := range rows {
		if n := utf8.RuneCountInString(r.Text); n > MaxText {
			t.Errorf("row %d: text of %d characters", r.Index, n)
		}
		for name, text := range map[string]string{"text": r.Text, "body": r.Body, "args": r.Args, "result": r.Result, "tail": r.ResultTail, "diff": r.Diff} {
			if !utf8.ValidString(text) || len(text) > MaxBody {
				t.Errorf("row %d: %s of %d bytes, valid %v", r.Index, name, len(text), utf8.ValidString(text))
			}
		}
	}
	call := rows[1]
	if call.ResultBytes != len(long)+7 || !strings.HasSuffix(call.ResultTail, "the end") || len(call.Result)+len(call.ResultTail) > MaxResult {
		t.Errorf("result: %d bytes of %d, tail %q", len(call.Result), call.ResultBytes, call.ResultTail[max(0, len(call.ResultTail)-20):])
	}
	if rows[0].BodyBytes != len(long) || len(rows[0].Body) < MaxBody-4 {
		t.Errorf("body: %d bytes of %d", len(rows[0].Body), rows[0].BodyBytes)
	}
}

func TestAPageStopsBeforeItGrowsLargeButGivesARow(t *testing.T) {
	var records []sessiontest.Record
	for i := range 100 {
		r := sessiontest.Record{ID: fmt.Sprint("p", i), Kind: "user", Text: strings.Repeat("<b>\x1b", 5000)}
		if i > 0 {
			r.Parent = records[i-1].ID
		}
		records = append(records, r)
	}
	b := Of(sessiontest.Build(records), 99)
	for from := 0; from < b.Len(); {
		p := page(t, b, from, 50)
		if len(p.Rows) == 0 || len(p.Rows) > 2 {
			t.Fatalf("%d rows from %d", len(p.Rows), from)
		}
		from += len(p.Rows)
	}
}

func TestACallAtTheEndOfABranchMayStillRun(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		a1 . assistant call=c1:bash:"make"
		l1 . label "x" target=a1
		p2 a1 user "never mind"`)
	for leaf, want := range map[string]string{"l1": "make", "p2": "make\n" + NoResult} {
		if got := page(t, Of(s, s.Pos(t, leaf)), 1, 1).Rows[0]; got.Text != want || got.HasResult {
			t.Errorf("at %s: %q, want %q", leaf, got.Text, want)
		}
	}
}

func TestRowsBeforeTheFirstPromptFormATurnWithoutANumber(t *testing.T) {
	s := sessiontest.New(t, "m1 - model \"a/b\"\np1 . user \"hello\"\na1 . assistant \"yes\"\np2 . user \"\"")
	var got []string
	for _, turn := range Of(s, 3).Turns() {
		got = append(got, fmt.Sprintf("%d %d+%d %s", turn.Number, turn.First, turn.Rows, turn.Title))
	}
	if diff := cmp.Diff([]string{"0 0+1 ", "1 1+2 hello", "2 3+1 (no text)"}, got); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
}

func TestNoBranchHasNoRows(t *testing.T) {
	s := sessiontest.New(t, `p1 - user "hello"`)
	b := Of(s, session.None)
	if diff := cmp.Diff(Page{At: -1, Rows: []Row{}, Turns: []Turn{}}, page(t, b, 0, 10)); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if b.Find(0) != -1 || len(b.Outline(0)) != 0 {
		t.Error("rows were found")
	}
}

func TestPagesTogetherAreTheWholeBranch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 80, true))
		b := Of(s, session.Pos(rapid.IntRange(0, len(s.Index().Entries)-1).Draw(t, "leaf")))
		whole, err := b.Page(0, MaxRows)
		if err != nil || len(whole.Rows) != b.Len() || len(b.Outline(0)) != 2*b.Len() {
			t.Fatalf("%d rows of %d: %v", len(whole.Rows), b.Len(), err)
		}
		from := rapid.IntRange(0, b.Len()).Draw(t, "from")
		count := rapid.IntRange(0, b.Len()-from).Draw(t, "count")
		part, err := b.Page(from, count)
		if err != nil {
			t.Fatal(err)
		}
		if all := b.Outline(0); !bytes.Equal(b.Outline(from), all[2*from:]) {
			t.Fatalf("the outline from row %d is not the end of that of all rows", from)
		}
		if diff := cmp.Diff(append([]Row{}, whole.Rows[from:from+count]...), part.Rows); diff != "" {
			t.Fatalf("rows %d+%d (-whole +page):\n%s", from, count, diff)
		}
	})
}

func TestTurnsPartitionTheRowsAndNoTimeIsCountedTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sessiontest.Build(sessiontest.Records(t, 80, false))
		x := s.Index()
		leaf := session.Pos(rapid.IntRange(0, len(x.Entries)-1).Draw(t, "leaf"))
		b := Of(s, leaf)
		next, engaged, cost := 0, int64(0), 0.0
		for i, turn := range b.Turns() {
			if turn.Index != i || turn.First != next || turn.Rows < 1 {
				t.Fatalf("turn %+v after row %d", turn, next)
			}
			next += turn.Rows
			engaged += turn.EngagedMs
			cost += turn.CostUSD
		}
		if next != b.Len() {
			t.Fatalf("turns hold %d rows of %d", next, b.Len())
		}
		path := x.Branch(leaf)
		if whole := x.At(leaf).AtMs - x.At(path[0]).AtMs; engaged > whole {
			t.Fatalf("%d ms engaged in %d", engaged, whole)
		}
		rows, err := b.Page(0, MaxRows)
		if err != nil {
			t.Fatal(err)
		}
		paid := 0.0
		for _, r := range rows.Rows {
			paid += r.CostUSD
		}
		if paid != cost {
			t.Fatalf("rows cost %v, turns %v", paid, cost)
		}
	})
}

func BenchmarkPage(b *testing.B) {
	var records []sessiontest.Record
	for i := range 20_000 {
		r := sessiontest.Record{ID: fmt.Sprint("e", i), Kind: "assistant", Text: strings.Repeat("some text ", 30)}
		if i > 0 {
			r.Parent = records[i-1].ID
		}
		if i%10 == 0 {
			r.Kind = "user"
		}
		records = append(records, r)
	}
	s := sessiontest.Build(records)
	b.Run("open 20000", func(b *testing.B) {
		for b.Loop() {
			Of(s, 19_999)
		}
	})
	branch := Of(s, 19_999)
	b.Run("page of 200", func(b *testing.B) {
		for b.Loop() {
			if _, err := branch.Page(10_000, 200); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestAPageSaysWhatAResumedRunTookOver(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go" inherited
		a1 . assistant "done" inherited
		p2 . user "carry on"`)
	s.Index().Header.Parent = "20260201-090000\x1b[2J"
	whole := page(t, Of(s, s.Pos(t, "p2")), 0, 10)
	if got, want := whole.Carried, "2 messages carried over from 20260201-090000"; got != want {
		t.Errorf("carried %q, want %q", got, want)
	}
	if got, want := whole.CarriedRows, 2; got != want || len(whole.Rows) != 3 {
		t.Errorf("carried over in %d of %d rows, want %d of 3", got, len(whole.Rows), want)
	}
	if got := page(t, Of(s, s.Pos(t, "p1")), 0, 10).Carried; !strings.HasPrefix(got, "1 message carried over") {
		t.Errorf("carried up to the first: %q", got)
	}
	s = sessiontest.New(t, `p1 - user "go"`)
	if got := page(t, Of(s, s.Index().Leaf), 0, 10); got.Carried != "" || got.CarriedRows != 0 {
		t.Errorf("nothing was carried over: %q in %d rows", got.Carried, got.CarriedRows)
	}
}

func TestACompactionSaysHowLargeTheContextWasBeforeAndAfter(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "a"
		a1 . assistant "b" in=179000 out=1000
		c1 . compaction "so far"
		a2 . assistant "d" in=21000 cache=1000 out=500
		c2 . compaction "its own size" size=9000`)
	rows := page(t, Of(s, s.Index().Leaf), 0, 9).Rows
	if got, want := rows[4].Target, "Compacted 9k tokens"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if r := rows[2]; r.Target != "Compacted 180k → 22k tokens" || !slices.Contains(r.Notes, "22,000 tokens sent for the next reply") {
		t.Errorf("row = %+v", r)
	}
}

func TestACallWaitsWhileNothingFollowsIt(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		a1 . assistant call=c1:bash:ls
		a2 . assistant call=c2:bash:pwd call=c3:bash:date call=c4:bash:id
		r3 . result "1 Jan" of=c3
		l1 . label "here" target=a2`)
	var got []string
	for _, r := range page(t, Of(s, s.Index().Leaf), 0, 9).Rows {
		if r.Waits {
			got = append(got, r.Target)
		}
	}
	if want := []string{"pwd", "id"}; !slices.Equal(got, want) {
		t.Errorf("%q wait, want %q", got, want)
	}
}

func TestEachRoundOfARunIsATurnWithWhatItTook(t *testing.T) {
	s := sessiontest.New(t, `
		p1 - user "go"
		e1 . event "round 7"
		a1 . assistant call=c1:bash:ls
		a2 . assistant call=c2:bash:pwd
		r2 . result "no" of=c2 failed
		e2 . event "round 8"
		e3 . event "stopped"`)
	b := Of(s, s.Index().Leaf)
	var got []string
	for _, turn := range b.Turns() {
		got = append(got, fmt.Sprintf("%s: %d+%d, %d calls, %d errors", turn.Name(), turn.First, turn.Rows, turn.Calls, turn.Errors))
	}
	want := []string{"Turn 1: 0+1, 0 calls, 0 errors", "Round 7: 1+3, 2 calls, 1 errors", "Round 8: 4+2, 0 calls, 0 errors"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	outline := b.Outline(0)
	for row, begins := range []bool{false, true, false, false, true, false} {
		if quiet, marked := outline[2*row+1]&MarkMeta != 0, outline[2*row+1]&MarkRound != 0; quiet != begins || marked != begins {
			t.Errorf("row %d is quiet %v and marked as a round %v, want both %v", row, quiet, marked, begins)
		}
	}
}
