package session

import (
	"bufio"
	"encoding/binary"
	"image"
	_ "image/gif"  // registers its reader
	_ "image/jpeg" // registers its reader
	_ "image/png"  // registers its reader
	"io"
	"net/http"
)

// pixelsAtMost is the largest picture that is shown. A few bytes can name a
// size that takes all memory to draw.
const pixelsAtMost = 64_000_000

// NotShown says of a picture why it is not shown, whatever it is: PictureKind is "".
const NotShown = "not a png, jpeg, gif or webp picture, or one too large to show"

// PictureKind tells a picture by its content, of which it reads the beginning; "" is
// none that is shown. What the session says its data is does not count.
func PictureKind(r io.Reader) string {
	const sniffed = 512
	data := bufio.NewReaderSize(r, sniffed)
	head, _ := data.Peek(sniffed) // what is shorter is told by what there is
	kind := http.DetectContentType(head)
	width, height := 0, 0
	switch kind {
	case "image/png", "image/jpeg", "image/gif":
		config, _, err := image.DecodeConfig(data)
		if err != nil {
			return ""
		}
		width, height = config.Width, config.Height
	case "image/webp":
		width, height = webpSize(head)
	}
	if width < 1 || height < 1 || width > pixelsAtMost/height {
		return ""
	}
	return kind
}

// webpSize reads the size from the first chunk of a WebP file (RFC 9649), 0
// when it has none.
func webpSize(data []byte) (width, height int) {
	if len(data) < 30 {
		return 0, 0
	}
	switch string(data[12:16]) {
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(data[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(data[28:]) & 0x3fff)
	case "VP8L":
		bits := binary.LittleEndian.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X":
		three := func(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
		return three(data[24:]) + 1, three(data[27:]) + 1
	}
	return 0, 0
}
