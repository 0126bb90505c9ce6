package pi

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math"

	"branchline/backend/session/jsonl"
)

// inspection is what the lines of a harness session come to: pi's harness opens a
// file only when each line that is not blank is an entry.
type inspection struct {
	lines    int // that are not blank
	wrong    badLine
	messages int
	spent    []spent
}

// spent is a complete usage.
type spent struct{ input, output, cacheRead, cacheWrite, cost float64 }

// inspect looks at the lines that begin from one offset on and end before
// another, and adds up what they cost. It stops at the first bad line, which is
// the last that is counted; lenient passes over those that are no JSON.
func inspect(ctx context.Context, src io.ReaderAt, from, to int64, lenient bool, sum *HarnessStats) (lines int, wrong badLine, err error) {
	if from >= to {
		return 0, "", ctx.Err()
	}
	parts, err := jsonl.Scan(ctx, src, from, to, func(c *jsonl.Chunk) *inspection { return inspected(c, lenient) })
	if err != nil {
		return 0, "", err
	}
	for _, part := range parts {
		in := part.Value
		lines += in.lines
		sum.MessageCount += in.messages
		for _, u := range in.spent {
			sum.add(u)
		}
		if in.wrong != "" {
			return lines, in.wrong, nil
		}
	}
	return lines, "", nil
}

func inspected(c *jsonl.Chunk, lenient bool) *inspection {
	var in inspection
	var rec record
	for c.Next() {
		line := c.Line().Bytes
		if c.Line().Len == 0 || line != nil && blank(line) {
			continue
		}
		in.lines++
		wrong := checkEntry(line, &rec)
		if wrong == notJSON && lenient {
			continue
		}
		if in.wrong = wrong; wrong != "" {
			break
		}
		in.count(&rec)
	}
	return &in
}

// count adds up the record that was walked (pi-agent-core 0.81.1, getSessionStats).
func (in *inspection) count(rec *record) {
	usage := 0
	switch line := rec.line; text(line, rec.top.typ) {
	case "message":
		in.messages++
		if text(line, rec.msg.role) == "assistant" {
			usage = rec.msg.usage
		}
	case "compaction", "branch_summary":
		usage = rec.top.usage
	}
	if usage > 0 {
		if u, ok := spentOf(Record{raw(rec.line, usage)}); ok {
			in.spent = append(in.spent, u)
		}
	}
}

// spentOf reads a usage; ok is false unless it has all numbers.
func spentOf(usage Record) (u spent, ok bool) {
	cost, _ := usage.Get("cost")
	ok = true
	read := func(r Record, name string) float64 {
		at := r.place(name)
		if !isNumber(r.raw, at) {
			ok = false
			return 0
		}
		if n, fits := jsonl.Number(r.raw, at); fits {
			return n
		}
		return math.Inf(1)
	}
	u = spent{read(usage, "input"), read(usage, "output"), read(usage, "cacheRead"), read(usage, "cacheWrite"), read(Record{cost}, "total")}
	return u, ok
}

func (s *HarnessStats) add(u spent) {
	s.CachedTokens += u.cacheRead
	s.UncachedTokens += u.input + u.cacheWrite
	s.TotalTokens += u.input + u.output + u.cacheRead + u.cacheWrite
	s.CostTotal += u.cost
}

// maxHeader is how long a header with what stands before it may be, in bytes.
const maxHeader = 16 << 20

// firstLine finds the first line that is not blank, without its LF, and where the
// next one begins. line is nil when there is none.
func firstLine(src io.ReaderAt, size int64) (line []byte, next int64, err error) {
	b := bufio.NewReader(io.NewSectionReader(src, 0, min(size, maxHeader)))
	for {
		line, err := b.ReadBytes('\n')
		next += int64(len(line))
		if line = bytes.TrimSuffix(line, []byte{'\n'}); !blank(line) {
			return line, next, nil
		}
		if err == io.EOF {
			return nil, next, nil
		}
		if err != nil {
			return nil, next, err
		}
	}
}
