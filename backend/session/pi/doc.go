// Package pi reads and writes the session files of the pi coding agent: JSON
// lines that form a tree by id and parentId. Facts about the format are those of
// pi 1.6.0 (@earendil-works/pi-coding-agent) unless a comment names another
// version; what older ones wrote is read.
//
// # Reading
//
// A file is read once, in parallel, and only the places of what a reader needs are
// kept: Format.Scan answers a session whose index holds no bodies. Where pi
// migrates, repairs or completes a file on opening it, this package shows the same
// session and leaves the file as it is.
//
// # Working with a session
//
// A Manager is pi's SessionManager: the session as a tree that only grows, with a
// leaf that says where the next entry goes.
//
//	m, err := pi.Create("/srv/shop", "")
//	id, err := m.AppendMessage(map[string]any{"role": "user", "content": "Fix the cart."})
//	context, err := m.BuildSessionContext()
//
// It sits on the same index, so appending to a session of a gigabyte costs one
// scan and one write, and the next time only the write. What is written, pi opens,
// byte for byte as it would have written it itself; only where pi does harm it is
// done otherwise:
//
//   - Opening writes nothing; Manager.Upgrade migrates a file of version 1 or 2,
//     and only when it is called. Appending to one answers ErrReadOnly.
//   - An append is one write of one whole line on a line of its own, then a flush
//     to the disk. Several processes may append to one file.
//   - A file that was replaced, shortened or taken away answers ErrConflict and is
//     not written to.
//   - Loops in the tree end nothing: each is cut once.
//   - Lists leave no session out for one bad record; Info.Problem says what pi
//     would have objected to.
//
// HarnessStorage and HarnessRepo are the storage of pi's former harness, in memory
// and in strict files; FromHarnessStorage puts a Manager on it.
//
// # Names
//
// What pi's session-manager and the Go packages written after it offer, and what
// it is here. Types have lost the word Session where the package says it.
//
//	theirs                              ours
//	EnvAgentDir                         EnvAgentDir
//	EnvSessionDir                       EnvSessionDir
//	CurrentVersion                      CurrentVersion
//	ErrHarnessStorageReplacement        ErrHarnessStorageReplacement
//	AssertValidSessionID                AssertValidSessionID
//	DefaultSessionDirPath               DefaultSessionDirPath
//	DefaultSessionDir                   DefaultSessionDir
//	FindMostRecentSession               FindMostRecentSession
//	MarshalJSONL                        MarshalJSONL
//	MigrateSessionEntries               MigrateSessionEntries
//	ParseSessionEntries                 ParseSessionEntries
//	LoadEntriesFromFile                 LoadEntriesFromFile
//	Clock                               Clock
//	IDGenerator                         IDGenerator
//	SessionIDGenerator                  SessionIDGenerator
//	CompactionResult                    CompactionResult
//	FileEntry                           Record
//	FileEntry.Raw                       Record.Raw
//	FileEntry.MarshalJSON               Record.MarshalJSON
//	SessionHeader                       Header
//	SessionHeader.MarshalJSON           Record.MarshalJSON
//	SessionEntry                        Record
//	SessionEntry.MarshalJSON            Record.MarshalJSON
//	SessionEntry.MarshalJSONWithParent  Record.MarshalJSONWithParent
//	NewSessionOptions                   NewSessionOptions
//	OptionalEntryFields                 OptionalEntryFields
//	Option                              Option
//	WithAgentDir                        WithAgentDir
//	WithClock                           WithClock
//	WithCwdOverride                     WithCwdOverride
//	WithEntryIDGenerator                WithEntryIDGenerator
//	WithHarnessRepo                     WithHarnessRepo
//	WithParentSession                   WithParentSession
//	WithSessionID                       WithSessionID
//	WithSessionIDGenerator              WithSessionIDGenerator
//	SessionContext                      SessionContext
//	SessionModel                        SessionModel
//	BuildSessionContext                 BuildSessionContext
//	BuildContextEntries                 BuildContextEntries
//	buildSessionProjection              BuildSessionProjection
//	GetLatestCompactionEntry            GetLatestCompactionEntry
//	SessionTreeNode                     TreeNode
//	SessionInfo                         Info
//	SessionInfo.allMessagesText         Info.AllMessagesText
//	SessionListProgress                 SessionListProgress
//	List                                List
//	ListAll                             ListAll
//	findById                            FindByID
//	SessionManager                      Manager
//	Create                              Create
//	Open                                Open
//	ContinueRecent                      ContinueRecent
//	InMemory                            InMemory
//	ForkFrom                            ForkFrom
//	FromHarnessStorage                  FromHarnessStorage
//	AppendMessage                       Manager.AppendMessage
//	AppendThinkingLevelChange           Manager.AppendThinkingLevelChange
//	AppendModelChange                   Manager.AppendModelChange
//	AppendActiveToolsChange             Manager.AppendActiveToolsChange
//	AppendCompaction                    Manager.AppendCompaction
//	AppendCustomEntry                   Manager.AppendCustomEntry
//	AppendCustomMessageEntry            Manager.AppendCustomMessageEntry
//	AppendLabelChange                   Manager.AppendLabelChange
//	AppendSessionInfo                   Manager.AppendSessionInfo
//	appendUsage                         Manager.AppendUsage
//	appendContextEdit                   Manager.AppendContextEdit
//	Branch                              Manager.Branch
//	ResetLeaf                           Manager.ResetLeaf
//	BranchWithSummary                   Manager.BranchWithSummary
//	CreateBranchedSession               Manager.CreateBranchedSession
//	GetBranch                           Manager.GetBranch
//	GetChildren                         Manager.GetChildren
//	GetEntries                          Manager.GetEntries
//	getEntryCount                       Manager.GetEntryCount
//	GetEntry                            Manager.GetEntry
//	GetLeafEntry                        Manager.GetLeafEntry
//	GetLeafID                           Manager.GetLeafID
//	GetTree                             Manager.GetTree
//	GetLabel                            Manager.GetLabel
//	GetHeader                           Manager.GetHeader
//	GetSessionName                      Manager.GetSessionName
//	GetLatestCompactionTimestamp        Manager.GetLatestCompactionTimestamp
//	GetCWD, GetCwd                      Manager.GetCwd
//	GetSessionDir                       Manager.GetSessionDir
//	GetSessionFile                      Manager.GetSessionFile
//	GetSessionID                        Manager.GetSessionID
//	UsesDefaultSessionDir               Manager.UsesDefaultSessionDir
//	IsPersisted                         Manager.IsPersisted
//	JSONL                               Manager.JSONL
//	NewSession                          Manager.NewSession
//	SetSessionFile                      Manager.SetSessionFile
//	HarnessRepo                         Manager.HarnessRepo
//	HarnessMetadata                     Manager.HarnessMetadata
//	IsHarnessBacked                     Manager.IsHarnessBacked
//	harness.SessionStorage              HarnessStorage
//	harness.ByteSessionStorage          ByteHarnessStorage
//	harness.SessionRepo                 HarnessRepo
//	harness.SessionMetadata             HarnessMetadata
//	harness.SessionError                HarnessError
package pi
