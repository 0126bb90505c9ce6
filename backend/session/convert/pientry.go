package convert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// header is the first record of a pi session.
type header struct {
	Type          string `json:"type"`
	Version       int    `json:"version"`
	ID            string `json:"id"`
	Timestamp     string `json:"timestamp"`
	Cwd           string `json:"cwd"`
	ParentSession string `json:"parentSession"`
}

// entry is what all entries of a pi session have, in pi's order.
type entry struct {
	Type      string  `json:"type"`
	ID        string  `json:"id"`
	ParentID  *string `json:"parentId"`
	Timestamp string  `json:"timestamp"`
}

// tail is what pi writes last in entries of extensions.
type tail struct {
	ID        string  `json:"id"`
	ParentID  *string `json:"parentId"`
	Timestamp string  `json:"timestamp"`
}

// entries writes the records of a pi session.
type entries struct {
	w      io.Writer
	room   bytes.Buffer
	nextID func() string
	taken  map[string]bool
	// last is the entry that was written last, nil at a root.
	last *string
}

// entry begins an entry under the last one.
func (e *entries) entry(typ string, ms int64) entry {
	id := e.newID()
	made := entry{typ, id, e.last, stampOf(ms)}
	e.last = &id
	return made
}

// newID makes an id that is not taken. Where none comes, it is a number.
func (e *entries) newID() string {
	for n := 0; ; n++ {
		id := fmt.Sprintf("%08x", len(e.taken)+n)
		if n < 100 {
			id = e.nextID()
		}
		if id != "" && !e.taken[id] {
			e.taken[id] = true
			return id
		}
	}
}

// put writes a record.
func (e *entries) put(v any) error {
	e.room.Reset()
	encoder := json.NewEncoder(&e.room)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("encode an entry: %w", err)
	}
	_, err := e.w.Write(e.room.Bytes())
	return err
}

// custom writes an entry that no model sees.
func (e *entries) custom(typ string, data any, ms int64) error {
	base := e.entry("custom", ms)
	return e.put(struct {
		Type       string `json:"type"`
		CustomType string `json:"customType"`
		Data       any    `json:"data,omitempty"`
		tail
	}{base.Type, typ, data, tail{base.ID, base.ParentID, base.Timestamp}})
}

// customMessage writes what the model is sent as the user's.
func (e *entries) customMessage(typ string, content, details any, ms int64) error {
	base := e.entry("custom_message", ms)
	return e.put(struct {
		Type       string `json:"type"`
		CustomType string `json:"customType"`
		Content    any    `json:"content"`
		Display    bool   `json:"display"`
		Details    any    `json:"details,omitempty"`
		tail
	}{base.Type, typ, content, true, details, tail{base.ID, base.ParentID, base.Timestamp}})
}

// message writes a message of the conversation.
func (e *entries) message(message any, ms int64) error {
	base := e.entry("message", ms)
	return e.put(struct {
		entry
		Message any `json:"message"`
	}{base, message})
}

// The blocks of pi's messages.
type (
	textBlock struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	thinkingBlock struct {
		Type     string `json:"type"`
		Thinking string `json:"thinking"`
	}
	callBlock struct {
		Type           string          `json:"type"`
		ID             string          `json:"id"`
		Name           string          `json:"name"`
		Arguments      json.RawMessage `json:"arguments"`
		ArgumentsError string          `json:"argumentsError,omitempty"`
	}
	imageBlock struct {
		Type     string `json:"type"`
		Data     []byte `json:"data"` // base64 in JSON
		MimeType string `json:"mimeType"`
	}
)

// The messages of pi, in pi's order.
type (
	userMessage struct {
		Role      string `json:"role"`
		Content   []any  `json:"content"`
		Timestamp int64  `json:"timestamp"`
	}
	assistantMessage struct {
		Role         string `json:"role"`
		Content      []any  `json:"content"`
		API          string `json:"api"`
		Provider     string `json:"provider"`
		Model        string `json:"model"`
		Usage        usage  `json:"usage"`
		StopReason   string `json:"stopReason"`
		Timestamp    int64  `json:"timestamp"`
		ErrorMessage string `json:"errorMessage,omitempty"`
	}
	toolResultMessage struct {
		Role       string `json:"role"`
		ToolCallID string `json:"toolCallId"`
		ToolName   string `json:"toolName"`
		Content    []any  `json:"content"`
		IsError    bool   `json:"isError"`
		Timestamp  int64  `json:"timestamp"`
	}
	systemMessage struct {
		Role      string `json:"role"`
		Content   string `json:"content"`
		Timestamp int64  `json:"timestamp"`
	}
)

// usage is what a reply cost. A run log tells no cost.
type usage struct {
	Input       float64 `json:"input"`
	Output      float64 `json:"output"`
	CacheRead   float64 `json:"cacheRead"`
	CacheWrite  float64 `json:"cacheWrite"`
	TotalTokens float64 `json:"totalTokens"`
	Cost        cost    `json:"cost"`
}

type cost struct {
	Input      float64 `json:"input"`
	Output     float64 `json:"output"`
	CacheRead  float64 `json:"cacheRead"`
	CacheWrite float64 `json:"cacheWrite"`
	Total      float64 `json:"total"`
}

func usageOf(s spent) usage {
	return usage{Input: s.in, Output: s.out, TotalTokens: s.in + s.out}
}

// spent are tokens no reply was given yet.
type spent struct{ in, out float64 }
