package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"text/template"
)

// project is what the packages for Windows and macOS are made from.
type project struct {
	Name           string
	OutputFilename string `json:"outputfilename"`
	Info           struct {
		ProductName, ProductVersion, Copyright, Comments string
		FileAssociations                                 []struct{ Ext, Name, Description, IconName, Role string }
	}
}

func readProject(t *testing.T) project {
	t.Helper()
	b, err := os.ReadFile("wails.json")
	if err != nil {
		t.Fatal(err)
	}
	var p project
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPackagesTellTheVersionOfTheProgram(t *testing.T) {
	if p := readProject(t); p.Info.ProductVersion != version {
		t.Errorf("wails.json says version %q, want %q", p.Info.ProductVersion, version)
	}
}

func TestOnlyTheNameOfItsOwnBelongsToTheProgram(t *testing.T) {
	p := readProject(t)
	for _, a := range p.Info.FileAssociations {
		if a.Ext != "pisession" {
			t.Errorf("wails.json takes the files named .%s from other programs", a.Ext)
		}
		if _, err := os.Stat("build/" + a.IconName + ".png"); err != nil {
			t.Errorf("the icon of .%s: %v", a.Ext, err)
		}
	}
	types, err := os.ReadFile("build/linux/branchline.xml")
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Types []struct {
			Name  string `xml:"type,attr"`
			Globs []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal(types, &claims); err != nil {
		t.Fatal(err)
	}
	entry, err := os.ReadFile("build/linux/branchline.desktop")
	if err != nil {
		t.Fatal(err)
	}
	opens := "MimeType="
	for _, c := range claims.Types {
		opens += c.Name + ";"
		for _, g := range c.Globs {
			if g.Pattern != "*.pisession" {
				t.Errorf("%s takes the files named %s from other programs", c.Name, g.Pattern)
			}
		}
	}
	if !strings.Contains(string(entry), "\n"+opens+"\n") {
		t.Errorf("the menu entry does not say that it opens just the types of branchline.xml: %s", opens)
	}
}

func TestThePropertyListOfMacOSIsWhole(t *testing.T) {
	text, err := os.ReadFile("build/darwin/Info.plist")
	if err != nil {
		t.Fatal(err)
	}
	list, err := template.New("").Funcs(template.FuncMap{"safeBundleID": strings.ToLower}).Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := list.Execute(&b, readProject(t)); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	owned, shared := "<string>com.wails.branchline.pisession</string>", "<string>jsonl</string>"
	if strings.Count(b.String(), owned) != 2 || strings.Count(b.String(), shared) != 1 || strings.Count(b.String(), "<string>Alternate</string>") != 1 {
		t.Errorf("it does not declare .pisession as its own and .jsonl as one it can open too:\n%s", b.String())
	}
}
