package runlog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// BlobSuffix ends the name of the folder with a log's pictures: <id>.blobs
// beside <id>.jsonl; 0.17.
const BlobSuffix = ".blobs"

// digestPrefix begins a picture's digest and is followed by 64 hex digits.
const digestPrefix = "sha256:"

// fileOf is the name of a picture's file, whose hash is 64 hex digits.
func fileOf(hash, mediaType string) string {
	suffix, ok := suffixes[mediaType]
	if !ok {
		suffix = "bin"
	}
	return hash + "." + suffix
}

// StoreImage stores a picture's bytes beside the log and returns its record: the
// picture without its bytes, with their digest and size and the source "blob".
// The same bytes are stored once. A picture without bytes is returned as it is.
//
// The digest is always that of the bytes. (The agent's own trusts the picture's
// and makes a path of it.) The file is there whole or not at all; neither it nor
// the folder may be a link. After an error the picture is returned as it was.
func (w *Writer) StoreImage(image Image) (Image, error) {
	if len(image.Bytes) == 0 {
		return image, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return image, ErrClosed
	}
	sum := sha256.Sum256(image.Bytes)
	hash := hex.EncodeToString(sum[:])
	file := fileOf(hash, image.MediaType)
	folder := w.Blobs()
	if known, err := readBlob(folder, file); err != nil || sha256.Sum256(known) != sum {
		if err := store(folder, file, image.Bytes); err != nil {
			return image, fmt.Errorf("session: store an image: %w", err)
		}
	}
	image.Digest, image.Size, image.Source = digestPrefix+hash, len(image.Bytes), "blob"
	image.Bytes, image.Data = nil, ""
	return image, nil
}

// outOfLine is StoreImage for a picture whose bytes stand in its record. They do
// not any more, even after an error.
func (w *Writer) outOfLine(image Image) (Image, error) {
	if image.Data == "" {
		return image, nil
	}
	data, err := fromBase64(image.Data)
	image.Data, image.Source = "", ""
	if err != nil {
		return image, err
	}
	image.Bytes = data
	stored, err := w.StoreImage(image)
	stored.Bytes = nil
	return stored, err
}

// Blobs is the folder of the log's pictures, made with the first of them; 0.17.
func (w *Writer) Blobs() string { return blobsOf(w.path) }

// LoadImage returns a picture with its bytes, which it takes from the folder
// Blobs. There they have to match the digest, which has to be "sha256:" and 64
// hex digits in lower case; links are not followed. When they cannot be had the
// picture is returned as it was, with an error. One that is Ready needs nothing.
func (s *Session) LoadImage(image Image) (Image, error) {
	if image.Ready() {
		return image, nil
	}
	data, err := loadBlob(s.Blobs, image.Digest, image.MediaType)
	if err == nil {
		image.Bytes = data
	}
	return image, err
}

func fromBase64(text string) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: its data is no base64", errPicture)
	}
	return data, nil
}

// loadBlob reads a picture's file and checks it against its name.
func loadBlob(folder, digest, mediaType string) ([]byte, error) {
	switch {
	case digest == "":
		return nil, fmt.Errorf("%w: the log names no bytes", errPicture)
	case !digestForm.MatchString(digest):
		return nil, fmt.Errorf("%w: the digest %q names no file", errPicture, digest)
	}
	hash := strings.TrimPrefix(digest, digestPrefix)
	data, err := readBlob(folder, fileOf(hash, mediaType))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("%w: the file beside the log does not match its hash", errPicture)
	}
	return data, nil
}

// store writes a file into a folder that is made when it is missing. Only the
// folder around it may be reached through links.
func store(folder, file string, data []byte) error {
	around, err := os.OpenRoot(filepath.Dir(folder))
	if err != nil {
		return err
	}
	defer around.Close()
	name := filepath.Base(folder)
	if err := around.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := around.Lstat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", folder)
	}
	root, err := around.OpenRoot(name)
	if err != nil {
		return err
	}
	defer root.Close()
	if now, err := root.Stat("."); err != nil || !os.SameFile(info, now) {
		return fmt.Errorf("%s was replaced", folder)
	}
	return put(root, file, data)
}

// putBeside writes a file beside the log.
func (w *Writer) putBeside(name string, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	root, err := os.OpenRoot(filepath.Dir(w.path))
	if err != nil {
		return err
	}
	defer root.Close()
	return put(root, name, data)
}

// put makes or replaces a file, whole or not at all. Of two at a time for one
// name one may fail; callers hold the writer's lock.
func put(root *os.Root, name string, data []byte) error {
	temp := name + ".tmp"
	if err := root.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temp))
	}
	return nil
}
