package sessiontest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Names checks the table of names in the doc of the package in folder dir, which
// says what the package calls that another one is known for, and returns it:
// their names to ours. The table is the indented block behind the heading
// "# Names" with two columns, parted by two spaces or more, and a line of
// titles. Ours is a package-level name, or a method or field as in "Type.Name".
//
// It fails when a name of ours is not there, not exported or not documented.
func Names(t testing.TB, dir string) map[string]string {
	t.Helper()
	files, err := parsed(dir)
	if err != nil {
		t.Fatal(err)
	}
	doc, docs := "", map[string]bool{}
	for _, f := range files {
		doc += f.Doc.Text()
		documented(f, docs)
	}
	names, sentences := table(doc, docs)
	for _, s := range sentences {
		t.Error(s)
	}
	return names
}

// table reads the names of a package's doc, and says in a sentence each what is
// wrong with them. docs tells of every name whether it is documented.
func table(doc string, docs map[string]bool) (names map[string]string, sentences []string) {
	names = map[string]string{}
	_, block, found := strings.Cut(doc, "\n# Names\n")
	if !found {
		return names, []string{`the doc has no heading "# Names"`}
	}
	titles := true
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "# ") {
			break
		}
		if !strings.HasPrefix(line, "\t") {
			continue
		}
		if titles {
			titles = false
			continue
		}
		theirs, ours, two := strings.Cut(strings.TrimSpace(line), "  ")
		ours = strings.TrimSpace(ours)
		has, known := docs[ours]
		switch {
		case !two || strings.ContainsAny(ours, " \t"):
			sentences = append(sentences, fmt.Sprintf("the line %q of the table has not two columns", strings.TrimSpace(line)))
		case names[theirs] != "":
			sentences = append(sentences, theirs+" stands twice in the table")
		case !known:
			sentences = append(sentences, fmt.Sprintf("%s is said to be %s, which is no exported name of the package", theirs, ours))
		case !has:
			sentences = append(sentences, fmt.Sprintf("%s is said to be %s, which has no doc comment", theirs, ours))
		}
		names[theirs] = ours
	}
	if len(names) == 0 {
		sentences = append(sentences, `there is no table behind "# Names"`)
	}
	return names, sentences
}

// parsed reads the source files of a package as they are built here, without tests.
func parsed(dir string) ([]*ast.File, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	set := token.NewFileSet()
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// documented adds the exported names of a file to docs, and whether each has a
// comment of its own.
func documented(f *ast.File, docs map[string]bool) {
	add := func(name string, comments ...*ast.CommentGroup) {
		for part := range strings.SplitSeq(name, ".") {
			if !ast.IsExported(part) {
				return
			}
		}
		for _, c := range comments {
			docs[name] = docs[name] || c.Text() != ""
		}
	}
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			name := fn.Name.Name
			if fn.Recv != nil {
				name = receiver(fn.Recv.List[0].Type) + "." + name
			}
			add(name, fn.Doc)
			continue
		}
		general, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		whole := general.Doc // of a declaration without parentheses
		if general.Lparen.IsValid() {
			whole = nil
		}
		for _, spec := range general.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					add(n.Name, whole, s.Doc, s.Comment)
				}
			case *ast.TypeSpec:
				add(s.Name.Name, whole, s.Doc, s.Comment)
				for _, m := range members(s.Type) {
					for _, n := range m.Names {
						add(s.Name.Name+"."+n.Name, m.Doc, m.Comment)
					}
				}
			}
		}
	}
}

// members are the fields of a struct or the methods of an interface.
func members(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}

// receiver is the name of a method's type.
func receiver(t ast.Expr) string {
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}
