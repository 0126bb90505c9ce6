package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"branchline/backend/session/formats"
	"branchline/backend/trash"
)

// Trash plans to move a session file to the system's trash, with the pictures of a
// run log that lie beside it. A file that was written in the last seconds is refused:
// somebody is at work on it.
func (e *Editor) Trash(path string) (*Plan, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, explained(ActTrash, path, err)
	}
	if err := e.idle(path, info); err != nil {
		return nil, err
	}
	return e.trash(path, info, false), nil
}

// trash plans to move a file that is as info says; ours is one that only this app
// wrote to.
func (e *Editor) trash(path string, info fs.FileInfo, ours bool) *Plan {
	moves := append([]string{path}, formats.Beside(path)...)
	p := &Plan{
		Act: ActTrash, Path: path, Moves: moves, Lines: []Line{}, LeftOut: []string{}, Warnings: []Warning{}, alone: true,
		Says:  "The file is moved to the trash.",
		Agent: "pi does not find the session any more. Sessions that were made from it stay as they are.",
		Back:  "It can be restored, as long as the trash is not emptied.",
	}
	if len(moves) > 1 {
		p.Says = "The file and the folder with its pictures are moved to the trash."
		p.Agent = "The run is not in the list any more. Runs that go on from it stay as they are."
	}
	p.write = func(*Source) (*Done, error) {
		now, err := os.Lstat(path)
		if err != nil {
			return nil, err
		}
		if !sameAs(now, info) {
			return nil, fail(ActTrash, path, Conflict, "the file was changed since", "look at it, then try again", OfferRetry)
		}
		if err := e.idle(path, now); err != nil && !ours {
			return nil, err
		}
		items, err := e.put(moves)
		if err != nil {
			return nil, err
		}
		d := &Done{Act: ActTrash, Path: path, Says: "Moved to the trash: " + formats.Visible(e.Env.Short(path)), What: "moving " + formats.Visible(filepath.Base(path)) + " to the trash", File: items[0].To, alone: true, Undoes: p.Undoes}
		if items[0].To != "" {
			d.undo = func(*Source) (*Plan, error) { return e.restore(path, items, ours) }
		}
		return d, nil
	}
	return p
}

// idle answers why a file cannot be moved away now.
func (e *Editor) idle(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return fail(ActTrash, path, Refused, "it is no file", "")
	}
	written := info
	if of, err := os.Stat(path); err == nil {
		written = of // of a link
	}
	if e.Now().Sub(e.Wrote.byOthers(path, written.Size(), written.ModTime())) < writingFor {
		return fail(ActTrash, path, Busy, "it was written in the last seconds, so an agent may be at work on it", "end the agent, or try again when it is done", OfferRetry)
	}
	return nil
}

func sameAs(now, before fs.FileInfo) bool {
	return os.SameFile(now, before) && now.Size() == before.Size() && now.ModTime().Equal(before.ModTime())
}

// can is the trash of the user.
func (e *Editor) can() (trash.Can, error) {
	home, err := e.Env.TrashDir()
	return trash.Can{Home: home, UID: e.Env.UID, Now: e.Now}, err
}

// put moves all files to the trash, or none.
func (e *Editor) put(paths []string) (items []trash.Item, err error) {
	can, err := e.can()
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		it, err := can.Put(path)
		if err != nil {
			for _, back := range items {
				err = errors.Join(err, can.Restore(back))
			}
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// restore plans to take files out of the trash.
func (e *Editor) restore(path string, items []trash.Item, ours bool) (*Plan, error) {
	if _, err := os.Lstat(items[0].To); err != nil {
		return nil, fail(ActRestore, path, NotFound, "it is not in the trash any more", "it was restored already, or the trash was emptied")
	}
	p := &Plan{
		Act: ActRestore, Path: path, Moves: []string{}, Lines: []Line{}, LeftOut: []string{}, Warnings: []Warning{}, alone: true,
		Says: "The file is moved from the trash to where it was.", Agent: "pi finds the session again.", Back: "It can be moved to the trash again.",
	}
	for _, it := range items {
		p.Moves = append(p.Moves, it.To)
	}
	p.write = func(*Source) (*Done, error) {
		can, err := e.can()
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			if err := can.Restore(it); err != nil {
				return nil, err
			}
		}
		d := &Done{Act: ActRestore, Path: path, File: path, Says: "Restored " + formats.Visible(e.Env.Short(path)), What: "restoring " + formats.Visible(filepath.Base(path)), alone: true, Undoes: p.Undoes}
		if ours {
			return e.made(d), nil
		}
		d.undo = func(*Source) (*Plan, error) { return e.Trash(path) }
		return d, nil
	}
	return p, nil
}

// made keeps what undoing needs of a file that was made: it goes to the trash, as
// long as nobody changed it.
func (e *Editor) made(d *Done) *Done {
	info, err := os.Lstat(d.File)
	if err != nil { // it is gone already
		return d
	}
	d.alone = true
	d.undo = func(*Source) (*Plan, error) {
		now, err := os.Lstat(d.File)
		if err != nil {
			return nil, explained(ActTrash, d.File, err)
		}
		if !sameAs(now, info) {
			return nil, fail(ActTrash, d.File, Conflict, "it was changed since it was made", "look at it; it can still be moved to the trash by itself", OfferRetry)
		}
		return e.trash(d.File, now, true), nil
	}
	return d
}
