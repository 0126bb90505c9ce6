// Package runlog reads and writes run logs: the JSON lines an autonomous agent
// run leaves behind, one file a run, as openzot's zot does from version 0.7 on.
// Facts about the format are those of 0.17.1 unless a comment names another
// version. openzot's own package cannot be imported; this one stands on its own,
// and an agent in Go may record its runs with it: zot lists and resumes them.
//
// A line is one record {kind, at, payload}. meta opens the log and names the
// run; message is one piece of the conversation; event is what happened and
// when; reset throws the conversation away before it is written again after a
// compaction; result closes the log. Messages are written in bursts at the end
// of a round, so their own times are those of the burst: the true times are on
// the events, which come first and say neither a message's type nor a call's
// output.
//
// # Reading all of a log
//
// Format.Scan answers a Log, a session.Session. In its session.Index every
// record but meta, reset and result is an entry with key L<line>. Its parent is
// the record before it; a reset starts a segment of its own, whose first entry
// is a root. Items puts messages and their events together again. Log.ReadOn takes
// what was written since, at a cost that does not depend on what was there before.
//
// This reader is more tolerant than the agent's own: lines have no limit, a byte
// order mark hides nothing, and a record the agent would drop for one wrong
// member is kept and reported. See shape for what it takes a record to be.
//
// # Reading as the agent does
//
// Read and Load answer a Session: meta, the conversation since the last reset,
// events and result, exactly as zot has them when it resumes the run, with its
// limits; only results of tools stay undecoded. List, Resolve and NewID are
// those of zot's sessions and --resume.
//
// # Writing
//
// Start makes the log of a run that begins, and a Recorder over its Writer takes
// what an engine tells:
//
//	w, err := runlog.Start(dir, time.Now(), runlog.Meta{Task: task, Model: model})
//	if err != nil {
//		return err
//	}
//	defer w.Close() // of no effect after a result
//	r := runlog.NewRecorder(w)
//	r.RecordMessage(runlog.Message{Type: "user", Text: "Begin."})
//	r.RecordEvent("iteration", "", "", 1)
//	r.RecordEvent("toolCallStart", "shell", `{"command":"make"}`, 0)
//	r.RecordEvent("toolCallEnd", "shell", "", 0)
//	request := runlog.Activity{Kind: "request", ID: "1", Name: "shell", Arguments: `{"command":"make"}`}
//	r.RecordMessage(runlog.Message{Type: "activity", Activity: &request})
//	response := request
//	response.Kind, response.Result = "response", "ok"
//	r.RecordMessage(runlog.Message{Type: "activity", Text: "ok", Activity: &response})
//	r.RecordResult(runlog.Result{Reason: "settled", Message: "It builds.", Iterations: 1, Calls: 1})
//
// Events are recorded as they happen, the messages of a round together at its
// end, before the next iteration event or the result.
//
// # Resuming
//
// A run that carries on another has a log of its own, which Resume begins from
// the old one. The old log is never touched: a run log is written once.
//
//	path, err := runlog.Resolve(dir, "last")
//	old, err := runlog.Load(path)
//	w, err := runlog.Resume(dir, time.Now(), old, runlog.Meta{Model: model})
//	err = runlog.NewRecorder(w).RecordMessage(runlog.Message{Type: "user", Text: "Carry on."})
//
// # Names
//
// What openzot's package internal/session offers, and what it is here. Types of
// its other packages (a message, an image, a summary of a run as its engine has
// them) are those of the log here.
//
//	internal/session         runlog
//	Kind                     Kind
//	KindMeta                 KindMeta
//	KindMessage              KindMessage
//	KindEvent                KindEvent
//	KindResult               KindResult
//	KindReset                KindReset
//	Record                   Record
//	Meta                     Meta
//	Message                  Message
//	Activity                 Activity
//	Event                    Event
//	Result                   Result
//	Failure                  Failure
//	NewID                    NewID
//	Create                   Create
//	Start                    Start
//	Writer                   Writer
//	Writer.ID                Writer.ID
//	Writer.Path              Writer.Path
//	Writer.Blobs             Writer.Blobs
//	Writer.Message           Writer.Message
//	Writer.Event             Writer.Event
//	Writer.Reset             Writer.Reset
//	Writer.Result            Writer.Result
//	Writer.StoreImage        Writer.StoreImage
//	Writer.Close             Writer.Close
//	Session                  Session
//	Session.Blobs            Session.Blobs
//	Session.Complete         Session.Complete
//	Session.AgentMessages    Session.AgentMessages
//	Session.LoadImage        Session.LoadImage
//	BlobSuffix               BlobSuffix
//	Read                     Read
//	Load                     Load
//	Entry                    Entry
//	Entry.ResumedFrom        Entry.ResumedFrom
//	List                     List
//	Resolve                  Resolve
//	Recorder                 Recorder
//	NewRecorder              NewRecorder
//	Recorder.RecordMessage   Recorder.RecordMessage
//	Recorder.RecordEvent     Recorder.RecordEvent
//	Recorder.RecordReset     Recorder.RecordReset
//	Recorder.RecordResult    Recorder.RecordResult
//	Recorder.RecordFailure   Recorder.RecordFailure
//	provider.Image           Image
//	provider.Image.Ready     Image.Ready
//	provider.NewImage        NewImage
//	provider.ReasoningItem   ReasoningItem
package runlog
