package main

import "sync"

// event is what Go tells the page without being asked. Payloads are small: the
// page asks for what it shows.
type event struct {
	Name    string `json:"name"`
	Payload any    `json:"payload"`
}

// hub hands events to every page that listens. One that does not keep up is
// dropped; it comes back by itself and asks again.
type hub struct {
	mu        sync.Mutex
	listeners map[chan event]bool
	closed    bool
}

func (h *hub) listen() (events chan event, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.listeners) >= 64 {
		return nil, false
	}
	if h.listeners == nil {
		h.listeners = map[chan event]bool{}
	}
	c := make(chan event, 64)
	h.listeners[c] = true
	return c, true
}

func (h *hub) leave(c chan event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners[c] {
		delete(h.listeners, c)
		close(c)
	}
}

func (h *hub) emit(e event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.listeners {
		select {
		case c <- e:
		default:
			delete(h.listeners, c)
			close(c)
		}
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for c := range h.listeners {
		close(c)
	}
	clear(h.listeners)
}
