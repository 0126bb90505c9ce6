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

// verdict is how a run says it ended.
type verdict struct {
	reason, message, error, body string
	hasFailure                   bool
	status, requestBytes         count
	code                         count
	iterations, calls            count
	continuations, cycles        count
	settles                      count
}

// maxBody is how much of a provider's answer is kept; the agent records at most 64 KiB.
const maxBody = 64 << 10

func readResult(r *fields) *verdict {
	v := &verdict{
		reason: r.str(resultReason), message: r.str(resultMessage), error: r.str(resultError),
		body: r.str(failureBody), hasFailure: r.has(resultFailure),
		status: r.count(failureStatus), requestBytes: r.count(failureBytes), code: r.count(resultCode),
		iterations: r.count(resultIterations), calls: r.count(resultCalls),
		continuations: r.count(resultContinuations), cycles: r.count(resultCycles), settles: r.count(resultSettles),
	}
	if len(v.body) > maxBody {
		v.body = strings.ToValidUTF8(v.body[:maxBody], "") + "…"
	}
	return v
}
