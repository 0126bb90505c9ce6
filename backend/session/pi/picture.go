package pi

import (
	"bytes"
	"encoding/base64"
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// image describes the n-th picture of the record.
func (b *body) image(block *block, n int) session.Image {
	img := pictureOf(text(b.line, block.mimeType), pictureData(b.line, block))
	img.N, img.Key = n, b.key
	return img
}

// pictureOf describes a picture by the beginning of its base64 text.
func pictureOf(mime string, data []byte) session.Image {
	data = bytes.TrimRight(data, "=")
	img := session.Image{Mime: mime, Bytes: int64(len(data)) * 3 / 4}
	switch {
	case len(data) == 0:
		img.Missing = "the picture has no data"
	case session.PictureKind(base64.NewDecoder(base64.RawStdEncoding, bytes.NewReader(data))) == "":
		img.Missing = session.NotShown
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

// pictureData is the base64 text of a picture.
func pictureData(line []byte, block *block) []byte {
	if !isText(line, block.data) {
		return nil
	}
	return base64Of(line, block.data)
}

// base64Of is the base64 text of the value at a place. Some tools put a data: address
// before it, which pi's files should not have.
func base64Of(line []byte, at int) []byte {
	data, _ := jsonl.Quoted(line, at)
	if bytes.IndexByte(data, '\\') >= 0 {
		plain, _ := jsonl.Text(line, at)
		data = []byte(plain)
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
