package sessiontest

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTablesOfNamesAreHeldToTheSource(t *testing.T) {
	const source = `package p

// A is a type.
type A struct {
	B int // a field
	C int
}

// D is a method.
func (a *A) D() {}

func E() {}

func f() {}

const (
	G = 1 // a constant
	H = 2
)

// I is a variable.
var I int
`
	for _, c := range []struct {
		name, rows string
		want       map[string]string
		says       []string
	}{
		{"all there", "x.A    A\n\tx.A.B  A.B\n\tx.D    A.D\n\tx.G    G\n\tx.I    I", map[string]string{"x.A": "A", "x.A.B": "A.B", "x.D": "A.D", "x.G": "G", "x.I": "I"}, nil},
		{"not there", "x.Z  Z", map[string]string{"x.Z": "Z"}, []string{"x.Z is said to be Z, which is no exported name of the package"}},
		{"not exported", "x.F  f", map[string]string{"x.F": "f"}, []string{"x.F is said to be f, which is no exported name of the package"}},
		{"function without doc", "x.E  E", map[string]string{"x.E": "E"}, []string{"x.E is said to be E, which has no doc comment"}},
		{"field without doc", "x.C  A.C", map[string]string{"x.C": "A.C"}, []string{"x.C is said to be A.C, which has no doc comment"}},
		{"constant without doc", "x.H  H", map[string]string{"x.H": "H"}, []string{"x.H is said to be H, which has no doc comment"}},
		{"twice", "x.A  A\n\tx.A  A.B", map[string]string{"x.A": "A.B"}, []string{"x.A stands twice in the table"}},
		{"one column", "x.A A", map[string]string{"x.A A": ""}, []string{`the line "x.A A" of the table has not two columns`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			names, says := checked(t, source, "P is one.\n\n# Names\n\nThey are:\n\n\ttheirs  ours\n\t"+c.rows+"\n\n# More\n\n\tno  row\n")
			if diff := cmp.Diff(c.want, names); diff != "" {
				t.Errorf("names -want +got\n%s", diff)
			}
			if diff := cmp.Diff(c.says, says); diff != "" {
				t.Errorf("says -want +got\n%s", diff)
			}
		})
	}
	for _, doc := range []string{"P is one.\n", "P is one.\n\n# Names\n\nnone\n"} {
		if _, says := checked(t, source, doc); len(says) != 1 || !strings.Contains(says[0], "# Names") {
			t.Errorf("%q says %q, want what is missing", doc, says)
		}
	}
}

func checked(t *testing.T, source, doc string) (map[string]string, []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]bool{}
	documented(f, docs)
	return table(doc, docs)
}
