package secrets

import (
	"regexp"
	"slices"
)

// findingID is what the ID of a finding looks like.
var findingID = regexp.MustCompile(`^[0-9a-f]{8}$`)

// Names tells whether what a Choice keeps can name a finding: by its kind, or as an ID.
func Names(kept string) bool {
	return kept == addressRule.Kind || kept == mailRule.Kind || findingID.MatchString(kept) ||
		slices.ContainsFunc(loaded().rules, func(r *rule) bool { return r.Kind == kept })
}
