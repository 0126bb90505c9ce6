package export

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/timeline"
)

// state is how a call ended: a word, and a tone that says how its sign is drawn.
type state struct {
	word string
	tone markup
}

func callState(r *timeline.Row) state {
	exit := ""
	if r.ExitCode != nil && *r.ExitCode != 0 {
		exit = fmt.Sprintf("exit %d", *r.ExitCode)
	}
	switch {
	case r.IsError:
		return state{cmp.Or(exit, "failed"), "error"}
	case !r.HasResult && r.Kind != "bash":
		return state{"no result", "warn"}
	case exit != "":
		return state{exit, "error"}
	}
	return state{"ok", "ok"}
}

// call is a tool call with its result, or the reader's own command: one line until it
// is opened.
func (h *htmlPage) call(r *timeline.Row, body *session.Body) {
	own := r.Kind == "bash"
	h.raw(`<details><summary>`)
	tool, target := cmp.Or(oneLine(r.Tool, 40), "call"), r.Target
	if own {
		tool, target = "$", cmp.Or(body.Text, r.Text)
	}
	h.element(`<b>`, tool, `</b>`)
	h.element(`<code>`, oneLine(target, 300), `</code>`)
	if why := firstLine(session.Printed(session.CutText(body.Result, 4000))); r.IsError && why != "" {
		h.element(`<span class="why">`, oneLine(why, 160), `</span>`)
	}
	if n := len(body.Images); n > 0 {
		h.element(`<span class="meta">`, session.Counted(n, "picture", "pictures"), `</span>`)
	}
	st := callState(r)
	h.element(`<i class="`+st.tone+`">`, st.word, `</i>`)
	if r.AtMs > 0 && r.EndMs > r.AtMs {
		h.element(`<small>`, session.Lasting(r.EndMs-r.AtMs), `</small>`)
	}
	h.raw(`</summary>`)
	if own {
		h.long(cmp.Or(body.Text, r.Text), `<pre class="command">`, `</pre>`, h.text)
	} else {
		h.asked(r, body)
	}
	switch {
	case body.Result != "":
		class := markup(`<pre class="output">`)
		if r.IsError {
			class = `<pre class="output bad">`
		}
		h.long(body.Result, class, `</pre>`, h.terminal)
	case own:
	case !body.HasResult:
		h.raw(`<p class="meta">No result on this branch.</p>`)
	case len(body.Images) == 0:
		h.raw(`<p class="meta">The result is empty.</p>`)
	}
	h.raw(`</details>`)
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}

// asked is what a call was asked for: a change, a command, a file's text, or its
// arguments as they are.
func (h *htmlPage) asked(r *timeline.Row, body *session.Body) {
	change := body.Diff
	if change == "" && session.EditsFile(r.Tool) {
		change = changes.Asked(body.Args)
	}
	if change != "" {
		remark := ""
		if r.IsError {
			remark = "asked for, not made"
		}
		h.diff(h.cut(change, h.most), visible(r.Target), remark)
		return
	}
	var args map[string]json.RawMessage
	if json.Unmarshal([]byte(body.Args), &args) != nil {
		args = nil
	}
	text := func(name string) (string, bool) { return jsonl.Text(args[name], 0) }
	command, runs := text("command")
	content, writes := text("content")
	_, named := args["path"]
	switch {
	case runs && len(args) <= 2:
		if strings.Contains(command, "\n") || len(command) > 60 || len(args) == 2 {
			h.long(command, `<pre class="command">`, `</pre>`, h.text)
			h.others(args, "command")
		}
	case writes && named && len(args) == 2:
		h.long(content, `<pre class="code">`, `</pre>`, h.text)
	case named && len(args) == 1: // its line says it
		if len(r.Target) > 60 {
			h.element(`<p class="path">`, visible(r.Target), `</p>`)
		}
	case body.Args == "" || body.Args == "{}":
		h.raw(`<p class="meta">No arguments.</p>`)
	default:
		h.long(indented(body.Args), `<pre class="code">`, `</pre>`, h.text)
	}
}

// others are the arguments beside one that was told. Numbers are as they stand in the
// record: not all of them have a float64.
func (h *htmlPage) others(args map[string]json.RawMessage, told string) {
	for name, value := range args {
		if name != told {
			if text, ok := jsonl.Text(value, 0); ok {
				value = jsonl.AppendString(nil, text)
			}
			h.element(`<p class="meta">`, name+" "+string(value), `</p>`)
		}
	}
}
