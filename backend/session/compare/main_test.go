package compare

import (
	"flag"
	"os"
	"testing"
)

// TestMain tries each property on 500 generated sessions, five times what rapid
// tries of its own accord, unless -rapid.checks says otherwise.
func TestMain(m *testing.M) {
	checks := flag.Lookup("rapid.checks")
	if err := checks.Value.Set("500"); err != nil {
		panic(err)
	}
	flag.Parse()
	os.Exit(m.Run())
}
