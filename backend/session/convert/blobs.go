package convert

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // to know how large a picture is
	_ "image/jpeg"
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"branchline/backend/session/jsonl"
	"branchline/backend/session/runlog"
)

// blobs is the folder of a run log's pictures while the log is being written. It is
// filled before the log gets its name, and emptied when that fails.
type blobs struct {
	folder string
	made   []string // paths of what was not there, the folder first
	known  map[string]bool
	dry    bool // nothing is stored
}

func blobsOf(log string) *blobs {
	return &blobs{folder: strings.TrimSuffix(log, ".jsonl") + runlog.BlobSuffix, known: map[string]bool{}}
}

// store keeps a picture and answers its record.
func (b *blobs) store(data []byte, mime string) (runlog.Image, error) {
	width, height := 0, 0
	if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil { // else the size is not known
		width, height = config.Width, config.Height
	}
	picture := runlog.NewImage(data, mime, width, height)
	picture.Bytes, picture.Source = nil, "blob"
	if b.dry || b.known[picture.Digest] {
		return picture, nil
	}
	if err := b.open(); err != nil {
		return picture, err
	}
	path := filepath.Join(b.folder, picture.File())
	err := jsonl.Create(path, data)
	switch {
	case err == nil:
		b.made = append(b.made, path)
	case errors.Is(err, fs.ErrExist):
		err = holds(path, data)
	}
	b.known[picture.Digest] = err == nil
	return picture, err
}

// open looks at the folder before the first picture goes there.
func (b *blobs) open() error {
	if len(b.known) > 0 {
		return nil
	}
	info, err := os.Lstat(b.folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.made = append(b.made, b.folder)
		return nil
	case err == nil && !info.IsDir():
		return fmt.Errorf("store pictures in %s: it is no folder", b.folder)
	}
	return err
}

// holds answers an error unless the file holds just this picture.
func holds(path string, data []byte) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return fmt.Errorf("store a picture: %s holds something else", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	there, err := io.ReadAll(io.LimitReader(f, info.Size()))
	if err = errors.Join(err, f.Close()); err == nil && !bytes.Equal(there, data) {
		err = fmt.Errorf("store a picture: %s holds something else", path)
	}
	return err
}

// undo takes away what was made.
func (b *blobs) undo() error {
	var failed error
	for i := len(b.made) - 1; i >= 0; i-- {
		if err := os.Remove(b.made[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	b.made = nil
	return failed
}
