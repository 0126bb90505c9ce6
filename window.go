//go:build (desktop || dev) && !bindings

package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"sync"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"branchline/backend/paths"
)

// windowBuilt: this program has a window.
const windowBuilt = true

// window is the face of an App that a window of its own shows.
type window struct {
	env paths.Env
	// before is how the window was closed the last time; filled, that it was made
	// to fill a screen on which it has no room.
	before place
	filled bool

	mu    sync.Mutex
	ctx   context.Context // nil until the window has started
	theme string
}

func (w *window) context() (context.Context, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx == nil {
		return nil, errors.New("the window has not started")
	}
	return w.ctx, nil
}

func (w *window) Name() string { return "window" }

func (w *window) Emit(name string, payload any) {
	if ctx, err := w.context(); err == nil { // before that there is nobody to tell
		runtime.EventsEmit(ctx, name, payload)
	}
}

func (w *window) OpenLink(address string) error {
	ctx, err := w.context()
	if err == nil {
		runtime.BrowserOpenURL(ctx, address)
	}
	return err
}

func (w *window) Choose() ([]string, error) {
	ctx, err := w.context()
	if err != nil {
		return nil, err
	}
	files, err := runtime.OpenMultipleFilesDialog(ctx, runtime.OpenDialogOptions{
		Title: "Open sessions",
		Filters: []runtime.FileFilter{
			{DisplayName: "Sessions (*.jsonl, *.pisession)", Pattern: "*.jsonl;*.pisession"},
			{DisplayName: "All files", Pattern: "*"},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("ask for a file: %w", err)
	}
	return files, nil
}

func (w *window) ChooseFolder() (string, error) {
	ctx, err := w.context()
	if err != nil {
		return "", err
	}
	dir, err := runtime.OpenDirectoryDialog(ctx, runtime.OpenDialogOptions{Title: "List the sessions of a folder"})
	if err != nil {
		return "", fmt.Errorf("ask for a folder: %w", err)
	}
	return dir, nil
}

func (w *window) Save(dir, name string) (string, error) {
	ctx, err := w.context()
	if err != nil {
		return "", err
	}
	path, err := runtime.SaveFileDialog(ctx, runtime.SaveDialogOptions{Title: "Export", DefaultDirectory: dir, DefaultFilename: name})
	if err != nil {
		return "", fmt.Errorf("ask for a place: %w", err)
	}
	return path, nil
}

func (w *window) Theme() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.theme
}

// raise brings the window to the front.
func (w *window) raise() {
	if ctx, err := w.context(); err == nil { // else it comes up by itself
		runtime.WindowUnminimise(ctx)
		runtime.WindowShow(ctx)
	}
}

// Notify shows a notification of the desktop, on one line each. It takes a
// moment, or seconds where the desktop does not answer, and on macOS as long as
// the reader takes to allow notifications.
func (w *window) Notify(title, body string) error {
	if err := w.notify(visible(title), visible(body)); err != nil {
		return fmt.Errorf("show a notification: %w", err)
	}
	return nil
}

// openWindow shows the App in a window until it is closed. own is what listens for
// programs that are started meanwhile, nil for none.
func openWindow(env paths.Env, files []string, entry string, own *instance) error {
	quietRenderer()
	face := &window{env: env, before: loadPlace(env)}
	app := newApp(env, face)
	defer app.close()
	app.give(files, entry)
	open := func(h handover) {
		app.openFiles(h.Files, h.Entry)
		face.raise()
	}
	if own != nil {
		defer func() { _ = own.close() }() // the system does it too
		go guarded(func() { own.serve(open) })
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go guarded(func() {
		followTheme(ctx, env, func(theme string) {
			face.mu.Lock()
			face.theme = theme
			face.mu.Unlock()
			app.emit("theme", map[string]any{"theme": theme})
		})
	})
	o := face.options(app)
	suit(o, env, open)
	if err := run(o); err != nil {
		return fmt.Errorf("open the window: %w", err)
	}
	return nil
}

// run shows a window until it is closed. That the display cannot be opened Wails
// says by nothing but a panic; only the toolkit knows it for every kind of display.
func run(o *options.App) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if said, ok := r.(error); !ok || said.Error() != "failed to init GTK" {
				panic(r)
			}
			err = errNoDisplay
		}
	}()
	return wails.Run(o)
}

// options are what is the same on every system; suit adds what is not.
func (w *window) options(app *App) *options.App {
	return &options.App{
		Title: "Branchline", MinWidth: leastWidth, MinHeight: leastHeight,
		Width: w.before.Width, Height: w.before.Height,
		BackgroundColour: options.NewRGB(0x0f, 0x11, 0x15),
		AssetServer:      &assetserver.Options{Assets: page(), Handler: app.assets()},
		Bind:             []any{app},
		DragAndDrop:      &options.DragAndDrop{EnableFileDrop: true},
		OnStartup: func(ctx context.Context) {
			w.mu.Lock()
			w.ctx = ctx
			w.mu.Unlock()
			runtime.OnFileDrop(ctx, func(_, _ int, dropped []string) {
				guarded(func() { app.openFiles(dropped, "") })
			})
			guarded(func() { w.stand(ctx) })
		},
		OnBeforeClose: func(ctx context.Context) (prevent bool) {
			guarded(func() { w.leave(ctx) })
			return false
		},
	}
}

// stand brings the window to where it stood, or inside the screen that is there
// now.
func (w *window) stand(ctx context.Context) {
	screens, err := runtime.ScreenGetAll(ctx)
	at := slices.IndexFunc(screens, func(s runtime.Screen) bool { return s.IsCurrent })
	if err == nil && at >= 0 { // else the system's own limits hold
		p := w.before.inside(screens[at].Size.Width, screens[at].Size.Height)
		if p.Width < w.before.Width || p.Height < w.before.Height {
			w.filled = true
			runtime.WindowSetSize(ctx, p.Width, p.Height)
		}
		// Wails tells how large screens are, but not where: among several the
		// system finds a place.
		if p.Placed && len(screens) == 1 {
			runtime.WindowSetPosition(ctx, p.X, p.Y)
			// Asking waits until the window was moved. One that fills the screen would
			// not move any more, and stand elsewhere when it is made smaller.
			runtime.WindowGetPosition(ctx)
		}
	}
	if w.filled || w.before.Maximised {
		runtime.WindowMaximise(ctx)
	}
}

// leave keeps how the window is closed.
func (w *window) leave(ctx context.Context) {
	p := w.before
	switch {
	case runtime.WindowIsNormal(ctx):
		p = place{Placed: true}
		p.X, p.Y = runtime.WindowGetPosition(ctx)
		p.Width, p.Height = runtime.WindowGetSize(ctx)
	case runtime.WindowIsMaximised(ctx):
		// Where it only fills a screen that is too small, another screen gets it back as it was.
		p.Maximised = p.Maximised || !w.filled
	}
	if err := p.save(w.env); err != nil {
		log.Printf("branchline: %v", err)
	}
}

// quietRenderer switches off the way of drawing that leaves windows blank with
// some drivers. A value of the user's own stays.
func quietRenderer() {
	const name = "WEBKIT_DISABLE_DMABUF_RENDERER"
	if _, set := os.LookupEnv(name); !set {
		_ = os.Setenv(name, "1") // the name is valid
	}
}
