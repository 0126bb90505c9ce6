package secrets

import (
	"bytes"
	"os"
	"sort"
	"testing"
	"time"
)

func TestSpeed(t *testing.T) {
	data, err := os.ReadFile(os.Getenv("BIG"))
	if err != nil {
		t.Skip(err)
	}
	s := NewScanner(t.Context(), "pi", "s", nil)
	begin := time.Now()
	n := 0
	kinds := map[string]int{}
	ex := map[string][]string{}
	for line := range bytes.Lines(data) {
		n++
		s.Record(line, func(f Finding) {
			kinds[f.Kind]++
			if len(ex[f.Kind]) < 12 {
				ex[f.Kind] = append(ex[f.Kind], f.Inside+" | "+f.Hint+" | "+f.Context)
			}
		})
	}
	d := time.Since(begin)
	t.Logf("%d lines %d bytes %v %.1f MB/s", n, len(data), d, float64(len(data))/1e6/d.Seconds())
	var names []string
	for k := range kinds {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, k := range names {
		t.Log(k, kinds[k])
		if os.Getenv("EX") != "" {
			for _, e := range ex[k] {
				t.Log("      ", e)
			}
		}
	}
}
