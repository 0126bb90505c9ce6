package demo

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"branchline/backend/session/runlog"
)

// runTrack is the story of the run log.
type runTrack struct {
	track
	round, calls, settles, retries int
	input, output                  int // tokens so far
	// said is what a log gets at the end of the round only.
	said []runlog.Message
}

func (t *runTrack) message(m runlog.Message) {
	t.after(0, func(d *Demo) error { return d.recorder.RecordMessage(m) })
}

func (t *runTrack) event(pause time.Duration, kind, tool, text string) {
	t.after(pause, func(d *Demo) error { return d.recorder.RecordEvent(kind, tool, text, 0) })
}

// flush writes the messages of the round that ends.
func (t *runTrack) flush() {
	for _, m := range t.said {
		t.message(m)
	}
	t.said = nil
}

func (t *runTrack) begin() {
	t.flush()
	t.round++
	t.attempt()
}

// attempt asks the model in the round that has begun.
func (t *runTrack) attempt() {
	round := t.round
	t.after(0, func(d *Demo) error { return d.recorder.RecordEvent("iteration", "", "", round) })
}

// retry has the provider refuse, and the engine ask again after a pause.
func (t *runTrack) retry(pause float64, refusal string, backoff float64) {
	t.retries++
	t.event(seconds(pause), "retry", "", refusal)
	t.at += seconds(backoff)
	t.attempt()
}

// answer is what the model thinks and says, token by token. input and output are
// the tokens of this round.
func (t *runTrack) answer(pause float64, thinking, text string, input, output int) {
	t.narrate(seconds(pause)/2, "reasoningToken", thinking)
	t.narrate(seconds(pause)/2, "token", text)
	t.input += input
	t.output += output
	t.event(0, "usage", "", fmt.Sprintf("input %d output %d", t.input, t.output))
	for _, m := range []runlog.Message{{Type: "reasoning", Text: thinking}, {Type: "bot", Text: text}} {
		if m.Text != "" {
			t.event(0, "message", "", m.Text)
			t.said = append(t.said, m)
		}
	}
}

// narrate takes as long as the model does to write the text. An engine reports
// every token; the recorder keeps none.
func (t *runTrack) narrate(takes time.Duration, kind, text string) {
	tokens := strings.SplitAfter(text, " ")
	for _, token := range tokens {
		t.event(takes/time.Duration(len(tokens)), kind, "", token)
	}
}

// call runs a tool.
func (t *runTrack) call(takes float64, tool string, arguments any, result string) {
	encoded, err := json.Marshal(arguments)
	if err != nil {
		panic(err) // it is part of the program
	}
	t.calls++
	request := runlog.Activity{Kind: "request", ID: fmt.Sprintf("call_%d", t.calls), Name: tool, Arguments: string(encoded)}
	response := request
	response.Kind, response.Result = "response", result
	t.event(0, "toolCallStart", tool, request.Arguments)
	t.event(seconds(takes), "toolCallEnd", tool, "")
	t.said = append(t.said,
		runlog.Message{Type: "activity", Activity: &request},
		runlog.Message{Type: "activity", Text: result, Activity: &response})
}

func (t *runTrack) write(path, content string) {
	arguments := struct {
		Path    string `json:"path"`
		Content string `json:"content"`
	}{path, content}
	t.call(0.4, "write", arguments, fmt.Sprintf("wrote %d bytes to %s", len(content), path))
}

func (t *runTrack) shell(takes float64, command, output string) {
	t.call(takes, "shell", map[string]string{"command": command}, output)
}

// settle ends the round with the engine asking for an outcome.
func (t *runTrack) settle() {
	t.settles++
	t.event(0, "notice", "", fmt.Sprintf("no outcome was recorded; asking for one (%d/20)", t.settles))
	t.said = append(t.said, runlog.Message{Type: "user", Text: "!NB: You stopped without recording an outcome. Call success or failure, with a summary of what was done."})
}

// succeed ends the run in a round of its own, by the agent's word.
func (t *runTrack) succeed(pause float64, summary string) {
	t.begin()
	result := runlog.Result{Reason: "settled", Message: summary, Iterations: t.round, Calls: t.calls, Continuations: t.retries, Settles: t.settles}
	t.after(seconds(pause), func(d *Demo) error { return d.recorder.RecordResult(result) })
}
