package export

import (
	"testing"

	"branchline/backend/session/changes"
)

func TestHowMuchWasChangedIsSaidAsSurelyAsItIsKnown(t *testing.T) {
	edited := changes.File{Path: "a.go", Certainty: changes.Certain, Added: 3, Removed: 1}
	made := changes.File{Path: "b.go", Certainty: changes.Likely}
	failed := changes.File{Path: "c.go", Certainty: changes.Failed, Added: 9}
	anything := changes.File{Command: "make", Certainty: changes.Possible}
	for want, files := range map[string][]changes.File{
		"1 file changed, +3 −1":                                     {edited, failed, anything},
		"1 file changed, 1 file perhaps changed by commands, +3 −1": {edited, made},
		"1 file perhaps changed by commands":                        {made},
		"No file is known to be changed":                            {failed, anything},
	} {
		if got := changedWords(files); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
