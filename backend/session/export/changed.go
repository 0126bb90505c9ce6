package export

import (
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

// changed are the files a branch worked on, those outside its folder last, and in
// words how much of them it changed.
func changed(s session.Session, leaf session.Pos) (files []changes.File, words string, err error) {
	c, err := changes.Of(s, leaf)
	if err != nil {
		return nil, "", err
	}
	files = append(append(files, c.Files...), c.Outside...)
	return files, changedWords(files), nil
}

// changedWords say how many files were changed, how sure that is, and by how much.
func changedWords(files []changes.File) string {
	added, removed, sure, perhaps := 0, 0, 0, 0
	for i := range files {
		switch f := &files[i]; {
		case f.Certainty == changes.Failed || f.Path == "":
			continue // not made, or made by a command that may have changed anything
		case f.Certainty == changes.Certain:
			sure++
		default:
			perhaps++
		}
		added, removed = added+files[i].Added, removed+files[i].Removed
	}
	var words []string
	if sure > 0 {
		words = append(words, session.Counted(sure, "file", "files")+" changed")
	}
	if perhaps > 0 {
		words = append(words, session.Counted(perhaps, "file", "files")+" perhaps changed by commands")
	}
	if len(words) == 0 {
		words = append(words, "No file is known to be changed")
	}
	if added+removed > 0 {
		words = append(words, fmt.Sprintf("+%d −%d", added, removed))
	}
	return strings.Join(words, ", ")
}

var sureWords = map[string]string{
	changes.Certain: "certain", changes.Likely: "likely: by a command", changes.Possible: "possible: by a command", changes.Failed: "failed, not made",
}

// mostFollowed is how many entries a session may have for the changes of all its
// branches to be told; of a larger one those of the branch shown first are.
const mostFollowed = 5000

// maxChanges is how much of the changes of a branch stands in its list, in bytes; the
// others are found in the rows that made them.
const maxChanges = 1 << 20

// changed lists what a branch did to files, each with its change folded.
func (h *htmlPage) changed(n int) error {
	if n > 0 && len(h.x.Entries) > mostFollowed {
		return nil
	}
	files, words, err := changed(h.p.Session, h.leaves[n])
	if err != nil || len(files) == 0 {
		return err
	}
	h.element(`<details class="changes"><summary>`, words, `</summary>`)
	room, left := maxChanges, 0
	for i := range files {
		f := &files[i]
		if room -= len(f.Diff); room < 0 && f.Diff != "" {
			f.Diff = ""
			left++
		}
		h.changedFile(f)
	}
	if left > 0 {
		h.element(`<p class="meta">`, "The changes of "+session.Counted(left, "more file", "more files")+" are not shown here; they are found in the calls that made them.", `</p>`)
	}
	h.raw(`</details>`)
	return nil
}

func (h *htmlPage) changedFile(f *changes.File) {
	if f.Diff != "" {
		h.raw(`<details><summary>`)
	} else {
		h.raw(`<div class="alone">`)
	}
	name := visible(f.Path)
	switch {
	case f.Path == "":
		name = "any file, by " + oneLine(f.Command, 100)
	case f.From != "":
		name = visible(f.From) + " → " + name
	}
	h.element(`<code>`, name, `</code>`)
	h.element(`<span class="meta">`, f.Action+" · "+sureWords[f.Certainty], `</span>`)
	if f.Added+f.Removed > 0 {
		h.element(`<span class="plus">`, fmt.Sprintf("+%d", f.Added), `</span>`)
		h.element(`<span class="minus">`, fmt.Sprintf("−%d", f.Removed), `</span>`)
	}
	if f.Diff == "" {
		h.raw(`</div>`)
		return
	}
	h.raw(`</summary>`)
	remark := ""
	if f.Certainty == changes.Failed {
		remark = "asked for, not made"
	}
	h.diff(h.cut(f.Diff, h.most), name, remark)
	h.raw(`</details>`)
}
