//go:build (desktop || dev) && !bindings && !linux

package main

import (
	"context"

	"branchline/backend/paths"
)

// followTheme tells nothing: elsewhere the page sees the system's theme itself.
func followTheme(context.Context, paths.Env, func(theme string)) {}
