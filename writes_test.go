package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayWrite are the files that may change the file system, with the functions
// they may use for it. Session bytes are written by jsonl alone.
var mayWrite = map[string][]string{
	"backend/session/jsonl/append.go":        {"os.OpenFile"},
	"backend/session/jsonl/create.go":        {"os.MkdirAll", "os.CreateTemp", "os.Remove", "os.Link", "os.OpenFile", "os.Rename"},
	"backend/session/jsonl/reserve_linux.go": {"syscall.Fallocate"},         // room for a line, not its bytes
	"backend/session/jsonl/sweep.go":         {"os.Remove", "os.RemoveAll"}, // what is left of files that were being made
	"backend/session/jsonl/replace.go":       {"os.Rename"},                 // an upgrade of an old version, nothing else
	"backend/session/runlog/blob.go":         {"os.OpenRoot"},               // pictures and refused requests beside a log, never a log
	"backend/session/pi/harness_repo.go":     {"os.Remove"},                 // a repository deletes sessions when it is told to
	"backend/session/jsonl/folder.go":        {"os.MkdirAll", "os.MkdirTemp", "os.WriteFile", "os.Remove"},
	"backend/session/runlog/picture.go":      {"os.OpenRoot"}, // to read without following links
	"backend/session/sessiontest/golden.go":  {"os.WriteFile"},
	"backend/session/export/secrets.go":      {"os.RemoveAll"}, // a masked copy, gone when what is made of it is there
	"backend/session/convert/blobs.go":       {"os.Remove"},    // of the pictures it made itself, when their log could not be made
	"backend/trash/trash.go":                 {"os.Link", "os.Rename", "os.Remove", "os.MkdirAll"},
	"backend/trash/freedesktop.go":           {"os.OpenFile", "os.Rename", "os.Remove", "os.MkdirAll"},
	"app_settings.go":                        {"os.MkdirAll", "os.CreateTemp", "os.Rename", "os.Remove"},
	"notes.go":                               {"os.MkdirAll", "os.Rename", "os.Remove"},
	"instance_unix.go":                       {"os.MkdirAll", "os.OpenFile", "os.Remove"},
	"cli_demo.go":                            {"os.MkdirTemp", "os.RemoveAll"},
	"job.go":                                 {"os.RemoveAll"}, // of what a browser downloads
	"samples.go":                             {"os.MkdirTemp", "os.MkdirAll", "os.Chtimes", "os.RemoveAll"},
}

// writing are the functions that change the file system. OpenFile does when its
// flags are any but those of readFlags.
var writing = map[string][]string{
	"os": {
		"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp",
		"OpenFile", "OpenInRoot", "OpenRoot", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
	},
	"syscall": {
		"Creat", "Fallocate", "Ftruncate", "Link", "Linkat", "Mkdir", "Mkdirat", "Mkfifo", "Mknod", "Open", "Openat", "Rename", "Renameat",
		"Rmdir", "Symlink", "Truncate", "Unlink", "Unlinkat", "Write", "Pwrite", "Utimes", "UtimesNano", "Chmod", "Fchmod",
	},
	"ioutil": {"WriteFile", "TempFile", "TempDir"},
	"unix":   {"Open", "Openat", "Creat", "Rename", "Renameat", "Renameat2", "Unlink", "Unlinkat", "Truncate", "Ftruncate", "Link", "Linkat", "Write", "Pwrite"},
}

var readFlags = []string{"os.O_RDONLY", "syscall.O_RDONLY", "syscall.O_NONBLOCK", "syscall.O_NOFOLLOW", "syscall.O_CLOEXEC", "0"}

// asking are the functions that ask the environment; package paths does it for all.
var asking = map[string][]string{
	"os":      {"Environ", "ExpandEnv", "Getenv", "Getwd", "LookupEnv", "TempDir", "UserCacheDir", "UserConfigDir", "UserHomeDir"},
	"syscall": {"Environ", "Getenv", "Getwd"},
}

// mayAsk are the files that may ask the environment all the same.
var mayAsk = map[string][]string{
	"window.go": {"os.LookupEnv"}, // for the toolkit, not for a path
}

func TestSessionsAreWrittenInOnePlaceOnly(t *testing.T) {
	everySource(t, func(path string) ([]string, error) { return writes(path, nil, mayWrite[path]) })
}

func TestTheEnvironmentIsAskedInOnePlaceOnly(t *testing.T) {
	everySource(t, func(path string) ([]string, error) {
		if strings.HasPrefix(path, "backend/paths/") {
			return nil, nil
		}
		return uses(path, nil, asking, mayAsk[path], "only package paths asks the environment")
	})
}

// everySource wants no complaint about any source file of the module but tests
// and scripts.
func everySource(t *testing.T, complaints func(path string) ([]string, error)) {
	t.Helper()
	checked := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || path == "frontend" || path == "scripts") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		checked++
		sentences, err := complaints(filepath.ToSlash(path))
		for _, s := range sentences {
			t.Error(s)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 20 {
		t.Errorf("looked at %d files, want all of the module", checked)
	}
}

// writes says in a sentence each where a source file uses a function that
// changes the file system and is not allowed to it.
func writes(path string, source any, allowed []string) ([]string, error) {
	return uses(path, source, writing, allowed, "sessions are written by jsonl only, and nothing else writes without being in the table of writers")
}

// uses says in a sentence each where a source file uses one of some functions,
// named by package, and is not allowed to it.
func uses(path string, source any, functions map[string][]string, allowed []string, rule string) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	packages := map[string]string{} // the name in this file → the package's own
	for _, spec := range file.Imports {
		of, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		own := of[strings.LastIndex(of, "/")+1:]
		if functions[own] == nil {
			continue
		}
		local := own
		if spec.Name != nil {
			local = spec.Name.Name
		}
		packages[local] = own
	}
	var sentences []string
	say := func(at token.Pos, what string) {
		sentences = append(sentences, fmt.Sprintf("%s uses %s: %s", files.Position(at), what, rule))
	}
	if own, dot := packages["."]; dot {
		say(file.Pos(), "package "+own+" without its name")
	}
	reads := map[ast.Node]bool{} // calls of OpenFile that only read
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 {
			return true
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "OpenFile" && onlyReads(call.Args[1]) {
			reads[s] = true
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || reads[s] {
			return true
		}
		from, ok := s.X.(*ast.Ident)
		if !ok || !slices.Contains(functions[packages[from.Name]], s.Sel.Name) {
			return true
		}
		if what := packages[from.Name] + "." + s.Sel.Name; !slices.Contains(allowed, what) {
			say(s.Pos(), what)
		}
		return true
	})
	return sentences, nil
}

// onlyReads tells whether flags are nothing but known flags of reading.
func onlyReads(flags ast.Expr) bool {
	switch f := flags.(type) {
	case *ast.BinaryExpr:
		return f.Op == token.OR && onlyReads(f.X) && onlyReads(f.Y)
	case *ast.ParenExpr:
		return onlyReads(f.X)
	case *ast.SelectorExpr:
		from, ok := f.X.(*ast.Ident)
		return ok && slices.Contains(readFlags, from.Name+"."+f.Sel.Name)
	case *ast.BasicLit:
		return f.Value == "0"
	}
	return false
}

func TestWritesAreFound(t *testing.T) {
	for _, c := range []struct{ name, imports, body, want string }{
		{"reading", `"os"`, `os.Open("x"); os.ReadFile("x"); os.OpenFile("x", os.O_RDONLY, 0)`, ""},
		{"reading without waiting", `"os"; "syscall"`, `os.OpenFile("x", os.O_RDONLY|syscall.O_NONBLOCK, 0)`, ""},
		{"creating", `"os"`, `os.Create("x")`, "os.Create"},
		{"opening for writing", `"os"`, `os.OpenFile("x", os.O_RDONLY|os.O_APPEND, 0)`, "os.OpenFile"},
		{"flags from elsewhere", `"os"`, `os.OpenFile("x", flags, 0)`, "os.OpenFile"},
		{"under another name", `sys "os"`, `sys.WriteFile("x", nil, 0)`, "os.WriteFile"},
		{"without a name", `. "os"`, `Create("x")`, "package os without its name"},
		{"as a value", `"os"`, `f := os.Rename; f("x", "y")`, "os.Rename"},
		{"a system call", `"syscall"`, `syscall.Unlink("x")`, "syscall.Unlink"},
		{"another package of that name", `"example.org/x"`, `x.Create("x")`, ""},
		{"allowed", `"os"`, `os.Remove("x")`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "package p\nimport (" + c.imports + ")\nfunc f() {" + c.body + "}\n"
			got, err := writes("p.go", source, []string{"os.Remove"})
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], " uses "+c.want+":")) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
