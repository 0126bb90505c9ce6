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

func TestCacheGivesAwayWhatIsWantedAndNotInUse(t *testing.T) {
	c := cache[string, int]{size: 2}
	keep := func(k string, v int) {
		t.Helper()
		if got, err := c.get(k, func() (int, error) { return v, nil }); got != v || err != nil {
			t.Fatalf("%s is %d, %v, want %d", k, got, err, v)
		}
	}
	keep("a", 1)
	if _, ok := c.take("a", func(v int) bool { return v == 2 }); ok {
		t.Error("took what was not wanted")
	}
	if _, err := c.renew("a", func(v int, ok bool) (int, error) {
		if _, taken := c.take("a", func(int) bool { return true }); taken || v != 1 || !ok {
			t.Errorf("renew of %d, %v; taken in the middle of it: %v", v, ok, taken)
		}
		return v + 1, nil
	}); err != nil {
		t.Fatal(err)
	}
	if v, ok := c.take("a", func(int) bool { return true }); v != 2 || !ok {
		t.Errorf("took %d, %v, want 2", v, ok)
	}
	keep("a", 3) // it was gone
}

func TestCacheForgetsWhatCouldNotBeRenewed(t *testing.T) {
	c := cache[string, int]{size: 1}
	for _, failing := range []func(int, bool) (int, error){
		func(int, bool) (int, error) { return 0, errors.New("not now") },
		func(int, bool) (int, error) { panic("boom") },
	} {
		if _, err := c.get("a", func() (int, error) { return 1, nil }); err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() { _ = recover() }() // the panic is the test's own
			_, _ = c.renew("a", failing)
		}()
		if v, err := c.renew("a", func(_ int, ok bool) (int, error) {
			if ok {
				t.Error("half of it is kept")
			}
			return 7, nil
		}); v != 7 || err != nil {
			t.Errorf("got %d, %v", v, err)
		}
		c.drop(func(string) bool { return true })
	}
}
