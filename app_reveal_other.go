//go:build !linux && !darwin && !windows

package main

import (
	"context"
	"errors"

	"branchline/backend/paths"
)

// reveal is not known on this system.
func reveal(context.Context, paths.Env, string) error {
	return errors.New("how to show a file in the file manager of this system is not known")
}
