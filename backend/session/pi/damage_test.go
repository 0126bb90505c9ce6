package pi

import (
	"strings"
	"testing"
)

// A line that is no JSON says what is wrong with it, and nothing that is not so.
func TestADamagedLineIsToldForWhatItIs(t *testing.T) {
	const reply = `{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","content":[{"type":"text","text":"x"}]}}`
	for _, c := range []struct{ name, line, want string }{
		{"cut off, then the next record", reply[:90] + reply, "a record that was cut off runs into the next one"},
		{"cut off, then a session header", reply[:90] + `{"type":"session","id":"s"}`, "a record that was cut off runs into the next one"},
		{"cut off", reply[:len(reply)-10], "the line is no valid JSON"},
		{"a number JSON has not", strings.Replace(reply, `"x"`, "Infinity", 1), "the line is no valid JSON"},
		{"two records", reply + reply, "more than one value stands on the line"},
		{"zero bytes", reply + "\x00\x00", "the line holds zero bytes, as a crash leaves them"},
		{"a mark before the record", "\ufeff" + reply, "a byte order mark stands before the record"},
		{"other blanks around the record", "\u00a0" + reply + "\u00a0", "the line is no valid JSON"},
	} {
		if got := broken([]byte(c.line)); got != c.want+"; the line is left out, as pi does" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
