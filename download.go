package main

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// archiveOf is the name of the archive that a browser gets instead of a file which
// needs what lies beside it.
func archiveOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".zip"
}

// archived is what a browser gets of a file that was made for it in a folder of its
// own: the file, or an archive in dir when something lies beside it that it needs.
func archived(ctx context.Context, dir, path string) (string, error) {
	if len(formats.Beside(path)) == 0 {
		return path, nil
	}
	archive := filepath.Join(dir, archiveOf(path))
	return archive, jsonl.CreateFrom(archive, func(w io.Writer) error {
		z := zip.NewWriter(w)
		return errors.Join(z.AddFS(os.DirFS(filepath.Dir(path))), z.Close(), ctx.Err())
	})
}

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
