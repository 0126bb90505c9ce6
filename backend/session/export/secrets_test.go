package export

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// telling is a session with secrets on two branches, in its header, and in a label
// that stands elsewhere.
var telling = []string{
	`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/carol/app"}`,
	`{"type":"message","id":"p1","parentId":null,"message":{"role":"user","content":"Ask me@mail.example.org"}}`,
	``,
	`{"type":"message","id":"r1","parentId":"p1","message":{"role":"assistant","content":[{"type":"text","text":"I ask\nme@mail.example.org"},{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"mail me@mail.example.org"}}]}}`,
	`{"type":"message","id":"x1","parentId":"p1","message":{"role":"user","content":"Or ask you@mail.example.org"}}`,
	`{"type":"label","id":"l1","parentId":"x1","targetId":"r1","label":"of carl@mail.example.org"}`,
	`{"type":"message","id":"broken`,
	`{"type":"session_info","id":"n1","parentId":"r1","name":"In /home/carol/app"}`,
}

func TestSecretsAreToldWithTheirPlaces(t *testing.T) {
	source := fileOf(t, "s.jsonl", telling...)
	found, err := Secrets(t.Context(), planned(t, asked(t, source, "n1")))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range found.Secrets {
		for _, at := range s.Places {
			got = append(got, fmt.Sprintf("%s %s | line %d %q %s | %s", s.Kind, s.Hint, at.Line, at.Entry, at.Field, at.Context))
		}
	}
	want := []string{
		`home-path c… (5 characters) | line 1 "" cwd | /home/[REDACTED:home-path]/app`,
		`home-path c… (5 characters) | line 8 "n1" name | In /home/[REDACTED:home-path]/app`,
		`email me@m… (19 characters) | line 2 "p1" message.content | Ask [REDACTED:email]`,
		`email me@m… (19 characters) | line 4 "r1" message.content[0].text | I ask [REDACTED:email]`,
		`email me@m… (19 characters) | line 4 "r1" message.content[1].arguments.command | mail [REDACTED:email]`,
		`email carl… (21 characters) | line 6 "l1" label | of [REDACTED:email]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if found.Places != 6 || found.Records != 5 {
		t.Errorf("%d places in %d records, want 6 in 5", found.Places, found.Records)
	}
}

func TestWhatIsMaskedIsNotLeft(t *testing.T) {
	source := fileOf(t, "s.jsonl", telling...)
	p := planned(t, masking(asked(t, source, "n1")))
	got := made(t, p)
	all := strings.Join(got, "\n")
	for _, secret := range []string{"carol", "mail.example.org"} {
		if strings.Contains(all, secret) {
			t.Errorf("%q is left:\n%s", secret, all)
		}
	}
	want := []string{
		strings.Replace(telling[1], "me@mail.example.org", "[REDACTED:email]", 1),
		strings.ReplaceAll(telling[3], "me@mail.example.org", "[REDACTED:email]"),
		strings.Replace(telling[7], "carol", "[REDACTED:home-path]", 1),
	}
	if diff := cmp.Diff(want, got[1:4]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !strings.Contains(got[4], `"label":"of [REDACTED:email]"`) || len(got) != 5 {
		t.Errorf("behind the branch stands\n%s", strings.Join(got[4:], "\n"))
	}
	left := []string{
		"1 entry on 1 other branch stays out", "1 unreadable line stays out (line 7)",
	}
	if diff := cmp.Diff(left, tellings(p)); diff != "" {
		t.Errorf("what is told (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(telling, linesIn(t, source)); diff != "" {
		t.Errorf("the source changed (-was +is)\n%s", diff)
	}
}

// What comes after the chosen entry is on no other branch.
// Whose home folder is named anywhere in the file is named nowhere in what leaves, not
// even before it or where only another branch names it.
func TestUsersAreMaskedWhoseHomesAreNamed(t *testing.T) {
	lines := []string{
		`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app"}`,
		`{"type":"message","id":"p1","parentId":null,"message":{"role":"user","content":"USER=carol and carol@laptop:~$ ls; ask carol, USER=kim"}}`,
		`{"type":"message","id":"x1","parentId":"p1","message":{"role":"user","content":"In /home/carol/app"}}`,
		`{"type":"message","id":"r1","parentId":"p1","message":{"role":"user","content":"drwx------ 2 carol carol 40 May 1 x"}}`,
	}
	source := fileOf(t, "s.jsonl", lines...)
	p := planned(t, masking(asked(t, source, "r1")))
	got := made(t, p)
	want := []string{
		strings.Replace(lines[1], "USER=carol and carol@", "USER=[REDACTED:home-path] and [REDACTED:home-path]@", 1),
		strings.Replace(strings.Replace(lines[3], "carol carol", "[REDACTED:home-path] [REDACTED:home-path]", 1), "x1", "p1", 1),
	}
	if diff := cmp.Diff(want, got[1:3]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	found, err := Secrets(t.Context(), planned(t, asked(t, source, "r1")))
	if err != nil || len(found.Secrets) != 1 || found.Secrets[0].Kind != "home-path" || found.Secrets[0].Count != 4 {
		t.Errorf("found are %+v (%v)", found, err)
	}
}

func TestWhatIsNotOnTheBranchIsToldForWhatItIs(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first,
		`{"type":"message","id":"p2","parentId":"p1","message":{"role":"user","content":"Go on"}}`,
		`{"type":"label","id":"l1","parentId":"p2","targetId":"p2","label":"later"}`,
		`{"type":"label","id":"l2","parentId":"l1","targetId":"p1","label":"here"}`,
		`{"type":"message","id":"p3","parentId":"l2","message":{"role":"user","content":"Once more"}}`,
		`{"type":"session_info","id":"n1","parentId":"p3","name":"Named late"}`)
	want := []string{
		"3 entries after the chosen entry stay out",
		"1 label stays out with the entry it is on",
		"the session's name stays out: it was given after the chosen entry",
	}
	if diff := cmp.Diff(want, tellings(planned(t, asked(t, source, "p1")))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	want = []string{"1 entry after the chosen entry stays out", want[2]}
	if diff := cmp.Diff(want, tellings(planned(t, asked(t, source, "p3")))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What is told of what stays out goes into files to read, and tells nothing of it.
func TestWhatIsToldOfTheRestHoldsNoSecret(t *testing.T) {
	const secret = "AKIAQ2W3E4R5T6Y7U2I3"
	source := fileOf(t, "s.jsonl", header, first,
		`{"type":"message","id":"p2","parentId":"p1","message":{"role":"user","content":"Here"}}`,
		`{"type":"session_info","id":"n1","parentId":"p1","name":"With `+secret+`"}`,
		`{"type":"label","id":"l1","parentId":"n1","targetId":"n1","label":"`+secret+`"}`)
	for _, format := range []Format{JSONL, HTML, Markdown} {
		r := masking(asked(t, source, "p2"))
		r.Format = format
		p := planned(t, r)
		told := strings.Join(tellings(p), "\n")
		if !strings.Contains(told, "the session's name stays out") {
			t.Errorf("it is told\n%s", told)
		}
		if all := told + strings.Join(made(t, p), "\n"); strings.Contains(all, secret) {
			t.Errorf("as %s the secret of another branch is told:\n%s", format, told)
		}
	}
}

func TestTheHeaderTellsNothingOfTheFolder(t *testing.T) {
	p := planned(t, masking(asked(t, fileOf(t, "s.jsonl", telling...), "p1")))
	p.Source = "/home/carol/.pi/agent/sessions/--home-carol-app--/s.jsonl"
	search := *p
	search.Mask = nil
	found, err := Secrets(t.Context(), &search)
	if err != nil || len(found.Secrets) != 3 || found.Secrets[2].Places[0].Field != "parentSession" || found.Secrets[0].Count != 2 {
		t.Errorf("it is told %+v, %v", found, err)
	}
	head := made(t, p)[0]
	want := `"parentSession":"/home/[REDACTED:home-path]/.pi/agent/sessions/--home-[REDACTED:home-path]--/s.jsonl"`
	if !strings.Contains(head, want) || !strings.Contains(head, `"cwd":"/home/[REDACTED:home-path]/app"`) {
		t.Errorf("the header is %s", head)
	}
}

func TestKindsAndSingleSecretsCanBeKept(t *testing.T) {
	source := fileOf(t, "s.jsonl", telling...)
	found, err := Secrets(t.Context(), planned(t, asked(t, source, "n1")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		keep       string
		kept, gone []string
	}{
		{"email", []string{"me@mail.example.org", "carl@mail.example.org"}, []string{"carol"}},
		{"home-path", []string{"/home/carol"}, []string{"mail.example.org"}},
		{found.Secrets[2].ID, []string{"carl@mail.example.org"}, []string{"me@mail.example.org", "carol"}},
	} {
		all := strings.Join(made(t, planned(t, masking(asked(t, source, "n1"), c.keep))), "\n")
		for _, s := range c.kept {
			if !strings.Contains(all, s) {
				t.Errorf("%q was kept, but %q is masked:\n%s", c.keep, s, all)
			}
		}
		for _, s := range c.gone {
			if strings.Contains(all, s) {
				t.Errorf("%q was kept, and %q is left:\n%s", c.keep, s, all)
			}
		}
	}
}

// A masked copy that a killed export left is gone after the next one.
func TestCopiesOfKilledExportsAreSwept(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	left, killed, err := jsonl.HeldFolder(temp, copyBegin)
	if err != nil {
		t.Fatal(err)
	}
	killed()
	if err := os.WriteFile(filepath.Join(left, "masked.jsonl"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := noon.Add(-48 * time.Hour)
	if err := os.Chtimes(left, long, long); err != nil {
		t.Fatal(err)
	}
	made(t, planned(t, masking(asked(t, fileOf(t, "s.jsonl", telling...), "n1"))))
	if names := namesIn(t, temp); len(names) > 0 {
		t.Errorf("left are %q", names)
	}
}

// What the agent finds its way by cannot be masked: then nothing is written, unless
// it is kept.
func TestWhatCannotBeMaskedIsRefused(t *testing.T) {
	source := fileOf(t, "s.jsonl", header,
		`{"type":"message","id":"me@mail.example.org","parentId":null,"message":{"role":"user","content":"Hello"}}`,
		`{"type":"message","id":"r1","parentId":"me@mail.example.org","message":{"role":"assistant","content":[]}}`)
	p := planned(t, masking(asked(t, source, "r1")))
	_, err := Write(t.Context(), p)
	if !errors.Is(err, ErrSecrets) || !strings.Contains(err.Error(), "email in id (me@m… (19 characters))") {
		t.Fatalf("the answer is %v", err)
	}
	var left *secrets.Left
	if !errors.As(err, &left) {
		t.Fatalf("the answer does not tell of what: %v", err)
	}
	if text := err.Error(); strings.Contains(text, left.ID) || !strings.HasSuffix(text, "; keep it as it is, or export HTML or Markdown, in which ids are masked too") {
		t.Errorf("the answer does not say in words how to go on: %v", err)
	}
	if diff := cmp.Diff([]string{"s.jsonl"}, namesIn(t, filepath.Dir(source))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	found, err := Secrets(t.Context(), planned(t, asked(t, source, "r1")))
	if err != nil || len(found.Secrets) != 1 || found.Secrets[0].Fixed == "" || found.Secrets[0].ID != left.ID {
		t.Errorf("it is told %+v, %v", found, err)
	}
	if got := made(t, planned(t, masking(asked(t, source, "r1"), left.ID))); len(got) != 3 {
		t.Errorf("kept it is\n%s", strings.Join(got, "\n"))
	}
}

// Entries without ids are named by their lines, which they keep in a masked copy.
func TestOldSessionsAreMaskedToo(t *testing.T) {
	source := fileOf(t, "s.jsonl", "\ufeff"+`{"type":"session","id":"s","timestamp":"2025-05-04T09:00:00.000Z","cwd":"/home/carol"}`, "not JSON", "",
		`{"type":"message","timestamp":"2025-05-04T09:00:01.000Z","message":{"role":"user","content":"Ask me@mail.example.org"}}`,
		`{"type":"message","timestamp":"2025-05-04T09:00:02.000Z","message":{"role":"assistant","content":[]}}`)
	got := made(t, planned(t, masking(asked(t, source, ""))))
	all := strings.Join(got, "\n")
	if len(got) != 3 || strings.Contains(all, "carol") || strings.Contains(all, "me@") || !strings.Contains(got[0], `"version":3`) {
		t.Errorf("it is\n%s", all)
	}
}

// What is taken from the model stays in the file, and that is told.
func TestEditsAndPicturesAreToldOf(t *testing.T) {
	source := fileOf(t, "s.jsonl", header,
		`{"type":"message","id":"p1","parentId":null,"message":{"role":"user","content":[{"type":"text","text":"See"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}}`,
		`{"type":"context_edit","id":"e1","parentId":"p1","targetId":"p1","replacement":null}`,
		`{"type":"custom_message","customType":"x","content":"hidden","display":false,"id":"h1","parentId":"e1"}`,
		`{"type":"session_info","id":"n1","parentId":"p1","name":"Elsewhere"}`)
	r := asked(t, source, "h1")
	want := []string{
		"1 entry on 1 other branch stays out",
		"the session's name stays out: it was given on another branch",
		"1 context edit: text the model no longer sees is still in this file",
		"1 entry carries pictures, which are not searched for secrets",
	}
	if diff := cmp.Diff(want, tellings(planned(t, r))); diff != "" {
		t.Errorf("as a session (-want +got)\n%s", diff)
	}
	r.Format = HTML
	want = append(want[:2:2], "the pictures of 1 entry stay out", "1 entry stays out that the agent does not display", want[2])
	if diff := cmp.Diff(want, tellings(planned(t, r))); diff != "" {
		t.Errorf("as HTML (-want +got)\n%s", diff)
	}
	r.Pictures, r.Hidden = true, true
	want = append(want[:2:2], want[4], "1 entry carries pictures, which are not searched for secrets")
	if diff := cmp.Diff(want, tellings(planned(t, r))); diff != "" {
		t.Errorf("as HTML with all (-want +got)\n%s", diff)
	}
}

func TestTheUnfinishedLineIsToldOf(t *testing.T) {
	source := fileOf(t, "s.jsonl", header, first+"\n"+`{"type":"mess`)
	source = cut(t, source)
	var p *Plan
	for ago, want := range map[time.Duration]string{
		time.Second: "the last line stays out: it is still being written (13 bytes so far)",
		time.Hour:   "the last line stays out: it was never finished (13 bytes)",
	} {
		r := asked(t, source, "p1")
		if err := os.Chtimes(source, time.Time{}, r.Now.Add(-ago)); err != nil {
			t.Fatal(err)
		}
		p = planned(t, asked(t, source, "p1"))
		if diff := cmp.Diff([]string{want}, tellings(p)); diff != "" {
			t.Errorf("%s later (-want +got)\n%s", ago, diff)
		}
	}
	if got := made(t, p); len(got) != 2 {
		t.Errorf("it is\n%s", strings.Join(got, "\n"))
	}
}

// What is found in the samples is there: the home folder they were made in, and the
// address of a machine in a house. A false alarm would be in this list.
func TestTheSamplesRaiseNoFalseAlarm(t *testing.T) {
	samples, err := filepath.Glob("../../../samples/*.jsonl")
	if err != nil || len(samples) < 5 {
		t.Fatalf("the samples are %q: %v", samples, err)
	}
	records, wrong := 0, 0
	for _, sample := range samples {
		r := asked(t, sample, "")
		for _, leaf := range r.Session.Index().Leaves() {
			r.Leaf = leaf
			found, err := Secrets(t.Context(), planned(t, r))
			if err != nil {
				t.Fatal(err)
			}
			records += found.Records
			for _, s := range found.Secrets {
				for _, at := range s.Places {
					home := s.Kind == "home-path" && strings.Contains(at.Context, "/home/[REDACTED:home-path]/src/")
					if !home && (s.Kind != "ip-address" || !strings.Contains(at.Context, "read tcp [REDACTED:ip-address]")) {
						wrong++
						t.Errorf("in %s, line %d, %s: %s %s: %s", sample, at.Line, at.Field, s.Kind, s.Hint, at.Context)
					}
				}
			}
		}
	}
	if wrong*100 >= records {
		t.Errorf("%d false alarms in %d records", wrong, records)
	}
}
