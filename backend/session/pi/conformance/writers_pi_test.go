//go:build conformance

package conformance

import "testing"

func TestWeAndPiLoseNothingOfEachOther(t *testing.T) {
	twoWriters(t, len(seeds(t, 100, 1000)), func(path string) (ids []string, err error) {
		err = startedPi(t).ask(map[string]any{"do": "append", "path": path, "count": each, "text": "theirs"}, &ids)
		return ids, err
	})
}

func TestEditsAndPiLoseNothingOfEachOther(t *testing.T) {
	editsBeside(t, len(seeds(t, 100, 1000)), func(path string) (ids []string, err error) {
		err = startedPi(t).ask(map[string]any{"do": "append", "path": path, "count": each, "text": "theirs"}, &ids)
		return ids, err
	})
}
