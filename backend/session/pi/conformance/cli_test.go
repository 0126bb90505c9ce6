//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shown is what the command line prints of a context.
type shown struct {
	Leaf  string
	Model struct {
		Provider string
		ID       string
	}
	ThinkingLevel string
	Messages      []shownMessage
}

type shownMessage struct{ Role, Text string }

// branchline context prints what pi would go on with, at every entry.
func TestConformanceOfTheCommandLine(t *testing.T) {
	program := filepath.Join(t.TempDir(), "branchline")
	if out, err := exec.Command("go", "build", "-o", program, "../../../..").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for _, seed := range seeds(t, 4, 60) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			t.Parallel()
			g := grower{Rand: rand.New(rand.NewPCG(seed, 17)), tame: true}
			data := []byte(g.file())
			var theirs facts
			if err := startedPi(t).ask(map[string]any{"do": "facts", "path": copied(t, data)}, &theirs); err != nil {
				t.Fatal(err)
			}
			c := &comparison{}
			defer c.done(t, func() string { return string(data) })
			path := copied(t, data)
			for _, p := range theirs.At {
				if p.Context == nil || p.Context.failed != "" {
					c.known(endless)
					continue
				}
				out, err := exec.Command(program, "context", path, "--leaf", p.ID, "--json").Output()
				if err != nil {
					t.Fatalf("context at %s: %v", p.ID, err)
				}
				var ours shown
				if err := json.Unmarshal(out, &ours); err != nil {
					t.Fatal(err)
				}
				c.same("printed context at "+p.ID, expected(t, p), ours)
			}
		})
	}
}

// expected is what the command line should print of a context of pi's.
func expected(t *testing.T, p place) shown {
	t.Helper()
	var context struct {
		Messages []struct {
			Role, Summary string
			Content       json.RawMessage
		}
		ThinkingLevel string
		Model         struct{ Provider, ModelID string }
	}
	if err := json.Unmarshal([]byte(p.Context.value), &context); err != nil {
		t.Fatal(err)
	}
	s := shown{Leaf: p.ID, ThinkingLevel: context.ThinkingLevel, Messages: []shownMessage{}}
	s.Model.Provider, s.Model.ID = context.Model.Provider, context.Model.ModelID
	for _, m := range context.Messages {
		text := said(m.Content)
		if text == "" {
			text = m.Summary
		}
		s.Messages = append(s.Messages, shownMessage{m.Role, text})
	}
	return s
}

// said is the text of a message's content.
func said(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []struct{ Type, Text string }
	if json.Unmarshal(content, &blocks) != nil {
		return ""
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
