package main

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCacheKeepsTheLastUsed(t *testing.T) {
	c := cache[string, int]{size: 2}
	made := 0
	get := func(k string) {
		t.Helper()
		if _, err := c.get(k, func() (int, error) { made++; return made, nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []string{"a", "b", "a", "c", "a", "b"} {
		get(k)
	}
	if made != 4 { // a, b, c, and b again
		t.Errorf("made %d times, want 4", made)
	}
	c.drop(func(k string) bool { return k == "b" })
	get("b")
	if made != 5 {
		t.Errorf("made %d times after a drop, want 5", made)
	}
}

func TestCacheMakesEachOnce(t *testing.T) {
	c := cache[int, int]{size: 4}
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if v, err := c.get(1, func() (int, error) { return int(made.Add(1)), nil }); v != 1 || err != nil {
				t.Errorf("got %d, %v", v, err)
			}
		})
	}
	wg.Wait()
}

func TestCacheKeepsNoErrorAndNoPanic(t *testing.T) {
	c := cache[int, int]{size: 1}
	if _, err := c.get(1, func() (int, error) { return 0, errors.New("not now") }); err == nil {
		t.Error("the error is lost")
	}
	func() {
		defer func() { _ = recover() }() // the panic is the test's own
		_, _ = c.get(1, func() (int, error) { panic("boom") })
	}()
	if v, err := c.get(1, func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}
