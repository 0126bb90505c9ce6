package main

import "path/filepath"

// CommandLine answers what to type into a terminal to go on with an open session
// and to come back to a place in it.
func (a *App) CommandLine(r CommandLineRequest) (answer CommandLineAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (CommandLineAnswer, error) {
		if _, err := leafOf(o.Index(), r.Key); err != nil {
			return CommandLineAnswer{}, err
		}
		word, header := shellWord, o.Index().Header
		if a.env.OS == "windows" {
			word = powerShellWord
		}
		path := word(o.path)
		answer := CommandLineAnswer{Open: "branchline " + path, Resume: "pi --session " + path}
		if r.Key != "" {
			answer.Open += " --entry " + word(r.Key)
		}
		if header.Format == "runlog" {
			answer.Resume = "zot --resume " + path
		}
		if !filepath.IsAbs(header.Cwd) {
			return answer, nil
		}
		if a.env.OS == "windows" {
			answer.Resume = "Set-Location -LiteralPath " + word(header.Cwd) + "; if ($?) { " + answer.Resume + " }"
		} else {
			answer.Resume = "cd " + word(header.Cwd) + " && " + answer.Resume
		}
		return answer, nil
	})
}
