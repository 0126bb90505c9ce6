package export

// sign is a shape around 0,0 within ±7 px, filled, stroked or both.
type sign struct {
	id, name     string
	fill, stroke markup
}

const (
	ring   markup = "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z"
	check  markup = "M2 6.5L5 9.5L10.5 3"
	cross  markup = "M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5"
	forked markup = "M3 1V11M3 6C3 4 9 5 9 1.5M9 1.5L7.2 3.2M9 1.5L10.8 3.2"
)

// signs are those of the branch graph as the app draws them, in the order of the
// legend; a meaning never rests on colour alone.
var signs = []sign{
	{"prompt", "Prompt", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z", ""},
	{"reply", "Reply", "", "M-3.75 0a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0 -7.5 0Z"},
	{"tools", "Tools", "M-3.5 -3.5h7v7h-7Z", ""},
	{"label", "Label", "M0 -5.5L5.5 0L0 5.5L-5.5 0Z", ""},
	{"compaction", "Compaction", "M1.2 -6.6L5.6 -3.4L0.6 -1.4Z", "M2.4 -3.9A4.4 4.4 0 1 0 4.4 0.4"},
	{"branchSummary", "Branch summary", "M2.2 -3.8L6.6 0L2.2 3.8Z", "M-6 1.2C-4.6 -2.4 -3.2 -2.4 -1.8 0C-0.6 2 0.6 1.6 2.4 0"},
	{"error", "Error", "", "M-4 -4L4 4M4 -4L-4 4"},
	{"active", "pi continues here", "M-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z", ring},
	{"event", "Other record", "M-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z", ""},
	{"unknown", "Unknown record", "", "M0 -5L5 0L0 5L-5 0Z"},
}

var signOf = map[string]string{
	"prompt": "prompt", "reply": "reply", "thinking": "reply", "steps": "tools", "call": "tools", "bash": "tools",
	"label": "label", "compaction": "compaction", "branchSummary": "branchSummary", "unknown": "unknown",
}

// outcomeSign is how an outcome is drawn in a box of 12 by 12, and its tone.
type outcomeSign struct{ d, tone markup }

var outcomeSigns = map[string]outcomeSign{
	"finished":    {check, "ok"},
	"failed":      {cross, "error"},
	"error":       {cross, "error"},
	"limit":       {"M1.5 2.5H10.5M6 10.5V5M3.5 7.5L6 5L8.5 7.5", "warn"},
	"stuck":       {"M4 2V10M8 2V10", "warn"},
	"cancelled":   {"M6 1.25a4.75 4.75 0 1 0 0 9.5a4.75 4.75 0 1 0 0 -9.5ZM2.7 9.3L9.3 2.7", "quiet"},
	"running":     {"M3.5 2L9.5 6L3.5 10Z", "busy"},
	"interrupted": {"M1 6H4M5.5 6H6.5M8 6H11", "warn"},
	"unknown":     {"M3.5 4A2.5 2.5 0 1 1 6 6.5V7.5M6 9.7V10.2", "quiet"},
}

// icon draws a stroked path of 12 by 12.
func (s *sheet) icon(class, d markup) {
	s.raw(`<svg class="`, class, `" viewBox="0 0 12 12" aria-hidden="true"><path d="`, d, `"/></svg>`)
}

var kindNames = map[string]string{
	"prompt": "Prompt", "reply": "Reply", "thinking": "Thinking", "call": "Tool call", "bash": "Your command",
	"compaction": "Compaction", "branchSummary": "Branch summary", "model": "Model", "level": "Thinking level",
	"label": "Label", "name": "Session name", "custom": "Custom entry", "customMessage": "Custom message",
	"system": "System prompt", "edit": "Context edit", "usage": "Usage", "event": "Event", "attempt": "Attempt",
	"reset": "Reset", "result": "Result", "steps": "Steps",
}

func kindName(kind string) string {
	if name := kindNames[kind]; name != "" {
		return name
	}
	return "Unknown record"
}
