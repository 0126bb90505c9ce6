package secrets

import (
	"strings"
	"testing"
)

// A place tells where a secret stands, and nothing of any.
func TestPlacesHoldNoSecrets(t *testing.T) {
	record := `{"arguments":{"before":1,"` + awsKey + `":{"at":["` + ghKey + `"]},"\u0041` + awsKey[1:] + `-x":"me@mail.example.org"}}`
	var fields []string
	NewScanner(t.Context(), "pi", "s", nil).Record([]byte(record), func(f Finding) {
		fields = append(fields, f.Field)
		if strings.Contains(f.Field+f.Context+f.Hint+f.Inside, awsKey) || strings.Contains(f.Context, ghKey) {
			t.Errorf("%+v tells a secret", f)
		}
	})
	want := "arguments.[REDACTED:aws-access-token]# arguments.[REDACTED:aws-access-token].at[0] arguments.[REDACTED:aws-access-token]-x# arguments.[REDACTED:aws-access-token]-x"
	if got := strings.Join(fields, " "); got != want {
		t.Errorf("the places are\n%s, want\n%s", got, want)
	}
}

// Why something cannot be masked is told without it.
func TestWhatIsLeftIsToldWithoutIt(t *testing.T) {
	const record = `{"` + awsKey + `":1,"id":"me@mail.example.org"}`
	_, err := NewScanner(t.Context(), "pi", "s", nil).Masked(nil, []byte(record), func(Finding) {})
	if err == nil || strings.Contains(err.Error(), awsKey) || strings.Contains(err.Error(), "me@mail") {
		t.Errorf("it is told %v", err)
	}
}

// Members of an object stay as many as they were, whatever is masked in their names.
func TestMaskedNamesStayDifferent(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{`{"bob@corp.net":"1","eve@corp.net":"2","ann@corp.net":"3"}`, `{"[REDACTED:email]":"1","[REDACTED:email-2]":"2","[REDACTED:email-3]":"3"}`},
		{`{"a":{"bob@corp.net":1,"x":[{"eve@corp.net":2}]},"eve@corp.net":3}`, `{"a":{"[REDACTED:email]":1,"x":[{"[REDACTED:email]":2}]},"[REDACTED:email]":3}`},
		{`{"bob@corp.net":"1","[REDACTED:email]":"2"}`, `{"[REDACTED:email-2]":"1","[REDACTED:email]":"2"}`},
		{`{"\u005bREDACTED:email]":["x",{}],"bob@corp.net":"1"}`, `{"\u005bREDACTED:email]":["x",{}],"[REDACTED:email-2]":"1"}`},
		{`{"bob@corp.net":"1","b\u006fb@corp.net":"2"}`, `{"[REDACTED:email]":"1","[REDACTED:email]":"2"}`},
		{`{"x bob@corp.net, eve@corp.net":"1","x ann@corp.net, joe@corp.net":"2"}`, `{"x [REDACTED:email], [REDACTED:email]":"1","x [REDACTED:email-2], [REDACTED:email]":"2"}`},
		{`{"` + awsKey + `":{"k":"v"},"` + awsKey[:19] + `A":"` + ghKey + `"}`, `{"[REDACTED:aws-access-token]":{"k":"v"},"[REDACTED:aws-access-token-2]":"[REDACTED:github-pat]"}`},
	} {
		var told []string
		got, err := NewScanner(t.Context(), "pi", "s", nil).Masked(nil, []byte(c.record), func(f Finding) { told = append(told, f.Mask) })
		if err != nil || string(got) != c.want {
			t.Errorf("%s becomes\n%s, want\n%s (%v)", c.record, got, c.want, err)
		}
		for _, m := range told {
			if !strings.Contains(c.want, m) {
				t.Errorf("%s: %s is told", c.record, m)
			}
		}
	}
}

// What a choice keeps is left as it is, and all else that is masked was told.
func TestWhatIsKeptStaysAndAllElseIsTold(t *testing.T) {
	const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r1wW1gFWFOEjXk"
	told := func(text string, keep ...string) (masked string, kinds []string) {
		s := NewScanner(t.Context(), "pi", "s", &Choice{Keep: keep})
		out, err := s.Masked(nil, []byte(quoted(text)), func(f Finding) { kinds = append(kinds, f.Kind) })
		if err != nil {
			t.Fatal(err)
		}
		return strings.Trim(string(out), `"`), kinds
	}
	for _, c := range []struct {
		text   string
		keep   []string
		masked string
		kinds  string
	}{
		{"git clone https://bot:" + ghKey + "@host/x", nil, "git clone https://[REDACTED:github-pat]@host/x", "github-pat"},
		{"curl -u bot:" + ghKey + " https://host/x", nil, "curl -u [REDACTED:curl-auth-user] https://host/x", "curl-auth-user github-pat"},
		{"curl -u bot:" + ghKey + " https://host/x", []string{"curl-auth-user"}, "curl -u bot:[REDACTED:github-pat] https://host/x", "github-pat"},
		{"curl -u bot:" + ghKey + " https://host/x", []string{"github-pat"}, "curl -u [REDACTED:curl-auth-user] https://host/x", "curl-auth-user"},
		{"curl -u bot:" + ghKey + " https://host/x", []string{"curl-auth-user", "github-pat"}, "curl -u bot:" + ghKey + " https://host/x", ""},
		{"GITHUB_TOKEN=" + ghKey, []string{"github-pat"}, "GITHUB_TOKEN=" + ghKey, ""},
		{"GITHUB_TOKEN=" + ghKey, []string{"token"}, "GITHUB_TOKEN=[REDACTED:github-pat]", "github-pat"},
		{"curl -H 'Authorization: Bearer " + jwt + "' https://host/x", []string{"curl-auth-header"}, "curl -H 'Authorization: Bearer [REDACTED:jwt]' https://host/x", "jwt"},
		{"curl -H 'Authorization: Bearer " + jwt + "' https://host/x", nil, "curl -H 'Authorization: Bearer [REDACTED:curl-auth-header]' https://host/x", "curl-auth-header jwt"},
	} {
		masked, kinds := told(c.text, c.keep...)
		if masked != c.masked || strings.Join(kinds, " ") != c.kinds {
			t.Errorf("%q without %v becomes\n%q and tells of %v, want\n%q and %s", c.text, c.keep, masked, kinds, c.masked, c.kinds)
		}
	}
}
