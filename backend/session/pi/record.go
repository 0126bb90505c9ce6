package pi

import "branchline/backend/session/jsonl"

// record is one line, walked once: where the members a reader needs have their
// values. Strings are not decoded and bodies not copied.
type record struct {
	line []byte
	// start and end are the bounds of the object in the line.
	start, end int
	top        object
	msg        object
	// atMessage is the place of the message member's value; msg is walked when
	// that value is an object, and endMessage is where it ends then.
	atMessage, endMessage int
	// sparse: nobody asks for usage, nor for what is inside of blocks.
	sparse bool
	// bill is what is known of the usage object that was walked last.
	bill bill
	// shapes are those of the records before.
	shapes struct{ entry, message, block, arguments, usage, cost jsonl.Shape }
}

// object is what is known of an entry or of the message inside one. Each field
// is the index of a member's value in the line; 0 means that the member is
// absent, as no value can stand there. Of members with one name the last counts.
type object struct {
	walked bool

	typ, id, parentID, timestamp                           int
	role, stopReason, errorMessage                         int
	provider, model, modelID, responseModel, thinkingLevel int
	usage, details                                         int
	toolCallID, toolName, isError                          int
	command, output, exitCode, cancelled, truncated        int
	excluded, fullOutputPath                               int
	customType, display, data                              int
	summary, firstKeptID, firstKeptIndex, tokensBefore     int
	systemMessage, fromHook, fromID                        int
	targetID, label, name, kind, replacement, activeTools  int
	version, cwd, parentSession, branchedFrom              int

	content content
}

// content is a message's content: a string, or blocks.
type content struct {
	at     int
	blocks []block
}

// block is one block of a content array. Fields are as in object.
type block struct {
	at, end int
	object  bool

	typ, text, thinking, redacted    int
	id, name, arguments              int
	data, mimeType                   int
	path, filePath, command, pattern int // members of arguments
}

// walk reads the object that starts at i and tells whether the whole line is
// one valid JSON object with nothing but white space around it.
func (r *record) walk(line []byte, i int) bool {
	r.line, r.start, r.atMessage = line, i, 0
	r.top = object{content: content{blocks: r.top.content.blocks[:0]}}
	r.msg = object{content: content{blocks: r.msg.content.blocks[:0]}}
	r.end = r.shapes.entry.Members(line, i, r.entryMember)
	return r.end >= 0 && jsonl.Space(line, r.end) == len(line)
}

func (r *record) entryMember(name []byte, at int) int {
	if string(name) != "message" {
		return r.member(&r.top, name, at)
	}
	r.atMessage = at
	r.msg = object{content: content{blocks: r.msg.content.blocks[:0]}}
	if r.line[at] != '{' {
		return jsonl.Skip(r.line, at)
	}
	r.msg.walked = true
	r.endMessage = r.shapes.message.Members(r.line, at, r.messageMember)
	return r.endMessage
}

func (r *record) messageMember(name []byte, at int) int {
	return r.member(&r.msg, name, at)
}

// member notes where a value stands and passes it.
func (r *record) member(o *object, name []byte, at int) int {
	switch string(name) {
	case "content":
		return r.contentOf(&o.content, at)
	case "usage":
		if o.usage = at; !r.sparse {
			return r.usage(at)
		}
	case "type":
		o.typ = at
	case "id":
		o.id = at
	case "parentId":
		o.parentID = at
	case "timestamp":
		o.timestamp = at
	case "role":
		o.role = at
	case "stopReason":
		o.stopReason = at
	case "errorMessage":
		o.errorMessage = at
	case "provider":
		o.provider = at
	case "model":
		o.model = at
	case "modelId":
		o.modelID = at
	case "responseModel":
		o.responseModel = at
	case "thinkingLevel":
		o.thinkingLevel = at
	case "details":
		o.details = at
	case "toolCallId":
		o.toolCallID = at
	case "toolName":
		o.toolName = at
	case "isError":
		o.isError = at
	case "command":
		o.command = at
	case "output":
		o.output = at
	case "exitCode":
		o.exitCode = at
	case "cancelled":
		o.cancelled = at
	case "truncated":
		o.truncated = at
	case "excludeFromContext":
		o.excluded = at
	case "fullOutputPath":
		o.fullOutputPath = at
	case "customType":
		o.customType = at
	case "display":
		o.display = at
	case "data":
		o.data = at
	case "summary":
		o.summary = at
	case "firstKeptEntryId":
		o.firstKeptID = at
	case "firstKeptEntryIndex":
		o.firstKeptIndex = at
	case "tokensBefore":
		o.tokensBefore = at
	case "systemMessage":
		o.systemMessage = at
	case "fromHook":
		o.fromHook = at
	case "fromId":
		o.fromID = at
	case "targetId":
		o.targetID = at
	case "label":
		o.label = at
	case "name":
		o.name = at
	case "kind":
		o.kind = at
	case "replacement":
		o.replacement = at
	case "activeToolNames":
		o.activeTools = at
	case "version":
		o.version = at
	case "cwd":
		o.cwd = at
	case "parentSession":
		o.parentSession = at
	case "branchedFrom":
		o.branchedFrom = at
	}
	return jsonl.Skip(r.line, at)
}

// contentOf passes a content value and notes its blocks.
func (r *record) contentOf(c *content, at int) int {
	c.at, c.blocks = at, c.blocks[:0]
	if r.line[at] != '[' {
		return jsonl.Skip(r.line, at)
	}
	return jsonl.Elements(r.line, at, func(at int) int {
		b := block{at: at}
		if r.line[at] == '{' && !r.sparse {
			b.object = true
			b.end = r.shapes.block.Members(r.line, at, func(name []byte, at int) int { return r.blockMember(&b, name, at) })
		} else {
			b.end = jsonl.Skip(r.line, at)
		}
		c.blocks = append(c.blocks, b)
		return b.end
	})
}

// lookInto notes what is inside the blocks of a content that was walked sparsely.
func (r *record) lookInto(c *content) {
	sparse := r.sparse
	r.sparse = false
	r.contentOf(c, c.at)
	r.sparse = sparse
}

func (r *record) blockMember(b *block, name []byte, at int) int {
	switch string(name) {
	case "type":
		b.typ = at
	case "text":
		b.text = at
	case "thinking":
		b.thinking = at
	case "redacted":
		b.redacted = at
	case "id":
		b.id = at
	case "name":
		b.name = at
	case "data":
		b.data = at
	case "mimeType":
		b.mimeType = at
	case "arguments":
		b.arguments, b.path, b.filePath, b.command, b.pattern = at, 0, 0, 0, 0
		if r.line[at] == '{' {
			return r.shapes.arguments.Members(r.line, at, func(name []byte, at int) int { return b.argument(r.line, name, at) })
		}
	}
	return jsonl.Skip(r.line, at)
}

func (b *block) argument(line, name []byte, at int) int {
	switch string(name) {
	case "path":
		b.path = at
	case "file_path":
		b.filePath = at
	case "command":
		b.command = at
	case "pattern":
		b.pattern = at
	}
	return jsonl.Skip(line, at)
}
