//go:build (desktop || dev) && !bindings

package main

import (
	"log"

	"github.com/wailsapp/wails/v2/pkg/options"

	"branchline/backend/paths"
)

// suit adds what Windows needs: a program that is started later finds the window
// by Wails' own lock and hands its command line over.
func suit(o *options.App, env paths.Env, open func(handover)) {
	o.SingleInstanceLock = &options.SingleInstanceLock{
		UniqueId: "branchline",
		OnSecondInstanceLaunch: func(start options.SecondInstanceData) {
			guarded(func() {
				h, err := startedWith(env, start.Args, start.WorkingDirectory)
				if err != nil {
					log.Printf("branchline: a program that was started later: %v", err)
				}
				open(h) // the window comes to the front whatever was asked
			})
		},
	}
}
