//go:build conformance

package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/pi"
)

// same compares one answer.
func (c *comparison) same(what string, theirs, ours any) {
	if reflect.DeepEqual(theirs, ours) { // cmp takes its time with large files
		c.agreed++
		return
	}
	c.wrong = append(c.wrong, fmt.Sprintf("%s (-pi +ours):\n%s", what, cmp.Diff(theirs, ours)))
}

// known notes a difference that is meant.
func (c *comparison) known(why string) {
	if c.apart == nil {
		c.apart = map[string]int{}
	}
	c.apart[why]++
}

// moment is when pi and we do what is compared.
var moment = time.Date(2031, 4, 9, 7, 5, 3, 120e6, time.UTC)

// deepest is how long a file may be for the context at each of its entries to be
// compared.
const deepest = 100_000

// conform asks pi and a Manager about the same bytes and compares all they say.
func conform(tb testing.TB, data []byte) {
	tb.Helper()
	c := &comparison{}
	defer c.done(tb, func() string { return "of the file\n" + string(data) })
	c.listed(tb, data)
	var theirs facts
	path := copied(tb, data)
	refusal := startedPi(tb).ask(map[string]any{"do": "facts", "path": path, "now": moment.UnixMilli(), "nextId": 0, "shallow": len(data) > deepest}, &theirs)
	if refusal != nil && !isRefused(refusal) {
		tb.Fatal(refusal)
	}
	ids := 0
	m, err := pi.Open(copied(tb, data), "", pi.WithClock(func() time.Time { return moment }),
		pi.WithEntryIDGenerator(func() string { ids++; return fmt.Sprintf("%08x", ids-1) }),
		pi.WithSessionIDGenerator(func(time.Time) string {
			return idOf(theirs.Header) // of the header pi writes to an empty file
		}))
	if err == nil && failed(refusal) {
		c.known(failing)
		if err := m.Close(); err != nil {
			tb.Error(err)
		}
		return
	}
	if refusal != nil || err != nil {
		c.same("is refused", refusal != nil, err != nil)
		return
	}
	defer func() {
		if err := m.Close(); err != nil {
			tb.Error(err)
		}
	}()
	header, err := m.GetHeader()
	if err != nil {
		tb.Error(err)
		return
	}
	if header.Version() < 2 && theirs.Scalars > 0 {
		c.known(unwritten)
		return
	}
	c.values(tb, data)
	if err := m.Upgrade(); err != nil {
		tb.Error(err)
		return
	}
	theirBytes, ourBytes := read(tb, path), read(tb, m.GetSessionFile())
	if len(data) == 0 || bytes.Equal(theirBytes, append(ourBytes[:len(ourBytes):len(ourBytes)], '\n')) {
		c.known(completing)
	} else {
		c.same("bytes once it is of version 3", string(theirBytes), string(ourBytes))
	}
	mine, err := ours(m)
	if err != nil {
		tb.Error(err)
		return
	}
	c.facts(theirs, mine)
}

func (c *comparison) facts(theirs, ours facts) {
	c.same("header", theirs.Header, ours.Header)
	c.same("folder", theirs.Cwd, ours.Cwd)
	c.text("name", theirs.Name, ours.Name)
	c.same("entries", theirs.Entries, ours.Entries)
	if len(theirs.At) == 0 && len(theirs.Entries) > 0 {
		c.known(untied)
		return
	}
	c.leaf(theirs, ours)
	known, looped := map[string]place{}, false
	for _, p := range ours.At {
		known[p.ID] = p
	}
	for _, p := range theirs.At {
		looped = looped || p.Loops
	}
	if len(theirs.At) != len(ours.At) {
		c.same("number of ids", len(theirs.At), len(ours.At))
		return
	}
	for _, p := range theirs.At {
		q := known[p.ID]
		if repeated(theirs) { // pi puts a child where its id came first
			sorted(p.Children)
			sorted(q.Children)
		}
		c.place(p, q, looped)
	}
	switch {
	case len(theirs.Tree) == 0:
	case looped:
		c.known(endless)
	case repeated(theirs):
		c.known(repeating)
		c.same("roots", roots(theirs.Tree), roots(ours.Tree))
	default:
		c.same("tree", theirs.Tree, ours.Tree)
	}
}

// repeated tells whether several entries have one id, or none.
func repeated(f facts) bool { return len(f.Entries) > len(f.At) }

func roots(tree [][4]any) (ids []any) {
	for _, row := range tree {
		if row[0] == 0. {
			ids = append(ids, row[1])
		}
	}
	return ids
}

func sorted(ids []any) {
	slices.SortFunc(ids, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
}

func (c *comparison) leaf(theirs, ours facts) {
	if id, ok := theirs.Leaf.(string); (!ok || id == "") && len(theirs.At) > 0 && ours.Leaf != nil {
		c.known(leafless)
		return
	}
	c.same("leaf", theirs.Leaf, ours.Leaf)
	if theirs.Context == nil {
		c.known(endless)
		return
	}
	c.text("context", *theirs.Context, *ours.Context)
}

// place compares what is said at one entry. looped tells whether any parents do.
func (c *comparison) place(theirs, ours place, looped bool) {
	c.same("id", theirs.ID, ours.ID)
	c.same("label of "+theirs.ID, theirs.Label, ours.Label)
	if looped {
		c.known(endless)
	} else {
		c.same("children of "+theirs.ID, theirs.Children, ours.Children)
	}
	if theirs.Loops {
		c.known(endless)
		return
	}
	c.same("branch of "+theirs.ID, theirs.Branch, ours.Branch)
	if theirs.Selection.failed != "" {
		c.known(failing)
	} else {
		c.same("context entries at "+theirs.ID, theirs.Selection.value, ours.Selection.value)
	}
	if theirs.Context != nil {
		c.text("context at "+theirs.ID, *theirs.Context, *ours.Context)
	}
}

func (c *comparison) text(what string, theirs, ours answer[string]) {
	if theirs.failed != "" {
		c.known(failing)
		return
	}
	if said, cut := strings.CutSuffix(theirs.value, `"model":{"provider":null}}`); cut {
		c.known(nameless)
		theirs.value = said + `"model":{}}`
	}
	if said := objectsOnly(theirs.value); said != theirs.value && said == ours.value {
		c.known(loose)
		return
	}
	c.same(what, theirs.value, ours.value)
}

// objectsOnly is a context without messages that are no objects.
func objectsOnly(context string) string {
	var said struct {
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal([]byte(context), &said); err != nil {
		return context
	}
	var messages [][]byte
	for _, m := range said.Messages {
		if m[0] == '{' {
			messages = append(messages, m)
		}
	}
	rest := context[strings.LastIndex(context, `],"thinkingLevel"`):]
	return `{"messages":[` + string(bytes.Join(messages, []byte{','})) + rest
}
