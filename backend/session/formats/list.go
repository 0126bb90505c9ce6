package formats

import (
	"branchline/backend/session"
	"branchline/backend/session/pi"
	"branchline/backend/session/runlog"
)

// list is every format, in the order in which they are asked.
var list = []session.Format{pi.Format, runlog.Format}
