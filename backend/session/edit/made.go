package edit

// Made is the act of making a file of a session by other means than a plan: an
// export, a conversion. It is taken back like a fork, by moving the file to the
// trash as long as nobody changed it. source is the session it was made of.
func (e *Editor) Made(act, source, path, says string) *Done {
	return e.made(&Done{Act: act, Path: source, File: path, Made: true, Says: says, What: "the " + act})
}
