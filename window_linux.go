//go:build (desktop || dev) && !bindings

package main

import (
	"context"
	_ "embed"
	"time"

	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"branchline/backend/paths"
)

//go:embed build/appicon.png
var icon []byte

// suit adds what Linux needs. Programs started later come by the instance's own
// socket: Wails' lock waits for the session bus without end.
func suit(o *options.App, _ paths.Env, _ func(handover)) {
	o.Linux = &linux.Options{
		Icon: icon, ProgramName: "branchline",
		// Unset, the policy is one that leaves the window blank on some drivers.
		WebviewGpuPolicy: linux.WebviewGpuPolicyNever,
	}
}

func (w *window) notify(title, body string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return notify(ctx, w.env, title, body)
}
