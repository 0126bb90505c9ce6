package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport says which packages of this module and of others each package may
// import; the standard library is free to all. Packages are named from the
// module's top; "main" is the top itself.
var mayImport = map[string][]string{
	"backend/paths":               {},
	"backend/trash":               {"golang.org/x/sys/windows"},
	"backend/watch":               {"github.com/fsnotify/fsnotify", "golang.org/x/sys/unix"},
	"backend/session/jsonl":       {},
	"backend/session":             {"backend/session/jsonl"},
	"backend/session/pi":          {"backend/session", "backend/session/jsonl", "backend/paths", "github.com/google/uuid"},
	"backend/session/runlog":      {"backend/session", "backend/session/jsonl", "backend/paths"},
	"backend/session/convert":     {"backend/session", "backend/session/jsonl", "backend/session/pi", "backend/session/runlog"},
	"backend/session/formats":     {"backend/session", "backend/session/jsonl", "backend/session/pi", "backend/session/runlog"},
	"backend/session/graph":       {"backend/session"},
	"backend/session/outcome":     {"backend/session"},
	"backend/session/changes":     {"backend/session", "github.com/rogpeppe/go-internal/diff", "mvdan.cc/sh/v3/syntax"},
	"backend/session/contexts":    {"backend/session"},
	"backend/session/timeline":    {"backend/session", "backend/session/graph"},
	"backend/session/compare":     {"backend/session", "backend/session/outcome", "backend/session/changes"},
	"backend/session/live":        {"backend/session", "backend/session/jsonl", "backend/session/formats", "backend/watch"},
	"backend/session/library":     {"backend/session", "backend/session/jsonl", "backend/session/formats", "backend/session/outcome", "backend/watch", "backend/paths"},
	"backend/session/edit":        {"backend/session", "backend/session/jsonl", "backend/session/formats", "backend/session/pi", "backend/paths", "backend/trash"},
	"backend/session/secrets":     {"backend/session", "backend/session/jsonl", "github.com/BobuSumisu/aho-corasick", "github.com/pelletier/go-toml/v2", "golang.org/x/net/idna", "golang.org/x/net/publicsuffix"},
	"backend/session/export":      {"backend/session", "backend/session/jsonl", "backend/session/secrets", "backend/session/pi", "backend/session/convert", "backend/session/timeline", "backend/session/graph", "backend/session/outcome", "backend/session/changes", "backend/session/compare", "frontend/src/styles", "github.com/yuin/goldmark", "github.com/yuin/goldmark/ast", "github.com/yuin/goldmark/extension", "github.com/yuin/goldmark/extension/ast", "github.com/yuin/goldmark/renderer", "github.com/yuin/goldmark/text", "github.com/yuin/goldmark/util"},
	"backend/session/sessiontest": {"backend/session", "backend/session/jsonl", "backend/session/formats", "backend/session/pi", "backend/session/runlog", "github.com/google/go-cmp/cmp", "pgregory.net/rapid"},
	"backend/demo":                {"backend/session/pi", "backend/session/runlog"},
	"main":                        {"*"},

	"backend/session/pi/conformance": {}, // tests only
}

const module = "branchline"

// listed is what go list says about a package.
type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func TestPackagesImportInOneDirection(t *testing.T) {
	var all []listed
	for _, tags := range []string{"", "desktop,production"} {
		all = append(all, goList(t, tags)...)
	}
	for _, sentence := range forbidden(all, mayImport) {
		t.Error(sentence)
	}
	if len(all) < 4 {
		t.Errorf("go list answered %d packages, want all of the module", len(all))
	}
}

func goList(t *testing.T, tags string) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports", "-tags", tags, ".", "./backend/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// forbidden says in a sentence each what is imported against the table.
func forbidden(all []listed, table map[string][]string) []string {
	var sentences []string
	for _, p := range all {
		name := short(p.ImportPath)
		allowed, known := table[name]
		if !known {
			sentences = append(sentences, fmt.Sprintf("the package %s is not in the table of imports: say what it may import", name))
			continue
		}
		for _, path := range p.Imports {
			if standard(path) || slices.Contains(allowed, "*") || slices.Contains(allowed, short(path)) {
				continue
			}
			sentences = append(sentences, fmt.Sprintf("%s imports %s: it may import %s; move the type down instead", name, short(path), listOf(allowed)))
		}
	}
	return sentences
}

func short(path string) string {
	if path == module {
		return "main"
	}
	return strings.TrimPrefix(path, module+"/")
}

// standard tells a package of the standard library: its first part has no dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first != module && !strings.Contains(first, ".")
}

func listOf(allowed []string) string {
	if len(allowed) == 0 {
		return "the standard library only"
	}
	return strings.Join(allowed, ", ") + " and the standard library"
}

func TestForbiddenImportsAreNamed(t *testing.T) {
	table := map[string][]string{"backend/low": {}, "backend/high": {"backend/low"}, "main": {"*"}}
	for _, c := range []struct {
		name string
		p    listed
		want string
	}{
		{"the standard library", listed{ImportPath: "branchline/backend/low", Imports: []string{"os", "encoding/json"}}, ""},
		{"downwards", listed{ImportPath: "branchline/backend/high", Imports: []string{"branchline/backend/low"}}, ""},
		{"the top imports all", listed{ImportPath: "branchline", Imports: []string{"branchline/backend/high", "example.org/x"}}, ""},
		{"upwards", listed{ImportPath: "branchline/backend/low", Imports: []string{"branchline/backend/high"}},
			"backend/low imports backend/high: it may import the standard library only; move the type down instead"},
		{"the top", listed{ImportPath: "branchline/backend/high", Imports: []string{"branchline"}},
			"backend/high imports main: it may import backend/low and the standard library; move the type down instead"},
		{"a library", listed{ImportPath: "branchline/backend/low", Imports: []string{"example.org/x"}},
			"backend/low imports example.org/x: it may import the standard library only; move the type down instead"},
		{"an unknown package", listed{ImportPath: "branchline/backend/util"},
			"the package backend/util is not in the table of imports: say what it may import"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(forbidden([]listed{c.p}, table), "\n"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
