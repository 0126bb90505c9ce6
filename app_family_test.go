package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// aRun is a log of one call; reason "" leaves it without a result.
func aRun(id, from, task, reason string) string {
	at := func(second int) string {
		began, err := time.Parse("20060102-150405", id)
		if err != nil {
			panic(err)
		}
		return began.Add(time.Duration(second) * time.Second).Format(time.RFC3339)
	}
	log := fmt.Sprintf(`{"kind":"meta","at":%q,"meta":{"id":%q,"task":%q,"model":"m","workdir":"/srv/p","resumedFrom":%q}}
{"kind":"event","at":%q,"event":{"kind":"iteration","iteration":1}}
{"kind":"event","at":%q,"event":{"kind":"toolCallStart","tool":"shell","text":"{}"}}
`, at(0), id, task, from, at(1), at(2))
	if reason == "" {
		return log
	}
	return log + fmt.Sprintf(`{"kind":"result","at":%q,"result":{"reason":%q,"message":"It is done.","code":0,"iterations":1,"calls":1}}`+"\n", at(30), reason)
}

// familyOf opens a file and asks for its family once the list is made.
func familyOf(t *testing.T, a *App, path string) FamilyAnswer {
	t.Helper()
	info, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	var f FamilyAnswer
	wait(t, "the family", func() bool {
		if f, err = a.Family(FamilyRequest{Session: info.Session}); err != nil {
			t.Fatal(err)
		}
		return !f.Scanning
	})
	return f
}

func pictureOf(f FamilyAnswer) string {
	var b strings.Builder
	for i, n := range f.Nodes {
		mark := " "
		if i == f.Self {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s%d%s%s %s\n", mark, n.Chain, strings.Repeat(" ", n.Depth+1), n.ID, n.Outcome)
	}
	return b.String()
}

func TestAFamilyIsFoundInTheListAndOpensByHandles(t *testing.T) {
	a, _ := testApp(t)
	dir := filepath.Join(a.env.Home, ".local/state/zot/sessions")
	writeFile(t, filepath.Join(dir, "20260504-090000.jsonl"), aRun("20260504-090000", "", "Fly", ""))
	path := writeFile(t, filepath.Join(dir, "20260504-100000.jsonl"), aRun("20260504-100000", "20260504-090000", "Fly", "cycle"))
	writeFile(t, filepath.Join(dir, "20260504-110000.jsonl"), aRun("20260504-110000", "", "Fly", "settled"))
	writeFile(t, filepath.Join(dir, "20260504-120000.jsonl"), aRun("20260504-120000", "", "Land", "settled"))
	f := familyOf(t, a, path)
	want := " 0 20260504-090000 interrupted\n*0  20260504-100000 stuck\n 1 20260504-110000 finished\n"
	if got := pictureOf(f); got != want {
		t.Errorf("family\n%swant\n%s", got, want)
	}
	if f.Sessions != 3 || f.Attempts != 2 || f.Total.Calls != 3 || f.Total.DurationMs != 62_000 || f.Chains[1].State != "finished" || f.Before != 0 {
		t.Errorf("family %+v", f)
	}
	opened, err := a.Open(OpenRequest{Handle: f.Nodes[2].Handle})
	if err != nil || opened.ID != "20260504-110000" {
		t.Errorf("opened %+v, %v", opened.ID, err)
	}
}

func TestAFileThatIsNotListedHasItsFamilyInItsOwnFolder(t *testing.T) {
	a, _ := testApp(t)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "20260504-090000.jsonl"), aRun("20260504-090000", "20260503-090000", "Fly", ""))
	path := writeFile(t, filepath.Join(dir, "20260504-100000.jsonl"), aRun("20260504-100000", "20260504-090000", "Fly", "settled"))
	f := familyOf(t, a, path)
	if got, want := pictureOf(f), " 0 20260503-090000 unknown\n 0  20260504-090000 interrupted\n*0   20260504-100000 finished\n"; got != want {
		t.Errorf("family\n%swant\n%s", got, want)
	}
	if !f.Nodes[0].Missing || f.Nodes[0].Handle != "" || f.Sessions != 2 {
		t.Errorf("the run that is not there: %+v", f.Nodes[0])
	}
	opened, err := a.Open(OpenRequest{Handle: f.Nodes[1].Handle})
	if err != nil || opened.ID != "20260504-090000" {
		t.Errorf("opened %+v, %v", opened.ID, err)
	}
}

func TestAFamilyKnowsWhatTheOpenRunHasDoneSince(t *testing.T) {
	a, _ := testApp(t)
	path := filepath.Join(a.env.Home, ".local/state/zot/sessions/20260504-090000.jsonl")
	writeFile(t, path, aRun("20260504-090000", "", "Fly", ""))
	if f := familyOf(t, a, path); f.Nodes[0].Outcome != "running" {
		t.Fatalf("the run is %s", f.Nodes[0].Outcome)
	}
	writeFile(t, path, aRun("20260504-090000", "", "Fly", "settled"))
	if f := familyOf(t, a, path); f.Nodes[0].Outcome != "finished" || f.Nodes[0].Closing != "It is done." {
		t.Errorf("the run is %+v", f.Nodes[0])
	}
}

func TestAVeryLargeFamilyIsAnsweredInPart(t *testing.T) {
	a, _ := testApp(t)
	dir := filepath.Join(a.env.Home, ".local/state/zot/sessions")
	var path string
	for i := range familyAtMost + 20 {
		id := time.Date(2026, 5, 4, 0, i, 0, 0, time.UTC).Format("20060102-150405")
		path = writeFile(t, filepath.Join(dir, id+".jsonl"), aRun(id, "", "Fly", "settled"))
	}
	f := familyOf(t, a, path)
	if len(f.Nodes) != familyAtMost || f.Sessions != familyAtMost+20 || f.Before != 20 || f.Self != familyAtMost-1 {
		t.Errorf("%d of %d sessions, %d before, own place %d", len(f.Nodes), f.Sessions, f.Before, f.Self)
	}
}

func TestTheFamilyOfAClosedSessionIsGone(t *testing.T) {
	a, _ := testApp(t)
	if _, err := a.Family(FamilyRequest{Session: "s9"}); kindOfError(err) != kindGone {
		t.Errorf("error %v", err)
	}
}
