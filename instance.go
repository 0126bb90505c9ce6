package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"sync"
	"time"

	"branchline/backend/paths"
)

// instance is the program that has the window, of all this user started: it holds
// the lock and listens for the others, which hand over their files and end.
type instance struct {
	listener net.Listener
	release  func() error
}

// handover is what a program that was started later asks of the first.
type handover struct {
	// Files are absolute paths.
	Files []string `json:"files"`
	// Entry is where the first of them opens, "" = nowhere special.
	Entry string `json:"entry"`
}

const (
	// patience is how long a start waits for the program that has the window: an
	// answer takes no drawing, and a window of its own must be there in about two
	// seconds.
	patience = 1200 * time.Millisecond
	// mostHandover is the longest request, in bytes, and mostFiles the most files
	// in one.
	mostHandover = 1 << 20
	mostFiles    = 200
	// mostCallers is how many programs are listened to at once: one that says
	// nothing must not keep the others waiting.
	mostCallers = 64
	// taken answers a request that was accepted.
	taken = "ok\n"
)

// errNoAnswer means that another program has the window, but does not answer.
var errNoAnswer = errors.New("the Branchline that is open does not answer")

// claim makes this program the one with the window, or hands over to the one that
// is. dir is the folder for it, which is made private to the user. own is nil when another took the
// files, and also with an error: then neither could be done in time.
func claim(dir string, h handover) (own *instance, err error) {
	for deadline := time.Now().Add(patience); ; {
		own, err := lockInstance(dir)
		if own != nil || err != nil {
			return own, err
		}
		err = handOver(filepath.Join(dir, socketName), h, deadline)
		if err == nil {
			return nil, nil
		}
		// The other may have been starting or ending just now.
		if time.Until(deadline) < 20*time.Millisecond {
			return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

const socketName = "window.sock"

// handOver asks the program that listens at socket to open files, as many at once
// as it takes. deadline is for the first answer.
func handOver(socket string, h handover, deadline time.Time) error {
	for first := true; first || len(h.Files) > 0; first = false {
		n := portion(h.Files)
		if err := handOverOnce(socket, handover{h.Files[:n], h.Entry}, deadline); err != nil {
			return err
		}
		// It answers, so it may take its time for the rest.
		h, deadline = handover{Files: h.Files[n:]}, time.Now().Add(patience)
	}
	return nil
}

// portion is how many of the files one request holds.
func portion(files []string) int {
	n, size := 0, 0
	for n < min(len(files), mostFiles) {
		// Written as JSON, a byte takes six at most.
		if size += 6*len(files[n]) + len(`"",`); n > 0 && size > mostHandover/8 {
			break
		}
		n++
	}
	return n
}

func handOverOnce(socket string, h handover, deadline time.Time) error {
	dialer := net.Dialer{Deadline: deadline}
	c, err := dialer.Dial("unix", socket)
	if err != nil {
		return err
	}
	err = c.SetDeadline(deadline)
	if err == nil {
		err = json.NewEncoder(c).Encode(h)
	}
	answer := make([]byte, len(taken))
	if err == nil {
		_, err = io.ReadFull(c, answer)
	}
	if err == nil && string(answer) != taken {
		err = fmt.Errorf("it answered %q", answer)
	}
	return errors.Join(err, c.Close())
}

// serve calls open for each request, one at a time, until the instance is closed.
func (i *instance) serve(open func(handover)) {
	requests := make(chan handover, 100+mostCallers)
	go guarded(func() {
		for h := range requests {
			guarded(func() { open(h) })
		}
	})
	var callers sync.WaitGroup
	var taking sync.Mutex
	defer close(requests)
	defer callers.Wait()
	places := make(chan struct{}, mostCallers)
	for {
		c, err := i.listener.Accept()
		if err != nil {
			return // closed
		}
		places <- struct{}{}
		callers.Go(func() {
			guarded(func() { answer(c, requests, &taking) })
			<-places
		})
	}
}

// answer takes a request and says so, unless too many wait: then the other opens a
// window of its own.
func answer(c net.Conn, requests chan<- handover, taking *sync.Mutex) {
	h, err := receive(c)
	taking.Lock() // the answer brings the next portion, which must not overtake this one
	defer taking.Unlock()
	if err == nil && len(requests) < cap(requests)-mostCallers {
		// It may have lost patience and be gone: then it has opened the files.
		if _, err = io.WriteString(c, taken); err == nil {
			requests <- h
		}
	}
	_ = errors.Join(err, c.Close()) // the other is told by getting no answer
}

// receive reads a request. What arrives is not trusted: any program of the user
// can write to the socket.
func receive(c net.Conn) (h handover, err error) {
	if err := c.SetDeadline(time.Now().Add(patience / 4)); err != nil {
		return h, err
	}
	line, err := bufio.NewReader(io.LimitReader(c, mostHandover)).ReadBytes('\n')
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return h, err
	}
	if len(h.Files) > mostFiles {
		return h, fmt.Errorf("%d files at once", len(h.Files))
	}
	for _, file := range h.Files {
		if !filepath.IsAbs(file) {
			return h, fmt.Errorf("%.100q is no absolute path", file)
		}
	}
	return h, nil
}

// startedWith reads the command line of a program that was started in dir while
// this one had the window.
func startedWith(env paths.Env, args []string, dir string) (handover, error) {
	words, flags, err := parse(args)
	if err != nil {
		return handover{}, err
	}
	env.Dir = dir
	files, err := (&call{env: env, args: words}).files()
	return handover{files, flags["entry"]}, err
}

// close lets another program have the window.
func (i *instance) close() error { return errors.Join(i.listener.Close(), i.release()) }
