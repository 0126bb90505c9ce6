package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// blob answers a picture: one that can be shown as what it is or, to be saved, the
// data of any.
func (a *App) blob(o snapshot, key, number string, save bool) (content, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return content{}, errNothing
	}
	mime, data, err := a.picture(o, key, n)
	if err != nil {
		return content{}, err
	}
	if save {
		disposition := fmt.Sprintf("attachment; filename=%q", pictureName(mime, n))
		return content{kind: "application/octet-stream", data: data, header: map[string]string{"Content-Disposition": disposition}}, nil
	}
	kind := session.PictureKind(bytes.NewReader(data))
	if kind == "" {
		return content{}, faultf(kindUnsupported, session.NotShown)
	}
	return content{kind: kind, data: data}, nil
}

// picture reads the n-th picture of an entry, with the type the session states for it.
func (a *App) picture(o snapshot, key string, n int) (mime string, data []byte, err error) {
	p, ok := o.Index().Lookup(key)
	s, can := o.Session.(pictures)
	if !ok || n < 0 || !can {
		return "", nil, faultf(kindNotFound, "there is no such picture")
	}
	mime, data, err = s.Image(p, n)
	if err != nil && !errors.Is(err, jsonl.ErrStale) {
		err = faultf(kindNotFound, "%v", err)
	}
	return mime, data, err
}

// pictureName is what the file of a picture is called, whatever the session states as
// its type.
func pictureName(mime string, n int) string {
	_, sort, _ := strings.Cut(strings.ToLower(mime), "/")
	sort = strings.TrimPrefix(sort, "x-")
	end := strings.IndexFunc(sort, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end >= 0 {
		sort = sort[:end]
	}
	if sort == "" || len(sort) > 8 {
		sort = "bin"
	}
	return fmt.Sprintf("picture-%d.%s", n+1, sort)
}

// SavePicture saves the data of a picture, also of one that is not shown, where the
// reader chooses; in a browser it answers where that gets it.
func (a *App) SavePicture(r PictureRequest) (answer PictureAnswer, err error) {
	defer cross(&err)
	var data []byte
	var folder string
	answer, err = reading(a, r.Session, func(o snapshot) (answer PictureAnswer, err error) {
		mime, read, err := a.picture(o, r.Key, r.N)
		if err != nil {
			return answer, err
		}
		data, folder, answer.Name = read, filepath.Dir(o.path), pictureName(mime, r.N)
		if a.face.Name() == "browser" {
			answer.Download = fmt.Sprintf("/blob/%s/%d/%s/%d?save", o.handle, o.revision, url.PathEscape(r.Key), r.N)
		}
		return answer, nil
	})
	if err != nil || answer.Download != "" {
		return answer, err
	}
	if answer.Path, err = a.face.Save(folder, answer.Name); err != nil || answer.Path == "" {
		return answer, err
	}
	answer.Name = filepath.Base(answer.Path)
	return answer, jsonl.Create(answer.Path, data)
}
