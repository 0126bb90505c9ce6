package runlog

import "branchline/backend/session"

// form says what an entry is in the words of the format: the type of a message,
// the kind of an event.
type form uint8

const (
	// A record of unknown kind, or one without the payload its kind names.
	formUnknown form = iota

	// Messages. Every later form up to formOther is one.
	formUser
	formNudge // a user message the engine put in; it begins with nudge
	formBot
	formReasoning
	formRequest
	formResponse
	formAttachment // 0.17
	formCheckpoint // 0.8; "context" in 0.7
	formSystem     // "instructions" since 0.8, "backstory" in 0.7
	formOther

	// Events.
	formRound // iteration
	formSaid  // message
	formStart // toolCallStart
	formEnd   // toolCallEnd
	formError // toolCallError
	formRetry
	formUsage // 0.9
	formCompact
	formEvent
)

func (f form) message() bool { return f >= formUser && f <= formOther }
func (f form) event() bool   { return f >= formRound }

// answers tells whether a message is or follows an answer of the model.
func (f form) answers() bool { return f >= formBot && f <= formCheckpoint }

// leading tells whether a message stands before the conversation proper when it
// is written again after a reset.
func (f form) leading() bool { return f == formCheckpoint || f == formSystem }

// messageForm knows the message types of all versions.
func messageForm(name []byte) form {
	switch string(name) {
	case "user":
		return formUser
	case "bot":
		return formBot
	case "reasoning":
		return formReasoning
	case "attachment":
		return formAttachment
	case "checkpoint", "context":
		return formCheckpoint
	case "instructions", "backstory":
		return formSystem
	}
	return formOther
}

// eventForm knows the events that items are made of; the others are told as
// they stand.
func eventForm(name []byte) form {
	switch string(name) {
	case "iteration":
		return formRound
	case "message":
		return formSaid
	case "toolCallStart":
		return formStart
	case "toolCallEnd":
		return formEnd
	case "toolCallError":
		return formError
	case "retry":
		return formRetry
	case "usage":
		return formUsage
	case "compact":
		return formCompact
	}
	return formEvent
}

// roles of the message forms, as the page and the tree show them.
var roles = [...]session.Role{
	formUser:       session.RoleUser,
	formNudge:      session.RoleSystem,
	formBot:        session.RoleAssistant,
	formReasoning:  session.RoleAssistant,
	formRequest:    session.RoleAssistant,
	formResponse:   session.RoleToolResult,
	formAttachment: session.RoleCustom,
	formCheckpoint: session.RoleSystem,
	formSystem:     session.RoleSystem,
	formOther:      session.RoleOther,
}

// fact is what the format must remember of an entry beside session.Entry.
type fact struct {
	form form
	// same is equal for two entries that say the same thing: an event and the
	// message record it announced, a call's start and its request. 0 = says nothing.
	same uint64
	// sum is equal for two records of one message: before and after a reset.
	sum uint64
	// word is the tool of an event, or the type of a message as the file spells it
	// where its form does not tell.
	word string
}
