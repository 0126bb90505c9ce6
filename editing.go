package main

import (
	"fmt"
	"path/filepath"
	"sync"

	"branchline/backend/session/edit"
)

// plansKept is how many plans are kept that were not applied, actsKept how many acts
// can be taken back.
const (
	plansKept = 32
	actsKept  = 200
)

// editing are the plans the page can have applied, and the acts it can take back.
type editing struct {
	mu    sync.Mutex
	last  int
	plans named[planned]
	acts  named[acted]
	wrote edit.Wrote
}

// planned is a plan for a session, by the handle it is open under.
type planned struct {
	session string
	*edit.Plan
	note *noteAct // of a note, which no session is written for
}

// acted is an act that can be taken back.
type acted struct {
	session string
	*edit.Done
	note *noteAct
	back bool // it took another act back
	told DoneAnswer
}

// of is the file that an act was done to.
func (d acted) of() string {
	if d.note != nil {
		return d.note.on.Path
	}
	return d.Path
}

// named keeps the newest of some things by names.
type named[T any] struct {
	names []string
	all   map[string]T
}

func (n *named[T]) add(name string, t T, most int) {
	if n.all == nil {
		n.all = map[string]T{}
	}
	n.names = append(n.names, name)
	n.all[name] = t
	for len(n.names) > most {
		delete(n.all, n.names[0])
		n.names = n.names[1:]
	}
}

func (n *named[T]) take(name string) (T, bool) {
	t, ok := n.all[name]
	delete(n.all, name)
	return t, ok
}

func (e *editing) keepPlan(p planned) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	name := fmt.Sprintf("p%d", e.last)
	e.plans.add(name, p, plansKept)
	return name
}

// keepAct keeps an act, and answers what the page is told of it with its name.
func (e *editing) keepAct(d acted) DoneAnswer {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	d.told.Undo = fmt.Sprintf("u%d", e.last)
	e.acts.add(d.told.Undo, d, actsKept)
	return d.told
}

// did has what was taken back in a session be done again no more: something else was
// done to it.
func (e *editing) did(session string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for name, d := range e.acts.all {
		if d.back && d.session == session {
			e.acts.take(name)
		}
	}
}

// steps are the acts that can be taken back or done again, the last one at the end.
func (e *editing) steps() []StepAnswer {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := []StepAnswer{}
	for _, name := range e.acts.names {
		if d, ok := e.acts.all[name]; ok {
			out = append(out, StepAnswer{Done: d.told, Session: d.session, Title: fileTitle(d.of()), Undone: d.back})
		}
	}
	return out
}

// fileTitle is what a session is called that is not open: by its file.
func fileTitle(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

func (e *editing) takePlan(name string) (planned, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.plans.take(name)
}

func (e *editing) act(name string) (acted, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	d, ok := e.acts.all[name]
	return d, ok
}

func (e *editing) forget(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.acts.take(name)
}
