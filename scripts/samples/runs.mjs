// Runs without a person. Five are of one task: one is killed at night and resumed in the morning until time is up,
// resumed again and stuck; a fresh attempt is cancelled, another finishes. One fails, and one's provider refuses.
import { RunLog } from './runLog.mjs'

const workdir = '/home/ada/src/depot'
const task = `Uploads must survive a broken connection.

Acceptance:
1. A client that reconnects within an hour continues where it stopped.
2. A file that arrives in pieces has the same SHA-256 as one that arrives whole.
3. go test -race ./... passes.

Constraints:
- No new dependency.
- The present one-shot upload keeps working.`

const shell = (command, output, seconds = 2) => ({ tool: 'shell', args: { command }, output, seconds })
const read = (path, output) => ({ tool: 'read', args: { path }, output })
const write = (path, content) => ({ tool: 'write', args: { path, content }, output: `wrote ${content.length} bytes to ${path}` })

const upload = `package depot

import (
	"fmt"
	"net/http"
)

// Upload takes one whole file.
func (d *Depot) Upload(w http.ResponseWriter, r *http.Request) {
	sum, err := d.store.Put(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, sum)
}
`

const resumable = `package depot

import (
	"net/http"
	"strconv"
)

// Resume takes the rest of a file: PATCH /uploads/{id} with Upload-Offset.
func (d *Depot) Resume(w http.ResponseWriter, r *http.Request) {
	part, err := d.parts.Open(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer part.Close()
	offset, err := strconv.ParseInt(r.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset != part.Size() {
		w.Header().Set("Upload-Offset", strconv.FormatInt(part.Size(), 10))
		http.Error(w, "continue at Upload-Offset", http.StatusConflict)
		return
	}
	if _, err := part.ReadFrom(r.Body); err != nil {
		return // what arrived is kept
	}
	w.WriteHeader(http.StatusNoContent)
}
`

function interrupted() {
  const log = new RunLog({ id: '20261119-021500', task, workdir })
  log.message('user', 'Start now.')
  log
    .round({
      think: 'Look at the present upload and its tests before deciding on a protocol.',
      say: 'I will read the present upload first.',
      calls: [
        { tool: 'plan', args: { steps: ['Read the upload and its tests', 'Keep parts on disk', 'PATCH with an offset', 'Test broken connections', 'Run everything with -race'], rationale: 'An offset per upload is enough; no new dependency is needed.' }, output: 'ok' },
        { tool: 'list', args: { path: '.' }, output: 'depot.go\ndepot_test.go\ngo.mod\nstore.go\nupload.go' },
        read('upload.go', upload),
      ],
      seconds: 9,
    })
    .round({
      say: 'The store already writes to a temporary file, so a part can simply stay there until it is complete.',
      calls: [
        write('parts.go', `package depot

import (
	"os"
	"path/filepath"
)

// Parts keeps uploads that are not complete.
type Parts struct{ dir string }

// Open answers the part of an upload, positioned at its end.
func (p Parts) Open(id string) (*Part, error) {
	f, err := os.OpenFile(filepath.Join(p.dir, filepath.Base(id)), os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &Part{File: f}, nil
}
`),
        write('resume.go', resumable),
        shell('go vet ./...', 'resume.go:10: undefined: Part\n[exit: 1]', 3.1),
      ],
      seconds: 21,
    })
    .round({
      say: 'Part needs its size.',
      calls: [
        write('part.go', `package depot

import "os"

// Part is an upload that is not complete.
type Part struct{ *os.File }

// Size is how many bytes have arrived.
func (p *Part) Size() int64 {
	info, err := p.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}
`),
        shell('go vet ./... && go test ./...', 'ok  \tdepot\t0.412s', 4.8),
      ],
      seconds: 12,
    })
  const finished = [...log.messages]
  log.round({
    say: 'Now connections that break: a soak test with a thousand cuts at random places.',
    calls: [shell('go test -race -run TestThousandCuts -timeout 30m .', '')],
    seconds: 26,
    killed: true,
  })
  return { log, finished }
}

const cutTest = `package depot

import (
	"bytes"
	"crypto/sha256"
	"math/rand"
	"testing"
)

func TestCutsKeepEveryByte(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	file := make([]byte, 8<<20)
	random.Read(file)
	d := newDepot(t)
	id := d.start(t)
	for sent := int64(0); sent < int64(len(file)); {
		cut := min(int64(len(file)), sent+1+random.Int63n(1<<16))
		d.send(t, id, sent, bytes.NewReader(file[sent:cut]))
		sent = d.size(t, id)
	}
	if got := d.sum(t, id); got != sha256.Sum256(file) {
		t.Errorf("sum %x, want %x", got, sha256.Sum256(file))
	}
}
`

const sumsDiffer = '--- FAIL: TestCutsKeepEveryByte (2.31s)\n    resume_test.go:24: sum 91f0c2…, want 5d08be…\nFAIL\tdepot\t2.402s\n[exit: 1]'
const cuts = (seconds) => shell('go test -race -run Cuts .', sumsDiffer, seconds)

/** Goes on in the morning and finds that bytes are lost; then its time is up. */
function outOfTime(messages) {
  const log = new RunLog({ id: '20261119-081203', task, workdir, resumedFrom: '20261119-021500' })
  log.inherit(messages)
  log.message('user', 'Continue where the run stopped.')
  log
    .round({
      think: 'The soak test was running when the run ended. Check whether the test exists at all.',
      say: 'The soak test was never written to disk. I will write it, smaller: two hundred cuts, fixed seed.',
      calls: [
        shell('grep -rn TestThousandCuts . ; git status --short', '?? part.go\n?? parts.go\n?? resume.go', 0.4),
        write('resume_test.go', cutTest),
        cuts(6.2),
      ],
      seconds: 24,
      retry: 'read tcp 10.0.0.4:51822: connection reset by peer',
    })
    .nudge('80% of the time for this run is used.')
    .round({
      say: 'Sizes agree and sums do not, so bytes are written in the wrong order. A sync after each part may be missing.',
      calls: [
        write('part.go', 'package depot\n\nimport "os"\n\n// Part is an upload that is not complete.\ntype Part struct{ *os.File }\n\n// Close writes everything to disk first.\nfunc (p *Part) Close() error {\n\tif err := p.Sync(); err != nil {\n\t\treturn err\n\t}\n\treturn p.File.Close()\n}\n'),
        shell('go test -race -run Cuts -count 20 .', sumsDiffer, 141),
      ],
      seconds: 38,
    })
    .wait(84)
    .result({ reason: 'time', message: 'stopped after 5m0s', code: 1, continuations: 1 })
  return log
}

/** Goes on once more, runs the same test again and again, and is stopped for it. */
function stuck(messages) {
  const log = new RunLog({ id: '20261119-084530', task, workdir, resumedFrom: '20261119-081203' })
  log.inherit(messages)
  log.message('user', 'Continue where the run stopped.')
  log.round({ say: 'I run the test once more to see where the bytes differ.', calls: [cuts(6.1)], seconds: 9 })
  for (const say of ['The sum is the same wrong one. Perhaps it was not built anew.', 'Once more, to be sure.', 'Again the same sum.'])
    log.round({ say, calls: [cuts(6.1)], seconds: 7 })
  log.nudge('The last calls and their results were the same. Do something else, or end the run.')
  log.round({ say: 'I will look at the result of the test again.', calls: [cuts(6.2)], seconds: 6 })
  log.nudge('The last calls and their results were the same. Do something else, or end the run.')
  log.round({ say: 'The test tells which sum is wrong.', calls: [cuts(6.1)], seconds: 6 })
  return log.wait(2).result({ reason: 'cycle', message: 'repeating itself (repeated_result_run)', code: 1, cycles: 2 })
}

/** Begins anew and takes a library, which the task forbids: somebody stops it. */
function cancelled() {
  const log = new RunLog({ id: '20261119-101500', task, workdir })
  log.message('user', 'Start now.')
  log
    .round({
      say: 'There is a protocol for this, tus, with a server in Go. I will use it instead of writing one.',
      calls: [read('upload.go', upload), shell('go get github.com/tus/tusd/v2@latest', 'go: added github.com/tus/tusd/v2 v2.8.0\ngo: added 14 more modules', 11)],
      seconds: 12,
    })
    .round({ say: 'Now the handler of the library takes the place of ours.', calls: [shell('go mod tidy && go build ./...', '', 8.3)], seconds: 10 })
  log.event('iteration', { iteration: 3 })
  return log.wait(4).result({ reason: 'aborted', message: 'run cancelled', error: 'context canceled', code: 1 })
}

/** Begins anew, asks who writes a part, and finishes. */
function finished() {
  const log = new RunLog({ id: '20261119-104010', task, workdir })
  log.message('user', 'Start now.')
  log
    .round({
      think: 'Before the protocol: who can write one part at the same time? The client comes back while its old request is still being drained.',
      say: 'I begin with the question that matters: two requests can write one part at the same time.',
      calls: [
        { tool: 'plan', args: { steps: ['A test that cuts the connection', 'PATCH with an offset', 'One writer a part', 'Run everything with -race'], rationale: 'The test first: it must fail without the lock.' }, output: 'ok' },
        read('upload.go', upload),
        write('resume_test.go', cutTest),
      ],
      seconds: 14,
    })
    .round({
      say: 'Without a lock the test fails, as it should.',
      calls: [write('resume.go', resumable), cuts(6.4)],
      seconds: 22,
      retry: 'read tcp 10.0.0.4:51822: connection reset by peer',
    })
    .round({
      think: 'Sums differ although sizes agree: the old request still appends. Take a lock for each part.',
      say: 'Sizes agree and sums do not: an old request still writes while the client has already come back. Each part needs one writer at a time.',
      calls: [
        { tool: 'write', args: { path: '/etc/depot/limits.conf', content: 'parts=1\n' }, failure: 'open /etc/depot/limits.conf: permission denied' },
        write('resume.go', resumable.replace('\tdefer part.Close()\n', '\tdefer part.Close()\n\tif !d.parts.Take(part) {\n\t\thttp.Error(w, "another request is still writing", http.StatusLocked)\n\t\treturn\n\t}\n\tdefer d.parts.Release(part)\n')),
        shell('go test -race ./...', 'ok  \tdepot\t5.881s', 9.3),
      ],
      seconds: 31,
    })
    .round({
      say: 'All green. Last check: the one-shot upload, and that nothing was added to go.mod.',
      calls: [
        shell('git diff --stat HEAD -- go.mod upload.go | wc -l && go test -run Upload -count 20 .', '0\nok  \tdepot\t1.904s', 4.4),
        { tool: 'progress', args: { completed: ['PATCH with an offset', 'One writer a part', 'Cut test, 200 cuts'], current: '', blockers: [], nextSteps: [] }, output: 'ok' },
      ],
      seconds: 11,
    })
    .wait(5)
    .result({
      reason: 'settled',
      message: 'Uploads continue after a broken connection: PATCH /uploads/{id} with Upload-Offset, one writer a part. A test cuts an 8 MB upload about 200 times and compares the SHA-256. The one-shot upload is unchanged, and go test -race ./... passes. Not done: parts older than an hour are not yet removed.',
      code: 0,
      continuations: 1,
    })
  return log
}

/** Says itself that it cannot be done. */
function failed() {
  const log = new RunLog({
    id: '20261119-201500',
    task: 'Bring the notes of the old phone into notes/, one file a note.\n\nAcceptance:\n1. Every note of backup.nbx is in notes/ with its date.\n2. Nothing is asked of the network.',
    workdir: '/home/ada/src/notes',
  })
  log.message('user', 'Start now.')
  log
    .round({
      say: 'First what kind of file the backup is.',
      calls: [shell('file backup.nbx && xxd backup.nbx | head -2', 'backup.nbx: data\n00000000: 4e42 5832 0001 0110 9f3c 77d0 5be1 22a8  NBX2.....<w.[.".\n00000010: c04d 1be9 03fa 5517 e29b 6cd1 f00a 8e34  .M....U...l....4', 0.3)],
      seconds: 8,
    })
    .round({
      think: 'NBX2 with flag 0x10: encrypted. Look for a key among the files of the backup.',
      say: 'The header says version 2 with encryption. Is the key in the backup?',
      calls: [shell('ls -la . && strings -n 8 backup.nbx | head', 'backup.nbx\nREADME.txt', 0.4), read('README.txt', 'Backup of 4 March. The key stays on the phone (Settings, Security).\n')],
      seconds: 17,
    })
    .wait(9)
    .result({
      reason: 'failed',
      message: 'It cannot be done from this file alone: backup.nbx is encrypted, and its README says that the key stays on the phone. Export the key there (Settings, Security) or make a backup without encryption, then run this again. Nothing was changed.',
      code: 1,
    })
  return log
}

function failedByProvider() {
  const log = new RunLog({
    id: '20261120-030000',
    task: 'Write an index for the search over 40,000 notes, so that a query answers in under 50 ms.\n\nAcceptance:\n1. scripts/bench-search prints a p95 under 50 ms.\n2. The index is rebuilt when a note changes.',
    workdir: '/home/ada/src/notes',
  })
  log.message('user', 'Start now.')
  log
    .round({
      say: 'First the present state of the search and its time.',
      calls: [read('search.go', 'package notes\n\n// Search reads every note.\nfunc (n *Notes) Search(words string) []Hit {\n\t…\n}\n'), shell('scripts/bench-search', 'queries 200  p50 611 ms  p95 884 ms', 71)],
      seconds: 7,
    })
    .round({
      say: 'Every query reads every note. A trigram index in one file should bring this below 20 ms.',
      calls: [write('trigram.go', 'package notes\n\n// Trigrams maps three letters to the notes that hold them.\ntype Trigrams map[[3]byte][]uint32\n'), shell('go build ./...', '', 1.8)],
      seconds: 18,
      retry: '503 Service Unavailable: upstream connect error or disconnect before headers',
    })
  log.event('iteration', { iteration: 3 })
  for (const pause of [1, 2, 4, 8, 16, 30]) {
    log.wait(pause + 0.6)
    log.event('retry', { text: '429 Too Many Requests: monthly token budget of this workspace is used up' })
    log.event('iteration', { iteration: 3 })
  }
  log.wait(31).result({
    reason: 'error',
    message: 'the provider failed',
    error: '429 Too Many Requests: monthly token budget of this workspace is used up',
    failure: {
      status: 429,
      response_body: '{"type":"error","error":{"type":"rate_limit_error","message":"Monthly token budget of this workspace is used up. It is renewed on 2026-12-01."},"request_id":"req_011CUx7vM2bQ"}',
      request_bytes: 38214,
    },
    code: 1,
    continuations: 7,
  })
  return log
}

export function runs() {
  const { log: first, finished: messages } = interrupted()
  const second = outOfTime(messages)
  return {
    'uploads-1-interrupted.jsonl': first.lines(),
    'uploads-2-out-of-time.jsonl': second.lines(),
    'uploads-3-stuck.jsonl': stuck(second.messages).lines(),
    'uploads-4-cancelled.jsonl': cancelled().lines(),
    'uploads-5-finished.jsonl': finished().lines(),
    'phone-notes-failed.jsonl': failed().lines(),
    'search-index-failed-at-provider.jsonl': failedByProvider().lines(),
  }
}
