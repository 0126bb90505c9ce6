package main

import (
	"fmt"
	"strings"

	"branchline/backend/session"
)

// listsKeys says where a key can be looked up.
const listsKeys = "branchline tree FILE --json lists all keys"

// findKey finds an entry by its key or a unique beginning of it.
func findKey(x *session.Index, key string) (session.Pos, error) {
	if p, ok := x.Lookup(key); ok {
		return p, nil
	}
	var found []session.Pos
	for i := range x.Entries {
		if key != "" && strings.HasPrefix(x.Entries[i].Key, key) {
			found = append(found, session.Pos(i))
		}
	}
	switch len(found) {
	case 0:
		return session.None, fmt.Errorf("no entry has the key %q; %s", key, listsKeys)
	case 1:
		return found[0], nil
	}
	names := make([]string, 0, 4)
	for _, p := range found[:min(len(found), 3)] {
		names = append(names, x.Key(p))
	}
	if len(found) > 3 {
		names = append(names, "…")
	}
	return session.None, fmt.Errorf("the key %q could be any of %d entries: %s; %s", key, len(found), strings.Join(names, ", "), listsKeys)
}

// leafOf finds the leaf a call names; "" is the suggested one.
func leafOf(x *session.Index, key string) (session.Pos, error) {
	if key == "" {
		return x.Suggested, nil
	}
	p, ok := x.Lookup(key)
	if !ok {
		return session.None, faultf(kindNotFound, "the session has no entry %q", key)
	}
	return p, nil
}
