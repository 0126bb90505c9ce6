package runlog

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Image is a picture of a message; 0.17. Its bytes stand in the record (inline)
// or in a file beside the log (blob), which is named by their hash.
type Image struct {
	MediaType string `json:"media_type"`
	Digest    string `json:"digest"` // "sha256:" and 64 hex digits
	Width     int    `json:"width,omitempty"`
	Height    int    `json:"height,omitempty"`
	Size      int    `json:"size,omitempty"`   // in bytes
	Tokens    int    `json:"tokens,omitempty"` // what it is thought to cost a request
	Origin    string `json:"origin,omitempty"` // the file it came from
	Detail    string `json:"detail,omitempty"` // auto, low or high
	Source    string `json:"source,omitempty"` // where its bytes are: "blob" or "inline"
	Data      string `json:"data,omitempty"`   // base64, inline only
	// Bytes are the picture itself. They are never written into a record: see
	// Writer.StoreImage and LoadImage.
	Bytes []byte `json:"-"`
}

// NewImage describes a picture: its digest, its size, and what it is thought to
// cost. Width and height are in pixels, 0 when they are not known.
func NewImage(data []byte, mediaType string, width, height int) Image {
	sum := sha256.Sum256(data)
	return Image{
		MediaType: mediaType, Digest: digestPrefix + hex.EncodeToString(sum[:]),
		Width: width, Height: height, Size: len(data), Tokens: tokens(width, height), Bytes: data,
	}
}

// tokens is the agent's estimate (0.17): 85 and 170 for each tile of 512 by 512
// pixels, and 1000 for a picture of unknown size.
func tokens(width, height int) int {
	if width <= 0 || height <= 0 {
		return 1000
	}
	return 85 + 170*((width+511)/512)*((height+511)/512)
}

// File is the name of the picture's file in the folder Writer.Blobs, "" where the
// digest names none.
func (i Image) File() string {
	if !digestForm.MatchString(i.Digest) {
		return ""
	}
	return fileOf(strings.TrimPrefix(i.Digest, digestPrefix), i.MediaType)
}

// Ready tells whether the picture is there: its bytes or inline data.
func (i Image) Ready() bool { return len(i.Bytes) > 0 || i.Data != "" }
