package timeline

import "branchline/backend/session"

// ImageOf is a picture as the page is told of it.
func ImageOf(m session.Image) Image {
	return Image{Key: m.Key, N: m.N, Mime: m.Mime, Bytes: m.Bytes, Missing: m.Missing}
}
