package main

import (
	"errors"

	"branchline/backend/session/changes"
	"branchline/backend/session/timeline"
)

// rowsText answers rows of a branch in a form to copy.
func (a *App) rowsText(o snapshot, parts []string) (content, error) {
	b, _, err := a.branchAt(o, parts[0])
	if err != nil {
		return content{}, err
	}
	text, err := b.Copy(number(parts[1]), number(parts[2]), parts[3], changes.Asked)
	if errors.Is(err, timeline.ErrTooLong) {
		return content{}, faultf(kindUnsupported, "the rows are %v", err)
	}
	return content{kind: "text/plain; charset=utf-8", data: []byte(text)}, err
}
