package convert_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pgregory.net/rapid"

	"branchline/backend/session/runlog"
)

// run makes a run log as the agent writes one.
type run struct {
	t     *rapid.T
	blobs string
	lines []byte
	ms    int64
	n     int
	// conversation is what the model goes on with.
	conversation []runlog.Message
	round        int
	in, out      int
}

func (r *run) write(rec runlog.Record) {
	r.ms += int64(rapid.IntRange(0, 3000).Draw(r.t, "ms"))
	rec.At = time.UnixMilli(r.ms).UTC()
	b, err := json.Marshal(rec)
	if err != nil {
		r.t.Fatal(err)
	}
	r.lines = append(append(r.lines, b...), '\n')
}

func (r *run) event(kind, tool, text string, iteration int) {
	r.write(runlog.Record{Kind: runlog.KindEvent, Event: &runlog.Event{Kind: kind, Tool: tool, Text: text, Iteration: iteration}})
}

func (r *run) message(m runlog.Message) {
	r.write(runlog.Record{Kind: runlog.KindMessage, Message: &m})
	r.conversation = append(r.conversation, m)
}

func (r *run) words() string { r.n++; return fmt.Sprintf("text %d", r.n) }

func (r *run) chance(n int) bool { return rapid.IntRange(0, n-1).Draw(r.t, "chance") == 0 }

// pictures are those of an attachment, whose bytes lie beside the log.
func (r *run) pictures() []runlog.Image {
	var out []runlog.Image
	for range rapid.IntRange(1, 2).Draw(r.t, "pictures") {
		r.n++
		data := picture(r.n)
		p := runlog.NewImage(data, "image/png", 1, 1)
		if err := os.MkdirAll(r.blobs, 0o700); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.blobs, p.File()), data, 0o600); err != nil {
			r.t.Fatal(err)
		}
		p.Bytes, p.Source, p.Origin = nil, "blob", "shot.png"
		out = append(out, p)
	}
	return out
}

// turn is a round of the run: its events, then its messages, behind a reset at times.
func (r *run) turn() {
	r.round++
	r.event("iteration", "", "", r.round)
	if r.chance(6) {
		r.event("retry", "", "503", 0)
		r.event("iteration", "", "", r.round)
	}
	r.in, r.out = r.in+10, r.out+1
	r.event("usage", "", fmt.Sprintf("input %d output %d", r.in, r.out), 0)
	var burst []runlog.Message
	add := func(typ string) {
		m := runlog.Message{Type: typ, Text: r.words()}
		r.event("message", "", m.Text, 0)
		burst = append(burst, m)
	}
	if r.chance(3) {
		add("reasoning")
	}
	calls := rapid.IntRange(0, 3).Draw(r.t, "calls")
	if calls == 0 || r.chance(2) {
		add("bot")
	}
	for range calls {
		r.n++
		a := runlog.Activity{Kind: "request", ID: fmt.Sprintf("c%d", r.n), Name: "shell", Arguments: fmt.Sprintf(`{"command":"make %d"}`, r.n)}
		switch rapid.IntRange(0, 9).Draw(r.t, "odd") {
		case 0:
			a.ID = ""
		case 1:
			a.ID = "again"
		case 2:
			a.Arguments = `{bad`
		}
		request, response := a, a
		response.Kind = "response"
		answer := runlog.Message{Type: "activity", Text: r.words(), Activity: &response}
		r.event("toolCallStart", a.Name, a.Arguments, 0)
		if r.chance(5) {
			response.Failure, answer.Text = answer.Text, `{"error":"`+answer.Text+`"}`
			r.event("toolCallError", a.Name, response.Failure, 0)
		} else {
			response.Result = answer.Text
			r.event("toolCallEnd", a.Name, "", 0)
		}
		burst = append(burst, runlog.Message{Type: "activity", Activity: &request}, answer)
	}
	if calls > 0 && r.chance(5) {
		burst = append(burst, runlog.Message{Type: "attachment", Text: r.words(), Images: r.pictures()})
	}
	if r.chance(6) {
		r.event("notice", "", "empty (1/3)", 0)
		burst = append(burst, runlog.Message{Type: "user", Text: "!NB: " + r.words()})
	}
	if r.chance(12) {
		burst = append(burst, runlog.Message{Type: "agent", Text: r.words()})
	}
	if r.chance(7) {
		r.reset()
	}
	for _, m := range burst {
		r.message(m)
	}
}

// reset writes the conversation again, mostly condensed.
func (r *run) reset() {
	leading := 0
	for leading < len(r.conversation) && r.conversation[leading].Type == "checkpoint" {
		leading++
	}
	before, tail := r.conversation[:leading], r.conversation[leading:]
	tail = tail[rapid.IntRange(0, len(tail)).Draw(r.t, "dropped"):]
	again := slices.Clone(before)
	if !r.chance(4) {
		r.event("compact", "", "compacted earlier messages into a checkpoint", 0)
		again = append(again, runlog.Message{Type: "checkpoint", Text: r.words()})
	}
	again = append(again, tail...)
	r.write(runlog.Record{Kind: runlog.KindReset})
	r.conversation = nil
	for _, m := range again {
		r.message(m)
	}
}

// drawRun writes a log into a folder and answers its path and the conversation.
func drawRun(t *rapid.T, dir string) (string, []runlog.Message) {
	r := &run{t: t, blobs: filepath.Join(dir, "run.blobs"), ms: 1_800_000_000_000}
	r.write(runlog.Record{Kind: runlog.KindMeta, Meta: &runlog.Meta{
		ID: "run", Task: rapid.SampledFrom([]string{"Build it.\n\n1. It builds.", "", "text 1"}).Draw(t, "task"), Model: "large", Provider: "work", Driver: "acme", Workdir: "/srv/shop",
	}})
	r.message(runlog.Message{Type: "user", Text: r.words()})
	for range rapid.IntRange(0, 12).Draw(t, "turns") {
		r.turn()
	}
	if reason := rapid.SampledFrom([]string{"", "settled", "stop", "failed", "time", "continuations", "cycle", "aborted", "error"}).Draw(t, "reason"); reason != "" {
		v := &runlog.Result{Reason: reason, Message: r.words(), Code: 1, Iterations: r.round}
		if reason == "error" {
			v.Error, v.Failure = "no such model", &runlog.Failure{Status: 404}
		}
		r.write(runlog.Record{Kind: runlog.KindResult, Result: v})
	}
	path := filepath.Join(dir, "run.jsonl")
	if err := os.WriteFile(path, r.lines, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, r.conversation
}
