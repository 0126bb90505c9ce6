package contexts

import (
	"fmt"

	"branchline/backend/session"
)

// Summary says what a context is.
type Summary struct {
	// At is the entry that was asked about.
	At Place `json:"at"`
	// Messages counts those the model is sent, Lines what the list has.
	Messages int    `json:"messages"`
	Lines    int    `json:"lines"`
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Level    string `json:"level"`
	Tokens   Tokens `json:"tokens"`
	// Prompt are the pieces of the system prompt, with how much of each there is.
	Prompt []Piece `json:"prompt"`
	// Tools are those in force; ToolsKnown: the file says which.
	Tools      []string `json:"tools"`
	ToolsKnown bool     `json:"toolsKnown"`
	// Left is how many entries of the branch are not among the messages, Silent how
	// many have nothing to say: labels, settings, usage.
	Left   int `json:"left"`
	Silent int `json:"silent"`
	// LastPrompt and LastReply stand before the entry, BeforeCompaction before the
	// compaction in force; "" = none.
	LastPrompt       string `json:"lastPrompt"`
	LastReply        string `json:"lastReply"`
	BeforeCompaction string `json:"beforeCompaction"`
}

// Place names an entry to a reader.
type Place struct {
	Key  string `json:"key"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	AtMs int64  `json:"atMs"`
}

// Piece is a piece of the system prompt: its name, "" for the prompt itself, and
// its size.
type Piece struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

// toolsShown is how many tools a summary names.
const toolsShown = 200

// Summary answers what the context is.
func (c *Context) Summary() (s Summary, err error) {
	in, err := c.s.Instructions(c.at)
	if err != nil {
		return s, err
	}
	set, err := c.s.Settings(c.at)
	if err != nil {
		return s, err
	}
	s = Summary{
		At: c.place(c.at), Lines: len(c.lines), Provider: set.Provider, Model: set.Model, Level: set.Level,
		Tokens: c.tokens(in), Prompt: []Piece{}, Tools: []string{}, ToolsKnown: in.Tools != nil, Silent: c.silent,
		LastPrompt:       c.x.Key(c.above(func(e *session.Entry) bool { return e.Role == session.RoleUser })),
		LastReply:        c.x.Key(c.above(func(e *session.Entry) bool { return e.Role == session.RoleAssistant })),
		BeforeCompaction: c.x.Key(c.beforeCompaction()),
	}
	for _, size := range c.sizes {
		if !size.Unsent {
			s.Messages++
		}
	}
	for _, b := range in.Prompt {
		s.Prompt = append(s.Prompt, Piece{b.Name, session.Size{Text: session.Units(b.Text)}.Tokens()})
	}
	s.Tools = append(s.Tools, in.Tools[:min(len(in.Tools), toolsShown)]...)
	for _, left := range c.left {
		s.Left += len(left.entries)
	}
	return s, nil
}

// place names an entry by its kind and first words. Of one that is about the session,
// as its name or a label, the last that was said before it stands for it.
func (c *Context) place(p session.Pos) Place {
	if p == session.None {
		return Place{}
	}
	key := c.x.Key(p)
	for e := c.x.At(p); e.Kind.Meta() && e.Kind != session.KindEdit && e.Parent != session.None; e = c.x.At(p) {
		p = e.Parent
	}
	e := c.x.At(p)
	kind := e.ItemKind().String()
	if e.Role == session.RoleToolResult {
		kind = session.ItemResult.String()
	}
	if e.Role == session.RoleAssistant && !e.Has(session.HasText) && c.callOf(p) != nil {
		kind = session.ItemCall.String()
	}
	return Place{Key: key, Kind: kind, Text: c.words(p), AtMs: e.AtMs}
}

// words are an entry's preview, of a message without text its first call.
func (c *Context) words(p session.Pos) string {
	e := c.x.At(p)
	if call := c.callOf(p); call != nil && !e.Has(session.HasText) {
		return fmt.Sprintf("%s %s", call.Tool, call.Target)
	}
	return e.Preview
}

// callOf is the first call of an entry.
func (c *Context) callOf(p session.Pos) *session.Part {
	parts := c.x.PartsOf(p)
	for i := range parts {
		if parts[i].Kind == session.PartCall {
			return &parts[i]
		}
	}
	return nil
}

// beforeCompaction is what the compaction in force was written after.
func (c *Context) beforeCompaction() session.Pos {
	p := c.above(func(e *session.Entry) bool { return e.Kind == session.KindCompaction })
	if e := c.at; e != session.None && c.x.At(e).Kind == session.KindCompaction {
		p = e
	}
	if p == session.None {
		return p
	}
	return c.x.At(p).Parent
}
