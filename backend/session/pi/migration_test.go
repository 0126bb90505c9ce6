package pi

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// numbered makes the ids n1, n2, …
func numbered() IDGenerator {
	n := 0
	return func() string { n++; return fmt.Sprintf("n%d", n) }
}

const v2 = `{"type":"session","version":2,"id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}`

// What comes out is what pi 1.6.0 writes, but for the ids.
var migrations = []struct {
	name, in, want string
}{
	{"version 1", file(
		`{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w","provider":"acme","modelId":"m1","thinkingLevel":"off","branchedFrom":"/o"}`,
		`{"type":"message","timestamp":"t1","unknown":7,"message":{"role":"user","content":"hey"}}`,
		`{"type":"compaction","timestamp":"t2","summary":"so far","firstKeptEntryIndex":1,"tokensBefore":9000}`,
		`{"type":"message","timestamp":"t3","message":{"role":"hookMessage","content":"x","display":true}}`), file(
		`{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w","provider":"acme","modelId":"m1","thinkingLevel":"off","branchedFrom":"/o","version":3}`,
		`{"type":"message","timestamp":"t1","unknown":7,"message":{"role":"user","content":"hey"},"id":"n1","parentId":null}`,
		`{"type":"compaction","timestamp":"t2","summary":"so far","tokensBefore":9000,"id":"n2","parentId":"n1","firstKeptEntryId":"n1"}`,
		`{"type":"message","timestamp":"t3","message":{"role":"custom","content":"x","display":true},"id":"n3","parentId":"n2"}`)},
	{"what a compaction counts", file(`{"type":"session","id":"s","version":1}`,
		`{"type":"compaction","firstKeptEntryIndex":0}`,
		`{"firstKeptEntryIndex":99,"type":"compaction"}`,
		`{"type":"compaction","firstKeptEntryIndex":"1"}`,
		`{"type":"compaction","firstKeptEntryIndex":5}`,
		`{"type":"compaction","firstKeptEntryIndex":5}`,
		`{"type":"compaction","firstKeptEntryIndex":1.5}`,
		`{"type":"compaction","firstKeptEntryIndex":-1}`,
		`{"type":"compaction","firstKeptEntryIndex":null}`,
		`{"type":"compaction","firstKeptEntryId":"x","firstKeptEntryIndex":2e0}`,
		`{"type":"compaction","firstKeptEntryIndex":9,"firstKeptEntryIndex":3}`,
		`{"type":"custom","firstKeptEntryIndex":1}`), file(`{"type":"session","id":"s","version":3}`,
		`{"type":"compaction","id":"n1","parentId":null}`,
		`{"type":"compaction","id":"n2","parentId":"n1"}`,
		`{"type":"compaction","firstKeptEntryIndex":"1","id":"n3","parentId":"n2"}`,
		`{"type":"compaction","id":"n4","parentId":"n3"}`,
		`{"type":"compaction","id":"n5","parentId":"n4","firstKeptEntryId":"n5"}`,
		`{"type":"compaction","id":"n6","parentId":"n5"}`,
		`{"type":"compaction","id":"n7","parentId":"n6"}`,
		`{"type":"compaction","firstKeptEntryIndex":null,"id":"n8","parentId":"n7"}`,
		`{"type":"compaction","firstKeptEntryId":"n2","id":"n9","parentId":"n8"}`,
		`{"type":"compaction","id":"n10","parentId":"n9","firstKeptEntryId":"n3"}`,
		`{"type":"custom","firstKeptEntryIndex":1,"id":"n11","parentId":"n10"}`)},
	{"only values are counted", file(v1, "BAD", "", "null", old("user"), old("assistant"), `{"type":"compaction","firstKeptEntryIndex":2}`), file(
		strings.TrimSuffix(v1, "}")+`,"version":3}`,
		strings.TrimSuffix(old("user"), "}")+`,"id":"n1","parentId":null}`,
		strings.TrimSuffix(old("assistant"), "}")+`,"id":"n2","parentId":"n1"}`,
		`{"type":"compaction","id":"n3","parentId":"n2","firstKeptEntryId":"n2"}`)},
	{"ids that are there are replaced in their place", file(v1, u("a", "-"), u("b", "nowhere")), file(
		strings.TrimSuffix(v1, "}")+`,"version":3}`,
		strings.Replace(u("n1", "-"), "n1 asks", "a asks", 1),
		strings.Replace(u("n2", "n1"), "n2 asks", "b asks", 1))},
	{"values that are no records are counted and passed over", file(`{"type":"session","id":"s"}`, "7", `{"type":"x"}`, "[7]", `{"type":"compaction","firstKeptEntryIndex":3}`, `{"type":"compaction","firstKeptEntryIndex":2}`), file(
		`{"type":"session","id":"s","version":3}`, "7", `{"type":"x","id":"n1","parentId":null}`, "[7]",
		`{"type":"compaction","id":"n2","parentId":"n1"}`, `{"type":"compaction","id":"n3","parentId":"n2","firstKeptEntryId":"n1"}`)},
	{"later headers", file(`{"type":"session","id":"s"}`, `{"type":"x"}`, `{"type":"session","version":3,"id":"t"}`, `{"type":"x"}`), file(
		`{"type":"session","id":"s","version":3}`, `{"type":"x","id":"n1","parentId":null}`, `{"type":"session","version":3,"id":"t"}`, `{"type":"x","id":"n2","parentId":"n1"}`)},
	{"version 2", file(v2,
		msg("a", "-", `{"role":"hookMessage","content":"x","role2":"hookMessage"}`),
		rec("custom_message", "b", "a", `"customType":"hookMessage","content":"y","display":true`),
		msg("c", "b", `null`), msg("d", "c", `{"Role":"hookMessage"}`)), file(strings.Replace(v2, `:2,`, `:3,`, 1),
		msg("a", "-", `{"role":"custom","content":"x","role2":"hookMessage"}`),
		rec("custom_message", "b", "a", `"customType":"hookMessage","content":"y","display":true`),
		msg("c", "b", `null`), msg("d", "c", `{"Role":"hookMessage"}`))},
	{"version 2 with odd lines", file(v2, "", "BAD", "null", "7", u("a", "-")), file(strings.Replace(v2, `:2,`, `:3,`, 1), "7", u("a", "-"))},
	{"version 2.5", file(`{"version":2.5,"type":"session","id":"s"}`, u("a", "-")), file(`{"version":3,"type":"session","id":"s"}`, u("a", "-"))},
	{"version null", file(`{"version":null,"type":"session","id":"s"}`, `{"type":"x"}`), file(`{"version":3,"type":"session","id":"s"}`, `{"type":"x","id":"n1","parentId":null}`)},
	{"the form of JavaScript", file(v2,
		`{ "type" : "x" , "b" : [ 1 , -0 , 1e+2 , 1.2300 , 9007199254740993 , 1e21 , 1e-7 , 1e400 ] , "10" : 1 , "2" : 2 , "01" : 3 , "4294967294" : 4 , "4294967295" : 5 , "__proto__" : 6 , "c":1,"c":2 }`,
		`{"type":"y","t":"\u002f\u0061\/\u2028\ud800\u007f\u0000<>&\ud83d\ude00"}`), file(strings.Replace(v2, `:2,`, `:3,`, 1),
		`{"2":2,"10":1,"4294967294":4,"type":"x","b":[1,0,100,1.23,9007199254740992,1e+21,1e-7,null],"01":3,"4294967295":5,"__proto__":6,"c":2}`,
		"{\"type\":\"y\",\"t\":\"/a/\u2028\\ud800\u007f\\u0000<>&😀\"}")},
}

func TestMigrationGivesWhatPiWrites(t *testing.T) {
	for _, c := range migrations {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			writeAll(t, path, c.in)
			before := must(LoadEntriesFromFile(path))
			migrated, ran := MigrateSessionEntries(before, numbered())
			if got := string(MarshalJSONL(migrated)); !ran || got != c.want {
				t.Errorf("ran %v, got\n%swant\n%s", ran, got, c.want)
			}
			if after := must(LoadEntriesFromFile(path)); string(MarshalJSONL(before)) != string(MarshalJSONL(after)) {
				t.Error("the records that were given have changed")
			}
			again, ran := MigrateSessionEntries(migrated, numbered())
			if ran || string(MarshalJSONL(again)) != c.want {
				t.Error("a second migration changes something")
			}
		})
	}
}

func TestNewerVersionsAreNotMigrated(t *testing.T) {
	for _, version := range []string{"3", `"3"`, "3.0", "4", "1e400"} {
		in := file(`{"type":"session","id":"s","version":`+version+`}`, msg("a", "-", `{"role":"hookMessage" }`))
		got, ran := MigrateSessionEntries(ParseSessionEntries(in), numbered())
		if ran || string(MarshalJSONL(got)) != in {
			t.Errorf("version %s: ran %v, got\n%s", version, ran, MarshalJSONL(got))
		}
	}
}

func TestMigrationWithoutAHeaderIsFromVersion1(t *testing.T) {
	got, ran := MigrateSessionEntries(ParseSessionEntries(file("null", `{"type":"x"}`, `{"type":"y"}`)), numbered())
	want := file("null", `{"type":"x","id":"n1","parentId":null}`, `{"type":"y","id":"n2","parentId":"n1"}`)
	if !ran || string(MarshalJSONL(got)) != want {
		t.Errorf("ran %v, got\n%swant\n%s", ran, MarshalJSONL(got), want)
	}
}

func TestMigrationMakesIdsThatAreFree(t *testing.T) {
	records := ParseSessionEntries(file(v1, `{"type":"x"}`, `{"type":"y"}`))
	got, _ := MigrateSessionEntries(records, func() string { return "same" })
	if first, second := got[1].ID(), got[2].ID(); first != "same" || len(second) != 36 {
		t.Errorf("ids %q and %q, want a whole UUID where the generator gives no other", first, second)
	}
	got, _ = MigrateSessionEntries(records, nil)
	if id := got[1].ID(); len(id) != 8 || id == got[2].ID() {
		t.Errorf("ids %q and %q, want eight digits each", id, got[2].ID())
	}
}

func TestSessionsInMemoryAreMigrated(t *testing.T) {
	for _, c := range migrations {
		options := append(counted(), WithEntryIDGenerator(numbered()))
		records := ParseSessionEntries(c.in)
		m := must(InMemory("/p", records, options...))
		if got := string(must(m.JSONL())); got != c.want && c.name != "only values are counted" {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
		if _, err := m.AppendModelChange("acme", "m"); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	m := must(InMemory("/p", ParseSessionEntries(file(`{"type":"x"}`, u("a", "-"))), counted()...))
	if got := must(m.GetHeader()); got.ID() != "sess" || m.GetEntryCount() != 2 || *m.GetLeafID() != "a" {
		t.Errorf("records without a header: %s, %d entries, leaf %s", got.Raw(), m.GetEntryCount(), *m.GetLeafID())
	}
}

func TestUpgradeWritesWhatPiWould(t *testing.T) {
	for _, c := range migrations {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			writeAll(t, path, c.in)
			m := must(Open(path, "", append(counted(), WithEntryIDGenerator(numbered()))...))
			defer closes(t, m)
			if err := m.Upgrade(); err != nil {
				t.Fatal(err)
			}
			if got := must(os.ReadFile(path)); string(got) != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if _, err := m.AppendModelChange("acme", "m"); err != nil {
				t.Errorf("appending after the upgrade: %v", err)
			}
			alone(t, path)
		})
	}
}

// alone wants no other file in the folder.
func alone(t *testing.T, path string) {
	t.Helper()
	if all := must(os.ReadDir(filepath.Dir(path))); len(all) != 1 {
		t.Errorf("beside the session there are %v", all)
	}
}

func TestOnlyAnUpgradeLetsAnOldVersionGrow(t *testing.T) {
	for _, in := range []string{file(v1, old("user")) + `{"torn`, file(v2, u("a", "-"))} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		writeAll(t, path, in)
		m := must(Open(path, "", counted()...))
		defer closes(t, m)
		if _, err := m.AppendModelChange("acme", "m"); !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "Manager.Upgrade") {
			t.Errorf("appending: %v, want ErrReadOnly and the way out", err)
		}
		if got := must(os.ReadFile(path)); string(got) != in {
			t.Errorf("the file was changed to\n%s", got)
		}
		if err := m.Upgrade(); err != nil {
			t.Error(err)
		}
		if _, err := m.AppendModelChange("acme", "m"); err != nil {
			t.Errorf("appending after the upgrade: %v", err)
		}
	}
}

func TestNoUpgradeIsOfferedFromAVersionThatIsTooNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	writeAll(t, path, file(`{"type":"session","version":4,"id":"s"}`, u("a", "-")))
	m := must(Open(path, "", counted()...))
	defer closes(t, m)
	if _, err := m.AppendModelChange("acme", "m"); !errors.Is(err, ErrReadOnly) || strings.Contains(err.Error(), "Upgrade") {
		t.Errorf("appending: %v, want ErrReadOnly and no upgrade", err)
	}
}

func TestUpgradeGoesOnWhereTheManagerWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	writeAll(t, path, file(v1, old("user"), old("assistant"), old("user")))
	m := must(Open(path, "", append(counted(), WithEntryIDGenerator(numbered()))...))
	defer closes(t, m)
	if err := m.Branch("L3"); err != nil {
		t.Fatal(err)
	}
	if err := m.Upgrade(); err != nil {
		t.Fatal(err)
	}
	id := must(m.AppendModelChange("acme", "m"))
	if r := must(m.GetEntry(id)); id != "n4" || r.Text("parentId") != "n2" {
		t.Errorf("the next entry is %s under %s, want n4 under n2", id, r.Text("parentId"))
	}
	if err := errors.Join(m.ResetLeaf(), m.Upgrade()); err != nil || m.GetLeafID() != nil {
		t.Errorf("a second upgrade: %v, leaf %v", err, m.GetLeafID())
	}
}

func TestUpgradeLeavesEverythingElseAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	for _, in := range []string{
		file(hdr, "BAD", u("a", "-")) + `{"torn`,
		file(`{"type":"session","version":4,"id":"s"}`, u("a", "-")),
		file(`{"type":"session","version":"3","id":"s"}`, u("a", "-")),
	} {
		writeAll(t, path, in)
		m := must(Open(path, "", counted()...))
		if err := m.Upgrade(); err != nil {
			t.Error(err)
		}
		if got := must(os.ReadFile(path)); string(got) != in {
			t.Errorf("the file was changed to\n%s", got)
		}
		closes(t, m)
	}
	if err := begun(t).Upgrade(); err != nil {
		t.Errorf("of a session without a file: %v", err)
	}
	everyManager(t, []string{u("a", "-")}, func(t *testing.T, m *Manager, _ HarnessStorage) {
		if err := m.Upgrade(); err != nil {
			t.Errorf("of harness storage: %v", err)
		}
	})
}

func TestUpgradeSeesThatTheFileHasChanged(t *testing.T) {
	in := file(v1, old("user"), old("assistant"))
	for _, c := range []struct {
		name string
		do   func(path string)
		left string
	}{
		{"it grew", func(path string) { writeAll(t, path, in+old("user")+"\n") }, in + old("user") + "\n"},
		{"pi has migrated it", func(path string) { writeAll(t, path, file(hdr, u("a", "-"))) }, file(hdr, u("a", "-"))},
	} {
		for _, when := range []string{"before", "meanwhile"} {
			t.Run(c.name+" "+when, func(t *testing.T) {
				path, ids := filepath.Join(t.TempDir(), "s.jsonl"), numbered()
				writeAll(t, path, in)
				m := must(Open(path, "", append(counted(), WithEntryIDGenerator(func() string {
					id := ids()
					if when == "meanwhile" && id == "n2" {
						c.do(path)
					}
					return id
				}))...))
				defer closes(t, m)
				if when == "before" {
					c.do(path)
				}
				if err := m.Upgrade(); !errors.Is(err, ErrConflict) {
					t.Errorf("got %v, want ErrConflict", err)
				}
				if got := must(os.ReadFile(path)); string(got) != c.left {
					t.Errorf("the file is\n%swant\n%s", got, c.left)
				}
				alone(t, path)
			})
		}
	}
}

// The process ends in the middle of the upgrade, as by a crash: the session is as
// it was.
func TestUpgradeThatIsKilledLeavesTheOldFile(t *testing.T) {
	in := file(v1, old("user"), old("assistant"), old("user"))
	if path := os.Getenv("UPGRADE_AND_DIE"); path != "" {
		ids := numbered()
		m := must(Open(path, "", WithEntryIDGenerator(func() string {
			id := ids()
			if id == "n3" {
				must(0, errors.Join(must(os.FindProcess(os.Getpid())).Kill()))
				select {}
			}
			return id
		})))
		t.Fatalf("the upgrade came to its end: %v", m.Upgrade())
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	writeAll(t, path, in)
	cmd := exec.CommandContext(t.Context(), must(os.Executable()), "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "UPGRADE_AND_DIE="+path)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the process was not killed: %v\n%s", err, out)
	}
	if got := must(os.ReadFile(path)); string(got) != in {
		t.Errorf("the file is\n%s", got)
	}
	m := must(Open(path, "", counted()...))
	defer closes(t, m)
	if err := m.Upgrade(); err != nil || m.GetEntryCount() != 3 {
		t.Errorf("upgrading it again: %v, %d entries", err, m.GetEntryCount())
	}
}
