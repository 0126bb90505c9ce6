package conformance

import (
	"fmt"
	"strings"
)

// The shorthands write records as pi does: u and a are a prompt and a reply with
// the id and its parent ("-" = null).
const hdr = `{"type":"session","version":3,"id":"s1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`

func parent(id string) string {
	if id == "-" {
		return "null"
	}
	return fmt.Sprintf("%q", id)
}

func rec(kind, id, parentID, members string) string {
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"type":%q,"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z"%s}`, kind, id, parent(parentID), members)
}

func msg(id, parentID, message string) string {
	return rec("message", id, parentID, `"message":`+message)
}

func u(id, parentID string) string {
	return msg(id, parentID, fmt.Sprintf(`{"role":"user","content":"%s asks","timestamp":1735689601000}`, id))
}

func a(id, parentID string) string {
	return msg(id, parentID, fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000}`, id))
}

func lab(id, parentID, targetID, label string) string {
	return rec("label", id, parentID, fmt.Sprintf(`"targetId":%q,"label":%q`, targetID, label))
}

// file joins records to a file, each with its LF.
func file(records ...string) string { return strings.Join(records, "\n") + "\n" }
