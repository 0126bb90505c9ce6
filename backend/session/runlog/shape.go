package runlog

// want is the JSON type the agent's own reader asks of a member. A record with
// one member of another type is dropped there as a whole; here the member is
// left out and the record reported.
type want uint8

const (
	wantAny want = iota
	wantText
	wantInteger // no fraction, no exponent: 3.0 is refused there
	wantTime    // RFC 3339
	wantObject
	wantList
)

var wantNames = [...]string{"anything", "a text", "a whole number", "a time as in 2006-01-02T15:04:05Z", "an object", "a list"}

// field names one known member of a record.
type field uint8

const (
	fieldKind field = iota
	fieldAt

	fieldMeta
	metaID
	metaTask
	metaModel
	metaProvider
	metaDriver
	metaBackend
	metaWorkdir
	metaResumed

	fieldMessage
	messageType
	messageText
	messageImages
	messageActivity
	activityKind
	activityID
	activityName
	activityArguments
	activityResult
	activityFailure
	activityItems
	activityDetails

	fieldEvent
	eventKind
	eventTool
	eventText
	eventIteration

	fieldResult
	resultReason
	resultMessage
	resultError
	resultFailure
	failureStatus
	failureBody
	failureBytes
	resultCode
	resultIterations
	resultCalls
	resultContinuations
	resultCycles
	resultSettles

	// ofElement stands for every member of a list's objects: the last of them.
	ofElement

	fieldCount
)

// shape lists the known members of one object. Members it does not list are
// allowed everywhere and left alone.
type shape []member

type member struct {
	name   string
	want   want
	field  field
	inside shape
}

// envelope is a whole record, and with it the format as of version 0.17.1.
// Since when a member exists stands beside it where that is after 0.7.
var envelope = shape{
	{"kind", wantText, fieldKind, nil},
	{"at", wantTime, fieldAt, nil},
	{"message", wantObject, fieldMessage, shape{
		{"type", wantText, messageType, nil},
		{"text", wantText, messageText, nil},
		{"activity", wantObject, messageActivity, shape{
			{"kind", wantText, activityKind, nil},
			{"id", wantText, activityID, nil},
			{"name", wantText, activityName, nil},
			{"arguments", wantText, activityArguments, nil}, // JSON as the model wrote it, in a string
			{"result", wantAny, activityResult, nil},
			{"failure", wantText, activityFailure, nil},
			{"reasoning_items", wantList, activityItems, shape{ // 0.15
				{"id", wantText, ofElement, nil},
				{"summary", wantList, ofElement, nil},
				{"encrypted_content", wantText, ofElement, nil},
			}},
			{"reasoning_details", wantAny, activityDetails, nil}, // 0.15
		}},
		{"images", wantList, messageImages, shape{ // 0.17
			{"media_type", wantText, ofElement, nil},
			{"digest", wantText, ofElement, nil},
			{"width", wantInteger, ofElement, nil},
			{"height", wantInteger, ofElement, nil},
			{"size", wantInteger, ofElement, nil},
			{"tokens", wantInteger, ofElement, nil},
			{"origin", wantText, ofElement, nil},
			{"detail", wantText, ofElement, nil},
			{"source", wantText, ofElement, nil},
			{"data", wantText, ofElement, nil},
		}},
	}},
	{"event", wantObject, fieldEvent, shape{
		{"kind", wantText, eventKind, nil},
		{"tool", wantText, eventTool, nil},
		{"text", wantText, eventText, nil},
		{"iteration", wantInteger, eventIteration, nil},
	}},
	{"meta", wantObject, fieldMeta, shape{
		{"id", wantText, metaID, nil},
		{"task", wantText, metaTask, nil},
		{"model", wantText, metaModel, nil},
		{"provider", wantText, metaProvider, nil},
		{"driver", wantText, metaDriver, nil},   // 0.11
		{"backend", wantText, metaBackend, nil}, // until 0.10
		{"workdir", wantText, metaWorkdir, nil},
		{"resumedFrom", wantText, metaResumed, nil},
	}},
	{"result", wantObject, fieldResult, shape{
		{"reason", wantText, resultReason, nil},
		{"message", wantText, resultMessage, nil},
		{"error", wantText, resultError, nil}, // 0.15
		{"failure", wantObject, resultFailure, shape{ // 0.15
			{"status", wantInteger, failureStatus, nil},
			{"response_body", wantText, failureBody, nil},
			{"request_bytes", wantInteger, failureBytes, nil},
		}},
		{"code", wantInteger, resultCode, nil},
		{"iterations", wantInteger, resultIterations, nil},
		{"calls", wantInteger, resultCalls, nil},
		{"continuations", wantInteger, resultContinuations, nil},
		{"cycles", wantInteger, resultCycles, nil},
		{"settles", wantInteger, resultSettles, nil},
	}},
}
