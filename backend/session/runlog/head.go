package runlog

import (
	"strings"

	"branchline/backend/session"
)

// meta is what a run says of itself when it begins.
type meta struct {
	id, task, model, provider, driver, backend, workdir, resumedFrom string
}

func readMeta(r *record) *meta {
	return &meta{
		id: r.str(metaID), task: r.str(metaTask), model: r.str(metaModel),
		provider: r.str(metaProvider), driver: r.str(metaDriver), backend: r.str(metaBackend),
		workdir: r.str(metaWorkdir), resumedFrom: r.str(metaResumed),
	}
}

// header gives the meta record's members their names of today. Until 0.10
// "backend" held the connection and "provider" what is the driver now.
func (m *meta) header(atMs int64) session.Header {
	h := session.Header{
		Format: name, ID: m.id, Cwd: m.workdir, Parent: m.resumedFrom, CreatedMs: atMs,
		Task: m.task, Model: m.model, Provider: m.provider, Driver: m.driver,
	}
	if m.backend != "" {
		h.Provider, h.Driver = m.backend, m.provider
	}
	return h
}

// result is how a run says it ended. Members of whole numbers are -1 when the
// record does not have them.
type result struct {
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

func readResult(r *record) *result {
	v := &result{
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
func (r *record) number(f field) int64 {
	if n, ok := r.integer(f); ok {
		return n
	}
	return -1
}
