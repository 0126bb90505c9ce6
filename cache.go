package main

import (
	"slices"
	"sync"
)

// cache keeps the last few things that were worked out. Each is worked out
// once, also when several calls ask at the same time.
type cache[K comparable, V any] struct {
	size  int
	mu    sync.Mutex
	cells map[K]*cell[V]
	used  []K // oldest first
}

type cell[V any] struct {
	mu    sync.Mutex
	done  bool
	value V
}

// get answers what is kept under k, or makes it.
func (c *cache[K, V]) get(k K, make func() (V, error)) (V, error) {
	return c.renew(k, func(old V, ok bool) (V, error) {
		if ok {
			return old, nil
		}
		return make()
	})
}

// renew keeps and answers what change makes of what is kept under k; ok is false
// where nothing is.
func (c *cache[K, V]) renew(k K, change func(old V, ok bool) (V, error)) (V, error) {
	room := c.room(k)
	room.mu.Lock()
	defer room.mu.Unlock()
	old, ok := room.value, room.done
	room.done = false // also when change fails
	v, err := change(old, ok)
	if err == nil {
		room.value, room.done = v, true
	}
	return v, err
}

// take gives away what is kept under k when nobody uses it and it is as wanted.
func (c *cache[K, V]) take(k K, wanted func(V) bool) (v V, ok bool) {
	c.mu.Lock()
	room := c.cells[k]
	c.mu.Unlock()
	if room == nil || !room.mu.TryLock() {
		return v, false
	}
	defer room.mu.Unlock()
	if !room.done || !wanted(room.value) {
		return v, false
	}
	room.done = false
	c.drop(func(other K) bool { return other == k })
	return room.value, true
}

func (c *cache[K, V]) room(k K) *cell[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cells == nil {
		c.cells = map[K]*cell[V]{}
	}
	if at := slices.Index(c.used, k); at >= 0 {
		c.used = slices.Delete(c.used, at, at+1)
	}
	c.used = append(c.used, k)
	if len(c.used) > c.size {
		delete(c.cells, c.used[0])
		c.used = slices.Delete(c.used, 0, 1)
	}
	if c.cells[k] == nil {
		c.cells[k] = &cell[V]{}
	}
	return c.cells[k]
}

// drop lets go of everything whose key is named by gone.
func (c *cache[K, V]) drop(gone func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = slices.DeleteFunc(c.used, gone)
	for k := range c.cells {
		if gone(k) {
			delete(c.cells, k)
		}
	}
}
