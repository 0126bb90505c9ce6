package main

import (
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"

	"branchline/backend/paths"
)

const (
	fileManager     = "org.freedesktop.FileManager1"
	fileManagerPath = "/org/freedesktop/FileManager1"
)

// reveal asks the file manager to show a file; where there is none that can, it
// opens the folder.
func reveal(ctx context.Context, env paths.Env, path string) error {
	asking := showItem(ctx, env, path)
	if asking == nil {
		return nil
	}
	folder := filepath.Dir(path)
	opening := launch(exec.Command("xdg-open", folder))
	if opening != nil {
		opening = launch(exec.Command("gio", "open", folder))
	}
	if opening != nil {
		return fmt.Errorf("no file manager answers (%w), and neither xdg-open nor gio opens %s", asking, folder)
	}
	return nil
}

// showItem asks by the File Manager Interface of freedesktop.org.
func showItem(ctx context.Context, env paths.Env, path string) error {
	bus, err := connectBus(ctx, env)
	if err != nil {
		return err
	}
	defer bus.Close()
	address := (&url.URL{Scheme: "file", Path: path}).String()
	return bus.Object(fileManager, fileManagerPath).
		CallWithContext(ctx, fileManager+".ShowItems", 0, []string{address}, "").Err
}
