package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"branchline/backend/paths"
)

// first claims the window for the test and gathers what is handed over to it.
func first(t *testing.T, dir string) chan handover {
	t.Helper()
	own, err := claim(dir, handover{})
	if own == nil || err != nil {
		t.Fatalf("claim = %v, %v, want the window", own, err)
	}
	t.Cleanup(func() {
		if err := own.close(); err != nil {
			t.Error(err)
		}
	})
	got := make(chan handover, 100)
	go own.serve(func(h handover) { got <- h })
	return got
}

func TestASecondStartHandsItsFilesOver(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	got := first(t, dir)
	want := handover{Files: []string{"/tmp/a b.jsonl", "/tmp/ü\nnewline.jsonl"}, Entry: "e1"}
	if own, err := claim(dir, want); own != nil || err != nil {
		t.Fatalf("claim = %v, %v, want that the first takes the files", own, err)
	}
	if h := <-got; !slices.Equal(h.Files, want.Files) || h.Entry != want.Entry {
		t.Errorf("handed over %+v, want %+v", h, want)
	}
}

func TestTenStartsAtOnceGiveOneWindowAndLoseNoFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	const starts = 10
	var wg sync.WaitGroup
	got, owners := make(chan string, starts), make(chan *instance, starts)
	for i := range starts {
		file := fmt.Sprintf("/tmp/%d.jsonl", i)
		wg.Go(func() {
			own, err := claim(dir, handover{Files: []string{file}})
			if err != nil {
				t.Errorf("claim: %v", err)
			}
			if own != nil {
				owners <- own
				got <- file
				go own.serve(func(h handover) { got <- h.Files[0] })
			}
		})
	}
	wg.Wait()
	opened := map[string]bool{}
	for range starts {
		opened[<-got] = true
	}
	if len(opened) != starts || len(owners) != 1 {
		t.Errorf("%d windows with the files %v, want 1 with all %d", len(owners), opened, starts)
	}
	close(owners)
	for own := range owners {
		if err := own.close(); err != nil {
			t.Error(err)
		}
	}
}

func TestTheWindowOfAProgramThatIsGoneIsTakenAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	gone, err := claim(dir, handover{})
	if err != nil {
		t.Fatal(err)
	}
	gone.listener.(*net.UnixListener).SetUnlinkOnClose(false) // as after a crash
	if err := gone.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, socketName)); err != nil {
		t.Fatalf("the socket was not left behind: %v", err)
	}
	first(t, dir)
}

func TestAProgramThatHangsHoldsAStartUpForTwoSecondsAtMost(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	hung, err := claim(dir, handover{}) // nobody serves
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := hung.close(); err != nil {
			t.Error(err)
		}
	}()
	start := time.Now()
	own, err := claim(dir, handover{Files: []string{"/tmp/a"}})
	if own != nil || !errors.Is(err, errNoAnswer) {
		t.Errorf("claim = %v, %v, want errNoAnswer", own, err)
	}
	if took := time.Since(start); took > patience+time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestWhatArrivesAtTheSocketIsNotTrusted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	got := first(t, dir)
	for what, request := range map[string]string{
		"no JSON":         "GET / HTTP/1.1\n",
		"a relative path": `{"files":["../../etc/passwd"]}` + "\n",
		"an address":      `{"files":["https://example.org/"]}` + "\n",
		"too many files":  `{"files":["/a"` + strings.Repeat(`,"/a"`, mostFiles) + "]}\n",
		"too long":        `{"files":["/` + strings.Repeat("a", mostHandover) + `"]}` + "\n",
		"nothing":         "",
	} {
		c, err := net.Dial("unix", filepath.Join(dir, socketName))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write([]byte(request)) // a long one is cut off by the other side
		_ = c.(*net.UnixConn).CloseWrite()
		answer := make([]byte, 10)
		if n, _ := c.Read(answer); n > 0 {
			t.Errorf("%s: answered %q, want nothing", what, answer[:n])
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if own, err := claim(dir, handover{Files: []string{"/after"}}); own != nil || err != nil {
		t.Fatalf("afterwards claim = %v, %v", own, err)
	}
	if h := <-got; h.Files[0] != "/after" {
		t.Errorf("opened %v", h.Files)
	}
}

func TestTheCommandLineOfALaterStartIsReadFromItsFolder(t *testing.T) {
	env := paths.Env{OS: "linux", Dir: "/home/ada", Home: "/home/ada", Rules: paths.Unix}
	h, err := startedWith(env, []string{"./ü b.jsonl", "--entry", "e1", "/abs.jsonl"}, "/srv/shop")
	if want := []string{"/srv/shop/ü b.jsonl", "/abs.jsonl"}; err != nil || !slices.Equal(h.Files, want) || h.Entry != "e1" {
		t.Errorf("startedWith = %+v, %v, want the files %q at e1", h, err, want)
	}
	for what, args := range map[string][]string{
		"no such flag": {"--destroy", "a"},
	} {
		if h, err := startedWith(env, args, "/srv"); err == nil || len(h.Files) > 0 {
			t.Errorf("%s: startedWith = %+v, %v, want no file and why", what, h, err)
		}
	}
}

func TestAnyNumberOfFilesIsHandedOver(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	got := first(t, dir)
	for name, n := range map[string]int{"/%d": 2*mostFiles + 1, "/" + strings.Repeat("\x01", 4000) + "%d": 50} {
		want := handover{Entry: "e1"}
		for i := range n {
			want.Files = append(want.Files, fmt.Sprintf(name, i))
		}
		if own, err := claim(dir, want); own != nil || err != nil {
			t.Fatalf("claim = %v, %v, want that the first takes the files", own, err)
		}
		all := handover{}
		for len(all.Files) < len(want.Files) {
			h := <-got
			if len(all.Files) == 0 {
				all.Entry = h.Entry
			} else if h.Entry != "" {
				t.Errorf("a later portion opens at %q", h.Entry)
			}
			all.Files = append(all.Files, h.Files...)
		}
		if !slices.Equal(all.Files, want.Files) || all.Entry != want.Entry {
			t.Errorf("%d files at %q arrived, want the %d that were given, in their order, at %q", len(all.Files), all.Entry, len(want.Files), want.Entry)
		}
	}
}

func TestProgramsThatSayNothingKeepNobodyWaiting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	got := first(t, dir)
	for range 12 {
		c, err := net.Dial("unix", filepath.Join(dir, socketName))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }() // cut off by the other side, or not
	}
	if own, err := claim(dir, handover{Files: []string{"/a"}}); own != nil || err != nil {
		t.Fatalf("claim = %v, %v, want that the first takes the file", own, err)
	}
	if h := <-got; h.Files[0] != "/a" {
		t.Errorf("opened %v", h.Files)
	}
}
