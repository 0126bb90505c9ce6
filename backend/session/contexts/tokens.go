package contexts

import (
	"slices"

	"branchline/backend/session"
)

// Tokens is how many tokens a context comes to. What a reply reports is recorded;
// messages themselves are never counted, so shares are estimates: a quarter of their
// characters, as pi takes them.
type Tokens struct {
	Total int `json:"total"`
	// Recorded is how much of Total a reply reported, By its entry; 0 and "" when
	// all of it is estimated.
	Recorded int    `json:"recorded"`
	By       string `json:"by"`
	// Estimate is what the messages come to by themselves.
	Estimate int `json:"estimate"`
	// Kinds are the shares of Estimate, in a fixed order and without empty ones.
	Kinds []Share `json:"kinds"`
}

// Share is how much of a context is of one kind: system, prompt, reply, thinking,
// call, result, command, compaction, branchSummary or other.
type Share struct {
	Kind     string `json:"kind"`
	Messages int    `json:"messages"`
	Tokens   int    `json:"tokens"`
}

// shareOrder is the order of shares; calls and thoughts are parts of replies.
var shareOrder = []string{"system", "compaction", "branchSummary", "prompt", "reply", "thinking", "call", "result", "command", "other"}

// kindOf says what a message is, in the words of the reader.
func kindOf(e *session.Entry, piece session.Piece) string {
	switch {
	case piece.Role == "system" || e.Role == session.RoleSystem:
		return "system"
	case e.Kind == session.KindCompaction:
		return "compaction"
	case e.Kind == session.KindBranchSummary:
		return "branchSummary"
	}
	switch e.Role {
	case session.RoleUser:
		return "prompt"
	case session.RoleAssistant:
		return "reply"
	case session.RoleToolResult:
		return "result"
	case session.RoleBash:
		return "command"
	}
	return "other"
}

// shares divides what the messages come to.
func (c *Context) shares(in session.Instructions) (all []Share, total int) {
	by := map[string]*Share{}
	for _, kind := range shareOrder {
		by[kind] = &Share{Kind: kind}
	}
	for i, piece := range c.pieces {
		size, kind := c.sizes[i], kindOf(c.x.At(piece.Entry), piece)
		own := by[kind]
		if !size.Unsent {
			own.Messages++
		}
		if kind == "system" && in.Size.Tokens() > 0 {
			continue // several of them make one
		}
		own.Tokens += size.Tokens()
		if kind == "reply" {
			part(own, by["call"], size, session.Size{Text: size.Text, Thinking: size.Thinking, Pictures: size.Pictures})
			size.Calls = 0
			part(own, by["thinking"], size, session.Size{Text: size.Text, Pictures: size.Pictures})
		}
	}
	by["system"].Tokens += in.Size.Tokens()
	for _, kind := range shareOrder {
		if share := *by[kind]; share.Tokens > 0 || share.Messages > 0 {
			all = append(all, share)
			total += share.Tokens
		}
	}
	return all, total
}

// part gives what a message has more than without a part of it to that part's share.
func part(from, to *Share, whole, without session.Size) {
	without.Unsent = whole.Unsent
	if n := whole.Tokens() - without.Tokens(); n > 0 {
		from.Tokens -= n
		to.Tokens += n
		to.Messages++
	}
}

// tokens says how many tokens the context comes to: as a reply to it or at its end
// reports; else as the last one reports that no edit and no compaction came after,
// and an estimate of what follows it (pi 1.6.0, estimateProjectedContextTokens).
func (c *Context) tokens(in session.Instructions) Tokens {
	t := Tokens{}
	t.Kinds, t.Estimate = c.shares(in)
	t.Kinds = append([]Share{}, t.Kinds...)
	if sent, by := c.answered(); sent > 0 {
		t.Total, t.Recorded, t.By = sent, sent, c.x.Key(by)
		return t
	}
	t.Total = t.Estimate
	last, rest := len(c.pieces)-1, 0
	for _, p := range slices.Backward(c.past) {
		if k := c.x.At(p).Kind; k == session.KindEdit || k == session.KindCompaction {
			break
		}
		if last < 0 || c.pieces[last].Entry != p {
			continue
		}
		if sent, replied := c.spent(p); sent+replied > 0 {
			t.Recorded, t.By = sent+replied, c.x.Key(p)
			t.Total = t.Recorded + rest
			break
		}
		rest += c.sizes[last].Tokens()
		last--
	}
	return t
}

// spent is what a reply reports to have been sent and replied, in tokens; nothing
// where it failed.
func (c *Context) spent(p session.Pos) (sent, replied int) {
	e := c.x.At(p)
	if e.Role != session.RoleAssistant || e.Stop == session.StopError || e.Stop == session.StopAborted {
		return 0, 0
	}
	for _, u := range c.x.UsagesOf(p) {
		sent += int(u.Input + u.CacheRead + u.CacheWrite)
		replied += int(u.Output)
	}
	return sent, replied
}

// answered is what the reply reports that was made of this very context.
func (c *Context) answered() (sent int, by session.Pos) {
	for p := c.at; p != session.None; {
		next := session.None
		for _, kid := range c.x.Children(p) {
			if sent, _ := c.spent(kid); sent > 0 {
				return sent, kid
			}
			if k := c.x.At(kid).Kind; next == session.None && k.Meta() && k != session.KindEdit {
				next = kid
			}
		}
		p = next
	}
	return 0, session.None
}
