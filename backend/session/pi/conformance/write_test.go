//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/pi"
)

// Whatever is done to a session in whatever order, we write the bytes pi writes,
// each goes on in the other's files, and both read them alike.
func TestConformanceOfWriting(t *testing.T) {
	for _, seed := range seeds(t, 60, 600) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			w := &worker{twins: newTwins(t), grower: grower{Rand: rand.New(rand.NewPCG(seed, 7))}}
			defer w.done(t, func() string { return strings.Join(w.log, "\n") })
			w.begin()
			for range 10 + w.IntN(30) {
				w.next()
			}
			if err := w.ours.Close(); err != nil {
				t.Error(err)
			}
			for _, data := range w.read(w.dirs[0]) {
				conform(t, []byte(data))
			}
		})
	}
}

// worker does one thing after another to a pair of sessions.
type worker struct {
	*twins
	grower
	steps int
}

func (w *worker) begin() {
	id := "session-" + fmt.Sprint(w.IntN(100))
	var err error
	if w.in(5) {
		w.step(map[string]any{"do": "memory", "cwd": "/p", "id": id}, 0, func() error {
			w.ours, err = pi.InMemory("/p", nil, append(w.options(), pi.WithSessionID(id))...)
			return err
		})
		return
	}
	w.step(map[string]any{"do": "create", "cwd": "/p", "dir": w.dirs[1], "id": id}, 0, func() error {
		w.ours, err = pi.Create("/p", w.dirs[0], append(w.options(), pi.WithSessionID(id))...)
		return err
	})
}

// firstID is where the ids of the next step begin; now and then they are taken.
func (w *worker) firstID() int {
	w.steps++
	if w.in(10) {
		return 16 * w.IntN(w.steps)
	}
	return 16 * w.steps
}

// anyID is an entry's, mostly.
func (w *worker) anyID() string {
	all, err := w.ours.GetEntries()
	if err != nil {
		w.tb.Fatal(err)
	}
	if len(all) == 0 || w.in(15) {
		return w.one("nope", "", "L2")
	}
	return all[w.IntN(len(all))].ID()
}

var undefined = map[string]bool{"undefined": true}

// optional is a value that may be missing or null: ours, and pi's argument.
func (w *worker) optional() (ours any, theirs any) {
	switch w.IntN(4) {
	case 0:
		return json.RawMessage("null"), nil
	case 1:
		raw := json.RawMessage(w.value(2))
		return raw, raw
	}
	return nil, undefined
}

func (w *worker) fields() (o pi.OptionalEntryFields, details, usage, fromHook any) {
	o.Details, details = w.optional()
	o.Usage, usage = w.optional()
	fromHook = undefined
	if w.in(3) {
		hook := w.in(2)
		o.FromHook, fromHook = &hook, hook
	}
	return o, details, usage, fromHook
}

func (w *worker) next() {
	m, id := w.ours, w.firstID()
	switch w.IntN(22) {
	case 0, 1, 2, 3:
		message := json.RawMessage(w.message())
		w.call(id, func() error { _, err := m.AppendMessage(message); return err }, "appendMessage", message)
	case 4:
		level := w.one("off", "high", "")
		w.call(id, drop(m.AppendThinkingLevelChange, level), "appendThinkingLevelChange", level)
	case 5:
		w.call(id, func() error { _, err := m.AppendModelChange("acme", "<m>"); return err }, "appendModelChange", "acme", "<m>")
	case 6:
		name := w.one("A name", " \r\n\nB\u00a0\ufeff", "", "tab\there \u2028", "é\n\"")
		w.call(id, drop(m.AppendSessionInfo, name), "appendSessionInfo", name)
	case 7:
		ours, theirs := w.optional()
		w.call(id, func() error { _, err := m.AppendCustomEntry("ext", ours); return err }, "appendCustomEntry", "ext", theirs)
	case 8:
		content := json.RawMessage(w.content())
		ours, theirs := w.optional()
		w.call(id, func() error { _, err := m.AppendCustomMessageEntry("ext", content, true, ours); return err },
			"appendCustomMessageEntry", "ext", content, true, theirs)
	case 9:
		note := w.one("", "a note")
		usage := json.RawMessage(`{"input":1.50,"cost":{"total":1e-7}}`)
		w.call(id, func() error { _, err := m.AppendUsage("cache_warm", "acme", "m", usage, note); return err },
			"appendUsage", "cache_warm", "acme", "m", usage, note)
	case 10, 11:
		w.label(id)
	case 12:
		w.compact(id)
	case 13, 14:
		target := w.anyID()
		replacement := json.RawMessage(w.one("null", `{"content":"short"}`, `{"content":[{"type":"text","text":"x"}],"more":1.0}`, `{"x":1}`, `"text"`, `{"content":null}`))
		w.call(id, func() error { _, err := m.AppendContextEdit(target, replacement); return err }, "appendContextEdit", target, replacement)
	case 15:
		target := w.anyID()
		w.call(id, func() error { return m.Branch(target) }, "branch", target)
	case 16:
		if w.in(3) {
			w.call(id, m.ResetLeaf, "resetLeaf")
			return
		}
		w.branchWithSummary(id)
	case 17, 18:
		w.swap(id, w.one("", "", `{"type":"message","id":"torn`, "   ", lab(fmt.Sprint("whole", id), "-", w.anyID(), "x")))
	default:
		w.another()
	}
}

func (w *worker) label(id int) {
	target, text := w.anyID(), w.one("", "good", " ", "“✓”")
	label, given := &text, any(text)
	if w.in(4) {
		label, given = nil, undefined
	}
	w.call(id, func() error { _, err := w.ours.AppendLabelChange(target, label); return err }, "appendLabelChange", target, given)
}

func (w *worker) compact(id int) {
	kept, given := (*string)(nil), any(undefined)
	if !w.in(4) {
		target := w.anyID()
		kept, given = &target, target
	}
	o, details, usage, hook := w.fields()
	tokens := []float64{0, 100, 1.5, 1e21}[w.IntN(4)]
	w.call(id, func() error { _, err := w.ours.AppendCompaction("sum", kept, tokens, o); return err },
		"appendCompaction", "sum", given, tokens, details, hook, usage)
}

func (w *worker) branchWithSummary(id int) {
	to, given := (*string)(nil), any(nil)
	if !w.in(4) {
		target := w.anyID()
		to, given = &target, target
	}
	o, details, usage, hook := w.fields()
	summary := w.one("left it", "")
	w.call(id, func() error { _, err := w.ours.BranchWithSummary(to, summary, o); return err },
		"branchWithSummary", given, summary, details, hook, usage)
}

// another goes on in another session: one made anew, of a branch, of all that there
// is, or one that is there already.
func (w *worker) another() {
	id := 16 * w.steps // ids of the old session are taken for us, not for pi
	switch w.IntN(4) {
	case 0:
		from, sessionID := w.one("", "/x/old.jsonl"), w.one("fine.1", "-bad")
		given := map[string]any{"id": sessionID}
		if from != "" {
			given["parentSession"] = from
		}
		w.call(id, func() error {
			_, err := w.ours.NewSession(pi.NewSessionOptions{ID: &sessionID, ParentSession: from})
			return err
		}, "newSession", given)
	case 1, 2:
		leaf := w.anyID()
		w.call(id, drop(w.ours.CreateBranchedSession, leaf), "createBranchedSession", leaf)
	case 3:
		w.fork(id)
	}
}

func (w *worker) fork(id int) {
	names, err := fs.Glob(os.DirFS(w.dirs[0]), "*.jsonl")
	if err != nil {
		w.tb.Fatal(err)
	}
	name := w.one(append(names, "missing.jsonl")...)
	if w.ours.IsPersisted() && w.in(2) {
		w.call(id, func() error { return w.ours.SetSessionFile(filepath.Join(w.dirs[0], name)) }, "setSessionFile", filepath.Join(w.dirs[1], name))
		return
	}
	sessionID := fmt.Sprint("fork-", w.steps)
	w.step(map[string]any{"do": "fork", "path": filepath.Join(w.dirs[1], name), "cwd": "/elsewhere/", "dir": w.dirs[1], "id": sessionID}, id, func() error {
		m, err := pi.ForkFrom(filepath.Join(w.dirs[0], name), "/elsewhere/", w.dirs[0], append(w.options(), pi.WithSessionID(sessionID))...)
		if err != nil {
			return err
		}
		old := w.ours
		w.ours = m
		return old.Close()
	})
}
