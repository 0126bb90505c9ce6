package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"time"
)

// revealPatience is how long the file manager has to answer, which may have to
// be started first, and launchPatience how long a program that shows something
// has to fail.
const (
	revealPatience = 5 * time.Second
	launchPatience = 2 * time.Second
)

// Reveal shows a file in the file manager.
func (a *App) Reveal(r RevealRequest) (err error) {
	defer cross(&err)
	path, err := a.fileOf(r.Session, r.Handle)
	if err != nil {
		return err
	}
	if a.face.Name() == "browser" {
		return faultf(kindUnsupported, "a browser opens no file manager; copy the path of the file instead")
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return faultf(kindNotFound, "%s is not there any more", path)
	}
	ctx, stop := context.WithTimeout(context.Background(), revealPatience)
	defer stop()
	if err := reveal(ctx, a.env, path); err != nil {
		return faultf(kindUnsupported, "%v; copy the path of the file instead", err)
	}
	return nil
}

// fileOf is the path of an open session, or without one of the file a handle opens.
func (a *App) fileOf(session, handle string) (string, error) {
	if session == "" {
		return a.list.path(handle)
	}
	o, err := a.set.Get(session)
	if err != nil {
		return "", err
	}
	return o.Path, nil
}

// launch starts a program that shows something. One that does not end soon is
// what shows it and is left alone.
func launch(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go guarded(func() { ended <- cmd.Wait() })
	select {
	case err := <-ended:
		return err
	case <-time.After(launchPatience):
		return nil
	}
}
