package formats

import (
	"branchline/backend/session"
	"branchline/backend/session/pi"
	"branchline/backend/session/runlog"
)

// List is every format, in the order in which they are asked.
var List = []session.Format{pi.Format, runlog.Format}
