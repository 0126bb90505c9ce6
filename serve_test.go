package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// served is a shell with a session open, and a browser that has its cookie.
type served struct {
	*shell
	app     *App
	session SessionAnswer
	cookie  *http.Cookie
}

func serveForked(t *testing.T) served {
	t.Helper()
	a, _ := testApp(t)
	events := &hub{}
	a.face = browser{events}
	s, _ := openForked(t, a)
	sh := newShell(a, events, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4711})
	sh.page = fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html><head><title>x</title></head><body></body>")},
		"assets/a-123.js":  {Data: []byte("1")},
		"assets/a-123.css": {Data: []byte("a{}")},
		"odd.exe":          {Data: []byte("MZ")},
	}
	return served{sh, a, s, &http.Cookie{Name: "branchline-4711", Value: sh.token}}
}

// ask makes a request as the page would; change makes it another's.
func (s served) ask(method, target, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1:4711"+target, strings.NewReader(body))
	r.AddCookie(s.cookie)
	if method == http.MethodPost {
		r.Header.Set("Origin", "http://127.0.0.1:4711")
	}
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func set(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func noCookie(r *http.Request) { r.Header.Del("Cookie") }

func host(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }

func TestOnlyThePageItselfIsAnswered(t *testing.T) {
	s := serveForked(t)
	for _, c := range []struct {
		name, method, target string
		change               []func(*http.Request)
		status               int
	}{
		{"the page", "GET", "/", nil, 200},
		{"by its other name", "GET", "/", []func(*http.Request){host("localhost:4711")}, 200},
		{"without the cookie", "GET", "/", []func(*http.Request){noCookie}, 403},
		{"with another cookie", "GET", "/", []func(*http.Request){noCookie, set("Cookie", "branchline-4711=guess")}, 403},
		{"by a name that leads here", "GET", "/", []func(*http.Request){host("evil.example:4711")}, 403},
		{"without a port", "GET", "/", []func(*http.Request){host("127.0.0.1")}, 403},
		{"from another origin", "GET", "/", []func(*http.Request){set("Origin", "https://evil.example")}, 403},
		{"from another port", "GET", "/", []func(*http.Request){set("Origin", "http://127.0.0.1:80")}, 403},
		{"from a sandbox", "GET", "/", []func(*http.Request){set("Origin", "null")}, 403},
		{"from another site's picture", "GET", "/", []func(*http.Request){set("Sec-Fetch-Site", "cross-site")}, 403},
		{"from another port's page", "GET", "/", []func(*http.Request){set("Sec-Fetch-Site", "same-site")}, 403},
		{"typed", "GET", "/", []func(*http.Request){set("Sec-Fetch-Site", "none")}, 200},
		{"a call", "POST", "/call/Settings", nil, 200},
		{"a call without an origin", "POST", "/call/Settings", []func(*http.Request){func(r *http.Request) { r.Header.Del("Origin") }}, 403},
		{"a call without the cookie", "POST", "/call/Settings", []func(*http.Request){noCookie}, 403},
		{"a call by GET", "GET", "/call/Settings", nil, 405},
		{"another method", "PUT", "/", []func(*http.Request){set("Origin", "http://127.0.0.1:4711")}, 405},
	} {
		t.Run(c.name, func(t *testing.T) {
			if w := s.ask(c.method, c.target, "[]", c.change...); w.Code != c.status {
				t.Errorf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
		})
	}
}

func TestTheAddressGivesTheCookieOnce(t *testing.T) {
	s := serveForked(t)
	address, err := url.Parse(s.Address())
	if err != nil || address.Hostname() != "127.0.0.1" || len(s.token) < 43 {
		t.Fatalf("address %v, %v", address, err)
	}
	w := s.ask("GET", address.Path, "", noCookie, set("Sec-Fetch-Site", "cross-site"), set("Sec-Fetch-Mode", "navigate"))
	cookies := w.Result().Cookies()
	if w.Code != 200 || len(cookies) != 1 {
		t.Fatalf("status %d, cookies %v", w.Code, cookies)
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value != s.token || c.Name != "branchline-4711" {
		t.Errorf("cookie %v", c)
	}
	if !strings.Contains(w.Body.String(), `content="0;url=/"`) {
		t.Errorf("leads to %s", w.Body)
	}
	for _, target := range []string{"/open/", "/open/guess", address.Path + "x"} {
		if w := s.ask("GET", target, ""); w.Code != 403 || len(w.Result().Cookies()) != 0 {
			t.Errorf("%s answers %d", target, w.Code)
		}
	}
	if w := s.ask("GET", address.Path, "", noCookie, set("Sec-Fetch-Site", "cross-site"), set("Sec-Fetch-Mode", "no-cors")); w.Code != 403 {
		t.Errorf("a picture of another site is answered with %d", w.Code)
	}
}

func TestEveryAnswerForbidsTheBrowserToGuessAndToLoad(t *testing.T) {
	s := serveForked(t)
	for _, target := range []string{"/", "/shell.js", "/assets/a-123.js", "/nothing", "/blob/s1/1/00000001/0", "/blob/s1/1/x/0"} {
		h := s.ask("GET", target, "").Header()
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s has headers %v", target, h)
		}
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s has the policy %q without %s", target, policy, part)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s has the policy %q", target, policy)
		}
	}
}

func TestFilesOfThePage(t *testing.T) {
	s := serveForked(t)
	for _, c := range []struct {
		target, kind, cache string
		status              int
	}{
		{"/", "text/html; charset=utf-8", "no-store", 200},
		{"/index.html", "text/html; charset=utf-8", "no-store", 200},
		{"/shell.js", "text/javascript; charset=utf-8", "no-store", 200},
		{"/assets/a-123.js", "text/javascript; charset=utf-8", forGood, 200},
		{"/assets/a-123.css", "text/css; charset=utf-8", forGood, 200},
		{"/odd.exe", "application/json", "no-store", 404},
		{"/assets/", "application/json", "no-store", 404},
		{"/assets", "application/json", "no-store", 404},
		{"/assets/gone.js", "application/json", "no-store", 404},
		{"/../serve.go", "application/json", "no-store", 404},
		{"/assets/../../go.mod", "application/json", "no-store", 404},
		{"/assets/%2e%2e/%2e%2e/go.mod", "application/json", "no-store", 404},
		{"//etc/passwd", "application/json", "no-store", 404},
		{"/assets/..%5c..%5cgo.mod", "application/json", "no-store", 404},
		{"/any/route", "application/json", "no-store", 404},
	} {
		w := s.ask("GET", c.target, "")
		h := w.Header()
		if w.Code != c.status || h.Get("Content-Type") != c.kind || h.Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d %q %q, want %d %q %q", c.target, w.Code, h.Get("Content-Type"), h.Get("Cache-Control"), c.status, c.kind, c.cache)
		}
	}
	if body := s.ask("GET", "/", "").Body.String(); !strings.Contains(body, `<script src="/shell.js"></script></head>`) {
		t.Errorf("the page has no shell: %s", body)
	}
}

func TestThePlaceholderStandsInForAPageThatWasNotBuilt(t *testing.T) {
	s := serveForked(t)
	s.page = unbuilt{fstest.MapFS{"placeholder.html": {Data: []byte("run make build")}}}
	if w := s.ask("GET", "/", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestCalls(t *testing.T) {
	s := serveForked(t)
	for _, c := range []struct{ method, arguments, want string }{
		{"Follow", `[{"session":"s1"}]`, `"title":"What is this?"`},
		{"Rows", `[{"session":"s1","leaf":"","from":0,"count":1,"at":""}]`, `"rows":[{`},
		{"Ready", `[]`, `{"result":null}`},
		{"Choose", `[]`, `{"error":"{\"kind\":\"unsupported\"`},
		{"Rows", `[{"session":"s7"}]`, `{"error":"{\"kind\":\"gone\"`},
		{"Rows", `[]`, `\"kind\":\"internal\"`},
		{"Rows", `[1]`, `argument 1`},
		{"Rows", `{}`, `must be a list of 1`},
		{"Nothing", `[]`, `\"kind\":\"notFound\"`},
		{"give", `[]`, `\"kind\":\"notFound\"`},
		{"OpenLink", `["javascript:alert(1)"]`, `\"kind\":\"unsupported\"`},
		{"OpenLink", `["https://example.org/"]`, `{"result":null}`},
	} {
		w := s.ask("POST", "/call/"+c.method, c.arguments)
		if w.Code != 200 || !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s%s answers %d %s, want %s", c.method, c.arguments, w.Code, w.Body, c.want)
		}
	}
	if w := s.ask("POST", "/call/Rows", "["+strings.Repeat(" ", callLimit)+"]"); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge call answers %d", w.Code)
	}
}

func TestAPanicInACallIsAnswered(t *testing.T) {
	quiet(t)
	s := serveForked(t)
	s.app.face = nil // Choose asks it
	if w := s.ask("POST", "/call/Choose", "[]"); w.Code != 200 || !strings.Contains(w.Body.String(), `\"kind\":\"internal\"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestAssets(t *testing.T) {
	s := serveForked(t)
	for _, c := range []struct {
		target, kind, body string
		status             int
	}{
		{"/blob/s1/1/00000001/0", "image/png", "\x89PNG", 200}, // whatever the session calls it
		{"/blob/s1/1/00000001/1", "application/json", "unsupported", 415},
		{"/blob/s1/1/00000001/1?save", "application/octet-stream", "", 200},
		{"/blob/s1/1/00000001/2", "application/json", "notFound", 404},
		{"/blob/s1/1/00000001/-1", "application/json", "notFound", 404},
		{"/blob/s1/1/00000001/x", "application/json", "notFound", 404},
		{"/blob/s1/1/nope/0", "application/json", "notFound", 404},
		{"/blob/s1/2/00000001/0", "application/json", "stale", 410},
		{"/blob/s1/01/00000001/0", "application/json", "stale", 410},
		{"/blob/s9/1/00000001/0", "application/json", "gone", 410},
		{"/blob/s1/1/00000001", "application/json", "notFound", 404},
		{"/blob/", "application/json", "notFound", 404},
		{"/body/s1/1/00000004/1/result", "text/plain; charset=utf-8", "one\ntwo\nthree\n", 200},
		{"/body/s1/1/00000004/1/result?from=1&pieces=1", "text/plain; charset=utf-8", "two\n", 200},
		{"/body/s1/1/00000004/1/result?from=2&pieces=99", "text/plain; charset=utf-8", "three\n", 200},
		{"/body/s1/1/00000004/1/result?from=9&pieces=9", "text/plain; charset=utf-8", "", 200},
		{"/body/s1/1/00000004/0/text", "text/plain; charset=utf-8", "What is this?", 200},
		{"/body/s1/1/00%2F05%3F/1/text", "text/plain; charset=utf-8", "A bird.", 200},
		{"/body/s1/1/00000004/9/text", "application/json", "notFound", 404},
		{"/body/s1/1/00000004/0/other", "application/json", "notFound", 404},
		{"/outline/s1/1/00000004", "application/octet-stream", "", 200},
		{"/outline/s1/1/nope", "application/json", "notFound", 404},
	} {
		t.Run(strings.ReplaceAll(c.target, "/", "_"), func(t *testing.T) {
			w := s.ask("GET", c.target, "")
			if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || !strings.Contains(w.Body.String(), c.body) {
				t.Errorf("%d %q %q, want %d %q %q", w.Code, w.Header().Get("Content-Type"), w.Body, c.status, c.kind, c.body)
			}
			if cache := w.Header().Get("Cache-Control"); (cache == forGood) != (c.status == 200) {
				t.Errorf("kept as %q", cache)
			}
			if w.Header().Get("Vary") != "Cookie" {
				t.Error("kept for another start as well")
			}
		})
	}
	w := s.ask("GET", "/body/s1/1/00000004/1/result?from=1&pieces=1", "")
	if h := w.Header(); h.Get("X-Pieces") != "3" || h.Get("X-Lines") != "3" || h.Get("X-Numbers") != "2" || h.Get("X-Bytes") != "14" {
		t.Errorf("sizes %v", w.Header())
	}
	if w := s.ask("GET", "/outline/s1/1/00000004", ""); w.Body.Len() != 2*3 {
		t.Errorf("the outline has %d bytes, want two for each of 3 rows", w.Body.Len())
	}
	for from, rows := range map[string]int{"2": 1, "3": 0, "9": 0} {
		if w := s.ask("GET", "/outline/s1/1/00000004?from="+from, ""); w.Code != 200 || w.Body.Len() != 2*rows {
			t.Errorf("from row %s the outline has %d bytes (%d), want those of %d rows", from, w.Body.Len(), w.Code, rows)
		}
	}
}

func TestEventsReachThePage(t *testing.T) {
	s := serveForked(t)
	server := httptest.NewServer(s)
	defer server.Close()
	s.shell.host = strings.TrimPrefix(server.URL, "http://")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: s.shell.cookie(), Value: s.token})
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("headers %v", answer.Header)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Scan() // the first line says that the page is listened to
	s.events.emit(event{"session", map[string]any{"session": "s1", "revision": 2}})
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "data: ") {
	}
	if got, want := lines.Text(), `data: {"name":"session","payload":{"revision":2,"session":"s1"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.events.close()
	if _, err := io.ReadAll(answer.Body); err != nil {
		t.Errorf("the stream ends with %v", err)
	}
}

func TestAPageThatDoesNotListenIsDropped(t *testing.T) {
	var h hub
	c, ok := h.listen()
	if !ok {
		t.Fatal("nobody may listen")
	}
	for range 1000 {
		h.emit(event{Name: "sessions"})
	}
	n := 0
	for range c {
		n++
	}
	if n == 0 || n > 100 {
		t.Errorf("%d events were kept", n)
	}
	h.leave(c)
	h.close()
	if _, ok := h.listen(); ok {
		t.Error("a closed hub takes listeners")
	}
}

func TestTheShellStopsWhenTold(t *testing.T) {
	a, _ := testApp(t)
	events := &hub{}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	sh := newShell(a, events, l.Addr())
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- sh.serve(ctx, l) }()
	answer, err := http.Get(sh.Address())
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != 200 {
		t.Errorf("%d, %v", answer.StatusCode, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestTheBuiltPageIsPartOfTheProgram(t *testing.T) {
	f, err := page().Open("index.html")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if names, err := filepath.Glob("frontend/dist/placeholder.html"); err != nil || len(names) != 1 {
		t.Errorf("a fresh clone has no page: %v, %v", names, err)
	}
}

func TestWhatWasReadStandsWhileTheSessionGrows(t *testing.T) {
	s := serveForked(t)
	path := s.session.Path
	add := func(line string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(line + "\n")
			err = errors.Join(err, f.Close())
		}
		if err == nil {
			_, err = s.app.set.Look(t.Context(), "s1")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add(`{"type":"session_info","id":"00000011","parentId":"00000004","timestamp":"2026-10-05T08:00:00.000Z","name":"Birds"}`)
	for _, revision := range []string{"1", "2"} {
		if w := s.ask("GET", "/blob/s1/"+revision+"/00000001/0", ""); w.Code != 200 {
			t.Errorf("of revision %s: %d %s, want the picture", revision, w.Code, w.Body)
		}
	}
	add(`{"type":"session_info","id":"00000004","parentId":"00000011","timestamp":"2026-10-05T08:00:00.000Z","name":"Birds again"}`)
	if w := s.ask("GET", "/blob/s1/2/00000001/0", ""); w.Code != 410 {
		t.Errorf("after an id was written again: %d %s, want that it is stale", w.Code, w.Body)
	}
}
