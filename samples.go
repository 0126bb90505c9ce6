package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"branchline/backend/session/jsonl"
)

// samples are sessions that come with the app, to look at when there are none.
//
//go:embed samples
var samples embed.FS

// samplesPrefix begins the name of the temporary folder of the samples.
const samplesPrefix = "branchline-samples-"

// unpackSamples writes the samples into a fresh folder of their own. In them
// {{SAMPLES}} stands for that folder.
func unpackSamples(temp string) (dir string, err error) {
	dir, err = os.MkdirTemp(temp, samplesPrefix)
	if err != nil {
		return "", fmt.Errorf("unpack the samples: %w", err)
	}
	quoted, err := json.Marshal(dir)
	if err != nil {
		return "", err
	}
	inJSON := bytes.Trim(quoted, `"`)
	err = fs.WalkDir(samples, "samples", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(name, "samples")))
		if d.IsDir() {
			return os.MkdirAll(to, 0o700)
		}
		if filepath.Ext(name) == ".md" {
			return nil
		}
		data, err := samples.ReadFile(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".jsonl") {
			data = bytes.ReplaceAll(data, []byte("{{SAMPLES}}"), inJSON)
		}
		if err := jsonl.Create(to, data); err != nil {
			return err
		}
		written := lastTime(data)
		return os.Chtimes(to, written, written) // a file of this minute would pass for a run that goes on
	})
	if err != nil {
		return "", fmt.Errorf("unpack the samples: %w", err)
	}
	return dir, nil
}

var stamps = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*"`)

// lastTime is the last time a session states.
func lastTime(data []byte) time.Time {
	var last time.Time
	for _, stamp := range stamps.FindAll(data, -1) {
		if t, err := time.Parse(time.RFC3339, string(bytes.Trim(stamp, `"`))); err == nil && t.After(last) {
			last = t
		}
	}
	return last
}

// removeSamples takes the folder of the samples away again.
func removeSamples(dir string) {
	if dir != "" && strings.HasPrefix(filepath.Base(dir), "branchline-samples-") {
		_ = os.RemoveAll(dir) // the system clears its temporary folder anyway
	}
}
