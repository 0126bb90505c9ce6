package main

import (
	"context"
	"fmt"
	"os/exec"

	"branchline/backend/paths"
)

// reveal shows a file in the Finder.
func reveal(_ context.Context, _ paths.Env, path string) error {
	if err := launch(exec.Command("/usr/bin/open", "-R", path)); err != nil {
		return fmt.Errorf("show %s in the Finder: %w", path, err)
	}
	return nil
}
