package convert

import (
	"encoding/json"
	"fmt"

	"branchline/backend/session/runlog"
)

// pictures stores the pictures among blocks.
func (l *logMaker) pictures(blocks []block) (stored []runlog.Image, err error) {
	for i := range blocks {
		if blocks[i].kind != "image" {
			continue
		}
		data := blocks[i].picture()
		if data == nil {
			l.miss(sortNoPicture, 1)
			continue
		}
		picture, err := l.blobs.store(data, blocks[i].mime)
		if err != nil {
			return nil, err
		}
		stored = append(stored, picture)
	}
	return stored, nil
}

// mostPictures is how many the agent attaches at once.
const mostPictures = 8

// attach writes pictures behind the message they came with, or behind the results of
// the turn. The text stands alone, as some versions of the agent send nothing else.
func (l *logMaker) attach(pictures []runlog.Image, tool string, ms int64, from *origin) error {
	for len(pictures) > 0 {
		n := min(len(pictures), mostPictures)
		words := fmt.Sprintf("%d pictures attached", n)
		if n == 1 {
			words = "1 picture attached"
		}
		if tool != "" {
			words += " by " + tool
		}
		if !l.copied {
			l.carry(sortPictures, n)
		}
		if err := l.put(runlog.Message{Type: "attachment", Text: words, Images: pictures[:n]}, ms, from); err != nil {
			return err
		}
		pictures = pictures[n:]
	}
	return nil
}

// described gives pictures back what a run log said of them before.
func described(pictures []runlog.Image, details json.RawMessage) []runlog.Image {
	var before struct{ Images []runlog.Image }
	if err := json.Unmarshal(members(details)["images"], &before.Images); err != nil {
		return pictures // nothing was said
	}
	for i := range pictures {
		for _, b := range before.Images {
			if b.Digest == pictures[i].Digest {
				b.Source, b.Data, b.Size, b.MediaType = "blob", "", pictures[i].Size, pictures[i].MediaType
				pictures[i] = b
				break
			}
		}
	}
	return pictures
}
