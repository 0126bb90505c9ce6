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
	// what is longer the tail as well. The file holds the rest. largeShown is how much
	// a large page carries of what no one said: outputs, files and changes.
	maxShown   = 200_000
	largeShown = 2000
	// headLines and tailLines are those of a long text that are not folded.
	headLines = 24
	tailLines = 6
)

// gap is the rule of an idle time.
func (h *htmlPage) gap(ms int64) {
	h.element(`<div class="gap"><span>`, session.Lasting(ms)+" idle", `</span></div>`)
}

// turn is the line above a turn: its number, when it was, what it took.
func (h *htmlPage) turn(t *timeline.Turn, dated bool) {
	early := markup("")
	if t.Number == 0 && t.Round == "" {
		early = " early"
	}
	h.raw(`<h3 class="turn` + early + ` p">`)
	h.element(`<b>`, t.Name(), `</b>`)
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

// said are the kinds of rows that the filter for what was said leaves.
var said = map[string]bool{
	"prompt": true, "reply": true, "customMessage": true, "compaction": true, "branchSummary": true, "reset": true,
	"result": true, "system": true,
}

// row writes an item of a branch, with few elements and short names: a page may hold
// a hundred thousand of them.
func (h *htmlPage) row(r *timeline.Row, body *session.Body, it *session.Item) {
	h.raw(`<article class="`, markup(r.Kind))
	if said[r.Kind] || r.Kind == "unknown" && r.Body != "" {
		h.raw(" said")
	}
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
	h.raw(`>`)
	if who := h.who(r); who != "" {
		h.element(`<b class="who">`, who, `</b>`)
	}
	switch r.Kind {
	case "call", "bash":
		h.call(r, body)
	case "prompt", "customMessage", "unknown":
		if r.Kind == "unknown" && r.Body == "" {
			h.quiet(r, body)
		} else {
			h.plain(body.Text)
			h.pictures(body)
		}
	case "reply":
		if body.Text == "" && len(body.Images) == 0 {
			h.element(`<p class="meta">`, noText, `</p>`)
		} else {
			h.reply(body.Text)
		}
		h.pictures(body)
		h.meta(r)
	case "thinking", "system":
		h.fold(kindName(r.Kind), r, body)
	case "compaction", "branchSummary", "reset":
		title := oneLine(r.Target, 120)
		if title == "" {
			title = kindName(r.Kind)
		}
		h.fold(title, r, body)
	default:
		h.quiet(r, body)
	}
	if r.Kind == "call" || r.Kind == "bash" {
		h.pictures(body)
	}
	h.remarks(r)
	h.raw(`</article>`)
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

// plain writes text as it was typed, a long one folded in the middle.
func (h *htmlPage) plain(text string) {
	h.folded(h.cut(text, maxShown), `<div class="plain" dir="auto">`, `</div>`, h.text)
}

// reply writes Markdown, a very long one as it stands.
func (h *htmlPage) reply(text string) {
	if len(text) > maxProse {
		h.plain(text)
		return
	}
	h.prose(text)
}

// long writes what no one said, cut where it is too long for the page.
func (h *htmlPage) long(text string, open, end markup, write func(string)) {
	h.folded(h.cut(text, h.most), open, end, write)
}

// folded writes a text between tags, with its middle folded where it is long.
func (h *htmlPage) folded(text string, open, end markup, write func(string)) {
	head, middle, tail := middleOf(text)
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

// cut takes the middle out of a text of more than most bytes, and counts it.
func (h *htmlPage) cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	h.cuts[most]++
	head := session.CutText(text, most*3/4)
	tail := strings.ToValidUTF8(text[len(text)-most/4:], "")
	return head + "\n⋯ " + session.Sized(len(text)-len(head)-len(tail)) + " are left out here; the session file has them ⋯\n" + tail
}

// fold is one line until it is opened, then Markdown.
func (h *htmlPage) fold(title string, r *timeline.Row, body *session.Body) {
	if body.Text == "" {
		h.raw(`<div class="alone">`)
		h.element(`<b>`, title, `</b>`)
		h.element(`<span class="first">`, alone(r), `</span>`)
		h.raw(`</div>`)
		return
	}
	h.raw(`<details><summary>`)
	h.element(`<b>`, title, `</b>`)
	h.element(`<span class="first">`, oneLine(body.Text, 200), `</span>`)
	if at := clock(r.AtMs, h.zone); at != "" && r.Kind != "thinking" {
		h.element(`<span class="time">`, at, `</span>`)
	}
	h.raw(`</summary>`)
	h.reply(body.Text)
	h.raw(`</details>`)
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
		h.raw(`<details><summary>`)
	} else {
		h.raw(`<div class="alone">`)
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
	h.raw(`</summary>`)
	h.long(more, `<pre class="output">`, `</pre>`, h.text)
	h.raw(`</details>`)
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
func (h *htmlPage) pictures(body *session.Body) {
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
	kind := session.PictureKind(bytes.NewReader(data))
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
