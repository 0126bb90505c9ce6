package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// leaky is a session with a key in a prompt, an address in the reply that follows,
// and another branch.
const leaky = header +
	`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Use the key ghp_` + "a8Xk29LmQp47RtYw63BnZc10VdFs85HgJe2U" + ` please"}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I wrote to mira@orchard-harvest.io."}],"stopReason":"stop"}}
{"type":"message","id":"00000003","parentId":"00000001","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"assistant","content":[{"type":"text","text":"No."}],"stopReason":"stop"}}
`

const leaked = "ghp_a8Xk29LmQp47RtYw63BnZc10VdFs85HgJe2U"

func searched(t *testing.T, a *App, r ExportRequest) SecretsAnswer {
	t.Helper()
	begun, err := a.ExportSearch(r)
	must(t, err)
	return secretsFound(t, a, SecretsRequest{Job: begun.Job})
}

func secretsFound(t *testing.T, a *App, r SecretsRequest) SecretsAnswer {
	t.Helper()
	for {
		answer, err := a.ExportSecrets(r)
		must(t, err)
		crosses(t, answer)
		if !answer.Running {
			return answer
		}
	}
}

func exportedBy(t *testing.T, a *App, r ExportStartRequest) (ExportedAnswer, error) {
	t.Helper()
	begun, err := a.Export(r)
	if err != nil || begun.Job == "" {
		return ExportedAnswer{}, err
	}
	return ended(t, a, begun)
}

// ended waits for an export.
func ended(t *testing.T, a *App, begun JobAnswer) (ExportedAnswer, error) {
	t.Helper()
	for {
		answer, err := a.Exported(JobRequest(begun))
		if err != nil || !answer.Running {
			crosses(t, answer)
			return answer, err
		}
	}
}

func TestAnExportIsPlannedSearchedAndMasked(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, t.TempDir()+"/s.jsonl", leaky)
	opened := openPath(t, a, path)
	r := ExportRequest{Session: opened.Session, As: "pi", Leaf: "00000002"}
	plan, err := a.ExportPlan(r)
	must(t, err)
	crosses(t, plan)
	if filepath.Dir(plan.Path) != filepath.Dir(path) || plan.Entries != 2 || len(plan.LeftOut) == 0 || plan.Refused != "" {
		t.Errorf("the plan is %+v", plan)
	}
	found := searched(t, a, r)
	if found.Total < 2 || len(found.Kinds) < 2 || len(found.Secrets) != found.Total || found.Records == 0 {
		t.Fatalf("found %+v", found)
	}
	var mail secrets.Told
	for _, s := range found.Secrets {
		if b, err := json.Marshal(s); err != nil || strings.Contains(string(b), leaked) {
			t.Errorf("what is told of a secret holds it: %s", b)
		}
		if s.Kind == "email" {
			mail = s
		}
	}
	if len(mail.Places) != 1 || mail.Places[0].Entry != "00000002" {
		t.Errorf("the address stands at %+v", mail)
	}
	r.Keep = []string{mail.ID}
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
	must(t, err)
	if done.Records != found.Records || done.Masked != found.Total-1 || done.Places != found.Places-1 {
		t.Errorf("%d secrets were masked at %d places of %d records, found %+v", done.Masked, done.Places, done.Records, found)
	}
	text := readFile(t, done.Done.Path)
	if strings.Contains(text, leaked) || !strings.Contains(text, "mira@orchard-harvest.io") || strings.Contains(text, `"No."`) {
		t.Errorf("wrote %s", text)
	}
	opens, err := a.Open(OpenRequest{Handle: done.Done.Handle})
	must(t, err)
	if opens.Branches != 1 || opens.Format != "pi" {
		t.Errorf("the export opens as %+v", opens)
	}
	if _, err := a.Undo(UndoRequest{Undo: done.Done.Undo}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(done.Done.Path); !os.IsNotExist(err) {
		t.Errorf("after taking it back: %v", err)
	}
	if readFile(t, path) != leaky {
		t.Error("the source was changed")
	}
}

func TestAllPlacesOfOneSecretAreToldWhenTheyAreAskedFor(t *testing.T) {
	a, _ := testApp(t)
	again := strings.ReplaceAll(leaky, "Use the key", strings.Repeat("Use the key "+leaked+" or ", 8)+"the key")
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", again))
	begun, err := a.ExportSearch(ExportRequest{Session: opened.Session, As: "pi", Leaf: "00000002"})
	must(t, err)
	found := secretsFound(t, a, SecretsRequest{Job: begun.Job})
	at := slices.IndexFunc(found.Secrets, func(s secrets.Told) bool { return s.Kind != "email" })
	if at < 0 || found.Secrets[at].Count != 9 || len(found.Secrets[at].Places) != placesShown {
		t.Fatalf("told at first: %+v", found.Secrets)
	}
	one := secretsFound(t, a, SecretsRequest{Job: begun.Job, ID: found.Secrets[at].ID})
	if len(one.Secrets) != 1 || one.Secrets[0].ID != found.Secrets[at].ID || len(one.Secrets[0].Places) != 9 {
		t.Errorf("told of one: %+v", one.Secrets)
	}
}

func TestAnExportGoesWhereTheReaderPoints(t *testing.T) {
	a, w := testApp(t)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
	r := ExportStartRequest{ExportRequest: ExportRequest{Session: opened.Session, As: "html"}, Where: "choose"}
	begun, err := a.Export(r)
	if must(t, err); begun.Job != "" {
		t.Error("an export began although no place was chosen")
	}
	w.saved = filepath.Join(t.TempDir(), "page")
	done, err := exportedBy(t, a, r)
	must(t, err)
	if done.Done.Path != w.saved+".html" || !strings.Contains(readFile(t, done.Done.Path), "<!doctype html>") {
		t.Errorf("wrote %q", done.Done.Path)
	}
	w.saved += ".html"
	if _, err := exportedBy(t, a, r); kindOfError(err) != kindBusy || !strings.Contains(err.Error(), "page-2.html") {
		t.Errorf("a name that is taken answers %v", err)
	}
	w.saved = filepath.Join(t.TempDir(), "gone", "page.html")
	if _, err := exportedBy(t, a, r); kindOfError(err) != kindBusy {
		t.Errorf("a folder that is not there answers %v", err)
	}
	w.saved = opened.Path
	if _, err := exportedBy(t, a, r); kindOfError(err) != kindBusy || readFile(t, opened.Path) != leaky {
		t.Errorf("the session itself answers %v", err)
	}
	r.Where = "download"
	if _, err := a.Export(r); kindOfError(err) != kindUnsupported {
		t.Errorf("a window downloads: %v", err)
	}
	r.Where = "/etc/passwd"
	if _, err := a.Export(r); kindOfError(err) != kindUnsupported {
		t.Errorf("the page named a place: %v", err)
	}
}

func TestABrowserDownloadsAnExport(t *testing.T) {
	quiet, _ := testApp(t)
	a := newApp(quiet.env, browser{&hub{}})
	t.Cleanup(a.close)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: ExportRequest{Session: opened.Session, As: "markdown"}, Where: "download"})
	must(t, err)
	if done.Download == "" || done.Name != "s.md" || done.Done.Undo != "" {
		t.Fatalf("it was done as %+v", done)
	}
	w := httptest.NewRecorder()
	a.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, done.Download, nil))
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") || strings.Contains(w.Body.String(), leaked) {
		t.Errorf("answered %d %v\n%s", w.Code, w.Header(), w.Body)
	}
	for _, address := range []string{"/export/j99", "/export/..%2fx", "/export/"} {
		w := httptest.NewRecorder()
		a.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		if w.Code != http.StatusNotFound && w.Code != http.StatusGone {
			t.Errorf("%s answers %d", address, w.Code)
		}
	}
	a.close()
	if left, err := filepath.Glob(filepath.Join(a.env.Temp, downloadsPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestWhatCameAfterTheSearchIsMaskedAndCounted(t *testing.T) {
	a, _ := testApp(t)
	path := writeFile(t, t.TempDir()+"/s.jsonl", leaky)
	opened := openPath(t, a, path)
	r := ExportRequest{Session: opened.Session, As: "runlog"}
	found := searched(t, a, r)
	later := `{"type":"message","id":"00000004","parentId":"00000003","timestamp":"2026-05-04T09:00:04.000Z","message":{"role":"user","content":"Ask tom@plum-harvest.io"}}` + "\n"
	writeFile(t, path, leaky+later)
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
	must(t, err)
	if done.Records != found.Records+1 || done.Masked != found.Total+1 || strings.Contains(readFile(t, done.Done.Path), "tom@") {
		t.Errorf("%d secrets were masked in %d records, found before %+v", done.Masked, done.Records, found)
	}
}

// pictured is a session with a picture of one pixel in its prompt.
const pictured = header +
	`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"See"},{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Seen."}],"stopReason":"stop"}}
`

// A run log keeps its pictures in a folder beside it.
func TestADownloadedRunLogComesWithItsPictures(t *testing.T) {
	quiet, _ := testApp(t)
	a := newApp(quiet.env, browser{&hub{}})
	t.Cleanup(a.close)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", pictured))
	r := ExportRequest{Session: opened.Session, As: "runlog"}
	plan, err := a.ExportPlan(r)
	must(t, err)
	name := strings.TrimSuffix(filepath.Base(plan.Path), ".jsonl")
	if plan.Download != name+".zip" || !strings.Contains(strings.Join(plan.Notes, "\n"), "an archive") {
		t.Errorf("the plan says %q and %q", plan.Download, plan.Notes)
	}
	if page, err := a.ExportPlan(ExportRequest{Session: opened.Session, As: "html"}); err != nil || page.Download != "s.html" {
		t.Errorf("a page is planned as %q: %v", page.Download, err)
	}
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "download"})
	must(t, err)
	if done.Name != name+".zip" {
		t.Fatalf("it was done as %+v, planned as %s", done, plan.Path)
	}
	w := httptest.NewRecorder()
	a.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, done.Download, nil))
	archive, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	must(t, err)
	to := t.TempDir()
	must(t, os.CopyFS(to, archive))
	blobs, err := os.ReadDir(filepath.Join(to, name+".blobs"))
	if err != nil || len(blobs) != 1 {
		t.Errorf("the folder of pictures holds %v: %v", blobs, err)
	}
	if log := readFile(t, filepath.Join(to, name+".jsonl")); !strings.Contains(log, strings.TrimSuffix(blobs[0].Name(), filepath.Ext(blobs[0].Name()))) {
		t.Errorf("the log does not name its picture %s\n%s", blobs[0].Name(), log)
	}
}

// Nothing but the plan was seen when the export was confirmed.
func TestAnExportIsWrittenWhereItsPlanSaid(t *testing.T) {
	for _, as := range []string{"pi", "runlog"} {
		a, _ := testApp(t)
		var later atomic.Int64
		a.now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
		r := ExportRequest{Session: opened.Session, As: as}
		plan, err := a.ExportPlan(r)
		must(t, err)
		later.Store(int64(time.Minute))
		done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
		if must(t, err); done.Done.Path != plan.Path {
			t.Errorf("as %s: written to %s, planned for %s", as, done.Done.Path, plan.Path)
		}
		again, err := a.ExportPlan(r)
		if must(t, err); again.Path == plan.Path {
			t.Errorf("as %s: the next one goes to %s as well", as, again.Path)
		}
	}
}

func TestARunIsConvertedIntoPisFolder(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, "samples/uploads-5-finished.jsonl")
	r := ExportRequest{Session: opened.Session, As: "pi"}
	plan, err := a.ExportPlan(r)
	must(t, err)
	dir, err := a.env.SessionDir(opened.Cwd)
	must(t, err)
	if filepath.Dir(plan.Path) != dir {
		t.Errorf("goes to %s, pi looks in %s", plan.Path, dir)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("planning made a folder")
	}
	found := searched(t, a, r)
	keep := []string{}
	for _, k := range found.Kinds {
		keep = append(keep, k.Kind)
	}
	r.Keep = keep
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
	must(t, err)
	if filepath.Dir(done.Done.Path) != dir {
		t.Errorf("it was done as %+v", done)
	}
	opens, err := a.Open(OpenRequest{Handle: done.Done.Handle})
	if must(t, err); opens.Format != "pi" || opens.ReadOnly != "" {
		t.Errorf("opens as %+v", opens)
	}
}

func TestACancelledExportIsToldInWords(t *testing.T) {
	failed := errors.New("it failed")
	if err := unlessCancelled("s.jsonl", failed); err != failed {
		t.Errorf("another error becomes %v", err)
	}
	err := unlessCancelled("s.jsonl", fmt.Errorf("create x: %w", context.Canceled))
	if want := "export s.jsonl: cancelled; nothing was written"; err == nil || err.Error() != want {
		t.Errorf("it says %v, want %s", err, want)
	}
}

func TestAnExportThatIsNotWantedLeavesNothing(t *testing.T) {
	a, _ := testApp(t)
	dir := t.TempDir()
	opened := openPath(t, a, writeFile(t, dir+"/s.jsonl", leaky))
	begun, err := a.ExportSearch(ExportRequest{Session: opened.Session, As: "pi"})
	must(t, err)
	must(t, a.CancelJob(JobRequest(begun)))
	for {
		answer, err := a.Exported(JobRequest(begun))
		must(t, err)
		if !answer.Running {
			break // it was cancelled, or had ended before
		}
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 1 {
		t.Errorf("left behind: %v %v", names, err)
	}
	if err := a.CancelJob(JobRequest{Job: "j99"}); err != nil {
		t.Error(err)
	}
	if _, err := a.Exported(JobRequest{Job: "j99"}); kindOfError(err) != kindGone {
		t.Errorf("an unknown job answers %v", err)
	}
}

// A download that failed leaves no folder behind.
func TestADownloadThatFailsLeavesNothing(t *testing.T) {
	quiet, _ := testApp(t)
	a := newApp(quiet.env, browser{&hub{}})
	t.Cleanup(a.close)
	path := writeFile(t, t.TempDir()+"/s.jsonl", leaky)
	opened := openPath(t, a, path)
	must(t, os.Remove(path))
	if _, err := exportedBy(t, a, ExportStartRequest{ExportRequest: ExportRequest{Session: opened.Session, As: "html"}, Where: "download"}); err == nil {
		t.Error("a file that is gone was exported")
	}
	if left, err := filepath.Glob(filepath.Join(a.env.Temp, downloadsPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// What the reader leaves as it is is told as it will be written, and nothing else is.
func TestSecretsAreToldAsTheyWillBeWritten(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
	j, err := a.ExportSearch(ExportRequest{Session: opened.Session, As: "pi", Leaf: "00000002"})
	must(t, err)
	contexts := func(keep ...string) (all string) {
		t.Helper()
		for {
			answer, err := a.ExportSecrets(SecretsRequest{Job: j.Job, Keep: keep})
			must(t, err)
			for _, s := range answer.Secrets {
				one, err := a.ExportSecrets(SecretsRequest{Job: j.Job, ID: s.ID, Keep: keep})
				must(t, err)
				if one.Secrets[0].Places[0].Context != s.Places[0].Context {
					t.Errorf("told as %q and as %q", s.Places[0].Context, one.Secrets[0].Places[0].Context)
				}
				all += s.Places[0].Context + "\n"
			}
			if !answer.Running {
				return all
			}
		}
	}
	if got := contexts(); strings.Contains(got, leaked) || strings.Contains(got, "mira@") {
		t.Errorf("nothing is kept, and told is %q", got)
	}
	if got := contexts("email"); strings.Contains(got, leaked) || !strings.Contains(got, "I wrote to mira@orchard-harvest.io.") {
		t.Errorf("addresses are kept, and told is %q", got)
	}
	if got := contexts("email", "github-pat"); !strings.Contains(got, "Use the key "+leaked+" please") {
		t.Errorf("all is kept, and told is %q", got)
	}
}

// A shell that was killed leaves the folder of a download behind; the next one to start
// takes it away, but not that of one which still runs.
func TestTheFolderOfADownloadIsSweptOnlyOnceItsProgramIsGone(t *testing.T) {
	quiet, _ := testApp(t)
	running := newApp(quiet.env, browser{&hub{}})
	t.Cleanup(running.close)
	opened := openPath(t, running, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
	done, err := exportedBy(t, running, ExportStartRequest{ExportRequest: ExportRequest{Session: opened.Session, As: "markdown"}, Where: "download"})
	must(t, err)
	left, release, err := jsonl.HeldFolder(running.env.Temp, downloadsPrefix)
	must(t, err)
	writeFile(t, filepath.Join(left, "files", "s.md"), leaky)
	release()
	mine := filepath.Join(running.env.Temp, downloadsPrefix+"of-mine", "notes.txt")
	writeFile(t, mine, "not made by Branchline")
	next := newApp(quiet.env, browser{&hub{}})
	t.Cleanup(next.close)
	_, err = next.Start()
	must(t, err)
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was left is still there: %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Errorf("what only has such a name is gone: %v", err)
	}
	w := httptest.NewRecorder()
	running.assets().ServeHTTP(w, httptest.NewRequest(http.MethodGet, done.Download, nil))
	if w.Code != http.StatusOK {
		t.Errorf("what still runs answers %d", w.Code)
	}
}

func TestWhatAConversionLosesIsToldBeforeItIsWritten(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky+
		`{"type":"label","id":"00000004","parentId":"00000002","timestamp":"2026-05-04T09:00:04.000Z","targetId":"00000002","label":"good"}
{"type":"message","id":"00000005","parentId":"00000004","timestamp":"2026-05-04T09:00:05.000Z","message":{"role":"user","content":"Go on"}}
`))
	r := ExportRequest{Session: opened.Session, As: "runlog", Leaf: "00000005"}
	told := searched(t, a, r).Lost
	done, err := exportedBy(t, a, ExportStartRequest{ExportRequest: r, Where: "beside"})
	must(t, err)
	if len(told) == 0 || !slices.Equal(told, done.Changed) {
		t.Errorf("told before it was written: %q, and after: %q", told, done.Changed)
	}
	r.As = "pi"
	if told := searched(t, a, r).Lost; len(told) != 0 {
		t.Errorf("a branch of the same format loses %q", told)
	}
}

// What a masked export left that was killed is gone when the program starts again.
func TestMaskedCopiesThatWereLeftAreGoneAtTheStart(t *testing.T) {
	a, _ := testApp(t)
	left, release, err := jsonl.HeldFolder(a.env.Temp, "branchline-masked-")
	must(t, err)
	writeFile(t, filepath.Join(left, "masked.jsonl"), leaky)
	release()
	if _, err := a.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

func TestAPageThatIsLoadedAgainIsToldWhatWasExportedMeanwhile(t *testing.T) {
	a, _ := testApp(t)
	opened := openPath(t, a, writeFile(t, t.TempDir()+"/s.jsonl", leaky))
	r := ExportRequest{Session: opened.Session, As: "html"}
	begun, err := a.Export(ExportStartRequest{ExportRequest: r, Where: "beside"})
	must(t, err)
	for range 3 * jobsKept { // other things are begun meanwhile
		_, err := a.ExportSearch(r)
		must(t, err)
	}
	again, err := a.Start()
	must(t, err)
	crosses(t, again)
	if want := []ExportBegun{{Job: begun.Job, Session: opened.Session}}; !slices.Equal(again.Exports, want) {
		t.Fatalf("exports that run are %v, want %v", again.Exports, want)
	}
	done, err := ended(t, a, begun)
	must(t, err)
	if readFile(t, done.Done.Path) == "" || done.Done.Undo == "" {
		t.Errorf("it was done as %+v", done)
	}
	again, err = a.Start()
	must(t, err)
	if len(again.Exports) != 0 || len(again.Steps) != 1 || again.Steps[0].Done.Undo != done.Done.Undo {
		t.Errorf("once it was told: %+v, %+v", again.Exports, again.Steps)
	}
}
