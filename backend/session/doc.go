// Package session holds the words every part of Branchline shares: what a
// session is made of once a format has read it, and what a format answers.
//
// # The way of the data
//
// Data flows in one direction:
//
//	bytes on disk
//	  │ jsonl        lines of any length with offsets; an unfinished tail is held back
//	  ▼
//	  │ pi, runlog   one pass that accepts exactly what JSON.parse accepts and records spans
//	  ▼
//	session.Index    entries, parts, usage, marks, tree, problems; no bodies
//	  ▼
//	session.Session  Items(leaf), Context(leaf), End(leaf, now), Body(item): asked of the format
//	  ▼
//	timeline graph outcome      projections: they open nothing and ask no clock
//	changes compare contexts
//	  ▼
//	live, library    open sessions; all sessions
//	  ▼
//	app.go           bound methods, /blob, /body: what the window and the command line show
//
// What is written goes the other way: edit plans and applies labels, names,
// branches and forks, and live reads on as it does when the agent wrote.
//
// # The words
//
//   - session: one file, a pi session or a run log
//   - entry: one record that has a place in the tree
//   - key: what names an entry inside its session: its id; an earlier
//     duplicate is "<id>~L<line>"; without an id, in version 1 and in run logs
//     "L<line>" (physical line, from 1)
//   - problem: one piece of the file that could not be understood
//   - item: what a reader sees as one thing: a prompt, a reply, a tool call
//     with its result; one entry can give several items, several records one
//   - branch: the path from a root to one entry; its last entry is its leaf
//   - active leaf: where the agent itself would continue
//   - suggested leaf: the leaf shown first
//   - branch point: an entry with more than one child that a reader can see
//   - steps: items in a row without branch point, label, compaction, error or
//     prompt, drawn in the graph as one row with counts
//   - turn: a prompt and everything up to the next prompt; in a run log each round is one
//   - label: a reader's bookmark on an entry, stored in the file
//   - outcome: how a branch or run ended, with its evidence
//   - changes: the files touched on a branch, with how sure that is
//   - comparison: two branches side by side: what they share, where they part, and
//     what each did after; its steps are what was done, told apart by tool and target
//   - engaged time: the sum of gaps between entries, each cut at 5 minutes; a
//     gap between a call and its result counts whole
//   - family: sessions tied by parentSession or resumedFrom, and the runs of one task
//   - chain: the sessions of a family that were made from one another; an attempt
//     is the chain of runs of one task
//   - revision: a number that grows each time an open session changes
package session
