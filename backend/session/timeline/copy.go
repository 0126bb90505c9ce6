package timeline

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"branchline/backend/session"
)

// The forms rows are copied in: Text and Markdown as a reader sees them, Lines as
// the records stand in the file.
const (
	FormText     = "text"
	FormMarkdown = "markdown"
	FormLines    = "json"
)

// MaxCopy is the most that is copied at once, in bytes.
const MaxCopy = 8 << 20

// ErrTooLong says that rows are more than MaxCopy bytes.
var ErrTooLong = errors.New("more than 8 MB: copy fewer rows")

// Copy writes the rows from one up to another, without that one, in a form. edits
// tells the change that the arguments of an edit ask for, "" where they ask for none.
func (b *Branch) Copy(from, to int, form string, edits func(args string) string) (string, error) {
	from, to = max(from, 0), min(to, len(b.items))
	if form == FormLines {
		return b.copyLines(from, to)
	}
	var out strings.Builder
	for i := from; i < to; i++ {
		body, err := b.s.Body(b.items[i])
		if err != nil {
			return "", err
		}
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		if form == FormMarkdown {
			b.markdown(&out, i, &body, edits)
		} else {
			b.plainly(&out, i, &body, edits)
		}
		if out.Len() > MaxCopy {
			return "", ErrTooLong
		}
	}
	return out.String(), nil
}

// copyLines are the records the rows were read from, each on its line.
func (b *Branch) copyLines(from, to int) (string, error) {
	spans := []session.Span{}
	for i := from; i < to; i++ {
		it := &b.items[i]
		for _, p := range []session.Pos{it.Entry, it.Answer} {
			if p != session.None {
				spans = append(spans, b.x.At(p).Span)
			}
		}
		if it.Entry == session.None {
			spans = append(spans, it.Span)
		}
	}
	slices.SortFunc(spans, func(a, b session.Span) int { return int(a.Off - b.Off) })
	spans = slices.Compact(spans)
	size := int64(0)
	for _, span := range spans {
		size += int64(span.Len)
	}
	if size > MaxCopy {
		return "", ErrTooLong
	}
	var out strings.Builder
	for _, span := range spans {
		raw, err := b.readSpan(span)
		if err != nil {
			return "", err
		}
		out.Write(raw)
		out.WriteByte('\n')
	}
	return out.String(), nil
}

func (b *Branch) readSpan(span session.Span) ([]byte, error) {
	at, ok := slices.BinarySearchFunc(b.x.Entries, span.Off, func(e session.Entry, off int64) int { return int(e.Span.Off - off) })
	if ok {
		e := &b.x.Entries[at]
		body, err := b.s.Body(session.Item{Entry: session.Pos(at), Part: -1, Answer: session.None, Line: e.Line, Span: span})
		return body.Raw, err
	}
	i := slices.IndexFunc(b.items, func(it session.Item) bool { return it.Entry == session.None && it.Span == span })
	body, err := b.s.Body(b.items[i])
	return body.Raw, err
}

// plainly writes a row as plain text.
func (b *Branch) plainly(out *strings.Builder, i int, body *session.Body, edits func(args string) string) {
	it := &b.items[i]
	switch it.Kind {
	case session.ItemCall:
		what, rest, diff := asked(it, body, edits)
		block(out, strings.TrimRight(it.Tool+" "+what, " "))
		block(out, rest)
		block(out, diff)
		if result := session.Printed(body.Result); result != "" {
			if rest+diff != "" {
				out.WriteString("\n")
			}
			block(out, result)
		}
	case session.ItemBash:
		block(out, "$ "+body.Text)
		block(out, session.Printed(body.Result))
	default:
		fmt.Fprintf(out, "%s:\n", b.speaker(it))
		block(out, said(it, body))
	}
	for _, m := range body.Images {
		fmt.Fprintln(out, picture(m))
	}
}

// markdown writes a row as Markdown.
func (b *Branch) markdown(out *strings.Builder, i int, body *session.Body, edits func(args string) string) {
	it := &b.items[i]
	switch it.Kind {
	case session.ItemCall:
		what, rest, diff := asked(it, body, edits)
		fmt.Fprintf(out, "**%s**\n\n", session.Readable(it.Tool))
		fence(out, "", what)
		fence(out, "", rest)
		fence(out, "diff", diff)
		fence(out, "", session.Printed(body.Result))
	case session.ItemBash:
		fence(out, "sh", body.Text)
		fence(out, "", session.Printed(body.Result))
	case session.ItemReply, session.ItemCompaction, session.ItemBranchSummary:
		fmt.Fprintf(out, "**%s**\n\n", b.speaker(it))
		text := session.Readable(said(it, body))
		block(out, text)
		if fence := openFence(text); fence != "" { // else it would take in what comes after
			fmt.Fprintln(out, fence)
		}
	default:
		fmt.Fprintf(out, "**%s**\n\n", b.speaker(it))
		for line := range strings.Lines(strings.TrimRight(session.Readable(said(it, body)), "\n")) {
			out.WriteString("> " + line)
		}
		out.WriteString("\n")
	}
	for _, m := range body.Images {
		fmt.Fprintf(out, "\n%s\n", picture(m))
	}
}

func said(it *session.Item, body *session.Body) string {
	if body.Text == "" && len(body.Images) == 0 {
		return it.Text
	}
	return body.Text
}

var speakers = map[session.ItemKind]string{
	session.ItemThinking: "Thinking", session.ItemSystem: "System prompt", session.ItemCompaction: "Compaction",
	session.ItemBranchSummary: "Branch summary", session.ItemCustomMessage: "Custom message", session.ItemReset: "Reset",
	session.ItemResult: "Result", session.ItemLabel: "Label", session.ItemName: "Session name", session.ItemModel: "Model",
	session.ItemLevel: "Thinking level",
}

func (b *Branch) speaker(it *session.Item) string {
	pi := b.x.Header.Format == "pi"
	switch {
	case it.Kind == session.ItemPrompt && pi:
		return "You"
	case it.Kind == session.ItemPrompt:
		return "Input"
	case it.Kind == session.ItemReply && pi:
		return "pi"
	case it.Kind == session.ItemReply:
		return "Agent"
	}
	if name := speakers[it.Kind]; name != "" {
		return name
	}
	return it.Kind.String()
}

func block(out *strings.Builder, text string) {
	if text = strings.TrimRight(session.Readable(text), "\n"); text != "" {
		out.WriteString(text + "\n")
	}
}

// bullet is the sign of a list's item and the room after it.
var bullet = regexp.MustCompile(`^(?:[-+*]|\d{1,9}[.)])( {1,4}|\t)`)

// openFence is the fence of a block of code in Markdown that is not closed, "" when
// there is none. One in a list is closed where the list ends.
func openFence(text string) string {
	open, inner := "", 0 // the fence, and the column of the list's item it is in
	items := []int{}     // the columns of the items that are open
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		words := strings.TrimLeft(line, " ")
		column := len(line) - len(words)
		if words == "" {
			continue
		}
		if open != "" && column < inner {
			open = ""
		}
		for open == "" && len(items) > 0 && column < items[len(items)-1] {
			items = items[:len(items)-1]
		}
		for sign := ""; open == ""; words, column = words[len(sign):], column+len(sign) {
			if sign = bullet.FindString(words); sign == "" {
				break
			}
			items = append(items, column+len(sign))
		}
		base := inner
		if open == "" {
			base = 0
			if len(items) > 0 {
				base = items[len(items)-1]
			}
		}
		rest := strings.TrimLeft(words, "`")
		if rest == words {
			rest = strings.TrimLeft(words, "~")
		}
		marks := words[:len(words)-len(rest)]
		switch {
		case len(marks) < 3 || column-base > 3:
		case open == "" && !(marks[0] == '`' && strings.Contains(rest, "`")):
			open, inner = marks, base
		case open != "" && rest == "" && marks[0] == open[0] && len(marks) >= len(open):
			open = ""
		}
	}
	if inner > 0 {
		return ""
	}
	return open
}

// fence writes text as a block of code whose fence is longer than any within it.
func fence(out *strings.Builder, language, text string) {
	text = strings.TrimRight(session.Readable(text), "\n")
	if text == "" {
		return
	}
	run, longest := 0, 2
	for _, c := range text {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	marks := strings.Repeat("`", longest+1)
	fmt.Fprintf(out, "%s%s\n%s\n%s\n", marks, language, text, marks)
}
