package convert_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/convert"
)

// What was set and set again is one thing to a reader, and what was taken away none.
func TestLabelsAndNamesAreToldAsTheyAreInForce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, strings.Join([]string{
		`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app"}`,
		`{"type":"session_info","id":"n1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","name":"First"}`,
		`{"type":"message","id":"p1","parentId":"n1","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"Begin"}}`,
		`{"type":"label","id":"l1","parentId":"p1","timestamp":"2026-05-04T09:00:03.000Z","targetId":"p1","label":"a"}`,
		`{"type":"label","id":"l2","parentId":"l1","timestamp":"2026-05-04T09:00:04.000Z","targetId":"p1","label":"b"}`,
		`{"type":"message","id":"p2","parentId":"l2","timestamp":"2026-05-04T09:00:05.000Z","message":{"role":"user","content":"Go on"}}`,
		`{"type":"label","id":"l3","parentId":"p2","timestamp":"2026-05-04T09:00:06.000Z","targetId":"p2","label":"c"}`,
		`{"type":"label","id":"l4","parentId":"l3","timestamp":"2026-05-04T09:00:07.000Z","targetId":"p2"}`,
		`{"type":"session_info","id":"n2","parentId":"l4","timestamp":"2026-05-04T09:00:08.000Z","name":"Second"}`,
	}, "\n")+"\n")
	s, f := opened(t, path)
	report, err := convert.Preview(t.Context(), s, f, s.Index().Leaf, options())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 label: a run log has no place for labels", "1 name of the session: a run log has no place for names"}
	if diff := cmp.Diff(want, report.Lost()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What a session was made from is told where the other format has no place for it.
func TestWhatASessionWasMadeFromIsToldWhenItIsDropped(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app","parentSession":"/srv/old.jsonl"}` + "\n" +
			`{"type":"message","id":"p1","parentId":null,"timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"Begin"}}`: "1 link to what it was made from: a run log has no place for it",
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"B","task":"T","model":"m","resumedFrom":"A"}}` + "\n" +
			`{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Go on."}}`: "1 link to the run it was resumed from: the new session is made from this run",
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		write(t, path, line+"\n")
		s, f := opened(t, path)
		report, err := convert.Preview(t.Context(), s, f, s.Index().Leaf, options())
		if err != nil || !slices.Contains(report.Lost(), want) {
			t.Errorf("told is %q, %v; want %q", report.Lost(), err, want)
		}
	}
}

// The name of a session is on the branch where the agent goes on.
func TestARunThatWasResetIsNamedWhereItGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, strings.Join([]string{
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"B","task":"Tidy up","model":"m","provider":"p"}}`,
		`{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Begin."}}`,
		`{"kind":"reset","at":"2026-05-04T09:00:02Z"}`,
		`{"kind":"message","at":"2026-05-04T09:00:03Z","message":{"type":"user","text":"Again."}}`,
	}, "\n")+"\n")
	s, f := opened(t, path)
	made, err := convert.ToPi(t.Context(), s, f, s.Index().Leaf, convert.Place{Dir: t.TempDir()}, options())
	if err != nil {
		t.Fatal(err)
	}
	again, _ := opened(t, made.Path)
	x := again.Index()
	if off := x.Off(x.Leaf); x.Name != "Tidy up" || off.Name != session.On || off.Branches != 1 {
		t.Errorf("the session is named %q, and off the branch is %+v", x.Name, off)
	}
}

// pi keeps half of a character, which no program reads from a run log.
func TestHalvesOfCharactersAreTold(t *testing.T) {
	for text, lost := range map[string]bool{`so \ud83d`: true, `\ud83d\ude00 and � and \\ufffd and \\\\ufffd`: false} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		write(t, path, strings.Join([]string{
			`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app"}`,
			`{"type":"message","id":"p1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Begin"}}`,
			`{"type":"message","id":"p2","parentId":"p1","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"` + text + `"}}`,
		}, "\n")+"\n")
		s, f := opened(t, path)
		report, err := convert.Preview(t.Context(), s, f, s.Index().Leaf, options())
		if err != nil {
			t.Fatal(err)
		}
		want := []string{}
		if lost {
			want = append(want, "1 entry with half a character: a run log has the sign � there")
		}
		if diff := cmp.Diff(want, report.Lost()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

// A command that failed did so in either format, and comes back as it was.
func TestACommandThatFailedIsOneWhereverItIsRead(t *testing.T) {
	half := func(kind, id, tool, text, more string) string {
		return `{"kind":"message","at":"2026-05-04T09:00:05Z","message":{"type":"activity","text":"` + text + `","activity":{"kind":"` + kind + `","id":"` + id + `","name":"` + tool + `","arguments":"{}"` + more + `}}}`
	}
	run := written(t, "run.jsonl",
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"run","task":"T","model":"m"}}`,
		user("Begin."), event("iteration", `"iteration":1`),
		half("request", "c1", "shell", "", ""), half("response", "c1", "shell", `no\n[exit: exit status 2]`, `,"result":"no\n[exit: exit status 2]"`),
		half("request", "c2", "read", "", ""), half("response", "c2", "read", "[exit: exit status 2]", `,"result":"[exit: exit status 2]"`),
		half("request", "c3", "bogus", "", ""), half("response", "c3", "bogus", `{\"error\":\"unknown\"}`, `,"failure":"unknown"`),
		result("failed"))
	failed := func(path string) (out []string) {
		s, _ := opened(t, path)
		for _, it := range s.Items(s.Index().Leaf) {
			if it.Kind == session.ItemCall && it.Error {
				out = append(out, it.Tool)
			}
		}
		return out
	}
	made := toPi(t, run)
	back := toLog(t, made.Path)
	for _, path := range []string{run, made.Path, back.Path} {
		if got := failed(path); !slices.Equal(got, []string{"shell", "bogus"}) {
			t.Errorf("%s: failed are %q", filepath.Base(path), got)
		}
	}
	text, err := os.ReadFile(back.Path)
	if err != nil || strings.Count(string(text), `"failure":`) != 1 || strings.Count(string(text), `"toolCallError"`) != 1 {
		t.Errorf("what the shell gave back is no result of its own any more: %v\n%s", err, text)
	}
}

// What a compaction kept stands twice in a pi session, and is told.
func TestWhatIsWrittenAgainIsTold(t *testing.T) {
	run := written(t, "run.jsonl",
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"run","task":"T","model":"m"}}`,
		user("Begin."), bot("One."), bot("Two."), `{"kind":"reset"}`,
		`{"kind":"message","message":{"type":"checkpoint","text":"so far"}}`, bot("One."), bot("Two."), bot("Three."), result("settled"))
	const want = "2 messages that were kept when the conversation was shortened: written once more behind the cut"
	if told := toPi(t, run).Report.Lost(); !slices.Contains(told, want) {
		t.Errorf("told is %q, want %q in it", told, want)
	}
}

// System text in front of the summary does not make another beginning of a
// conversation that was shortened.
func TestAShortenedConversationStaysOnItsBranchBehindSystemText(t *testing.T) {
	system := `{"kind":"message","message":{"type":"instructions","text":"Be brief."}}`
	run := written(t, "run.jsonl",
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"run","task":"T","model":"m"}}`,
		user("Begin."), bot("One."), `{"kind":"reset"}`,
		system, `{"kind":"message","message":{"type":"checkpoint","text":"so far"}}`, bot("Two."), result("settled"))
	made := toPi(t, run)
	s, _ := opened(t, made.Path)
	if roots := len(s.Index().Roots); roots != 1 {
		t.Errorf("%d roots, want 1", roots)
	}
	var got []string
	for _, piece := range s.Context(s.Index().Leaf) {
		said, err := s.(interface {
			Said(session.Piece) (session.Said, error)
		}).Said(piece)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, said.Role+" "+said.Text)
	}
	want := []string{"system Be brief.", "compactionSummary so far", "custom T", "assistant Two."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
