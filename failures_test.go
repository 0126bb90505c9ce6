//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What make test says last, where all that is kept of it is its end, is which test failed and how.
func TestFailuresAreToldFromTheLogOfAStep(t *testing.T) {
	for _, of := range []struct{ name, log, want string }{
		{
			"vitest",
			" ✓ e2e/a.test.ts (3 tests) 20ms\n" +
				"\x1b[31m⎯⎯⎯⎯\x1b[39m Failed Tests 2 \x1b[31m⎯⎯⎯⎯\x1b[39m\n\n" +
				"\x1b[41m\x1b[1m FAIL \x1b[22m\x1b[49m e2e/b.test.ts > keeps the row\nAssertionError: expected 1 to be 2\n\n" +
				"- Expected\n+ Received\n\n- 1\n+ 2\n- 3\n+ 4\n- 5\n- 6\n\n \x1b[36m❯\x1b[39m e2e/b.test.ts:9:3\n     8| x\n\n" +
				"⎯⎯⎯⎯⎯[1/2]⎯\n\n FAIL  e2e/b.test.ts > opens it\nError: no such row\n ❯ e2e/b.test.ts:19:3\n\n" +
				"⎯⎯⎯⎯⎯[2/2]⎯\n",
			" FAIL  e2e/b.test.ts > keeps the row\nAssertionError: expected 1 to be 2\n- Expected\n+ Received\n" +
				"- 1\n+ 2\n- 3\n+ 4\n ❯ e2e/b.test.ts:9:3\n" +
				" FAIL  e2e/b.test.ts > opens it\nError: no such row\n ❯ e2e/b.test.ts:19:3\n",
		},
		{
			"go test",
			"ok  \ta\t0.1s\n--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/sub (0.00s)\n        a_test.go:3: got 1,\n" +
				"            want 2\nFAIL\nFAIL\tb\t0.019s\nok  \tc\t0.1s\nFAIL\n",
			"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/sub (0.00s)\n        a_test.go:3: got 1,\n            want 2\n",
		},
		{
			"go test that does not compile",
			"# branchline/h [branchline/h.test]\nh/h_test.go:3:27: undefined: y\nok  \ta\t0.1s\nFAIL\tbranchline/h [build failed]\nFAIL\n",
			"# branchline/h [branchline/h.test]\nh/h_test.go:3:27: undefined: y\nFAIL\tbranchline/h [build failed]\n",
		},
		{
			"window",
			"ok      test_a\nFAILED  test_b: It opens.\nTraceback (most recent call last):\n  File \"x\"\nAssertionError: the window: not within 20 s\n\n" +
				"ok      test_c\n2 passed, 1 failed\n",
			"FAILED  test_b: It opens.\nTraceback (most recent call last):\n  File \"x\"\nAssertionError: the window: not within 20 s\n",
		},
		{
			"anything else ends with why",
			strings.Repeat("x\n", 100) + "src/App.svelte: unused\n",
			strings.Repeat("x\n", 39) + "src/App.svelte: unused\n",
		},
	} {
		t.Run(of.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			if err := os.WriteFile(log, []byte(of.log), 0o600); err != nil {
				t.Fatal(err)
			}
			told, err := exec.Command("scripts/failures", log).CombinedOutput()
			if err != nil {
				t.Fatalf("scripts/failures: %v: %s", err, told)
			}
			if diff := cmp.Diff(of.want, string(told)); diff != "" {
				t.Errorf("what is told of the log (-want +got):\n%s", diff)
			}
		})
	}
}
