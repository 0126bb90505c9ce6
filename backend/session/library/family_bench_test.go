package library

import (
	"fmt"
	"testing"

	"branchline/backend/paths"
)

// BenchmarkFamilyAmongTenThousandSessions asks for a family of 300 runs.
func BenchmarkFamilyAmongTenThousandSessions(b *testing.B) {
	var rows []Row
	for i := range 10_000 {
		r := Row{Path: fmt.Sprintf("/%d", i), Format: runs, Cwd: "/srv/p", task: fmt.Sprint(i % 33), CreatedMs: int64(i + 1)}
		if i%99 > 32 {
			r.Parent = fmt.Sprintf("/%d", i-33)
		}
		rows = append(rows, r)
	}
	for b.Loop() {
		if f, ok := FamilyOf(rows, "/5000", paths.Unix); !ok || len(f.Nodes) < 300 {
			b.Fatalf("%d nodes", len(f.Nodes))
		}
	}
}
