package main

import (
	"errors"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// download gives a browser a file that was exported for it, never to be shown: what
// is in it was written by others.
func (a *App) download(w http.ResponseWriter, r *http.Request, name string) (err error) {
	j, err := a.wait(name)
	if err != nil {
		return err
	}
	if j == nil || j.temporary == "" {
		return errNothing
	}
	f, err := os.Open(j.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": filepath.Base(j.path)}))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	// A large file takes as long as it takes; not every writer has deadlines.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}
