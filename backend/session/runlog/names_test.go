package runlog

import (
	"testing"

	"branchline/backend/session/sessiontest"
)

func TestEveryNameOfTheAgentsOwnPackageIsHere(t *testing.T) {
	names := sessiontest.Names(t, ".")
	for _, theirs := range []string{
		"Kind", "KindMeta", "KindMessage", "KindEvent", "KindResult", "KindReset",
		"Record", "Meta", "Message", "Activity", "Event", "Result", "Failure",
		"NewID", "Create", "Start", "Writer", "Writer.ID", "Writer.Path", "Writer.Blobs", "Writer.Message", "Writer.Event",
		"Writer.Reset", "Writer.Result", "Writer.StoreImage", "Writer.Close",
		"Session", "Session.Blobs", "Session.Complete", "Session.AgentMessages", "Session.LoadImage", "BlobSuffix",
		"Read", "Load", "Entry", "Entry.ResumedFrom", "List", "Resolve",
		"Recorder", "NewRecorder", "Recorder.RecordMessage", "Recorder.RecordEvent", "Recorder.RecordReset",
		"Recorder.RecordResult", "Recorder.RecordFailure",
	} {
		if names[theirs] == "" {
			t.Errorf("%s is not in the table of names", theirs)
		}
	}
}
