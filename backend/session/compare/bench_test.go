package compare

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// attempts is a session with two branches of n entries each behind a prompt, whose
// calls are partly the same.
func attempts(n int) (a, b Side) {
	r := rand.New(rand.NewPCG(1, 2))
	records := []sessiontest.Record{{ID: "p", Kind: "user", Text: "go", AtMs: 1000}}
	at := int64(1000)
	branch := func(name string, n int) {
		parent := "p"
		for i := 0; i < n; i += 2 {
			at += 2000
			id, answer, call := fmt.Sprintf("%s%d", name, i), fmt.Sprintf("%s%d", name, i+1), fmt.Sprintf("call%s%d", name, i)
			target := fmt.Sprintf("src/file%d.go", r.IntN(60))
			tool := []string{"read", "edit", "bash"}[r.IntN(3)]
			if tool == "bash" {
				target = "go test -run " + target
			}
			records = append(records,
				sessiontest.Record{ID: id, Parent: parent, Kind: "assistant", AtMs: at, Stop: session.StopToolUse, Text: "next",
					Calls: []sessiontest.Call{{ID: call, Tool: tool, Target: target}}, Usage: &session.Usage{Model: "acme/large", Input: 5, CostUSD: 0.01}},
				sessiontest.Record{ID: answer, Parent: id, Kind: "result", Of: call, Text: "ok", AtMs: at + 1000})
			parent = answer
		}
	}
	branch("a", n)
	branch("b", n)
	s := sessiontest.Build(records)
	return Side{Session: s, Leaf: session.Pos(n)}, Side{Session: s, Leaf: session.Pos(2 * n)}
}

func BenchmarkTwoBranchesOf5000Entries(b *testing.B) {
	left, right := attempts(5000)
	for b.Loop() {
		if r := Of(left, right, 0).Result(); len(r.Rows) < 2500 || len(r.A.Only) != 5000 {
			b.Fatalf("%d rows", len(r.Rows))
		}
	}
}

func BenchmarkTwoBranchesOf100000Entries(b *testing.B) {
	left, right := attempts(100_000)
	for b.Loop() {
		Of(left, right, 0)
	}
}
