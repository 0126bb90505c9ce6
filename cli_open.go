package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// runOpen opens the window, and serves the page where there is none.
func runOpen(c *call) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	if !c.hasWindow() {
		return runServe(c)
	}
	own, taken := c.claimWindow(handover{files, c.flags["entry"]})
	if taken {
		return nil
	}
	err = openWindow(c.env, files, c.flags["entry"], own)
	if errors.Is(err, errNoDisplay) {
		fmt.Fprintln(c.errOut, "branchline: the display that is set cannot be opened (DISPLAY, WAYLAND_DISPLAY, XAUTHORITY); serving the page to a browser instead")
		return runServe(c)
	}
	return err
}

// errNoDisplay means that a display is set, but cannot be opened.
var errNoDisplay = errors.New("the display cannot be opened")

// hasWindow tells whether a window can be opened. Where only the display is
// missing it says so.
func (c *call) hasWindow() bool {
	if windowBuilt && !c.env.HasDisplay() {
		fmt.Fprintln(c.errOut, "branchline: there is no display to open a window on; serving the page to a browser instead")
	}
	return windowBuilt && c.env.HasDisplay()
}

// claimWindow makes this program the one with the window, or has the one that is
// open take the files. Where neither can be, a window of its own is better than
// none.
func (c *call) claimWindow(h handover) (own *instance, taken bool) {
	dirs, err := c.env.RuntimeDirs()
	for _, dir := range dirs {
		// A folder that is not to be trusted is passed over, a program that hangs is not.
		if own, err = claim(dir, h); err == nil || errors.Is(err, errNoAnswer) {
			break
		}
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		fmt.Fprintf(c.errOut, "branchline: %v; opening a window of its own\n", err)
	default:
		return own, own == nil
	}
	return nil, false
}

// files are the arguments, paths and file: addresses, as absolute paths.
func (c *call) files() ([]string, error) {
	files := make([]string, 0, len(c.args))
	for _, arg := range c.args {
		path, err := c.env.Resolve(arg)
		if err != nil && strings.HasPrefix(arg, "file://") {
			return nil, fmt.Errorf("%w; give the path of a file on this machine", err)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}

// browser is the face of an App that an ordinary browser shows.
type browser struct{ events *hub }

func (b browser) Name() string                  { return "browser" }
func (b browser) Emit(name string, payload any) { b.events.emit(event{name, payload}) }
func (b browser) Theme() string                 { return "" }

// OpenLink does nothing: the browser opens the link itself.
func (b browser) OpenLink(string) error { return nil }

// Choose cannot ask: a browser's dialog gives no paths.
func (b browser) Choose() ([]string, error) {
	return nil, faultf(kindUnsupported, "in a browser, files are opened from the list or by the command line: branchline serve FILE…")
}

// ChooseFolder cannot ask either.
func (b browser) ChooseFolder() (string, error) {
	return "", faultf(kindUnsupported, "in a browser, no folder can be chosen; list one on the command line: branchline list --dir DIR")
}

// Save cannot ask either: what a browser downloads goes where the browser says.
func (b browser) Save(string, string) (string, error) {
	return "", faultf(kindUnsupported, "in a browser, no place can be chosen; download the file instead")
}

// runServe serves the page until it is told to stop.
func runServe(c *call) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return c.serve(ctx, files)
}

// serve serves the page with files open until ctx ends.
func (c *call) serve(ctx context.Context, files []string) error {
	port, err := c.port()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("serve on port %d of 127.0.0.1: %w", port, err)
	}
	events := &hub{}
	app := newApp(c.env, browser{events})
	defer app.close()
	app.give(files, c.flags["entry"])
	s := newShell(app, events, l.Addr())
	fmt.Fprintln(c.out, s.Address())
	if err := s.serve(ctx, l); err != nil {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}
