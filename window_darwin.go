//go:build (desktop || dev) && !bindings

package main

import (
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/mac"

	"branchline/backend/paths"
)

// suit adds what macOS needs: files that are double-clicked come by an event and
// not by the command line, the first ones before the page is ready.
func suit(o *options.App, _ paths.Env, open func(handover)) {
	o.Mac = &mac.Options{
		OnFileOpen: func(file string) {
			guarded(func() { open(handover{Files: []string{file}}) })
		},
	}
}
