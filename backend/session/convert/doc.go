// Package convert makes a run log of a branch of a pi session, and a pi session
// of a run log, so that the other agent can go on where this one stopped. What
// the other format has no place for is told, with counts, in a Report.
//
// # A pi branch as a run log
//
// The log is of the newest version of the format, 0.17. Its last conversation is
// what pi would send its model at the leaf: the last compaction's summary as a
// checkpoint, what that keeps, what came after, context edits applied. What was
// compacted away stays readable as the log's own past: each compaction becomes a
// compact event and a reset, behind which the conversation is written again.
//
// A reply becomes a round: an iteration event, its usage, what it said and the
// calls with their starts and ends as events at their own times, then the
// messages: reasoning, bot, and for each call its request and response. Pictures
// become files beside the log and attachments behind the prompt or the results
// they came with. What pi shows its model as the user's (commands, messages of
// extensions, summaries of branches) becomes a user message in pi's own words.
// The system prompt and the tools are left out: the agent that goes on has its
// own. The task is the first prompt.
//
// Each message record has one more member, "pi", which the agent's readers pass
// over: the entry it came from, and what only pi needs to know of it.
//
// # A run log as a pi session
//
// The session is of version 3. A reset whose conversation begins with a
// checkpoint becomes a compaction that keeps nothing before it, so that all of
// the run is one branch; any other reset begins a new root. Either way what pi
// sends its model at the leaf is the conversation of the log, with three
// exceptions: the task, which the agent keeps in its system prompt, comes first as
// a message of its own (customType "runlog.task"); results whose call is gone
// are kept where no model sees them, as the agent does not send them either; and
// a run that says how it ended ends in a reply that says the same.
//
// Messages of a round become one reply with the results of its calls. What the
// engine told the model ("!NB:"), pictures of tools, later checkpoints and
// messages of unknown types become custom messages, which the model is sent as
// the user's ("runlog.nudge", "runlog.attachment", "runlog.checkpoint",
// "runlog.message"); events become custom entries, which it is not
// ("runlog.event"), and so does the result ("runlog.result"). Connection, driver
// and model are named as the log names them. A driver is no api of pi's, so pi
// takes the replies for another model's and sends no thoughts of theirs back. A log
// does not say how much the model was to think, so the session does not either.
package convert
