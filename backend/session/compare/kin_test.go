package compare_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"branchline/backend/session/compare"
	"branchline/backend/session/formats"
)

// pi opens a pi session made of lines, up to its last entry.
func pi(t *testing.T, name, text string) compare.Side {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, f, err := formats.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) //nolint:errcheck // it was only read
	return compare.Side{Session: s, Leaf: s.Index().Leaf, Path: path}
}

// Ids are only unique within a session. Those of two sessions name one entry where the
// sessions are of one family, or where all but the parent is the same.
func TestIdsOfStrangersMayCoincide(t *testing.T) {
	const (
		head  = `{"type":"session","version":3,"id":"one","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/shop"}` + "\n"
		other = `{"type":"session","version":3,"id":"two","timestamp":"2026-06-04T09:00:00.000Z","cwd":"/srv/shop"}` + "\n"
		fork  = `{"type":"session","version":3,"id":"two","timestamp":"2026-06-04T09:00:00.000Z","cwd":"/srv/shop","parentSession":"/old/one.jsonl"}` + "\n"
		first = `{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Go on."}}` + "\n"
		next  = `{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"More."}}` + "\n"
		moved = `{"type":"message","id":"00000002","parentId":null,"timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"More."}}` + "\n"
		later = `{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-06-04T09:00:01.000Z","message":{"role":"user","content":"Go on."}}` + "\n"
		said  = `{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Go on.","note":"x"}}` + "\n"
	)
	for _, c := range []struct {
		name, a, b, relation string
		shared               int
	}{
		{"the same content", head + first + next, other + first, compare.Fork, 1},
		{"the same content behind another parent", head + first + next, other + moved, compare.Fork, 1},
		{"the same content behind another entry of the same id", head + first + next, other + later + next, compare.Apart, 0},
		{"another time", head + first, other + later, compare.Apart, 0},
		{"another member", head + first, other + said, compare.Apart, 0},
		{"another time in a fork", head + first, fork + later, compare.Fork, 1},
		{"another time in a copy", head + first, head + later, compare.Fork, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := pi(t, "one.jsonl", c.a), pi(t, "two.jsonl", c.b)
			for _, sides := range [][2]compare.Side{{a, b}, {b, a}} {
				r := compare.Of(sides[0], sides[1], 0).Result()
				if r.Relation != c.relation || r.SharedCount != c.shared {
					t.Errorf("they are %s and share %d (%s), want %s and %d", r.Relation, r.SharedCount, r.Summary, c.relation, c.shared)
				}
			}
		})
	}
}
