// Package runlog reads run logs: the JSON lines an autonomous agent run leaves
// behind, one file a run, written by openzot's zot from version 0.7 on.
//
// A line is one record {kind, at, payload}. meta opens the log and names the
// run; message is one piece of the conversation; event is what happened and
// when; reset throws the conversation away before it is written again after a
// compaction; result closes the log. Messages are written in bursts at the end
// of a round, so their own times are those of the burst: the true times are on
// the events, which come first and say neither a message's type nor a call's
// output. Items puts the two halves together again.
//
// In a session.Index every record but meta, reset and result is an entry with
// key L<line>. Its parent is the record before it; a reset starts a segment of
// its own, whose first entry is a root.
//
// The reader is more tolerant than the agent's own: lines have no limit, a byte
// order mark hides nothing, and a record the agent would drop for one wrong
// member is kept and reported. See shape for what it takes a record to be.
package runlog
