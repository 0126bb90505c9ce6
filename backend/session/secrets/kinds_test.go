package secrets

import "testing"

func TestWhatIsKeptIsAKindOrAnID(t *testing.T) {
	for word, want := range map[string]bool{"email": true, "home-path": true, "ip-address": true, "jwt": true, "0a1b2c3d": true, "emial": false, "0A1B2C3D": false, "": false} {
		if got := Names(word); got != want {
			t.Errorf("Names(%q) = %v, want %v", word, got, want)
		}
	}
}
