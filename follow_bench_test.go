package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"branchline/backend/paths"
)

// follower is a long session that is open and written to.
type follower struct {
	app     *App
	file    *os.File
	handle  string
	entries int
	leaf    string // the last entry but one
}

// next writes the next entry of a turn that never ends: calls, their results,
// and now and then a reply.
func (f *follower) next(b *testing.B, w interface{ WriteString(string) (int, error) }) {
	b.Helper()
	n := f.entries
	f.leaf = fmt.Sprintf("%08x", max(n-1, 0))
	parent := fmt.Sprintf(`"%08x"`, n-1)
	if n == 0 {
		parent = "null"
	}
	at := time.UnixMilli(1777885200000 + int64(n)*1500).UTC().Format("2006-01-02T15:04:05.000Z")
	said := ""
	switch n % 20 {
	case 0:
		said = `"role":"user","content":[{"type":"text","text":"Go on with the next of them, please."}]`
	case 19:
		said = `"role":"assistant","provider":"acme","model":"large","usage":{"input":900,"output":40,"cost":{"total":0.01}},"content":[{"type":"text","text":"That one works now."}],"stopReason":"stop"`
	default:
		if n%2 == 1 {
			said = fmt.Sprintf(`"role":"assistant","provider":"acme","model":"large","usage":{"input":900,"output":40,"cost":{"total":0.01}},"content":[{"type":"thinking","thinking":"Look again."},{"type":"toolCall","id":"c%d","name":"read","arguments":{"path":"src/part%d.go"}}],"stopReason":"toolUse"`, n, n%300)
		} else {
			said = fmt.Sprintf(`"role":"toolResult","toolCallId":"c%d","toolName":"read","content":[{"type":"text","text":"package part\n"}],"isError":%v`, n-1, n%50 == 2)
		}
	}
	line := fmt.Sprintf(`{"type":"message","id":"%08x","parentId":%s,"timestamp":"%s","message":{%s}}`, n, parent, at, said)
	if _, err := w.WriteString(line + "\n"); err != nil {
		b.Fatal(err)
	}
	f.entries++
}

// newFollower opens a session of many entries on one branch.
func newFollower(b *testing.B, entries int) *follower {
	b.Helper()
	home := b.TempDir()
	f := &follower{app: newApp(paths.Env{
		Getenv: func(string) string { return "" }, Home: home, Dir: home, Temp: b.TempDir(), UID: 1000, OS: "linux",
	}, &watcher{})}
	b.Cleanup(f.app.close)
	var err error
	if f.file, err = os.Create(filepath.Join(home, "long.jsonl")); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.file.Close() }) // the folder goes with it
	w := bufio.NewWriter(f.file)
	if _, err := w.WriteString(header); err != nil {
		b.Fatal(err)
	}
	for f.entries < entries {
		f.next(b, w)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	o, err := f.app.set.Open(b.Context(), f.file.Name()) // not by the App, which would look by itself
	if err != nil {
		b.Fatal(err)
	}
	f.handle = o.Handle
	f.app.tabs = append(f.app.tabs, tab{handle: o.Handle, straight: f.leaf})
	return f
}

// BenchmarkFollow appends entries to an open session and makes, after each, what
// the page asks for. It prints the shortest time of every part, and of all of
// them the shortest, the median and the 99th percentile.
func BenchmarkFollow(b *testing.B) {
	for _, entries := range []int{2_700, 27_000, 271_000} {
		b.Run(fmt.Sprint(entries), func(b *testing.B) {
			f := newFollower(b, entries)
			graph := f.ask(b)
			took := map[string][]time.Duration{}
			for b.Loop() {
				f.next(b, f.file)
				start, at := time.Now(), time.Now()
				part := func(name string) {
					took[name] = append(took[name], time.Since(at))
					at = time.Now()
				}
				if _, err := f.app.set.Look(b.Context(), f.handle); err != nil {
					b.Fatal(err)
				}
				part("look")
				f.session(b)
				part("session")
				f.outline(b)
				part("outline")
				f.rows(b)
				part("rows")
				graph = f.graph(b, graph)
				part("graph")
				f.outcome(b)
				part("outcome")
				f.entry(b)
				part("entry")
				took["all"] = append(took["all"], time.Since(start))
			}
			for name, each := range took {
				b.ReportMetric(float64(slices.Min(each).Microseconds()), name+"-µs")
			}
			all := took["all"]
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)/2].Microseconds()), "median-µs")
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// ask makes everything once and answers the number of rows of the graph.
func (f *follower) ask(b *testing.B) int {
	f.session(b)
	f.rows(b)
	f.outcome(b)
	return f.graph(b, 0)
}

func (f *follower) session(b *testing.B) {
	if answer, err := f.app.Follow(FollowRequest{Session: f.handle, Leaf: f.leaf}); err != nil || answer.Session.Entries != f.entries {
		b.Fatalf("%d entries of %d: %v", answer.Session.Entries, f.entries, err)
	}
}

func (f *follower) outline(b *testing.B) {
	err := f.app.use(f.handle, func(o snapshot) error {
		_, err := f.app.outline(o, "", f.entries-50)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

func (f *follower) rows(b *testing.B) {
	if answer, err := f.app.Rows(RowsRequest{Session: f.handle, From: f.entries - 50, Count: 100}); err != nil || len(answer.Rows) == 0 {
		b.Fatalf("%d rows of %d: %v", len(answer.Rows), answer.Total, err)
	}
}

func (f *follower) graph(b *testing.B, total int) int {
	answer, err := f.app.Graph(GraphRequest{Session: f.handle, From: max(total-50, 0), Count: 100})
	if err != nil || len(answer.Rows) == 0 {
		b.Fatalf("%d rows of %d: %v", len(answer.Rows), answer.Total, err)
	}
	return answer.Total
}

func (f *follower) entry(b *testing.B) {
	if _, err := f.app.Entry(EntryRequest{Session: f.handle, Key: "00000001"}); err != nil {
		b.Fatal(err)
	}
}

func (f *follower) outcome(b *testing.B) {
	if answer, err := f.app.Outcome(OutcomeRequest{Session: f.handle}); err != nil || answer.Entries != f.entries {
		b.Fatalf("%d entries of %d: %v", answer.Entries, f.entries, err)
	}
}
