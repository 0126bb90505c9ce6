package convert_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/formats"
	"branchline/backend/session/runlog"
)

// answered are messages without responses whose request is not there: no agent sends
// them.
func answered(messages []runlog.Message) (out []runlog.Message) {
	type key struct{ id, name, arguments string }
	open := map[key]int{}
	for _, m := range messages {
		if m.Activity != nil {
			k := key{m.Activity.ID, "", ""}
			if k.id == "" {
				k = key{"", m.Activity.Name, m.Activity.Arguments}
			}
			if m.Activity.Kind == "request" {
				open[k]++
			} else if open[k]--; open[k] < 0 {
				open[k] = 0
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// spelled are messages in comparable form: calls without ids get one of pi's.
func spelled(messages []runlog.Message) (out []runlog.Message) {
	for _, m := range answered(messages) {
		if m.Activity != nil {
			a := *m.Activity
			if a.ID == "" || strings.HasPrefix(a.ID, "L") {
				a.ID = "by line"
			}
			m.Activity = &a
		}
		out = append(out, m)
	}
	return out
}

func TestRunLogComesBackFromPi(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			t.Fatal(err)
		}
		path, conversation := drawRun(t, dir)
		l, f, err := formats.Open(testContext, path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		made, err := convert.ToPi(testContext, l, f, l.Index().Leaf, convert.Place{Dir: dir}, options())
		if err != nil {
			t.Fatal(err)
		}
		s, g, err := formats.Open(testContext, made.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if problems := s.Index().Problems; len(problems) > 0 {
			t.Fatal(problems)
		}
		back, err := convert.ToRunLog(testContext, s, g, s.Index().Leaf, convert.Place{Dir: dir}, options())
		if err != nil {
			t.Fatal(err)
		}
		again := valid(t, back.Path)
		before, err := runlog.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(spelled(conversation), spelled(before.Messages), results); diff != "" {
			t.Fatalf("the test's own conversation: -want +got\n%s", diff)
		}
		if diff := cmp.Diff(spelled(before.Messages), spelled(again.Messages), results); diff != "" {
			one, _ := os.ReadFile(path)
			two, _ := os.ReadFile(made.Path)
			three, _ := os.ReadFile(back.Path)
			t.Fatalf("-before +after\n%s\n%s\n%s\n%s", diff, one, two, three)
		}
		if diff := cmp.Diff(before.Result, again.Result); diff != "" {
			t.Fatalf("result: -before +after\n%s", diff)
		}
		end, ran := s.End(s.Index().Leaf, 0).State, l.End(l.Index().Leaf, 0)
		want, ended := ends[ran.State]
		if ran.Reason == "continuations" {
			want = session.Limit
		}
		if ended && end != want {
			t.Fatalf("ends %s, want %s", end, want)
		}
		if diff := cmp.Diff(before.Meta.Task, again.Meta.Task); diff != "" && before.Meta.Task != "" {
			t.Fatalf("task: -before +after\n%s", diff)
		}
	})
}

// results compares what tools gave back as the texts they are.
var results = cmp.Options{cmpopts.IgnoreFields(runlog.Activity{}, "Result"), cmpopts.EquateEmpty()}

// What a run log ends with is what the session ends with.
var ends = map[session.State]session.State{
	session.Finished: session.Finished, session.FailedState: session.Finished, session.Limit: session.Limit, session.Stuck: session.ErrorState,
	session.Cancelled: session.Cancelled, session.ErrorState: session.ErrorState,
}
