package runlog

// Kind is a record's own kind. It is compared exactly: "Meta" is none of these.
// A record of another kind is no damage, and says nothing to this version.
type Kind string

// The kinds of records, in every version since 0.7.
const (
	KindMeta    Kind = "meta"    // opens the log and names the run
	KindMessage Kind = "message" // one piece of the conversation
	KindEvent   Kind = "event"   // what happened, and when
	KindResult  Kind = "result"  // closes the log and says how the run ended
	KindReset   Kind = "reset"   // empties the conversation, which is written again behind it
)

// kindOf knows a kind by its name; any other is "".
func kindOf(name []byte) Kind {
	switch string(name) {
	case "meta":
		return KindMeta
	case "message":
		return KindMessage
	case "event":
		return KindEvent
	case "result":
		return KindResult
	case "reset":
		return KindReset
	}
	return ""
}
