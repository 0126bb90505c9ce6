package runlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// below lists the files below a folder with what is in them; links and folders
// stand as what they are.
func below(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || path == dir {
			return err
		}
		name := path[len(dir)+1:]
		switch {
		case info.IsDir():
			out[name] = info.Mode().String()
		case !info.Mode().IsRegular():
			out[name] = "link"
		case strings.HasSuffix(name, extension):
		default:
			b, err := os.ReadFile(path)
			out[name] = info.Mode().String() + " " + string(b)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// W10, W11.
func TestPicturesAreStoredUnderTheirHash(t *testing.T) {
	const folder = "drwx------"
	stored := func(mime string) Image {
		return Image{MediaType: mime, Digest: "sha256:" + abc, Size: 3, Source: "blob"}
	}
	for _, c := range []struct {
		name  string
		lay   func(t *testing.T, dir string)
		image Image
		want  Image
		files map[string]string
		err   string
	}{
		{"other media type", nil, NewImage([]byte("abc"), "image/tiff", 0, 0),
			Image{MediaType: "image/tiff", Digest: "sha256:" + abc, Size: 3, Tokens: 1000, Source: "blob"},
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".bin": "-rw------- abc"}, ""},
		{"known size", nil, NewImage([]byte("abc"), "image/png", 513, 512),
			Image{MediaType: "image/png", Digest: "sha256:" + abc, Width: 513, Height: 512, Size: 3, Tokens: 425, Source: "blob"},
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".png": "-rw------- abc"}, ""},
		{"a digest that leads elsewhere", nil, Image{MediaType: "image/webp", Digest: "sha256:../../evil", Bytes: []byte("abc")}, stored("image/webp"),
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".webp": "-rw------- abc"}, ""},
		{"inline data beside its bytes", nil, Image{MediaType: "image/gif", Source: "inline", Data: "YWJj", Bytes: []byte("abc")}, stored("image/gif"),
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".gif": "-rw------- abc"}, ""},
		{"no bytes", nil, Image{MediaType: "image/png", Digest: "sha256:../evil", Source: "blob"}, Image{MediaType: "image/png", Digest: "sha256:../evil", Source: "blob"},
			map[string]string{}, ""},
		{"there already", func(t *testing.T, dir string) { file("run.blobs/"+abc+".jpg", "abc")(t, dir) },
			Image{MediaType: "image/jpeg", Bytes: []byte("abc")}, stored("image/jpeg"),
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".jpg": "-rw------- abc"}, ""},
		{"other bytes under its name", func(t *testing.T, dir string) { file("run.blobs/"+abc+".jpg", "ab")(t, dir) },
			Image{MediaType: "image/jpeg", Bytes: []byte("abc")}, stored("image/jpeg"),
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".jpg": "-rw------- abc"}, ""},
		{"rest of a broken try", func(t *testing.T, dir string) { file("run.blobs/"+abc+".jpg.tmp", "ab")(t, dir) },
			Image{MediaType: "image/jpeg", Bytes: []byte("abc")}, stored("image/jpeg"),
			map[string]string{"run.blobs": folder, "run.blobs/" + abc + ".jpg": "-rw------- abc"}, ""},
		{"a link under its name", func(t *testing.T, dir string) {
			file("victim", "old")(t, dir)
			file("run.blobs/x", "")(t, dir)
			link(t, filepath.Join(dir, "victim"), filepath.Join(dir, "run.blobs", abc+".jpg"))
		}, Image{MediaType: "image/jpeg", Bytes: []byte("abc")}, stored("image/jpeg"),
			map[string]string{"victim": "-rw------- old", "run.blobs": folder, "run.blobs/x": "-rw------- ", "run.blobs/" + abc + ".jpg": "-rw------- abc"}, ""},
		{"a link for the folder", func(t *testing.T, dir string) {
			file("elsewhere/x", "")(t, dir)
			link(t, filepath.Join(dir, "elsewhere"), filepath.Join(dir, "run.blobs"))
		}, Image{MediaType: "image/jpeg", Bytes: []byte("abc")}, Image{MediaType: "image/jpeg", Bytes: []byte("abc")},
			map[string]string{"elsewhere": folder, "elsewhere/x": "-rw------- ", "run.blobs": "link"}, "is no folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if c.lay != nil {
				c.lay(t, dir)
			}
			got, err := startIn(t, dir, Meta{}).StoreImage(c.image)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(c.files, below(t, dir)); diff != "" {
				t.Errorf("files -want +got\n%s", diff)
			}
		})
	}
}

func TestPicturesAreRestoredWhereTheyMatchTheirHash(t *testing.T) {
	for _, c := range []struct {
		name  string
		lay   func(t *testing.T, dir string)
		image Image
		bytes string
		err   string
	}{
		{"beside the log", file("a.blobs/"+abc+".png", "abc"), Image{MediaType: "image/png", Digest: "sha256:" + abc}, "abc", ""},
		{"its bytes are there", nil, Image{Bytes: []byte("x")}, "x", ""},
		{"inline, nothing to do", nil, Image{Data: "?"}, "", ""},
		{"missing", nil, Image{MediaType: "image/png", Digest: "sha256:" + abc}, "", "not beside the log"},
		{"other bytes", file("a.blobs/"+abc+".png", "abd"), Image{MediaType: "image/png", Digest: "sha256:" + abc}, "", "does not match"},
		{"capital digits", file("a.blobs/"+strings.ToUpper(abc)+".png", "abc"), Image{MediaType: "image/png", Digest: "sha256:" + strings.ToUpper(abc)}, "", "names no file"},
		{"leads elsewhere", file("evil.png", "abc"), Image{MediaType: "image/png", Digest: "sha256:../evil"}, "", "names no file"},
		{"no digest", file("a.blobs/.png", "abc"), Image{MediaType: "image/png"}, "", "names no bytes"},
		{"a link", func(t *testing.T, dir string) {
			file("secret", "abc")(t, dir)
			file("a.blobs/x", "")(t, dir)
			link(t, filepath.Join(dir, "secret"), filepath.Join(dir, "a.blobs", abc+".png"))
		}, Image{MediaType: "image/png", Digest: "sha256:" + abc}, "", "links are not followed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if c.lay != nil {
				c.lay(t, dir)
			}
			s := &Session{Blobs: filepath.Join(dir, "a.blobs"), Messages: []Message{{Type: "attachment", Images: []Image{c.image}}}}
			got, err := s.LoadImage(c.image)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
			want := c.image
			if c.bytes != "" {
				want.Bytes = []byte(c.bytes)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff([]Message{{Type: "attachment", Images: []Image{want}}}, s.AgentMessages()); diff != "" {
				t.Errorf("messages -want +got\n%s", diff)
			}
			if got.Ready() != (c.err == "") {
				t.Errorf("ready %v", got.Ready())
			}
		})
	}
}
