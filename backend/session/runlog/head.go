package runlog

import (
	"strings"

	"branchline/backend/session"
)

func readMeta(r *fields) *Meta {
	return &Meta{
		ID: r.str(metaID), Task: r.str(metaTask), Model: r.str(metaModel),
		Provider: r.str(metaProvider), Backend: r.str(metaBackend), Driver: r.str(metaDriver),
		Workdir: r.str(metaWorkdir), ResumedFrom: r.str(metaResumed),
	}
}

// header gives the meta record's members their names of today. Until 0.10
// "backend" held the connection and "provider" what is the driver now.
func (m *Meta) header(atMs int64) session.Header {
	h := session.Header{
		Format: name, ID: m.ID, Cwd: m.Workdir, Parent: m.ResumedFrom, CreatedMs: atMs,
		Task: m.Task, Model: m.Model, Provider: m.Provider, Driver: m.Driver,
	}
	if m.Backend != "" {
		h.Provider, h.Driver = m.Backend, m.Provider
	}
	return h
}

// verdict is how a run says it ended. Members of whole numbers are -1 when the
// record does not have them.
type verdict struct {
	reason, message, error, body string
	status, requestBytes         int64
	code                         int64
	hasCode, hasFailure          bool
	iterations, calls            int64
	continuations, cycles        int64
	settles                      int64
}

// maxBody is how much of a provider's answer is kept; the agent records at most 64 KiB.
const maxBody = 64 << 10

func readResult(r *fields) *verdict {
	v := &verdict{
		reason: r.str(resultReason), message: r.str(resultMessage), error: r.str(resultError),
		body: r.str(failureBody), hasFailure: r.has(resultFailure),
		status: r.number(failureStatus), requestBytes: r.number(failureBytes),
		iterations: r.number(resultIterations), calls: r.number(resultCalls),
		continuations: r.number(resultContinuations), cycles: r.number(resultCycles), settles: r.number(resultSettles),
	}
	if len(v.body) > maxBody {
		v.body = strings.ToValidUTF8(v.body[:maxBody], "") + "…"
	}
	v.code, v.hasCode = r.integer(resultCode)
	return v
}

// number is integer with -1 for a member that is not there.
func (r *fields) number(f field) int64 {
	if n, ok := r.integer(f); ok {
		return n
	}
	return -1
}
