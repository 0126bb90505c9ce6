package runlog

import (
	"bytes"
	"strconv"
	"strings"

	"branchline/backend/session/jsonl"
)

// tailBytes is how much of a result's end is looked at for marks.
const tailBytes = 512

// failed tells whether a response says that its call failed. A command that
// fails is a successful call in this format: only the mark at the end of its
// output tells. Tools that run no command may well print such a mark.
func (r *fields) failed(tool string) bool {
	if r.has(activityFailure) {
		return true
	}
	out := r.quoted(messageText)
	if len(out) == 0 {
		out = r.quoted(activityResult)
	}
	return marked(tool, out)
}

// Marked tells whether a result says by the marks at its end alone that a call of
// this tool failed.
func Marked(tool, text string) bool { return marked(tool, []byte(text)) }

func marked(tool string, out []byte) bool {
	switch tool {
	case "read", "list", "write", "view", "skill", "plan", "progress":
		return false
	}
	for _, m := range marks(out) {
		if m.failed() {
			return true
		}
	}
	return false
}

// tailMark is one "[…]" the shell tool ends its output with: "exit: exit status 3",
// "timed out after 1s", "truncated: 328957 bytes total".
type tailMark string

// marks reads the marks at the end of an output, quoted or not, the last first.
func marks(out []byte) (found []tailMark) {
	rest := bytes.TrimRight(out, " \n\r\t")
	for bytes.HasSuffix(rest, []byte(`\n`)) {
		rest = bytes.TrimRight(rest[:len(rest)-2], " \n\r\t")
	}
	if !bytes.HasSuffix(rest, []byte("]")) { // the usual case, at no cost
		return nil
	}
	line := jsonl.AppendPreview(nil, rest[max(0, len(rest)-tailBytes):], tailBytes)
	for bytes.HasSuffix(line, []byte("]")) {
		open := bytes.LastIndexByte(line, '[')
		if open < 0 {
			break
		}
		m := tailMark(line[open+1 : len(line)-1])
		if !m.known() {
			break
		}
		found = append(found, m)
		line = bytes.TrimRight(line[:open], " ")
	}
	return found
}

func (m tailMark) known() bool {
	for _, p := range [...]string{"exit: ", "timed out after ", "truncated: "} {
		if strings.HasPrefix(string(m), p) {
			return true
		}
	}
	return false
}

// exit is the exit status a mark names.
func (m tailMark) exit() (code int, ok bool) {
	status, ok := strings.CutPrefix(string(m), "exit: ")
	if !ok {
		return 0, false
	}
	code, err := strconv.Atoi(strings.TrimPrefix(status, "exit status "))
	return code, err == nil
}

func (m tailMark) failed() bool {
	if code, ok := m.exit(); ok {
		return code != 0
	}
	return !strings.HasPrefix(string(m), "truncated: ")
}
