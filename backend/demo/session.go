package demo

import (
	"fmt"
	"math"
	"time"

	"branchline/backend/session/pi"
)

const (
	provider = "anthropic"
	model    = "claude-sonnet-4-5"
)

// sessionTrack is the story of the pi session.
type sessionTrack struct {
	track
	calls int
	// context is how much the model was given and said so far, in tokens.
	context int
}

// call is a tool call with what comes of it.
type call struct {
	tool      string
	arguments any
	takes     time.Duration
	output    string
	failed    bool
	details   any
}

// cost is in US dollars.
type cost struct {
	Input      float64 `json:"input"`
	Output     float64 `json:"output"`
	CacheRead  float64 `json:"cacheRead"`
	CacheWrite float64 `json:"cacheWrite"`
	Total      float64 `json:"total"`
}

type usage struct {
	Input       int  `json:"input"`
	Output      int  `json:"output"`
	CacheRead   int  `json:"cacheRead"`
	CacheWrite  int  `json:"cacheWrite"`
	TotalTokens int  `json:"totalTokens"`
	Cost        cost `json:"cost"`
}

type block struct {
	Type      string `json:"type"`
	Thinking  string `json:"thinking,omitempty"`
	Text      string `json:"text,omitempty"`
	ID        string `json:"id,omitempty"`
	Name      string `json:"name,omitempty"`
	Arguments any    `json:"arguments,omitempty"`
}

type userMessage struct {
	Role      string  `json:"role"`
	Content   []block `json:"content"`
	Timestamp int64   `json:"timestamp"`
}

type assistantMessage struct {
	Role       string  `json:"role"`
	Content    []block `json:"content"`
	API        string  `json:"api"`
	Provider   string  `json:"provider"`
	Model      string  `json:"model"`
	Usage      usage   `json:"usage"`
	StopReason string  `json:"stopReason"`
	Timestamp  int64   `json:"timestamp"`
}

type resultMessage struct {
	Role       string  `json:"role"`
	ToolCallID string  `json:"toolCallId"`
	ToolName   string  `json:"toolName"`
	Content    []block `json:"content"`
	Details    any     `json:"details,omitempty"`
	IsError    bool    `json:"isError"`
	Timestamp  int64   `json:"timestamp"`
}

func (t *sessionTrack) prompt(pause float64, name, text string) {
	t.after(seconds(pause), func(d *Demo) error {
		id, err := d.session.AppendMessage(userMessage{"user", []block{{Type: "text", Text: text}}, d.now().UnixMilli()})
		d.named[name] = id
		return err
	})
}

// reply is what the model answers after a pause, with the results of its calls.
// news is what the model had not read before it, output what it wrote, in tokens.
func (t *sessionTrack) reply(pause float64, name, thinking, text string, news, output int, calls ...call) {
	said := assistantMessage{
		Role: "assistant", API: "anthropic-messages", Provider: provider, Model: model,
		Usage: priced(t.context, news, output), StopReason: "stop",
	}
	t.context += news + output
	if thinking != "" {
		said.Content = append(said.Content, block{Type: "thinking", Thinking: thinking})
	}
	if text != "" {
		said.Content = append(said.Content, block{Type: "text", Text: text})
	}
	first := t.calls
	for i, c := range calls {
		said.StopReason = "toolUse"
		said.Content = append(said.Content, block{Type: "toolCall", ID: callID(first + i), Name: c.tool, Arguments: c.arguments})
	}
	t.calls += len(calls)
	t.after(seconds(pause), func(d *Demo) error {
		said.Timestamp = d.now().UnixMilli()
		id, err := d.session.AppendMessage(said)
		d.named[name] = id
		return err
	})
	for i, c := range calls {
		t.after(c.takes, func(d *Demo) error {
			_, err := d.session.AppendMessage(resultMessage{
				"toolResult", callID(first + i), c.tool, []block{{Type: "text", Text: c.output}}, c.details, c.failed, d.now().UnixMilli(),
			})
			return err
		})
	}
}

// label sets a label on the entry of that name.
func (t *sessionTrack) label(pause float64, name, text string) {
	t.after(seconds(pause), func(d *Demo) error {
		_, err := d.session.AppendLabelChange(d.named[name], &text)
		return err
	})
}

// branch goes back to the entry of that name and leaves a summary there. left is
// the size of the context there, in tokens.
func (t *sessionTrack) branch(pause float64, name, summary string, files touched, left int) {
	t.context = left
	t.after(seconds(pause), func(d *Demo) error {
		to := d.named[name]
		_, err := d.session.BranchWithSummary(&to, summary, pi.OptionalEntryFields{Details: files})
		return err
	})
}

// compact keeps what came from the entry of that name on. left is the size of the
// context after it, in tokens.
func (t *sessionTrack) compact(pause float64, name, summary string, files touched, left int) {
	before := float64(t.context)
	t.context = left
	t.after(seconds(pause), func(d *Demo) error {
		kept := d.named[name]
		_, err := d.session.AppendCompaction(summary, &kept, before, pi.OptionalEntryFields{Details: files})
		return err
	})
}

// touched are the files pi names in its summaries.
type touched struct {
	ReadFiles     []string `json:"readFiles"`
	ModifiedFiles []string `json:"modifiedFiles"`
}

func callID(n int) string { return fmt.Sprintf("toolu_demo_%02d", n+1) }

// priced is the usage of one request: what is known to the provider is read from
// its cache, what is new is written to it.
func priced(known, news, output int) usage {
	const million = 1e6
	u := usage{Input: 6, Output: output, CacheRead: known, CacheWrite: news, TotalTokens: 6 + known + news + output}
	u.Cost = cost{
		Input: money(6 * 3 / million), Output: money(float64(output) * 15 / million),
		CacheRead: money(float64(known) * 0.3 / million), CacheWrite: money(float64(news) * 3.75 / million),
	}
	u.Cost.Total = money(u.Cost.Input + u.Cost.Output + u.Cost.CacheRead + u.Cost.CacheWrite)
	return u
}

// money is rounded to a millionth of a dollar.
func money(usd float64) float64 { return math.Round(usd*1e6) / 1e6 }

func read(path, output string) call {
	return call{tool: "read", arguments: map[string]string{"path": path}, takes: seconds(0.3), output: output}
}

func grep(pattern, path, output string) call {
	return call{tool: "grep", arguments: map[string]string{"pattern": pattern, "path": path}, takes: seconds(0.6), output: output}
}

// edit makes the call from the patch that comes of it.
func edit(patch string) call {
	patch = text(patch) + "\n"
	path, edits := replacements(patch)
	return call{
		tool: "edit", takes: seconds(0.4), details: map[string]string{"patch": patch},
		arguments: map[string]any{"path": path, "edits": edits},
		output:    fmt.Sprintf("Successfully replaced %d block(s) in %s.", len(edits), path),
	}
}

func write(path, content string) call {
	return call{
		tool: "write", arguments: map[string]string{"path": path, "content": content}, takes: seconds(0.3),
		output: fmt.Sprintf("Successfully wrote %d bytes to %s", len(content), path),
	}
}

func bash(command string, takes float64, output string) call {
	return call{tool: "bash", arguments: map[string]string{"command": command}, takes: seconds(takes), output: output}
}

func bashFails(command string, takes float64, output string, code int) call {
	c := bash(command, takes, fmt.Sprintf("%s\n\nCommand exited with code %d", output, code))
	c.failed = true
	return c
}
