package pi

import (
	"encoding/json"

	"branchline/backend/session/jsonl"
)

// badLine is what is wrong with a line, in the words of pi's harness; "" when
// nothing is. pi-agent-core 0.81.1, parseEntryLine.
type badLine string

const notJSON badLine = "is not valid JSON"

// checkEntry says what keeps a line from being an entry of a harness session.
// Unlike the harness it takes no second header for one.
func checkEntry(line []byte, rec *record) badLine {
	i := jsonl.Space(line, 0)
	switch {
	case i == len(line):
		return notJSON
	case line[i] != '{':
		return checkValue(line, i)
	case !rec.walk(line, i):
		return notJSON
	}
	switch top := &rec.top; {
	case !isText(line, top.typ):
		return "is missing entry type"
	case !hasText(line, top.id):
		return "is missing entry id"
	case !isText(line, top.parentID) && !isNull(line, top.parentID):
		return "has invalid parentId"
	case !hasText(line, top.timestamp):
		return "is missing timestamp"
	case text(line, top.typ) == "leaf" && !isText(line, top.targetID) && !isNull(line, top.targetID):
		return "has invalid targetId"
	case text(line, top.typ) == "session":
		return "is not a valid session entry"
	}
	return ""
}

// checkValue is checkEntry for what is no object.
func checkValue(line []byte, i int) badLine {
	switch {
	case !jsonl.Valid(line):
		return notJSON
	case line[i] == '[': // an object to JavaScript
		return "is missing entry type"
	}
	return "is not a valid session entry"
}

// headerOf reads the header of a harness session, nil for none, and says what is
// wrong with it. lenient takes versions after 3 too.
func headerOf(line []byte, path string, lenient bool) (meta HarnessMetadata, wrong string) {
	const none = "first line is not a valid session header"
	if line == nil {
		return meta, "missing session header"
	}
	if !jsonl.Valid(line) {
		return meta, none
	}
	r, err := NewRecord(line)
	if err != nil || r.raw[0] != '{' || !r.IsHeader() {
		return meta, none
	}
	version, ok := jsonl.Number(r.raw, r.place("version"))
	switch parent, extra := r.place("parentSession"), r.place("metadata"); {
	case !ok || r.place("version") == 0 || version != 3 && !(lenient && version > 3):
		wrong = "unsupported session version"
	case !hasText(r.raw, r.place("id")):
		wrong = "session header is missing id"
	case !hasText(r.raw, r.place("timestamp")):
		wrong = "session header is missing timestamp"
	case !hasText(r.raw, r.place("cwd")):
		wrong = "session header is missing cwd"
	case parent > 0 && !isText(r.raw, parent):
		wrong = "session header parentSession must be a string"
	case extra > 0 && r.raw[extra] != '{':
		wrong = "session header metadata must be an object"
	}
	meta = HarnessMetadata{
		ID: r.ID(), CreatedAt: r.Timestamp(), Cwd: r.Text("cwd"), Path: path, ParentSessionPath: r.Text("parentSession"),
	}
	meta.Metadata, _ = r.Get("metadata")
	return meta, wrong
}

// header writes the header line of the session. Members that do not apply are
// left out.
func (m HarnessMetadata) header() ([]byte, error) {
	var w writer
	w.text("type", "session")
	w.value("version", CurrentVersion)
	w.text("id", m.ID)
	w.text("timestamp", m.CreatedAt)
	if m.Cwd != "" {
		w.text("cwd", m.Cwd)
	}
	if m.ParentSessionPath != "" {
		w.text("parentSession", m.ParentSessionPath)
	}
	w.value("metadata", m.Metadata)
	return w.done()
}

// created is the metadata of a session that is made now.
func (o options) created(with HarnessCreate) (meta HarnessMetadata, err error) {
	now := o.now()
	if with.ID == nil {
		id := o.sessionID(now)
		with.ID = &id
	}
	if err := AssertValidSessionID(*with.ID); err != nil {
		return meta, &HarnessError{Code: HarnessInvalidSession, Message: "create the session", Err: err}
	}
	if with.Metadata != nil && !isObject(with.Metadata) {
		return meta, harnessError(HarnessInvalidSession, "create the session: its metadata must be a JSON object")
	}
	return HarnessMetadata{
		ID: *with.ID, CreatedAt: isoTime(now), Cwd: with.Cwd, ParentSessionPath: with.ParentSessionPath, Metadata: with.Metadata,
	}, nil
}

func isObject(value json.RawMessage) bool {
	return jsonl.Valid(value) && value[jsonl.Space(value, 0)] == '{'
}
