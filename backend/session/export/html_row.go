package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/timeline"
)

const (
	// maxShown is how much of one text the page carries, in bytes: the head, and of
	// what is longer the tail as well. The file holds the rest.
	maxShown  = 200_000
	headShown = 150_000
	// headLines and tailLines are those of a long text that are not folded.
	headLines = 24
	tailLines = 6
)

// gap is the rule of an idle time.
func (h *htmlPage) gap(ms int64) {
	h.element(`<div class="gap p"><span>`, session.Lasting(ms)+" idle", `</span></div>`)
}

// turn is the line above a turn: its number, when it was, what it took.
func (h *htmlPage) turn(t *timeline.Turn, dated bool) {
	if t.Number > 0 {
		h.raw(`<h3 class="turn p"><b>Turn `)
		h.num(t.Number)
	} else {
		h.raw(`<h3 class="turn early p"><b>Before the first prompt`)
	}
	h.raw(`</b>`)
	facts := []string{clock(t.AtMs, h.zone), session.Lasting(t.EngagedMs), dollars(t.CostUSD), ""}
	if dated && t.AtMs > 0 {
		facts[0] = at(t.AtMs, h.zone, "2 Jan 2006, 15:04")
	}
	if t.Calls > 0 {
		facts[3] = session.Counted(t.Calls, "tool", "tools")
	}
	for _, fact := range facts {
		if fact != "" {
			h.element(`<span>`, fact, `</span>`)
		}
	}
	if t.Errors > 0 {
		h.raw(`<span class="errors">`)
		h.text(session.Counted(t.Errors, "error", "errors"))
		h.raw(`</span>`)
	}
	h.raw(`</h3>`)
}

// anchorOf names a row: its entry by its place, a record that is none by its line.
func (h *htmlPage) anchorOf(it *session.Item, main bool) markup {
	switch {
	case it.Entry == session.None:
		return path("l", int(it.Line))
	case main:
		return path("e", int(it.Entry))
	}
	return ""
}

// rowClass says how a row is filtered: prompts, what was said, and what only All shows.
var rowClass = map[string]markup{
	"prompt": "said", "reply": "said", "customMessage": "said", "compaction": "said", "branchSummary": "said", "reset": "said",
	"result": "said", "system": "said",
	"call": "tool", "bash": "tool", "thinking": "tool",
}

// row writes an item of a branch.
func (h *htmlPage) row(r *timeline.Row, body *session.Body, it *session.Item) {
	class := rowClass[r.Kind]
	if class == "" {
		class = "quiet"
	}
	if r.Kind == "unknown" && r.Body != "" {
		class = "said"
	}
	h.raw(`<article class="row p `, markup(r.Kind), " ", class)
	if outOfContext(r.Context) || r.Replaced {
		h.raw(" gone")
	}
	if r.IsError {
		h.raw(" failed")
	}
	h.raw(`"`)
	if id := h.anchorOf(it, r.Main); id != "" {
		h.raw(` id="`, id, `"`)
	}
	if r.Context != "" {
		h.raw(` data-c="`, markup(r.Context), `"`)
	}
	h.attr("aria-label", h.rowName(r))
	h.raw(` tabindex="-1">`)
	if who := h.who(r); who != "" {
		h.element(`<div class="who">`, who, `</div>`)
	}
	h.raw(`<div class="what">`)
	switch r.Kind {
	case "call", "bash":
		h.call(r, body)
	case "prompt", "customMessage", "unknown":
		if r.Kind == "unknown" && r.Body == "" {
			h.quiet(r, body)
		} else {
			h.plain(body.Text)
			h.pictures(it, body)
		}
	case "reply":
		if body.Text == "" && len(body.Images) == 0 {
			h.element(`<p class="meta">`, noText, `</p>`)
		} else {
			h.reply(body.Text)
		}
		h.pictures(it, body)
		h.meta(r)
	case "thinking", "system":
		h.fold(kindName(r.Kind), r, body, true)
	case "compaction", "branchSummary", "reset":
		title := oneLine(r.Target, 120)
		if title == "" {
			title = kindName(r.Kind)
		}
		h.fold(title, r, body, true)
	default:
		h.quiet(r, body)
	}
	if r.Kind == "call" || r.Kind == "bash" {
		h.pictures(it, body)
	}
	h.remarks(r)
	h.raw(`</div></article>`)
}

func outOfContext(context string) bool { return context == "compacted" || context == "removed" }

// who speaks, for the column beside what was said.
func (h *htmlPage) who(r *timeline.Row) string {
	pi := h.x.Header.Format == "pi"
	switch {
	case r.Kind == "prompt" && !pi && !r.Inherited && r.Index == h.carried: // nobody typed it
		if h.x.Header.Parent == "" {
			return "Start"
		}
		return "Resume"
	case r.Kind == "prompt" && pi:
		return "You"
	case r.Kind == "prompt":
		return "Input"
	case r.Kind == "reply" && pi:
		return "pi"
	case r.Kind == "reply":
		return "Agent"
	case r.Kind == "customMessage":
		return "Ext."
	}
	return ""
}

// rowName is what a screen reader says of a row.
func (h *htmlPage) rowName(r *timeline.Row) string {
	name, words := kindName(r.Kind), r.Text
	if r.Kind == "call" {
		name, words = oneLine(r.Tool, 40)+", "+callState(r).word, r.Target
	} else if r.IsError {
		name += ", failed"
	}
	if words = oneLine(words, 100); words != "" {
		name += ": " + words
	}
	return name
}

// plain writes text as it was typed, a long one folded in the middle.
func (h *htmlPage) plain(text string) {
	h.long(text, `<div class="plain" dir="auto">`, `</div>`, h.text)
}

// reply writes Markdown, a very long one as it stands.
func (h *htmlPage) reply(text string) {
	if len(text) > maxProse {
		h.plain(text)
		return
	}
	h.prose(text)
}

// long writes a text between tags, with its middle folded where it is long and cut
// where it is too long for a page.
func (h *htmlPage) long(text string, open, end markup, write func(string)) {
	head, middle, tail := middleOf(h.cut(text))
	h.raw(open)
	write(head)
	if middle != "" {
		h.raw(end, `<details class="rest"><summary>`)
		h.text("Show " + session.Counted(strings.Count(middle, "\n")+1, "more line", "more lines"))
		h.raw(`</summary>`, open)
		write(middle)
		h.raw(end, `</details>`, open)
		write(tail)
	}
	h.raw(end)
}

// middleOf takes the lines out that are folded; middle is "" for a short text.
func middleOf(text string) (head, middle, tail string) {
	text = strings.TrimRight(text, "\n")
	lines := strings.Split(text, "\n")
	if len(lines) <= headLines+tailLines+3 {
		return text, "", ""
	}
	to := len(lines) - tailLines
	return strings.Join(lines[:headLines], "\n"), strings.Join(lines[headLines:to], "\n"), strings.Join(lines[to:], "\n")
}

// cut takes the middle out of a text that is too long for a page, and counts it.
func (h *htmlPage) cut(text string) string {
	if len(text) <= maxShown {
		return text
	}
	h.cuts++
	from := len(text) - (maxShown - headShown)
	tail := strings.ToValidUTF8(text[from:], "")
	head := session.CutText(text, headShown)
	return head + "\n⋯ " + session.Sized(len(text)-len(head)-len(tail)) + " are left out here; the session file has them ⋯\n" + tail
}

// fold is one line until it is opened, then Markdown.
func (h *htmlPage) fold(title string, r *timeline.Row, body *session.Body, shows bool) {
	if body.Text == "" {
		h.raw(`<div class="fold alone">`)
		h.element(`<b>`, title, `</b>`)
		h.element(`<span class="first">`, alone(r), `</span>`)
		h.raw(`</div>`)
		return
	}
	h.raw(`<details class="fold"><summary>`)
	h.element(`<b>`, title, `</b>`)
	if shows {
		h.element(`<span class="first">`, oneLine(body.Text, 200), `</span>`)
	}
	if at := clock(r.AtMs, h.zone); at != "" && r.Kind != "thinking" {
		h.element(`<span class="time">`, at, `</span>`)
	}
	h.raw(`</summary><div class="inside">`)
	h.reply(body.Text)
	h.raw(`</div></details>`)
}

func alone(r *timeline.Row) string {
	if r.Kind == "thinking" || r.Kind == "system" {
		return "its text is not in the file"
	}
	return oneLine(r.Text, 200)
}

// quiet is a record that is no conversation, on one line; a long one can be opened.
func (h *htmlPage) quiet(r *timeline.Row, body *session.Body) {
	words := r.Text
	for _, other := range []string{body.Text, r.Target} {
		if words == "" {
			words = other
		}
	}
	line := oneLine(words, 200)
	more := strings.TrimSpace(body.Text)
	if len(more) <= len(line) {
		if more = ""; r.Kind == "custom" && h.p.Hidden {
			more = indented(string(body.Raw))
		}
	}
	if more != "" {
		h.raw(`<details class="fold"><summary>`)
	} else {
		h.raw(`<div class="fold alone">`)
	}
	h.element(`<b>`, kindName(r.Kind), `</b>`)
	h.element(`<span class="first">`, line, `</span>`)
	if at := clock(r.AtMs, h.zone); at != "" {
		h.element(`<span class="time">`, at, `</span>`)
	}
	if more == "" {
		h.raw(`</div>`)
		return
	}
	h.raw(`</summary><div class="inside">`)
	h.long(more, `<pre class="output">`, `</pre>`, h.text)
	h.raw(`</div></details>`)
}

// indented lays out JSON; what is none stays as it is.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

// meta says below a reply which model gave it, what it cost and when.
func (h *htmlPage) meta(r *timeline.Row) {
	model := r.ModelName
	if _, name, ok := strings.Cut(model, "/"); ok {
		model = name
	}
	facts := slices.DeleteFunc([]string{visible(model), dollars(r.CostUSD), clock(r.AtMs, h.zone)}, func(s string) bool { return s == "" })
	if r.Main && len(facts) > 0 {
		h.element(`<p class="meta">`, strings.Join(facts, " · "), `</p>`)
	}
}

// imager is a session that gives its pictures.
type imager interface {
	Image(p session.Pos, n int) (mime string, data []byte, err error)
}

// pictures writes those of a row: carried where they were asked for, else named.
func (h *htmlPage) pictures(it *session.Item, body *session.Body) {
	for _, m := range body.Images {
		words := "picture left out"
		if m.Bytes > 0 {
			words += ", " + session.Sized(m.Bytes)
		}
		if m.Missing != "" {
			words = "picture: " + m.Missing
		}
		if h.p.Pictures && m.Missing == "" {
			if h.picture(m) {
				continue
			}
			words = "not a picture that can be shown"
		}
		h.element(`<p class="picture">[`, visible(words), `]</p>`)
	}
	_ = it
}

// picture writes one as data; what it is its content tells, whatever the file says.
func (h *htmlPage) picture(m session.Image) bool {
	s, can := h.p.Session.(imager)
	p, ok := h.x.Lookup(m.Key)
	if !can || !ok {
		return false
	}
	_, data, err := s.Image(p, m.N)
	if err != nil {
		return false
	}
	kind := session.PictureKind(data)
	if kind == "" {
		return false
	}
	h.raw(`<p><img loading="lazy" decoding="async" alt="`)
	h.text("picture " + session.Sized(len(data)))
	h.raw(`" src="data:`, markup(kind), `;base64,`, markup(base64.StdEncoding.EncodeToString(data)), `"></p>`)
	return true
}

// contextWords say what became of a row for the model, and why.
var contextWords = map[string][2]string{
	"edited":    {"edited for the model", "The model was sent another text in place of this one."},
	"removed":   {"left out for the model", "The model was not sent this: a later entry takes it out."},
	"compacted": {"not in context", "A compaction stands in its place: the model no longer sees it."},
	"unsent":    {"not sent", "The model was never sent this."},
}

// tells are the kinds of rows that say when they are not in context any more.
var tells = map[string]bool{"prompt": true, "reply": true, "compaction": true, "branchSummary": true, "customMessage": true, "unknown": true}

// remarks is what else is to be said of a row.
func (h *htmlPage) remarks(r *timeline.Row) {
	var out []string
	words := contextWords[r.Context][0]
	if words != "" && (r.Context != "compacted" || tells[r.Kind] && !r.Replaced) {
		out = append(out, words)
	}
	if r.Orphan {
		out = append(out, "history before this is missing")
	}
	if r.Kind == "prompt" && r.Inherited {
		out = append(out, "from the earlier run")
	}
	if tells[r.Kind] && r.Replaced {
		out = append(out, "not in context since the conversation was begun anew")
	}
	if r.Provisional {
		out = append(out, "not recorded whole")
	}
	out = append(out, r.Notes...)
	ways := h.ways[r.Entry]
	if !r.Main {
		ways = 0
	}
	label := r.Label != "" && r.Kind != "label"
	if len(out) == 0 && ways < 2 && !label {
		return
	}
	h.raw(`<p class="remarks">`)
	if label {
		h.element(`<span class="label"><span class="sr">Label: </span>◆ `, visible(r.Label), `</span>`)
	}
	for i, words := range out {
		if i == 0 && r.Context != "" && words == contextWords[r.Context][0] {
			h.element(`<span class="context">`, words, `</span>`)
		} else {
			h.element(`<span>`, visible(words), `</span>`)
		}
	}
	if ways > 1 {
		h.raw(`<span class="ways">`)
		h.icon("fork", forked)
		h.text(session.Counted(ways, "way", "ways") + " on from here")
		h.raw(`</span>`)
	}
	h.raw(`</p>`)
}

// noText stands for what says nothing.
const noText = "(no text)"
