//go:build linux

package changes_test

import (
	"strings"
	"testing"

	"branchline/backend/session/changes"
)

var textScripts = []script{
	{name: "odd names", files: map[string]string{"grüße.txt": "hallo\n", "with space.txt": "a\n"}, steps: func(s *sandbox) {
		s.read("grüße.txt")
		s.edit("grüße.txt", "hallo", "servus")
		s.write("日本/ファイル.txt", "こんにちは\n")
		s.write("a \"quoted\" name.txt", "q\n")
		s.read("with space.txt")
		s.bash("mv 'with space.txt' \"with more space.txt\"")
		s.bash("echo x > 'it'\\''s.txt'")
		s.edit("with more space.txt", "a", "b")
	}},
	{name: "CR LF", files: map[string]string{"dos.txt": "one\r\ntwo\r\nthree\r\n"}, steps: func(s *sandbox) {
		s.read("dos.txt")
		s.edit("dos.txt", "two", "2\n2.5")
		s.write("new.txt", "a\r\nb\r\n")
	}},
	{name: "reads only after it edited", files: map[string]string{"a.go": code, "dos.txt": "one\r\ntwo\r\nthree"}, steps: func(s *sandbox) {
		s.edit("a.go", "a + b", "b + a")
		s.edit("a.go", "package shop", "package store")
		s.edit("dos.txt", "two", "2\n2.5")
		s.read("a.go")
		s.read("dos.txt")
		s.bash("mv a.go b.go")
	}, doubtful: []string{"dos.txt"}, check: func(t *testing.T, c *changes.Changes) {
		for _, f := range c.Files {
			if !f.Whole {
				t.Errorf("%s is not wholly known", f.Path)
			}
		}
	}},
	{name: "edits what it read in part", files: map[string]string{"dos.txt": strings.Repeat("one\r\n", 20) + "two\r\n" + strings.Repeat("three\r\n", 20), "a.go": code}, steps: func(s *sandbox) {
		s.peek("dos.txt", 10)
		s.edit("dos.txt", "two", "2\n2.5")
		s.peek("a.go", 3)
		s.edit("a.go", "a + b", "b + a")
	}},
	{name: "no line feed at the end", files: map[string]string{"a.txt": "one\ntwo", "b.txt": "one\ntwo"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.edit("a.txt", "two", "2")
		s.write("c.txt", "no end")
		s.read("b.txt")
		s.bash("printf 'three' >> b.txt")
	}},
	{name: "back to what it was", files: map[string]string{"a.go": code}, steps: func(s *sandbox) {
		s.read("a.go")
		s.edit("a.go", "a + b", "b + a")
		s.edit("a.go", "b + a", "a + b")
		s.write("x.txt", "x\n")
	}},
	{name: "modes", files: map[string]string{"run.sh": "#!/bin/sh\n"}, steps: func(s *sandbox) {
		s.bash("chmod +x run.sh")
		s.write("new.sh", "#!/bin/sh\n")
		s.bash("chmod 755 new.sh")
	}},
	{name: "truncates and empties", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.read("b.txt")
		s.read("c.txt")
		s.bash("> a.txt; truncate -s 0 b.txt; cp /dev/null c.txt")
	}},
	{name: "swaps two files", files: map[string]string{"a.txt": "one\n", "b.txt": "two\n"}, steps: func(s *sandbox) {
		s.read("a.txt")
		s.read("b.txt")
		s.bash("mv a.txt t && mv b.txt a.txt && mv t b.txt")
	}},
}
