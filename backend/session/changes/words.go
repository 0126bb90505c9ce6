package changes

import "fmt"

// The sentences a reader is told.
const (
	noteOther    = "its text changed in between without a call that says so"
	noteRestored = "restored by git"
	noteNoResult = "no result was recorded"
	noteReplaced = "it may have been there before: whether it was created or replaced, the session does not show"
	noteFolder   = "what else was in the folder, the session does not show"
	noteMoved    = "it is in a folder that was moved, and what that held is not known"
	noteMaybe    = "whether it is a file or a folder, the session does not show"
	noteEnds     = "the session does not show whether its lines end in LF or CR LF, and git apply would refuse the wrong one"
	noteLast     = "the session does not show how its last line ends, and git apply would refuse the wrong end"
	noteAlso     = "another branch changed it too; what that left on disk is not in the text"
)

func noteTurned(command string) string {
	return fmt.Sprintf("“%s” ran later and may have given it another text", command)
}

func noteLate(command string) string {
	return fmt.Sprintf("it was first seen after “%s” ran, which may have made or changed it", command)
}

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
