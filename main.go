package main

import (
	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
)

func main() {
	_ = wails.Run(&options.App{Bind: []any{&App{}}})
}
