package runlog

import "bytes"

// worded is a call in words. same is equal for calls of one tool with the same
// arguments.
type worded struct {
	same            uint64
	preview, target string
}

// recentCalls are the calls that were worded last: an event tells of a call, and soon
// after it its request and its response tell of it again.
type recentCalls struct {
	kept [8]struct {
		tool      string
		arguments []byte // as written
		worded
	}
	next int
}

// mostArguments is how long arguments are kept, in bytes.
const mostArguments = 4 << 10

// call words a call of the record.
func (k *pen) call(tool named, arguments field) worded {
	raw := k.rec.value(arguments)
	for i := range k.calls.kept {
		if c := &k.calls.kept[i]; c.same != 0 && c.tool == tool.text && bytes.Equal(c.arguments, raw) {
			return c.worded
		}
	}
	text := k.decoded(k.rec.quoted(arguments))
	w := worded{same: sumOf(sumCall, tool.text, text)}
	if len(text) == 0 {
		text = raw
	}
	k.preview(targetOf(text))
	w.preview, w.target = k.called(tool)
	if len(raw) <= mostArguments {
		c := &k.calls.kept[k.calls.next%len(k.calls.kept)]
		c.tool, c.arguments, c.worded = tool.text, append(c.arguments[:0], raw...), w
		k.calls.next++
	}
	return w
}
