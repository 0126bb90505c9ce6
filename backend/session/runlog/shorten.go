package runlog

import (
	"encoding/json"
	"fmt"
	"strings"
)

// longest is what is kept of a text in a record that was too long as it was.
const longest = 1 << 20

// cut keeps the beginning of a long text.
func cut(s string) string {
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "")
}

// shortened is cut with the mark that the agent's own tools end a long output with.
func shortened(s string) string {
	if len(s) <= longest {
		return s
	}
	return fmt.Sprintf("%s\n[truncated: %d bytes total]", cut(s), len(s))
}

func (m Message) shortened() Message {
	m.Text = shortened(m.Text)
	if m.Activity != nil {
		a := *m.Activity
		a.Arguments, a.Failure = shortened(a.Arguments), shortened(a.Failure)
		switch v := a.Result.(type) {
		case nil:
		case string:
			a.Result = shortened(v)
		default:
			if b, err := json.Marshal(v); err == nil && len(b) > longest {
				a.Result = shortened(string(b))
			}
		}
		if len(a.ReasoningDetails) > longest {
			a.ReasoningDetails = nil // half of it is of no use to a provider
		}
		m.Activity = &a
	}
	for i := range m.Images { // of RecordMessage's own copy
		if len(m.Images[i].Data) > longest {
			m.Images[i].Data, m.Images[i].Source = "", ""
		}
	}
	return m
}

func (v Result) shortened() Result {
	v.Message, v.Error = shortened(v.Message), shortened(v.Error)
	if v.Failure != nil {
		f := *v.Failure
		f.ResponseBody = shortened(f.ResponseBody)
		v.Failure = &f
	}
	return v
}
