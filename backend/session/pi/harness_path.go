package pi

import (
	"context"
	"errors"
	"slices"

	"branchline/backend/session"
)

// PathToRootOrCompaction returns the entries from which the context at leaf is
// made; see HarnessStorage. A loop is HarnessInvalidSession, as its entries have
// no root.
func (l *harnessLog) PathToRootOrCompaction(ctx context.Context, leaf *string) ([]Record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(ctx); err != nil || leaf == nil {
		return []Record{}, err
	}
	p, err := l.find(*leaf)
	if err != nil {
		return nil, err
	}
	path, stop := []Record{}, ""
	for x := l.s.x; ; p = x.At(p).Parent {
		r, err := l.record(p)
		if err != nil {
			return nil, err
		}
		if path = append(path, r); stop != "" && r.ID() == stop {
			break
		}
		if x.At(p).Kind == session.KindCompaction {
			if retains(r) {
				break
			}
			stop = r.Text("firstKeptEntryId")
		}
		if id := x.MissingParent(p); id != "" {
			return nil, harnessError(HarnessInvalidSession, "Entry %s not found", id)
		}
		if x.At(p).Has(session.Looped) {
			return nil, harnessError(HarnessInvalidSession, "Entry %s follows itself", r.ID())
		}
		if x.At(p).Parent == session.None {
			break
		}
	}
	slices.Reverse(path)
	return path, nil
}

// truthy tells whether JavaScript takes a JSON value for true.
func truthy(value []byte) bool { return value[0] == '{' || !falsy(value) }

// EntriesToFork returns what a fork of a session takes (pi-agent-core 0.81.1,
// getEntriesToFork): all entries when none is named, else the path to the prompt
// before which the fork is cut, or to the entry it keeps last. Entries keep their
// ids and parents, so a fork that is cut at a compaction begins with one whose
// parent is missing. What cannot be forked at is HarnessInvalidForkTarget.
func EntriesToFork(ctx context.Context, source HarnessStorage, entryID string, at bool) ([]Record, error) {
	if entryID == "" {
		return source.Entries(ctx, HarnessCursor{})
	}
	entry, err := source.Entry(ctx, entryID)
	if errors.Is(err, HarnessNotFound) {
		return nil, harnessError(HarnessInvalidForkTarget, "Entry %s not found", entryID)
	}
	if err != nil {
		return nil, err
	}
	if at {
		return source.PathToRootOrCompaction(ctx, &entryID)
	}
	message, ok := entry.Message()
	if !ok || entry.Type() != "message" || message.Role() != "user" {
		return nil, harnessError(HarnessInvalidForkTarget, "Entry %s is not a user message", entryID)
	}
	parent, ok := entry.ParentID()
	if !ok {
		return source.PathToRootOrCompaction(ctx, nil)
	}
	return source.PathToRootOrCompaction(ctx, &parent)
}
