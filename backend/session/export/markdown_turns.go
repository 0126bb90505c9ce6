package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/timeline"
)

// detail is how much of a turn a document tells.
type detail int

const (
	brief   detail = iota // its prompt, the names of its calls, its last reply
	replies               // and its other replies, where they were said
	outputs               // and what its calls gave back, folded
)

// turns are the prompts and the replies to them, the first and as many of the last as
// there is room for; then, from the last on, the more of each the more room is left.
func (d *document) turns(ctx context.Context, room int) error {
	turns := d.b.Turns()
	first, last := slices.IndexFunc(turns, func(t timeline.Turn) bool { return t.Number > 0 }), len(turns)
	if first < 0 {
		return nil
	}
	texts, size := make([]string, len(turns)), 100
	take := func(n int, much detail) (taken bool, err error) {
		if err = ctx.Err(); err != nil {
			return false, err
		}
		text, err := d.turn(&turns[n], much)
		if err != nil || size-len(texts[n])+len(text) > room {
			return false, err
		}
		size += len(text) - len(texts[n])
		texts[n] = text
		return true, nil
	}
	said, err := take(first, brief)
	for err == nil && last > first+1 {
		var taken bool
		if taken, err = take(last-1, brief); !taken {
			break
		}
		last--
	}
	for n := len(turns) - 1; err == nil && n >= first; n-- {
		if n < last {
			n = first
		}
		for much := outputs; err == nil && texts[n] != "" && much > brief; much-- {
			var taken bool
			if taken, err = take(n, much); taken {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	d.line("### Prompts and replies\n")
	d.WriteString(texts[first])
	left := last - first - 1
	if !said {
		left++
	}
	if left > 0 {
		d.line("… %s left out here …\n", session.Counted(left, "turn is", "turns are"))
	}
	for _, text := range texts[last:] {
		d.WriteString(text)
	}
	return nil
}

// mostSteps is how many calls of a turn are named.
const mostSteps = 30

var stepMarks = map[markup]string{"ok": "✓", "error": "✗", "warn": "(no result)"}

// told is one turn while it is written.
type told struct {
	strings.Builder
	d    *document
	much detail
	// steps are calls that are not written yet; calls counts all of them.
	steps           strings.Builder
	calls, failed   int
	before          int // calls written
	unnamed, silent int // calls that are not named, and those named without what they gave back
}

// turn is one prompt with the replies to it, and what was done folded.
func (d *document) turn(t *timeline.Turn, much detail) (string, error) {
	b := told{d: d, much: much}
	facts := []string{t.Name()}
	for _, fact := range []string{at(t.AtMs, d.zone, "2 Jan 2006, 15:04"), session.Lasting(t.EngagedMs), dollars(t.CostUSD)} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	fmt.Fprintf(&b, "#### %s\n\n", strings.Join(facts, " · "))
	reply, said := "", 0
	for i := t.First; i < t.First+t.Rows; i++ {
		it := d.b.Item(i)
		if d.p.leftOutOf(d.x, &it) {
			continue
		}
		switch it.Kind {
		case session.ItemPrompt, session.ItemReply:
			body, err := d.b.Body(i)
			if err != nil {
				return "", err
			}
			text := withPictures(body.Text, len(body.Images))
			switch {
			case it.Kind == session.ItemPrompt:
				fmt.Fprintf(&b, "**%s**\n\n%s\n", d.speaker(&it), quoted(d.short(text, maxSaid)))
			case text != "":
				if b.much > brief && reply != "" {
					b.reply("", reply, maxPart)
				}
				if b.much > brief {
					b.fold()
				}
				reply, said = text, said+1
			}
		case session.ItemCall, session.ItemBash:
			if b.much > brief && reply != "" {
				b.reply("", reply, maxPart)
				reply = ""
			}
			if err := b.step(i, &it); err != nil {
				return "", err
			}
		}
	}
	b.fold()
	if reply != "" {
		which := ""
		if said > 1 && b.much == brief {
			which = fmt.Sprintf(" (the last of %d replies; the others are left out here)", said)
		}
		b.reply(which, reply, maxSaid)
	}
	return b.String(), nil
}

func (b *told) reply(which, text string, most int) {
	fmt.Fprintf(b, "**%s**%s\n\n%s\n", b.d.speaker(&session.Item{Kind: session.ItemReply}), which, quoted(b.d.short(text, most)))
}

// step names a call, with the end of what it gave back; of one that failed that stands
// among the failures.
func (b *told) step(row int, it *session.Item) error {
	b.calls++
	if it.Error {
		b.failed++
	}
	if b.before+b.calls > mostSteps {
		b.unnamed++
		return nil
	}
	r, result := b.d.b.Bare(row), ""
	r.HasResult = it.Answer != session.None || it.Kind == session.ItemBash
	tool, target := it.Tool, it.Target
	if it.Kind == session.ItemBash {
		tool, target = "by hand:", it.Text
	}
	switch {
	case it.Error || !r.HasResult:
	case b.much == outputs:
		body, err := b.d.b.Body(row)
		if err != nil {
			return err
		}
		result = strings.TrimSpace(session.Printed(body.Result))
	default:
		b.silent++
	}
	fmt.Fprintf(&b.steps, "- %s %s %s\n", inline(oneLine(tool, 40)), code(oneLine(target, 100)), stepMarks[callState(&r).tone])
	if result != "" {
		block := strings.TrimSuffix(fenced("text", tailOf(result, maxStep)), "\n")
		fmt.Fprintf(&b.steps, "\n  %s\n\n", strings.ReplaceAll(block, "\n", "\n  "))
	}
	return nil
}

// fold writes the calls since the last reply, folded.
func (b *told) fold() {
	if b.calls == 0 {
		return
	}
	words := session.Counted(b.calls, "tool call", "tool calls")
	if b.failed > 0 {
		words += fmt.Sprintf(", %d failed", b.failed)
	}
	if b.silent > 0 {
		words += ", without output"
	}
	if b.unnamed > 0 {
		fmt.Fprintf(&b.steps, "- … and %d more\n", b.unnamed)
	}
	b.WriteString(summary(words) + strings.TrimRight(b.steps.String(), "\n") + "\n\n</details>\n\n")
	b.before += b.calls
	b.calls, b.failed, b.unnamed, b.silent = 0, 0, 0, 0
	b.steps.Reset()
}
