package conformance

import (
	"os"
	"testing"
)

// atEnd is done after all tests.
var atEnd []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, do := range atEnd {
		do()
	}
	os.Exit(code)
}
