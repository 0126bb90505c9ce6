package runlog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// picture is a picture as a message records it (0.17): its bytes stand in the
// record ("inline") or in a file beside the log, named by their hash ("blob").
type picture struct {
	mime, digest, source string
	data                 []byte // base64, nil when there is none
}

// maxPicture bounds a picture's file; the agent reduces pictures to 5 MiB.
const maxPicture = 64 << 20

// digestForm is the only digest that may become a file name: the agent itself
// does not check, and "sha256:../x" would lead out of the folder.
var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// suffixes of blob files by media type; any other is "bin".
var suffixes = map[string]string{"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}

var errPicture = errors.New("image not found")

// Image returns the nth picture of an entry, from 0, checked against its hash.
// The media type is the one the log names.
func (l *Log) Image(p session.Pos, n int) (mime string, data []byte, err error) {
	if p < 0 || int(p) >= len(l.facts) {
		return "", nil, fmt.Errorf("%w: no entry %d", errPicture, p)
	}
	r, err := l.reread(l.x.At(p).Span)
	if err != nil {
		return "", nil, err
	}
	for i, pic := range r.pictures() {
		if i == n {
			data, err = l.load(pic)
			return pic.mime, data, err
		}
	}
	return "", nil, fmt.Errorf("%w: the message has no picture %d", errPicture, n)
}

// pictures describes the pictures of a record for its body.
func (l *Log) pictures(p session.Pos, r *fields) (out []session.Image) {
	for n, pic := range r.pictures() {
		image := l.describe(pic)
		image.N, image.Key = n, l.x.Key(p)
		out = append(out, image)
	}
	return out
}

// describe says what a picture is, and why it cannot be shown.
func (l *Log) describe(pic picture) session.Image {
	data, err := l.load(pic)
	image := session.Image{Mime: pic.mime, Bytes: int64(len(data))}
	switch {
	case err != nil:
		image.Missing = err.Error()
	case session.PictureKind(bytes.NewReader(data)) == "":
		image.Missing = session.NotShown
	}
	return image
}

func (r *fields) pictures() (out []picture) {
	if !r.has(messageImages) {
		return nil
	}
	jsonl.Elements(r.b, r.start(messageImages), func(i int) int {
		var pic picture
		end := jsonl.Members(r.b, i, func(name []byte, at int) int {
			switch strings.ToLower(string(name)) {
			case "media_type":
				pic.mime, _ = jsonl.Text(r.b, at)
			case "digest":
				pic.digest, _ = jsonl.Text(r.b, at)
			case "source":
				pic.source, _ = jsonl.Text(r.b, at)
			case "data":
				pic.data, _ = jsonl.Quoted(r.b, at)
			}
			return jsonl.Skip(r.b, at)
		})
		if end < 0 { // no object
			end = jsonl.Skip(r.b, i)
		}
		if len(out) < maxImages {
			out = append(out, pic)
		}
		return end
	})
	return out
}

// load answers a picture's bytes.
func (l *Log) load(pic picture) ([]byte, error) {
	if len(pic.data) > 0 {
		return fromBase64(strings.ReplaceAll(string(pic.data), `\/`, `/`))
	}
	return loadBlob(blobsOf(l.f.Path()), pic.digest, pic.mime)
}

// readBlob reads a regular file of a real folder; links are not followed.
func readBlob(folder, file string) ([]byte, error) {
	missing := fmt.Errorf("%w: it is not beside the log", errPicture)
	switch info, err := os.Lstat(folder); {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%w: the folder beside the log is a link, and links are not followed", errPicture)
	case err != nil || !info.IsDir():
		return nil, missing
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, missing
	}
	defer root.Close()
	info, err := root.Lstat(file)
	switch {
	case err != nil:
		return nil, missing
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%w: what lies beside the log is a link, and links are not followed", errPicture)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: what lies beside the log is no regular file", errPicture)
	case info.Size() > maxPicture:
		return nil, fmt.Errorf("%w: the file beside the log is too large (%d bytes)", errPicture, info.Size())
	}
	f, err := root.Open(file)
	if err != nil {
		return nil, missing
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, missing
	}
	return io.ReadAll(io.LimitReader(f, maxPicture))
}
