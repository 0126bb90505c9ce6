package session

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

func TestPicturesAreToldByTheirContentAndSize(t *testing.T) {
	small := image.NewGray(image.Rect(0, 0, 3, 2))
	var asPNG, asJPEG, asGIF bytes.Buffer
	for _, err := range []error{png.Encode(&asPNG, small), jpeg.Encode(&asJPEG, small, nil), gif.Encode(&asGIF, small, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	webp := func(chunk string, rest ...byte) []byte {
		b := append([]byte("RIFF\x20\x00\x00\x00WEBP"+chunk+"\x10\x00\x00\x00"), rest...)
		return append(b, make([]byte, 16)...)
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"png", asPNG.Bytes(), "image/png"},
		{"jpeg", asJPEG.Bytes(), "image/jpeg"},
		{"gif", asGIF.Bytes(), "image/gif"},
		{"webp", webp("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 3, 0, 2, 0), "image/webp"},
		{"webp without loss", webp("VP8L", 0x2f, 2, 0x40, 0, 0), "image/webp"},
		{"webp with more", webp("VP8X", 0, 0, 0, 0, 2, 0, 0, 1, 0, 0), "image/webp"},
		{"a huge webp", webp("VP8X", 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ""},
		{"an odd webp", webp("ODD ", 0, 0, 0, 0, 2, 0, 0, 1, 0, 0), ""},
		{"a huge png", resized(asPNG.Bytes(), 30_000, 30_000), ""},
		{"a cut png", asPNG.Bytes()[:12], ""},
		{"svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ""},
		{"html", []byte("<!doctype html><script>1</script>"), ""},
		{"bmp", []byte("BM\x00\x00\x00\x00"), ""},
		{"nothing", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := PictureKind(bytes.NewReader(c.data)); got != c.want {
				t.Errorf("told as %q, want %q", got, c.want)
			}
		})
	}
}

// resized is a png whose header names another size.
func resized(data []byte, width, height uint32) []byte {
	out := bytes.Clone(data)
	binary.BigEndian.PutUint32(out[16:], width)
	binary.BigEndian.PutUint32(out[20:], height)
	binary.BigEndian.PutUint32(out[29:], crc32.ChecksumIEEE(out[12:29]))
	return out
}
