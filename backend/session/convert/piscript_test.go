package convert_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// picture is a png of one pixel with something behind it.
func picture(n int) []byte {
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	b, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil {
		panic(err)
	}
	return append(b, byte(n))
}

type member = map[string]any

func texts(text string, images, first int) []member {
	content := []member{}
	if text != "" {
		content = append(content, member{"type": "text", "text": text})
	}
	for i := range images {
		content = append(content, member{"type": "image", "data": picture(first + i), "mimeType": "image/png"})
	}
	return content
}

var stops = map[session.Stop]string{
	session.StopStop: "stop", session.StopLength: "length", session.StopToolUse: "toolUse", session.StopError: "error", session.StopAborted: "aborted",
}

// piLines are the lines of a pi session with these records.
func piLines(records []sessiontest.Record) []string {
	lines := []string{`{"type":"session","version":3,"id":"s","timestamp":"2031-05-01T09:00:00.000Z","cwd":"/srv/shop"}`}
	tools := map[string]string{}
	for i, r := range records {
		e := member{"type": "message", "id": r.ID, "parentId": nil, "timestamp": time.UnixMilli(r.AtMs).UTC().Format("2006-01-02T15:04:05.000Z")}
		if r.Parent != "" {
			e["parentId"] = r.Parent
		}
		switch r.Kind {
		case "user":
			e["message"] = member{"role": "user", "content": texts(r.Text, r.Images, i), "timestamp": r.AtMs}
		case "assistant":
			content := []member{}
			if r.Think != "" {
				content = append(content, member{"type": "thinking", "thinking": r.Think, "thinkingSignature": "s"})
			}
			content = append(content, texts(r.Text, 0, 0)...)
			for _, c := range r.Calls {
				tools[c.ID] = c.Tool
				content = append(content, member{"type": "toolCall", "id": c.ID, "name": c.Tool, "arguments": member{"path": c.Target}})
			}
			m := member{
				"role": "assistant", "content": content, "api": "acme-api", "provider": "acme", "model": "large",
				"usage": member{"input": 10, "output": 2, "cacheRead": 1, "cacheWrite": 0, "totalTokens": 13}, "stopReason": stops[r.Stop], "timestamp": r.AtMs - 1000,
			}
			if r.Stop == session.StopError {
				m["errorMessage"] = "503: try later"
			}
			e["message"] = m
		case "result":
			e["message"] = member{"role": "toolResult", "toolCallId": r.Of, "toolName": tools[r.Of], "content": texts(r.Text, r.Images, i), "isError": r.Flags&session.Failed != 0, "timestamp": r.AtMs}
		case "bash":
			e["message"] = member{"role": "bashExecution", "command": r.Text, "output": "out", "exitCode": i % 2, "cancelled": false, "truncated": false, "timestamp": r.AtMs}
		case "message":
			e["type"], e["customType"], e["content"], e["display"] = "custom_message", "acme.note", texts(r.Text, r.Images, i), true
		case "compaction":
			e["type"], e["summary"], e["firstKeptEntryId"], e["tokensBefore"] = "compaction", r.Text, r.Target, 900
		case "summary":
			e["type"], e["summary"], e["fromId"] = "branch_summary", r.Text, r.Target
		case "edit":
			e["type"], e["targetId"], e["replacement"] = "context_edit", r.Target, nil
			if r.Text != "" {
				e["replacement"] = member{"content": r.Text}
			}
		case "label":
			e["type"], e["targetId"], e["label"] = "label", r.Target, r.Text
		case "name":
			e["type"], e["name"] = "session_info", r.Text
		case "model":
			e["type"], e["provider"], e["modelId"] = "model_change", "acme", r.Text
		case "usage":
			e["type"], e["kind"] = "usage", "cache_warm"
		default:
			e["type"] = r.Kind
		}
		b, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(b))
	}
	return lines
}

// said is a message of a context as a model would be told it.
type said struct {
	Role, Text, Of string
	Error          bool
	// Parts are thoughts, texts and calls in their order, Pictures their bytes.
	Parts    []string
	Pictures []string
}

// saidBy reads a message of pi's; false for what is not sent again, or says nothing.
func saidBy(raw json.RawMessage) (said, bool) {
	var m struct {
		Role, StopReason, Summary, Command, ToolCallID, CustomType string
		IsError                                                    bool
		Content                                                    json.RawMessage
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		panic(fmt.Sprint(err, string(raw)))
	}
	s := said{Role: m.Role, Text: m.Summary + m.Command, Of: m.ToolCallID, Error: m.IsError}
	var words []string
	var content []struct {
		Type, Text, Thinking, ID, Name, Data string
		Arguments                            json.RawMessage
	}
	if len(m.Content) > 0 && m.Content[0] == '"' {
		m.Content = append(append([]byte(`[{"text":`), m.Content...), "}]"...)
	}
	if err := json.Unmarshal(m.Content, &content); m.Content != nil && err != nil {
		panic(err)
	}
	for _, c := range content {
		switch {
		case c.Type == "image":
			s.Pictures = append(s.Pictures, c.Data)
		case m.Role != "assistant":
			words = append(words, c.Text)
		case c.Text+c.Thinking+c.ID != "":
			s.Parts = append(s.Parts, c.Type+" "+c.Text+c.Thinking+c.ID+" "+c.Name+string(c.Arguments))
		}
	}
	s.Text += strings.Join(words, "\n")
	return s, m.StopReason != "error" && m.StopReason != "aborted" && m.CustomType != "runlog.task"
}
