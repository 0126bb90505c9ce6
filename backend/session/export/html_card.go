package export

import (
	"cmp"
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

const (
	// mostFiles, mostCalls and mostToolNames are how much of a list a card shows
	// before the rest is folded.
	mostFiles     = 6
	mostCalls     = 4
	mostToolNames = 8
	// maxQuoted and maxQuotedLines are the longest text that is not folded, in bytes
	// and lines.
	maxQuoted      = 1200
	maxQuotedLines = 16
)

// card says how a branch ended, with its evidence, what it took and what it changed.
func (h *htmlPage) card(n int, c *outcome.Card) error {
	sign, known := outcomeSigns[c.State]
	if !known {
		sign = outcomeSigns["unknown"]
	}
	h.raw(`<section class="card" aria-label="Outcome of this branch"`)
	if n > 0 {
		h.raw(` hidden`)
	}
	h.raw(`><h2 class="`, sign.tone, `">`)
	h.icon("ico", sign.d)
	h.text(c.Headline)
	h.raw(`</h2>`)
	h.glance(c)
	for _, warning := range c.Warnings {
		h.element(`<p class="warning">`, warning, `</p>`)
	}
	if c.Message != "" && !saysSo(c, c.Message) {
		name := markup("Last words")
		if h.x.Header.Closed {
			name = "Closing message"
		}
		h.quote(name, c.Message)
	}
	if c.Next != "" {
		h.element(`<p class="next"><b>Next</b> `, c.Next, `</p>`)
	}
	h.evidence(c)
	if c.Task != "" {
		h.quote("Task", c.Task)
	}
	h.raw(`<div class="facts">`)
	h.figures(c)
	h.raw(`<div class="beside">`)
	h.failures(c)
	h.files(c)
	h.line("Tools", toolWords(c))
	if len(c.Models) > 1 {
		h.line("Models", c.Models)
	} else {
		h.line("Model", c.Models)
	}
	if c.StartedMs > 0 {
		when := moment(c.StartedMs, h.zone)
		if c.EndedMs >= c.StartedMs+1000 {
			when += " to " + moment(c.EndedMs, h.zone)
		}
		h.line("When", []string{when})
	}
	h.raw(`</div></div>`)
	err := h.changed(n)
	h.raw(`</section>`)
	return err
}

// quote is a text of the card under its name, folded where it is long.
func (h *htmlPage) quote(name markup, text string) {
	if len(text) <= maxQuoted && strings.Count(text, "\n") < maxQuotedLines {
		h.raw(`<div class="quote"><h3>`, name, `</h3>`)
		h.reply(text)
		h.raw(`</div>`)
		return
	}
	h.raw(`<details class="quote"><summary>`, name, `: `)
	h.text(oneLine(text, 200))
	h.raw(`</summary>`)
	h.reply(text)
	h.raw(`</details>`)
}

// saysSo tells whether the evidence has these words.
func saysSo(c *outcome.Card, words string) bool {
	for _, e := range c.Evidence {
		if e.Text == words {
			return true
		}
	}
	return false
}

// glance is what is to be known first.
func (h *htmlPage) glance(c *outcome.Card) {
	h.raw(`<p class="glance">`)
	facts := []string{session.Lasting(c.Totals.DurationMs), dollars(c.Totals.CostUSD)}
	if len(c.Counters) == 0 {
		facts = append(facts, session.Counted(c.Turns, "turn", "turns"))
	}
	facts = append(append(facts, session.Counted(c.Totals.ToolCalls, "tool call", "tool calls")), c.Counters...)
	for _, fact := range facts {
		if fact != "" {
			h.element(`<span>`, visible(fact), `</span>`)
		}
	}
	for _, words := range c.Faults.Words() {
		h.element(`<span class="errors">`, words, `</span>`)
	}
	if c.FilesTotal > 0 {
		h.element(`<span>`, session.Counted(c.FilesTotal, "file", "files")+" named by its calls", `</span>`)
	}
	h.raw(`</p>`)
}

// evidence are the facts a verdict rests on.
func (h *htmlPage) evidence(c *outcome.Card) {
	type fact struct{ label, text string }
	var facts []fact
	if c.Doing != "" && !saysSo(c, c.Doing) {
		facts = append(facts, fact{"It was", c.Doing})
	}
	if c.Error != "" && !strings.Contains(fmt.Sprint(c.Evidence), c.Error) {
		facts = append(facts, fact{"Error", c.Error})
	}
	if c.Status > 0 {
		facts = append(facts, fact{"HTTP status", fmt.Sprint(c.Status)})
	}
	for _, e := range c.Evidence {
		if !strings.EqualFold(e.Label, "HTTP status") {
			facts = append(facts, fact{e.Label, e.Text})
		}
	}
	if c.Code != nil {
		facts = append(facts, fact{"Exit code", fmt.Sprint(*c.Code)})
	}
	if len(facts) == 0 {
		return
	}
	h.raw(`<dl class="evidence">`)
	for _, f := range facts {
		h.element(`<dt>`, visible(f.label), `</dt>`)
		h.raw(`<dd>`)
		h.long(f.text, `<div class="mono">`, `</div>`, h.text)
		h.raw(`</dd>`)
	}
	h.raw(`</dl>`)
}

// figures are those of the branch and, where all of the file is in the page, of the file.
func (h *htmlPage) figures(c *outcome.Card) {
	input := func(t *outcome.Totals) float64 { return t.InputTokens + t.CacheReadTokens + t.CacheWriteTokens }
	some := func(n float64) string {
		if n <= 0 {
			return ""
		}
		return session.Short(n)
	}
	rows := []struct {
		name  markup
		value func(t *outcome.Totals) string
	}{
		{"From first to last", func(t *outcome.Totals) string { return session.Lasting(t.DurationMs) }},
		{"Engaged time", func(t *outcome.Totals) string { return session.Lasting(t.EngagedMs) }},
		{"Cost", func(t *outcome.Totals) string { return dollars(t.CostUSD) }},
		{"Tokens in", func(t *outcome.Totals) string { return some(input(t)) }},
		{"of them cached", func(t *outcome.Totals) string { return some(t.CacheReadTokens) }},
		{"Tokens out", func(t *outcome.Totals) string { return some(t.OutputTokens) }},
		{"Tool calls", func(t *outcome.Totals) string { return session.Counted(t.ToolCalls, "", "") }},
		{"Failed calls", func(t *outcome.Totals) string { return session.Counted(t.Errors, "", "") }},
	}
	h.raw(`<table><thead><tr><th scope="col"><span class="sr">What is counted</span></th><th scope="col">`)
	if h.x.Header.Closed {
		h.raw(`This run`)
	} else {
		h.raw(`This branch`)
	}
	h.raw(`</th>`)
	if h.whole {
		h.raw(`<th scope="col">Whole file</th>`)
	}
	h.raw(`</tr></thead><tbody>`)
	for _, r := range rows {
		branch, file := strings.TrimSpace(r.value(&c.Totals)), ""
		if h.whole {
			file = strings.TrimSpace(r.value(&c.FileTotals))
		}
		if branch == "" && file == "" {
			continue
		}
		h.raw(`<tr><th scope="row">`, r.name, `</th>`)
		h.element(`<td>`, orDash(branch), `</td>`)
		if h.whole {
			h.element(`<td>`, orDash(file), `</td>`)
		}
		h.raw(`</tr>`)
	}
	h.raw(`</tbody></table>`)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// failures are the calls that failed, the last first, each once.
func (h *htmlPage) failures(c *outcome.Card) {
	times := map[string]int{}
	var lines []listed
	for i := len(c.Failed) - 1; i >= 0; i-- {
		f := &c.Failed[i]
		words := strings.TrimSpace(visible(cmp.Or(f.Tool, "call") + " " + f.Target))
		if times[words]++; times[words] == 1 {
			lines = append(lines, listed{words: words, entry: f.Entry})
		}
	}
	for i := range lines {
		if n := times[lines[i].words]; n > 1 {
			lines[i].beside = fmt.Sprintf("×%d", n)
		}
	}
	h.list("What failed, the last first", lines, mostCalls, len(lines), "more")
}

// files are those the branch's calls name.
func (h *htmlPage) files(c *outcome.Card) {
	lines := make([]listed, 0, len(c.Files))
	for _, f := range c.Files {
		var did []string
		switch {
		case f.Failed:
			did = append(did, session.Counted(f.Edits, "edit failed", "edits failed"))
		case f.Edits > 0:
			did = append(did, session.Counted(f.Edits, "edit", "edits"))
		}
		if f.Reads > 0 {
			did = append(did, session.Counted(f.Reads, "read", "reads"))
		}
		lines = append(lines, listed{words: visible(f.Path), entry: f.Entry, beside: strings.Join(did, ", "), bad: f.Failed})
	}
	title := session.Counted(c.FilesTotal, "file", "files") + " named by its calls"
	if c.FilesEdited > 0 {
		title += fmt.Sprintf(", %d edited", c.FilesEdited)
	}
	h.list(title, lines, mostFiles, c.FilesTotal, "more files")
}

// listed is a line of a list that leads to an entry.
type listed struct {
	words, entry, beside string
	bad                  bool
}

func (h *htmlPage) list(title string, lines []listed, few, total int, more markup) {
	if len(lines) == 0 {
		return
	}
	h.element(`<p class="title">`, title, `</p><ul>`)
	for i, line := range lines {
		if i == few && len(lines) > few+1 {
			h.raw(`</ul><details class="rest"><summary>`)
			h.num(total - few)
			h.raw(` `, more, `</summary><ul>`)
		}
		h.raw(`<li>`)
		if p, ok := h.x.Lookup(line.entry); ok {
			h.raw(`<a href="#`, h.target(p), `">`)
			h.text(line.words)
			h.raw(`</a>`)
		} else {
			h.text(line.words)
		}
		class := markup(`<span class="did">`)
		if line.bad {
			class = `<span class="errors">`
		}
		if line.beside != "" {
			h.element(class, line.beside, `</span>`)
		}
		h.raw(`</li>`)
	}
	h.raw(`</ul>`)
	if len(lines) > few+1 {
		if total > len(lines) {
			h.element(`<p>`, session.Counted(total-len(lines), "more is", "more are")+" not named here", `</p>`)
		}
		h.raw(`</details>`)
	}
}

func (h *htmlPage) line(name markup, words []string) {
	if len(words) == 0 {
		return
	}
	h.raw(`<p class="line"><b>`, name, `</b> `)
	for _, w := range words {
		h.element(`<span>`, visible(w), `</span>`)
	}
	h.raw(`</p>`)
}

func toolWords(c *outcome.Card) []string {
	var out []string
	for _, t := range c.Tools[:min(len(c.Tools), mostToolNames)] {
		words := fmt.Sprintf("%s ×%d", cmp.Or(t.Name, "call"), t.Calls)
		if t.Errors > 0 {
			words += fmt.Sprintf(", %d failed", t.Errors)
		}
		out = append(out, words)
	}
	if more := len(c.Tools) - mostToolNames; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}
