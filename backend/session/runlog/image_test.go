package runlog

import "testing"

func TestPictureNamesItsFileByItsHash(t *testing.T) {
	const hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for _, c := range []struct{ digest, mime, want string }{
		{"sha256:" + hash, "image/png", hash + ".png"},
		{"sha256:" + hash, "image/tiff", hash + ".bin"},
		{"sha256:../../evil", "image/png", ""},
		{"", "image/png", ""},
	} {
		if got := (Image{Digest: c.digest, MediaType: c.mime}).File(); got != c.want {
			t.Errorf("%q %s: %q, want %q", c.digest, c.mime, got, c.want)
		}
	}
}
