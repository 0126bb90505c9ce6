package pi

import (
	"encoding/json"
	"fmt"
	"slices"

	"branchline/backend/session"
)

// AppendContextEdit changes what an entry on the path to the leaf gives the model
// from here on; the entry itself stays as it is (since 0.87). replacement is nil to
// leave the entry out, or a value that encodes as an object with the new content:
//
//	m.AppendContextEdit(id, map[string]any{"content": "shortened"})
//
// Prompts, replies, results of tools and what extensions say can be edited. The
// errors have pi's words and order.
func (m *Manager) AppendContextEdit(targetID string, replacement any) (id string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, err := encode(replacement)
	if err != nil {
		return "", fmt.Errorf("append to the session: %w", err)
	}
	content, err := newContent(value)
	if err != nil {
		return "", err
	}
	p, err := m.find(targetID)
	if err != nil {
		return "", err
	}
	if !slices.Contains(m.leafPath(), p) {
		return "", refusal("Entry " + targetID + " is not on the active branch")
	}
	role := editableRole(m.s.x.At(p))
	switch {
	case role == "":
		return "", refusal("Entry " + targetID + " does not contribute editable model content")
	case content == nil:
		value = json.RawMessage("null")
	case content[0] == '"' && role != "user" && role != "custom":
		value = append(append(json.RawMessage(`{"content":`), asContent(role, content)...), '}')
	}
	return m.add("context_edit", m.leaf, func(w *writer) {
		w.text("targetId", targetID)
		w.value("replacement", value)
	})
}

// refusal is an error in pi's words.
type refusal string

func (r refusal) Error() string { return string(r) }

// newContent is the content a replacement holds, nil when it is null.
func newContent(replacement json.RawMessage) (json.RawMessage, error) {
	if len(replacement) == 0 || replacement[0] == 'n' {
		return nil, nil
	}
	content, ok := member(replacement, "content")
	if !ok || content[0] != '"' && content[0] != '[' {
		return nil, refusal("Context edit replacement must be null or contain string/array content")
	}
	return content, nil
}

// editableRole is the role of the message whose content an edit of the entry
// replaces, "" when there is none.
func editableRole(e *session.Entry) string {
	switch {
	case e.Kind == session.KindCustomMessage:
		return "custom"
	case e.Kind != session.KindMessage:
		return ""
	}
	switch e.Role {
	case session.RoleUser, session.RoleAssistant, session.RoleToolResult:
		return contextRoles[e.Role]
	}
	return ""
}
