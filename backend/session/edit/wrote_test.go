package edit

import (
	"os"
	"testing"
	"time"
)

// What this program wrote itself is no agent at work.
func TestOurOwnWritingIsNoAgentAtWork(t *testing.T) {
	d := newDesk(t)
	d.Now, d.Wrote = time.Now, &Wrote{}
	path := d.write(tree)
	aside(t, path)
	for _, label := range []string{"one", "two", ""} {
		p, err := d.Label(d.open(path), "a2", label)
		if err != nil || len(p.Warnings) > 0 {
			t.Fatalf("before the label %q: %v, %v", label, p, err)
		}
		d.apply(p, nil)
	}
	if _, err := d.Trash(path); err != nil {
		t.Errorf("it cannot be moved to the trash: %v", err)
	}
}

func TestAnAgentThatWroteBeforeOrAfterUsIsTold(t *testing.T) {
	for name, order := range map[string][]string{"before": {"agent", "label"}, "after": {"label", "agent"}} {
		d := newDesk(t)
		d.Now, d.Wrote = time.Now, &Wrote{}
		path := d.write(tree)
		aside(t, path)
		for _, who := range order {
			if who == "label" {
				d.apply(d.Label(d.open(path), "a2", "good"))
				continue
			}
			if err := os.WriteFile(path, []byte(d.read(path)+u("y1", "x1")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, err := d.Label(d.open(path), "a2", "better")
		if err != nil || kinds(p.Warnings) != WarnWriting {
			t.Errorf("%s: warnings %v, %v", name, p, err)
		}
		_, err = d.Trash(path)
		refused(t, err, Busy, OfferRetry)
	}
}

// aside has a file be one that nobody has written to for an hour, on the real clock.
func aside(t *testing.T, path string) {
	t.Helper()
	ago := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, ago, ago); err != nil {
		t.Fatal(err)
	}
}
