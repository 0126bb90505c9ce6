// Package demo lets an agent that does not exist work on a small task, so that a
// new user sees what following a live session is like: a pi session and a run
// log that grow side by side. What happens is the same every time; times and ids
// are those of the day.
package demo

import (
	"fmt"
	"time"

	"branchline/backend/session/pi"
	"branchline/backend/session/runlog"
)

// workdir is where the agent says it works. Nothing is read or written there.
const workdir = "/home/sam/src/reminders"

// Demo is a telling of the story into two files. It is used by one goroutine.
type Demo struct {
	now      func() time.Time
	session  *pi.Manager
	run      *runlog.Writer
	recorder *runlog.Recorder
	// named are the ids of those entries of the session that the story comes back to.
	named map[string]string
	rest  []step
}

// Begin makes the two files in dir, with what is there at the first moment.
func Begin(dir string, now func() time.Time) (*Demo, error) {
	d := &Demo{now: now, named: map[string]string{}, rest: story()}
	var err error
	if d.session, err = pi.Create(workdir, dir, pi.WithClock(now)); err != nil {
		return nil, fmt.Errorf("begin the session of the demo: %w", err)
	}
	if d.run, err = runlog.Start(dir, now(), runMeta); err != nil {
		_ = d.session.Close() // nothing is written to it yet
		return nil, fmt.Errorf("begin the run log of the demo: %w", err)
	}
	d.recorder = runlog.NewRecorder(d.run)
	for len(d.rest) > 0 && d.rest[0].At == 0 {
		if err := d.step(); err != nil {
			_ = d.Close() // the first error is the one to tell
			return nil, err
		}
	}
	return d, nil
}

// Files are the paths of the session and of the run log.
func (d *Demo) Files() []string { return []string{d.session.GetSessionFile(), d.run.Path()} }

// Play tells the rest of the story. Before each step it waits for as long as has
// passed in the story since the step before; an error of wait ends it.
func (d *Demo) Play(wait func(time.Duration) error) error {
	for at := time.Duration(0); len(d.rest) > 0; {
		if err := wait(d.rest[0].At - at); err != nil {
			return err
		}
		at = d.rest[0].At
		if err := d.step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *Demo) step() error {
	next := d.rest[0]
	d.rest = d.rest[1:]
	if err := next.do(d); err != nil {
		return fmt.Errorf("write the demo: %w", err)
	}
	return nil
}

// Close lets go of the files.
func (d *Demo) Close() error {
	err := d.session.Close()
	if failed := d.run.Close(); err == nil {
		err = failed
	}
	return err
}
