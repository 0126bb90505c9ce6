//go:build conformance

package conformance

// The differences that are meant.
const (
	leafless   = "pi loses its leaf at a last line without an id, or one that is no record; we stay at the last entry that has one"
	untied     = "pi has no tree and no leaf where no entry has an id, as in its fork of a version 1 session; we read the entries one after the other"
	endless    = "pi never ends where the parents loop; we cut the loop and take its first entry for a start"
	unwritten  = "pi gives an array in a file of version 1 an id that it does not write, so that the next entry loses its parent"
	completing = "pi ends the last line of a file it opens, and writes a header to an empty one; we write nothing before an entry"
	repeating  = "pi shows the last of several entries with one id in the place of each; we show each"
	nameless   = "pi gives null as the name of a provider on; we take it for none"
	loose      = "pi sends a message that is no object to the model; we report it and leave it out"
	onlyCR     = "pi lists a file without a single line feed, but does not open it; we list it with the reason"
	failing    = "pi fails with a TypeError at a value of another type; we take the value for absent"
)
