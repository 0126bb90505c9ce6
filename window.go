//go:build (desktop || dev) && !bindings

package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"branchline/backend/paths"
)

// windowBuilt: this program has a window.
const windowBuilt = true

// The window as it opens, and the smallest it can be made. It is made smaller
// than the screen where the screen is.
const (
	windowWidth, windowHeight = 1400, 900
	leastWidth, leastHeight   = 900, 560
)

//go:embed build/appicon.png
var icon []byte

// window is the face of an App that a window of its own shows.
type window struct {
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
			{DisplayName: "Sessions (*.jsonl)", Pattern: "*.jsonl"},
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

// openWindow shows the App in a window until it is closed. own is what listens for
// programs that are started meanwhile, nil for none.
func openWindow(env paths.Env, files []string, entry string, own *instance) error {
	quietRenderer()
	face := &window{}
	app := newApp(env, face)
	defer app.close()
	app.give(files, entry)
	if own != nil {
		defer func() { _ = own.close() }() // the system does it too
		go guarded(func() {
			own.serve(func(h handover) {
				app.openFiles(h.Files, h.Entry)
				face.raise()
			})
		})
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	themes := make(chan struct{})
	go guarded(func() {
		defer close(themes)
		followTheme(ctx, env, func(theme string) {
			face.mu.Lock()
			face.theme = theme
			face.mu.Unlock()
			app.emit("theme", map[string]any{"theme": theme})
		})
	})
	err := wails.Run(&options.App{
		Title: "Branchline", Width: windowWidth, Height: windowHeight, MinWidth: leastWidth, MinHeight: leastHeight,
		BackgroundColour: options.NewRGB(0x0f, 0x11, 0x15),
		AssetServer:      &assetserver.Options{Assets: page(), Handler: app.assets()},
		Bind:             []any{app},
		DragAndDrop:      &options.DragAndDrop{EnableFileDrop: true},
		OnStartup: func(ctx context.Context) {
			face.mu.Lock()
			face.ctx = ctx
			face.mu.Unlock()
			runtime.OnFileDrop(ctx, func(_, _ int, dropped []string) {
				guarded(func() { app.openFiles(dropped, "") })
			})
		},
		OnDomReady: func(ctx context.Context) { guarded(func() { keepInside(ctx) }) },
		Linux: &linux.Options{
			Icon: icon, ProgramName: "branchline",
			// Unset, the policy is one that leaves the window blank on some drivers.
			WebviewGpuPolicy: linux.WebviewGpuPolicyNever,
		},
	})
	if err != nil {
		return fmt.Errorf("open the window: %w", err)
	}
	return nil
}

// quietRenderer switches off the way of drawing that leaves windows blank with
// some drivers. A value of the user's own stays.
func quietRenderer() {
	const name = "WEBKIT_DISABLE_DMABUF_RENDERER"
	if _, set := os.LookupEnv(name); !set {
		_ = os.Setenv(name, "1") // the name is valid
	}
}

var inside sync.Once

// frame is about how much taller than its page a window is.
const frame = 40

// keepInside fills the screen with a window that would not fit on it. The page
// may be ready more than once; the reader's own size stays.
func keepInside(ctx context.Context) {
	inside.Do(func() {
		screens, err := runtime.ScreenGetAll(ctx)
		if err != nil {
			return // the system's own limits hold
		}
		for _, s := range screens {
			width, height := runtime.WindowGetSize(ctx)
			if !s.IsCurrent || width <= s.Size.Width && height+frame <= s.Size.Height {
				continue
			}
			runtime.WindowSetSize(ctx, min(width, s.Size.Width), min(height, s.Size.Height))
			runtime.WindowMaximise(ctx)
		}
	})
}
