//go:build bindings

package main

import (
	"fmt"
	"os"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
)

// Built with the tag bindings the program does one thing: it writes the page's
// bindings to the App into the folder that wails.json names.
func main() {
	if err := wails.Run(&options.App{Bind: []any{&App{}}}); err != nil {
		fmt.Fprintln(os.Stderr, "branchline: write the bindings:", err)
		os.Exit(1)
	}
}
