package pi

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// The shorthands write records as pi does: u and a are a prompt and a reply with
// the id and its parent ("-" = null), c a compaction that keeps from an entry on.
const hdr = `{"type":"session","version":3,"id":"s1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`

// written is the time of change of the files the tests make.
var written = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)

func parent(id string) string {
	if id == "-" {
		return "null"
	}
	return fmt.Sprintf("%q", id)
}

func rec(kind, id, parentID, members string) string {
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"type":%q,"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z"%s}`, kind, id, parent(parentID), members)
}

func msg(id, parentID, message string) string {
	return rec("message", id, parentID, `"message":`+message)
}

func u(id, parentID string) string {
	return msg(id, parentID, fmt.Sprintf(`{"role":"user","content":"%s asks","timestamp":1735689601000}`, id))
}

func a(id, parentID string) string {
	return msg(id, parentID, fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000}`, id))
}

func c(id, parentID, kept string) string {
	return rec("compaction", id, parentID, fmt.Sprintf(`"summary":"sum of %s","firstKeptEntryId":%q,"tokensBefore":100`, id, kept))
}

func lab(id, parentID, targetID, label string) string {
	return rec("label", id, parentID, fmt.Sprintf(`"targetId":%q,"label":%q`, targetID, label))
}

// file joins records to a file, each with its LF.
func file(records ...string) string { return strings.Join(records, "\n") + "\n" }

// open scans a file with these bytes, last changed at written.
func open(tb testing.TB, data string) *opened {
	tb.Helper()
	return openAt(tb, data, written)
}

// openAt is open for a file that was last changed at another time.
func openAt(tb testing.TB, data string, changed time.Time) *opened {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		tb.Fatal(err)
	}
	if err := os.Chtimes(path, changed, changed); err != nil {
		tb.Fatal(err)
	}
	return openFile(tb, path).(*opened)
}

func openFile(tb testing.TB, path string) session.Session {
	tb.Helper()
	f, err := jsonl.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := f.Close(); err != nil {
			tb.Error(err)
		}
	})
	s, err := Format.Scan(context.Background(), f)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// keys joins the keys of entries.
func keys(x *session.Index, ps []session.Pos) string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = x.Key(p)
	}
	return strings.Join(out, " ")
}

// told lists problems as "line:kind".
func told(x *session.Index) string {
	out := make([]string, len(x.Problems))
	for i, p := range x.Problems {
		out[i] = fmt.Sprintf("%d:%s", p.Line, p.Kind)
	}
	return strings.Join(out, " ")
}

// pos finds an entry that must be there.
func pos(tb testing.TB, x *session.Index, key string) session.Pos {
	tb.Helper()
	if key == "-" {
		return session.None
	}
	p, ok := x.Lookup(key)
	if !ok {
		tb.Fatalf("there is no entry %q", key)
	}
	return p
}

// sent writes a context as "role key" pairs, with the edit behind an arrow and
// what the model is not sent in brackets.
func sent(o *opened, leaf session.Pos) string {
	var out []string
	for _, p := range o.Context(leaf) {
		s := o.x.Key(p.Entry)
		switch p.Role {
		case "compactionSummary", "branchSummary", "system":
			s = p.Role + ":" + s
		}
		if p.Edit != session.None {
			s += "→" + o.x.Key(p.Edit)
		}
		if p.Unsent {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// seen writes items as "kind:key", calls with their tool and answer.
func seen(x *session.Index, items []session.Item) string {
	var out []string
	for _, i := range items {
		s := i.Kind.String() + ":" + x.Key(i.Entry)
		if i.Kind == session.ItemCall {
			s = fmt.Sprintf("%s(%s)", s, i.Tool)
			if i.Answer != session.None {
				s += "=" + x.Key(i.Answer)
			}
		}
		if i.Error {
			s += "!"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}
