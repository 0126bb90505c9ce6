package changes

import "fmt"

// The sentences a reader is told.
const (
	noteOther    = "its text changed in between without a call that says so"
	noteRestored = "restored by git"
	noteNoResult = "no result was recorded"
	noteAlso     = "another branch changed it too; what that left on disk is not in the text"
)

func noteShaky(command string) string {
	return fmt.Sprintf("“%s” ran later and may have changed it", command)
}

func noteUnknown(base, now fact) string {
	switch {
	case now.known:
		return "the session does not show what it held before"
	case base.known || base.exists == no:
		return "the session does not show what it holds now"
	}
	return "the session shows only the steps, not the whole text"
}
