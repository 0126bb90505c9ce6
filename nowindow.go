//go:build !(desktop || dev) || bindings

package main

import (
	"errors"

	"branchline/backend/paths"
)

// windowBuilt: this program has a window.
const windowBuilt = false

func openWindow(paths.Env, []string, string, *instance) error {
	return errors.New("this program was built without its window")
}
