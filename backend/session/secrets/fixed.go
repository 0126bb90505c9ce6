package secrets

// fixed are the places that the agent needs as they are, by the format of the
// session: without them the file would not be the same session, or none.
var fixed = map[string]map[string]bool{
	"pi": set("type", "id", "parentId", "timestamp", "targetId", "firstKeptEntryId", "fromId",
		"message.role", "message.toolCallId", "message.stopReason",
		"message.content[].type", "message.content[].id", "message.content[].mimeType", "content[].type", "content[].mimeType",
		"type#", "id#", "parentId#", "timestamp#", "message#", "message.role#", "message.content#", "message.content[].type#"),
	"runlog": set("kind", "at", "meta.id", "meta.resumedFrom", "message.type", "message.activity.kind", "message.activity.id",
		"message.images[].digest", "event.kind"),
}

// ids are those of them that only say which is which. In a copy that no agent reads a
// mask can take their place, if it is one of its own for each.
var ids = set("id", "parentId", "targetId", "firstKeptEntryId", "fromId", "message.toolCallId", "message.content[].id",
	"meta.id", "meta.resumedFrom", "message.activity.id")

func set(all ...string) map[string]bool {
	m := make(map[string]bool, len(all))
	for _, s := range all {
		m[s] = true
	}
	return m
}

// needs is why such a place is not masked.
const needs = "the agent finds its way by it: masked, the session would fall apart"
