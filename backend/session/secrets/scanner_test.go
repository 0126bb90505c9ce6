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
