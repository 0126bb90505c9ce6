package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"

	"branchline/backend/paths"
)

// The window as it opens for the first time, and the smallest it can be made.
const (
	windowWidth, windowHeight = 1400, 900
	leastWidth, leastHeight   = 900, 560
)

// frame is about how much taller than its page a window is, edges how much wider.
const frame, edges = 40, 2

// place is how large the window is when it is not maximised and where it
// stands, in pixels as the desktop counts them.
type place struct {
	// Placed: X and Y are known. They count from the corner of the screen.
	Placed    bool `json:"placed"`
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised"`
}

const placeName = "window.json"

// loadPlace answers how the window was closed. What cannot be read is as if
// the window had never been open.
func loadPlace(env paths.Env) place {
	p := place{}
	dir, err := env.StateDir()
	if err == nil {
		var b []byte
		if b, err = os.ReadFile(filepath.Join(dir, placeName)); err == nil {
			err = json.Unmarshal(b, &p)
		}
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			log.Printf("branchline: the place of the window: %v; it opens as at first", err)
		}
		p = place{}
	}
	if p.Width <= 0 || p.Height <= 0 {
		p = place{Maximised: p.Maximised, Width: windowWidth, Height: windowHeight}
	}
	p.Width, p.Height = max(p.Width, leastWidth), max(p.Height, leastHeight)
	return p
}

// save keeps the place for the next start.
func (p place) save(env paths.Env) error {
	dir, err := env.StateDir()
	if err == nil {
		err = saveOwn(dir, placeName, p)
	}
	if err != nil {
		return fmt.Errorf("keep the place of the window: %w", err)
	}
	return nil
}

// inside answers the place moved, and made smaller where it must be, so that all
// of the window, its frame too, is on a screen of this size.
func (p place) inside(width, height int) place {
	p.Width, p.Height = min(p.Width, width), min(p.Height, height-frame)
	p.X = max(0, min(p.X, width-edges-p.Width))
	p.Y = max(0, min(p.Y, height-frame-p.Height))
	return p
}
