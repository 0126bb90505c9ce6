package timeline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/sessiontest"
)

func TestAWholeRowIsTheRowOfItsPageWithAllOfItsBody(t *testing.T) {
	long := strings.Repeat("x", MaxBody+1)
	s := sessiontest.New(t, "a - user \""+long+"\"\nb . assistant \"short\"\n")
	b := Of(s, s.Index().Leaf)
	page, err := b.Page(0, MaxRows)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range page.Rows {
		r, body, err := b.Whole(i)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("row %d (-page +whole):\n%s", i, diff)
		}
		if len(body.Text) != r.BodyBytes {
			t.Errorf("row %d has a body of %d bytes, want %d", i, len(body.Text), r.BodyBytes)
		}
		bare := b.Bare(i)
		if bare.Body != "" || bare.Entry != r.Entry || bare.Turn != r.Turn || bare.Context != r.Context {
			t.Errorf("bare row %d is %+v, want entry, turn and context of %+v", i, bare, r)
		}
	}
}
