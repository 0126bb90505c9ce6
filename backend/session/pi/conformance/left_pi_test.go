//go:build conformance

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	editing "branchline/backend/session/edit"
)

// A branch summary lists the files of the branch that is left as pi lists them.
func TestFilesOfWhatIsLeftAreThosePiLists(t *testing.T) {
	listed, all := 0, seeds(t, 50, 500)
	for _, seed := range all {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			g := grower{Rand: rand.New(rand.NewPCG(seed, 23))}
			lines, ids := []string{hdr, u("e0", "-")}, []string{"e0"}
			for i := 1; i < 12; i++ {
				id := fmt.Sprint("e", i)
				lines = append(lines, g.working(id, g.one(ids[len(ids)-1], ids[len(ids)-1], g.one(ids...)), ids))
				ids = append(ids, id)
			}
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(file(lines...)), 0o600); err != nil {
				t.Fatal(err)
			}
			src, err := editing.Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := src.Close(); err != nil {
					t.Error(err)
				}
			}()
			a := newActor(t, &g, path)
			for _, id := range ids {
				var theirs map[string][]string
				if !asked(t, map[string]any{"do": "left", "path": copied(t, read(t, path)), "target": id}, &theirs) {
					t.Fatalf("pi does not say what is left for %s", id)
				}
				p, err := a.Branch(src, editing.BranchAt{Entry: id}, "left it")
				if err != nil {
					t.Fatal(err)
				}
				var line struct{ Details map[string][]string }
				if err := json.Unmarshal([]byte(p.Lines[0].Text), &line); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(theirs, line.Details); diff != "" {
					t.Errorf("left for %s (-pi +ours):\n%s\nof\n%s", id, diff, file(lines...))
				}
				listed += len(theirs["readFiles"]) + len(theirs["modifiedFiles"])
			}
		})
	}
	if listed < 2*len(all) {
		t.Errorf("%d files were listed", listed)
	}
}

// working is an entry of an agent at work on files.
func (g *grower) working(id, parent string, ids []string) string {
	call := func() string {
		args := fmt.Sprintf(`{"path":%q}`, g.one("a.go", "b.go", "src/c.go", "ä", "\uffee", "😀", "", "long/"+fmt.Sprint(g.IntN(9))))
		return fmt.Sprintf(`{"type":"toolCall","id":"k%s","name":%q,"arguments":%s}`, id, g.one("read", "read", "write", "edit", "bash", "grep"),
			g.one(args, args, args, `{}`, `{"path":5}`, `null`, `{"file_path":"old.go"}`))
	}
	switch g.IntN(8) {
	case 0:
		return u(id, parent)
	case 1:
		return rec("branch_summary", id, parent, fmt.Sprintf(`"fromId":"root","summary":"s","details":%s%s`,
			g.one(`{"readFiles":["r.go","a.go"],"modifiedFiles":["m.go"]}`, `{"readFiles":["x.go"]}`, `{"modifiedFiles":[]}`, `null`, `{"readFiles":"no"}`, `"text"`),
			g.one("", `,"fromHook":false`, `,"fromHook":true`)))
	case 2:
		return rec("context_edit", id, parent, fmt.Sprintf(`"targetId":%q,"replacement":%s`, g.one(ids...), g.one("null", `{"content":"short"}`)))
	case 3:
		return rec("compaction", id, parent, fmt.Sprintf(`"summary":"s","firstKeptEntryId":%q,"tokensBefore":1,"details":{"readFiles":["never.go"],"modifiedFiles":[]}`, g.one(ids...)))
	case 4:
		return msg(id, parent, fmt.Sprintf(`{"role":"toolResult","toolCallId":"k","toolName":"read","content":[],"isError":false,"timestamp":1,"nestedCalls":{"calls":[{"id":"n","name":"read","arguments":{"path":"nested.go"},"status":"ok"}],"complete":true}}`))
	}
	return msg(id, parent, fmt.Sprintf(`{"role":"assistant","content":[%s,{"type":"text","text":"x"},%s],"provider":"acme","model":"m","stopReason":"toolUse","timestamp":1}`, call(), call()))
}
