// Package edit changes sessions: it labels entries, names sessions, starts
// branches with a summary, forks, and moves files to the trash, and it takes each
// of these back.
//
// Every act is a Plan first, which writes nothing: it says in words and as the
// exact lines what will be written, where, and what that changes for the agent.
// Applying it reads on to the end of the file, makes the plan anew where the file
// has grown, and then does one thing: it appends one whole line, makes a new file
// that must not exist, or moves a file to the trash. Nothing shortens or rewrites a
// session, undo neither: that writes the opposite entry.
//
//	e := edit.New(env)
//	src, err := edit.Open(ctx, path)    // or a Source of a session that is open
//	plan, err := e.Label(src, key, "good plan")
//	done, err := e.Apply(ctx, plan)     // opens the file by itself; ApplyTo uses src
//	back, err := e.Undo(ctx, done)      // a plan again
//
// Errors are an *Error, whose Kind says what a caller can do about it.
package edit
