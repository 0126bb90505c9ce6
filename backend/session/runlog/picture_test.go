package runlog

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
)

// sha256 of "abc"
const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

func TestPicturesAreCheckedBeforeTheyAreShown(t *testing.T) {
	for _, c := range []struct {
		name, image string
		lay         func(t *testing.T, folder string)
		want, err   string
	}{
		{"inline", `{"media_type":"image/png","source":"inline","data":"YWJj"}`, nil, "abc", ""},
		{"inline, no base64", `{"media_type":"image/png","source":"inline","data":"?"}`, nil, "", "no base64"},
		{"beside the log", `{"media_type":"image/jpeg","digest":"sha256:` + abc + `"}`, file("b.blobs/"+abc+".jpg", "abc"), "abc", ""},
		{"other media type", `{"media_type":"image/tiff","digest":"sha256:` + abc + `"}`, file("b.blobs/"+abc+".bin", "abc"), "abc", ""},
		{"no folder", `{"media_type":"image/png","digest":"sha256:` + abc + `"}`, nil, "", "not beside the log"},
		{"other bytes", `{"media_type":"image/png","digest":"sha256:` + abc + `"}`, file("b.blobs/"+abc+".png", "abd"), "", "does not match its hash"},
		{"capital digits", `{"media_type":"image/png","digest":"sha256:` + strings.ToUpper(abc) + `"}`, file("b.blobs/"+abc+".png", "abc"), "", "names no file"},
		{"out of the folder", `{"media_type":"image/png","digest":"sha256:../../secret"}`, file("secret.png", "abc"), "", "names no file"},
		{"no digest", `{"media_type":"image/png","digest":""}`, nil, "", "names no bytes"},
		{"link to a file", `{"media_type":"image/png","digest":"sha256:` + abc + `"}`, func(t *testing.T, folder string) {
			file("elsewhere.png", "abc")(t, folder)
			file("b.blobs/x", "")(t, folder)
			link(t, filepath.Join(folder, "elsewhere.png"), filepath.Join(folder, "b.blobs", abc+".png"))
		}, "", "links are not followed"},
		{"link to a folder", `{"media_type":"image/png","digest":"sha256:` + abc + `"}`, func(t *testing.T, folder string) {
			file("elsewhere/"+abc+".png", "abc")(t, folder)
			link(t, filepath.Join(folder, "elsewhere"), filepath.Join(folder, "b.blobs"))
		}, "", "links are not followed"},
		{"no object", `"x"`, nil, "", "names no bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			if c.lay != nil {
				c.lay(t, folder)
			}
			path := filepath.Join(folder, "b.jsonl")
			record := `{"kind":"message","message":{"type":"attachment","text":"attached","images":[` + c.image + `]}}`
			if err := os.WriteFile(path, []byte(record), 0o600); err != nil {
				t.Fatal(err)
			}
			l := open(t, path)
			_, data, err := l.Image(0, 0)
			if string(data) != c.want || (err == nil) != (c.err == "") {
				t.Errorf("%q, %v; want %q, %q", data, err, c.want, c.err)
			}
			if err != nil && (!errors.Is(err, errPicture) || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %q, want %q", err, c.err)
			}
			body, err := l.Body(l.Items(0)[0])
			// Three letters are no picture, however they are called.
			if err != nil || len(body.Images) != 1 || !strings.Contains(body.Images[0].Missing, cmp.Or(c.err, session.NotShown)) {
				t.Errorf("body %+v, %v", body.Images, err)
			}
		})
	}
}

func file(name, content string) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}
