// Package watch follows folders: roots in, merged changes out. It knows nothing
// of sessions and reads no file.
//
// Folders are watched, never single files: a file that is replaced is another
// one. Where the system tells of no changes, as on shares of other machines, or
// has no more watches to give, a folder is looked at again and again instead, and
// Change.Notice says so in words.
package watch

import "time"

// Folder is a folder to follow: the files that stand in it, and with Below those
// of its direct subfolders, also of ones that come later.
type Folder struct {
	Path  string
	Below bool
	// Open: somebody reads a file of it now. It is watched before all others and
	// looked at more often where it cannot be.
	Open bool
}

// Change is what happened since the last one, each path once and in order.
type Change struct {
	// Files were made, written, renamed or removed. The last of several events
	// alone would not tell, so nothing says what happened: look.
	Files []string
	// Folders have to be looked through, with what is below them: they are new,
	// came back or went away, or word of their changes was lost.
	Folders []string
	// Notice says which folders are not watched and why; "" when all are.
	Notice string
}

// Options are the times of a Watcher; what is 0 gets a usual value.
type Options struct {
	// Settle is how long nothing may happen before a burst is told (20 ms), and
	// Longest how long a burst is held back at most (100 ms).
	Settle, Longest time.Duration
	// Poll is how often open folders are looked at that cannot be watched, and
	// folders that are not there (1 s), PollRest how often all others (10 s).
	Poll, PollRest time.Duration
	// Above is how often it is asked whether the watched folders are still those at
	// their paths (3 s): the system does not tell when one above them gets another
	// name.
	Above time.Duration
	// Limit is how many folders are watched at most (2,000; 100 on macOS and BSD,
	// which hold a descriptor for each file). Open ones count but always are.
	Limit int
}

func (o Options) settled() Options {
	for _, d := range []struct {
		at    *time.Duration
		usual time.Duration
	}{
		{&o.Settle, 20 * time.Millisecond}, {&o.Longest, 100 * time.Millisecond},
		{&o.Poll, time.Second}, {&o.PollRest, 10 * time.Second},
		{&o.Above, 3 * time.Second},
	} {
		if *d.at == 0 {
			*d.at = d.usual
		}
	}
	if o.Limit == 0 {
		o.Limit = usualLimit
	}
	return o
}
