package runlog

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// headBytes is how much of a log is looked at for its meta record.
const headBytes = 1 << 20

// mostBeside bounds how many logs beside this one are looked at.
const mostBeside = 2000

// ContinuedBy names the log beside this one whose run goes on from this run, ""
// when there is none: such a run does not run any more. Of several it is the
// first by name.
func (l *Log) ContinuedBy() string {
	if l.x.Header.ID == "" {
		return ""
	}
	dir := filepath.Dir(l.f.Path())
	files, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	looked := 0
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), extension) || !file.Type().IsRegular() || looked == mostBeside {
			continue
		}
		info, err := file.Info()
		if err != nil || os.SameFile(info, l.f.Info()) || info.ModTime().UnixMilli() < l.x.Header.CreatedMs {
			continue
		}
		looked++
		if resumedFrom(filepath.Join(dir, file.Name())) == l.x.Header.ID {
			return strings.TrimSuffix(file.Name(), extension)
		}
	}
	return ""
}

// resumedFrom is the run a log says it carries on: its first record is its meta.
func resumedFrom(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, headBytes)).ReadBytes('\n')
	var r fields
	if err != nil || !r.read(line[:len(line)-1]) || kindOf(r.name(fieldKind)) != KindMeta {
		return ""
	}
	return r.str(metaResumed)
}
