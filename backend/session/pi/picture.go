package pi

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// image describes the n-th picture of the record without decoding it.
func (b *body) image(block *block, n int) session.Image {
	img := session.Image{N: n, Mime: text(b.line, block.mimeType), Key: b.key}
	data := pictureData(b.line, block)
	switch {
	case len(data) == 0:
		img.Missing = "the picture has no data"
	case magic(data) == "":
		img.Missing = "the data is no png, jpeg, gif or webp picture"
	default:
		img.Bytes = int64(len(bytes.TrimRight(data, "="))) * 3 / 4
	}
	return img
}

// Image returns the n-th picture of an entry, counted from 0 over its content,
// with the type the file states for it.
func (o *opened) Image(p session.Pos, n int) (mime string, data []byte, err error) {
	e := o.x.At(p)
	rec, err := o.load(e.Span)
	if err != nil {
		return "", nil, fmt.Errorf("read picture %d of entry %s: %w", n, e.Key, err)
	}
	c := &rec.msg.content
	if e.Kind == session.KindCustomMessage {
		c = &rec.top.content
	}
	at := -1
	for i := range c.blocks {
		block := &c.blocks[i]
		if kindOf(rec.line, block, &words{}) != session.PartImage {
			continue
		}
		if at++; at != n {
			continue
		}
		data, err = decode64(pictureData(rec.line, block))
		if err != nil {
			return "", nil, fmt.Errorf("decode a picture of entry %s: %w", e.Key, err)
		}
		return text(rec.line, block.mimeType), data, nil
	}
	return "", nil, fmt.Errorf("entry %s has no picture %d", e.Key, n)
}

// pictureData is the base64 text of a picture. Some tools put a data: address
// before it, which pi's files should not have.
func pictureData(line []byte, block *block) []byte {
	if !isText(line, block.data) {
		return nil
	}
	data, _ := jsonl.Quoted(line, block.data)
	if bytes.IndexByte(data, '\\') >= 0 {
		data = []byte(text(line, block.data))
	}
	if bytes.HasPrefix(data, []byte("data:")) {
		_, data, _ = bytes.Cut(data, []byte(","))
	}
	return data
}

// decode64 decodes base64 with or without the padding at its end.
func decode64(data []byte) ([]byte, error) {
	data = bytes.TrimRight(data, "=")
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(data)))
	n, err := base64.RawStdEncoding.Decode(out, data)
	return out[:n], err
}

// magic names the type of a picture by its first bytes, "" for any other data.
func magic(data []byte) string {
	head, err := decode64(data[:min(16, len(data))])
	switch s := string(head); {
	case err != nil:
		return ""
	case strings.HasPrefix(s, "\x89PNG\r\n\x1a\n"):
		return "image/png"
	case strings.HasPrefix(s, "\xff\xd8\xff"):
		return "image/jpeg"
	case strings.HasPrefix(s, "GIF87a"), strings.HasPrefix(s, "GIF89a"):
		return "image/gif"
	case len(s) >= 12 && s[:4] == "RIFF" && s[8:12] == "WEBP":
		return "image/webp"
	}
	return ""
}
