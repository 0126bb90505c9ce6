package secrets

import (
	"strings"
	"testing"
)

// What is told around a secret is what the file will have there.
func TestExcerptsAreWhatWillBeWritten(t *testing.T) {
	token := "ghp_" + "a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s"
	for _, c := range []struct {
		name, text string
		keep       []string
		want       []string
	}{
		{"nothing is kept", "mail me@mail.example.org from /home/alice/x", nil, []string{"mail [REDACTED:email] from /home/[REDACTED:home-path]/x", "mail [REDACTED:email] from /home/[REDACTED:home-path]/x"}},
		{"a kind", "mail me@mail.example.org from /home/alice/x", []string{"email"}, []string{"mail me@mail.example.org from /home/[REDACTED:home-path]/x", "mail me@mail.example.org from /home/[REDACTED:home-path]/x"}},
		{"all", "mail me@mail.example.org from /home/alice/x", []string{"email", "home-path"}, []string{"mail me@mail.example.org from /home/alice/x", "mail me@mail.example.org from /home/alice/x"}},
		{"far apart", "me@mail.example.org" + strings.Repeat(" é", 60) + " /home/alice/x", []string{"home-path"}, []string{"[REDACTED:email]" + strings.Repeat(" é", 16) + "…", "…" + strings.Repeat(" é", 14)[1:] + " /home/alice/x"}},
		{"by two rules", "https://bob:" + token + "@host/x", []string{"github-pat"}, []string{"https://bob:" + token + "@host/x"}},
		{"in base64", "see aHR0cHM6Ly9ib2I6czNjcmV0c0Bob3N0L3g= there", []string{"url-password"}, []string{"see aHR0cHM6Ly9ib2I6czNjcmV0c0Bob3N0L3g= there"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := []byte(`{"text":"` + c.text + `"}`)
			keep := &Choice{Keep: c.keep}
			var got []string
			NewScanner(t.Context(), "pi", "s", nil).Record(record, func(f Finding) { got = append(got, f.Written(keep)) })
			if len(got) != len(c.want) {
				t.Fatalf("%d are found, want %d: %q", len(got), len(c.want), got)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("the excerpt %d is\n%q, want\n%q", i, got[i], c.want[i])
				}
			}
			masked, err := NewScanner(t.Context(), "pi", "s", keep).Masked(nil, record, func(Finding) {})
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if part := strings.Trim(got[i], "…"); !strings.Contains(string(masked), part) {
					t.Errorf("%q is not in what is written: %s", part, masked)
				}
			}
		})
	}
}

func TestExcerptsOfManySecretsAreShort(t *testing.T) {
	text := strings.Repeat("/home/alice/x ", 2000) + strings.Repeat("x", 9000)
	n := 0
	NewScanner(t.Context(), "pi", "s", nil).Record([]byte(`"`+text+`"`), func(f Finding) {
		if n++; len(f.Written(&Choice{Keep: []string{"home-path"}})) > 2*mostAround+20 {
			t.Fatalf("an excerpt of %d bytes", len(f.Written(nil)))
		}
	})
	if n != 2000 {
		t.Errorf("%d were found", n)
	}
}
