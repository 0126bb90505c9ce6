package main

import (
	"context"
	"fmt"
	"strings"

	"branchline/backend/session"
)

// speaker is a session that tells what was in force at an entry, and what the
// messages of its context say.
type speaker interface {
	session.Session
	Settings(leaf session.Pos) (session.Settings, error)
	Said(session.Piece) (session.Said, error)
}

// contextShown is the document of context.
type contextShown struct {
	Leaf          string         `json:"leaf"`
	Model         modelShown     `json:"model"`
	ThinkingLevel string         `json:"thinkingLevel"`
	Messages      []messageShown `json:"messages"`
}

type modelShown struct {
	Provider string `json:"provider"`
	ID       string `json:"id"`
}

// messageShown is one message: Edit is the entry that changed it, "" when none did.
type messageShown struct {
	Entry string `json:"entry"`
	Role  string `json:"role"`
	Text  string `json:"text"`
	Edit  string `json:"edit"`
	Sent  bool   `json:"sent"`
}

func runContext(c *call) error {
	return c.read(context.Background(), "context", func(path string, s session.Session, leaf session.Pos) error {
		told, ok := s.(speaker)
		if !ok {
			return fmt.Errorf("context %s: sessions of this format do not tell", path)
		}
		in, err := told.Settings(leaf)
		if err != nil {
			return fmt.Errorf("context %s: %w", path, err)
		}
		x, pieces := s.Index(), s.Context(leaf)
		doc := contextShown{x.Key(leaf), modelShown{in.Provider, in.Model}, in.Level, make([]messageShown, 0, len(pieces))}
		w := &lines{w: c.out}
		if !c.json() {
			w.line("%s", strings.Join(introduced(in, len(pieces), doc.Leaf), " · "))
		}
		for _, piece := range pieces {
			said, err := told.Said(piece)
			if err != nil {
				return fmt.Errorf("context %s: %w", path, err)
			}
			if !c.json() {
				printSaid(w, x, piece, said)
				continue
			}
			doc.Messages = append(doc.Messages, messageShown{x.Key(piece.Entry), said.Role, said.Text, x.Key(piece.Edit), said.Sent})
		}
		if c.json() {
			return printJSON(c.out, doc)
		}
		return w.err
	})
}

// introduced says which model saw how much, and where.
func introduced(in session.Settings, messages int, leaf string) []string {
	model := in.Model
	if in.Provider != "" {
		model = in.Provider + "/" + model
	}
	words := []string{or(model, "no model is named")}
	if in.Level != "" {
		words = append(words, "thinking level "+in.Level)
	}
	said := session.Counted(messages, "message", "messages")
	if leaf != "" {
		said += " at " + leaf
	}
	return append(words, said)
}

// printSaid prints a message: who and when on one line, then its text.
func printSaid(w *lines, x *session.Index, piece session.Piece, said session.Said) {
	e := x.At(piece.Entry)
	head := fmt.Sprintf("%s · %s · %s", said.Role, e.Key, moment(e.AtMs))
	if piece.Edit != session.None {
		head += " · edited by " + x.Key(piece.Edit)
	}
	if !said.Sent {
		head += " · not sent to the model"
	}
	w.line("")
	w.line("%s", head)
	for text := range strings.Lines(said.Text) {
		w.line("  %s", strings.TrimRight(text, "\r\n"))
	}
	if piece.Edit != session.None {
		return
	}
	calls := false
	for _, part := range x.PartsOf(piece.Entry) {
		if part.Kind == session.PartCall {
			calls = true
			w.line("  → %s %s", part.Tool, part.Target)
		}
	}
	if said.Text == "" && !calls && e.Preview != "" {
		w.line("  (%s)", e.Preview)
	}
	if e.Has(session.HasImages) {
		w.line("  [with pictures]")
	}
}
