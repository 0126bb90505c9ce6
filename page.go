package main

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:frontend/dist
var dist embed.FS

// page is the built frontend. Where it was not built, the placeholder stands in
// as its index and says how to build it.
func page() fs.FS {
	sub, err := fs.Sub(dist, "frontend/dist")
	if err != nil { // the folder is part of the program
		panic(err)
	}
	if _, err := fs.Stat(sub, "index.html"); errors.Is(err, fs.ErrNotExist) {
		return unbuilt{sub}
	}
	return sub
}

type unbuilt struct{ fs.FS }

// Open opens the placeholder in place of the index.
func (u unbuilt) Open(name string) (fs.File, error) {
	if name == "index.html" {
		name = "placeholder.html"
	}
	return u.FS.Open(name)
}

// withShell puts the script that stands in for the window's bridge before the
// page's own, which is a module and so runs after the whole page was read. A
// placeholder has no head and needs none.
func withShell(index []byte) []byte {
	const tag = `<script src="/shell.js"></script>`
	if at := bytes.Index(index, []byte("</head>")); at >= 0 {
		return bytes.Join([][]byte{index[:at], index[at:]}, []byte(tag))
	}
	return index
}
