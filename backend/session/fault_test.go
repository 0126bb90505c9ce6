package session_test

import (
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

func TestEveryErrorIsOfOneKind(t *testing.T) {
	var got session.Faults
	for _, it := range []session.Item{
		{Kind: session.ItemCall, Error: true}, {Kind: session.ItemCall, Error: true}, {Kind: session.ItemCall},
		{Kind: session.ItemBash, Error: true}, {Kind: session.ItemReply, Error: true}, {Kind: session.ItemReply},
		{Kind: session.ItemThinking, Error: true}, {Kind: session.ItemCall, Error: true, Inherited: true},
	} {
		got.Count(&it)
	}
	if diff := cmp.Diff(session.Faults{Calls: 2, Commands: 1, Replies: 2, Inherited: 1}, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	want := []string{"2 failed calls", "1 failed $ command", "2 error replies", "1 error carried over from an earlier run"}
	if diff := cmp.Diff(want, got.Words()); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}
