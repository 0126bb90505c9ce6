package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"time"
)

// contentPolicy lets the page load its own files and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const (
	callLimit   = 1 << 20 // bytes of one call's arguments
	callTimeout = 60 * time.Second
	heartbeat   = 20 * time.Second
)

// fileKinds are the types of the page's files. The system's own table is not
// asked: it may say anything.
var fileKinds = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml", ".ico": "image/x-icon",
}

//go:embed shell.js
var shellScript []byte

// shell serves the page and the App to an ordinary browser on this machine.
type shell struct {
	app    *App
	page   fs.FS
	assets http.Handler
	events *hub
	token  string
	host   string // host:port the shell listens on
}

func newShell(app *App, events *hub, addr net.Addr) *shell {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return &shell{
		app: app, page: page(), assets: app.assets(), events: events,
		token: base64.RawURLEncoding.EncodeToString(secret), host: addr.String(),
	}
}

// Address is where the reader's browser finds the page; whoever has it may read the sessions.
func (s *shell) Address() string { return "http://" + s.host + "/open/" + s.token }

// serve answers requests on l until ctx ends.
func (s *shell) serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           recovering(s),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      callTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	done := make(chan struct{})
	go guarded(func() {
		defer close(done)
		<-ctx.Done()
		s.events.close()
		soon, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if server.Shutdown(soon) != nil {
			_ = server.Close() // what still runs is cut off on purpose
		}
	})
	err := server.Serve(l)
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-done
	return nil
}

// ServeHTTP checks who asks, then answers.
func (s *shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if !s.ours(r) {
		http.Error(w, "this request does not come from Branchline's own page", http.StatusForbidden)
		return
	}
	if token, ok := strings.CutPrefix(r.URL.Path, "/open/"); ok {
		s.open(w, r, token)
		return
	}
	if !s.known(r) {
		http.Error(w, "open the address that branchline printed when it started", http.StatusForbidden)
		return
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case first == "call":
		s.call(w, r, rest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET is answered here", http.StatusMethodNotAllowed)
	case r.URL.Path == "/events":
		s.stream(w, r)
	case r.URL.Path == "/shell.js":
		h.Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(shellScript) // the browser is gone when this fails
	case r.URL.Path == "/" || r.URL.Path == "/index.html":
		s.index(w)
	case isAsset(first):
		// Handles repeat from one start to the next, the cookie does not.
		h.Set("Vary", "Cookie")
		s.assets.ServeHTTP(w, r)
	default:
		s.file(w, r)
	}
}

// ours tells whether the request was made to this server by its own page: any
// page of the web can make a browser ask a local address.
func (s *shell) ours(r *http.Request) bool {
	_, port, err := net.SplitHostPort(s.host)
	if err != nil || r.Host != s.host && r.Host != "localhost:"+port {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	if r.Method == http.MethodPost && r.Header.Get("Origin") == "" {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	// Following the printed address from elsewhere is how the page is reached.
	return strings.HasPrefix(r.URL.Path, "/open/") && r.Header.Get("Sec-Fetch-Mode") == "navigate"
}

// cookie's name holds the port: cookies are shared by all ports of a host.
func (s *shell) cookie() string {
	_, port, _ := net.SplitHostPort(s.host)
	return "branchline-" + port
}

func (s *shell) known(r *http.Request) bool {
	c, err := r.Cookie(s.cookie())
	return err == nil && s.same(c.Value)
}

func (s *shell) same(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
}

// open gives the browser its cookie and sends it on to the page without the
// token in its address. A redirect would count as coming from wherever the
// address stood, and the cookie would not be sent along.
func (s *shell) open(w http.ResponseWriter, r *http.Request, token string) {
	if r.Method != http.MethodGet || !s.same(token) {
		http.Error(w, "open the address that branchline printed when it started", http.StatusForbidden)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(), Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, `<!doctype html><meta charset="utf-8"><link rel="icon" href="/favicon.svg"><title>Branchline</title>`+
		`<meta http-equiv="refresh" content="0;url=/"><p><a href="/">Branchline</a></p>`) // the browser is gone when this fails
}

func (s *shell) index(w http.ResponseWriter) {
	b, err := fs.ReadFile(s.page, "index.html")
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(withShell(b)) // the browser is gone when this fails
}

func (s *shell) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	kind := fileKinds[path.Ext(name)]
	if !fs.ValidPath(name) || kind == "" {
		refuse(w, errNothing)
		return
	}
	b, err := fs.ReadFile(s.page, name)
	if err != nil {
		refuse(w, errNothing)
		return
	}
	w.Header().Set("Content-Type", kind)
	if strings.HasPrefix(name, "assets/") { // their names change with their content
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}
