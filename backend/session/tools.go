package session

// EditsFile tells whether a tool of this name changes the file it names.
func EditsFile(tool string) bool {
	switch tool {
	case "edit", "write", "multiedit", "create", "str_replace", "apply_patch":
		return true
	}
	return false
}

// ReadsFile tells whether a tool of this name reads the file it names.
func ReadsFile(tool string) bool { return tool == "read" || tool == "view" }
