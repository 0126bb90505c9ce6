package pi_test

import (
	"testing"

	"branchline/backend/session/sessiontest"
)

func TestEveryNameOfTheOriginalIsHere(t *testing.T) {
	names := sessiontest.Names(t, ".")
	for _, theirs := range []string{
		"EnvAgentDir", "EnvSessionDir", "CurrentVersion", "ErrHarnessStorageReplacement", "AssertValidSessionID",
		"DefaultSessionDirPath", "DefaultSessionDir", "FindMostRecentSession", "MarshalJSONL", "MigrateSessionEntries",
		"ParseSessionEntries", "LoadEntriesFromFile", "Clock", "IDGenerator", "SessionIDGenerator", "CompactionResult",
		"FileEntry", "FileEntry.Raw", "FileEntry.MarshalJSON", "SessionHeader", "SessionHeader.MarshalJSON",
		"SessionEntry", "SessionEntry.MarshalJSON", "SessionEntry.MarshalJSONWithParent", "NewSessionOptions",
		"OptionalEntryFields", "Option", "WithAgentDir", "WithClock", "WithCwdOverride", "WithEntryIDGenerator",
		"WithHarnessRepo", "WithParentSession", "WithSessionID", "WithSessionIDGenerator", "SessionContext",
		"SessionModel", "BuildSessionContext", "BuildContextEntries", "buildSessionProjection", "GetLatestCompactionEntry",
		"SessionTreeNode", "SessionInfo", "SessionInfo.allMessagesText", "SessionListProgress", "List", "ListAll",
		"findById", "SessionManager", "Create", "Open", "ContinueRecent", "InMemory", "ForkFrom", "FromHarnessStorage",
		"AppendMessage", "AppendThinkingLevelChange", "AppendModelChange", "AppendActiveToolsChange", "AppendCompaction",
		"AppendCustomEntry", "AppendCustomMessageEntry", "AppendLabelChange", "AppendSessionInfo", "appendUsage",
		"appendContextEdit", "Branch", "ResetLeaf", "BranchWithSummary", "CreateBranchedSession", "GetBranch",
		"GetChildren", "GetEntries", "getEntryCount", "GetEntry", "GetLeafEntry", "GetLeafID", "GetTree", "GetLabel",
		"GetHeader", "GetSessionName", "GetLatestCompactionTimestamp", "GetCWD, GetCwd", "GetSessionDir", "GetSessionFile",
		"GetSessionID", "UsesDefaultSessionDir", "IsPersisted", "JSONL", "NewSession", "SetSessionFile", "HarnessRepo",
		"HarnessMetadata", "IsHarnessBacked", "harness.SessionStorage", "harness.ByteSessionStorage",
		"harness.SessionRepo", "harness.SessionMetadata", "harness.SessionError",
	} {
		if names[theirs] == "" {
			t.Errorf("%s is not in the table of names", theirs)
		}
	}
}
