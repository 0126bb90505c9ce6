package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"

	"branchline/backend/paths"
)

// reveal shows a file in the Explorer, which reads its command line by rules of
// its own and ends with status 1 also when it has shown the file.
func reveal(_ context.Context, _ paths.Env, path string) error {
	cmd := exec.Command("explorer.exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `explorer.exe /select,"` + path + `"`}
	var status *exec.ExitError
	if err := launch(cmd); err != nil && !errors.As(err, &status) {
		return fmt.Errorf("show %s in the Explorer: %w", path, err)
	}
	return nil
}
