package main

import (
	"net/http"
	"strconv"

	"branchline/backend/session"
	"branchline/backend/session/contexts"
	"branchline/backend/session/timeline"
)

// seenContexts are the contexts that were asked about last, and how large the
// messages of each session are.
type seenContexts struct {
	contexts cache[contextKey, *contexts.Context]
	sizes    cache[string, grown[*contexts.Sizes]]
}

func (c *seenContexts) limit() { c.contexts.size, c.sizes.size = 4, 12 }

// drop lets go of what was made of a session.
func (c *seenContexts) drop(handle string) {
	c.contexts.drop(func(k contextKey) bool { return k.session == handle })
	c.sizes.drop(func(k string) bool { return k == handle })
}

// contextKey names the context at an entry of a session at one revision.
type contextKey struct {
	session  string
	revision int
	at       session.Pos
}

const (
	// linesAtMost bounds an answer as rowsAtMost does.
	linesAtMost = 200
	// saidShown is how much of a block an answer holds, in bytes, saidTotal how much
	// of a message. Beyond that a block is asked for by lines.
	saidShown = 24_000
	saidTotal = 96_000
	// blocksShown is how many blocks of a message an answer has.
	blocksShown = 200
)

// context answers what the model saw at an entry, "" for the suggested leaf. It is
// never made for two calls at a time: both remember how large messages are.
func (a *App) context(o snapshot, key string) (*contexts.Context, error) {
	at, err := leafOf(o.Index(), key)
	if err != nil {
		return nil, err
	}
	told, ok := o.Session.(contexts.Session)
	if !ok {
		return nil, faultf(kindUnsupported, "sessions of this format do not tell what the model saw")
	}
	return a.saw.contexts.get(contextKey{o.handle, o.revision, at}, func() (made *contexts.Context, err error) {
		_, err = a.saw.sizes.renew(o.handle, func(old grown[*contexts.Sizes], _ bool) (grown[*contexts.Sizes], error) {
			sizes := old.at(o, func(*contexts.Sizes) bool { return true }, func() *contexts.Sizes { return &contexts.Sizes{} })
			made, err = contexts.Of(told, sizes.value, at)
			return sizes, err
		})
		return made, err
	})
}

// between compares the context at an entry with that at another one.
func (a *App) between(o snapshot, base, key string) (*contexts.Changed, error) {
	now, err := a.context(o, key)
	if err != nil {
		return nil, err
	}
	before, err := a.context(o, base)
	if err != nil {
		return nil, err
	}
	return contexts.Between(before, now), nil
}

// Context answers what the model saw at an entry.
func (a *App) Context(r ContextRequest) (answer ContextAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ContextAnswer, error) {
		c, err := a.context(o, r.At)
		if err != nil {
			return ContextAnswer{}, err
		}
		answer := ContextAnswer{Revision: o.revision}
		answer.Summary, err = c.Summary()
		return answer, err
	})
}

// ContextLines answers messages of the context at an entry, and where entries were
// left out; or what came in and what fell out since another entry.
func (a *App) ContextLines(r ContextLinesRequest) (answer ContextLinesAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ContextLinesAnswer, error) {
		from, count := max(r.From, 0), min(max(r.Count, 0), linesAtMost)
		answer := ContextLinesAnswer{Revision: o.revision, From: from}
		if r.Base != "" {
			d, err := a.between(o, r.Base, r.At)
			if err != nil {
				return answer, err
			}
			answer.Total, answer.Lines = d.Len(), d.Lines(from, count)
			return answer, d.Words(answer.Lines)
		}
		c, err := a.context(o, r.At)
		if err != nil {
			return answer, err
		}
		answer.Total, answer.Lines = c.Len(), c.Lines(from, count)
		if r.Left >= 0 {
			answer.Lines = c.Left(r.Left, from, count)
		}
		return answer, c.Words(answer.Lines)
	})
}

// ContextMessage answers what a message of a context says.
func (a *App) ContextMessage(r ContextMessageRequest) (answer ContextMessageAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (ContextMessageAnswer, error) {
		answer := ContextMessageAnswer{Revision: o.revision, Blocks: []SaidBlock{}}
		blocks, err := a.blocks(o, r.At, r.Message)
		if err != nil {
			return answer, err
		}
		left := saidTotal
		for _, b := range blocks[:min(len(blocks), blocksShown)] {
			text := session.CutText(b.Text, min(saidShown, left))
			left -= len(text)
			answer.Blocks = append(answer.Blocks, SaidBlock{
				Kind: blockKinds[b.Kind], Name: b.Name, Text: text, Bytes: len(b.Text), Picture: timeline.ImageOf(b.Picture),
			})
		}
		answer.More = len(blocks) - len(answer.Blocks)
		return answer, nil
	})
}

var blockKinds = map[session.PartKind]string{
	session.PartText: "text", session.PartThinking: "thinking", session.PartCall: "call", session.PartImage: "picture",
}

// promptMessage stands for the system prompt in force in place of a message.
const promptMessage = -1

func (a *App) blocks(o snapshot, key string, message int) ([]session.Block, error) {
	c, err := a.context(o, key)
	if err != nil {
		return nil, err
	}
	if message == promptMessage {
		return c.Prompt()
	}
	blocks, ok, err := c.Blocks(message)
	if err == nil && !ok {
		err = faultf(kindNotFound, "the context has no message %d", message)
	}
	return blocks, err
}

// saidBlock answers a block of a message whole, or lines of it.
func (a *App) saidBlock(r *http.Request, o snapshot, parts []string) (content, error) {
	at, err := leafOf(o.Index(), parts[0])
	if err != nil {
		return content{}, err
	}
	message, err := strconv.Atoi(parts[1])
	if err != nil {
		return content{}, errNothing
	}
	k := bodyKey{branchKey{o.handle, o.revision, at}, message, "said " + parts[2]}
	return a.long(r, k, func() (string, error) {
		blocks, err := a.blocks(o, parts[0], message)
		if err != nil {
			return "", err
		}
		if n := number(parts[2]); n < len(blocks) {
			return blocks[n].Text, nil
		}
		return "", errNothing
	})
}
