package pi

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// bill is where the members of a usage object have their values; at is its own
// place. Fields are as in object.
type bill struct {
	at, input, output, cacheRead, cacheWrite, cost int

	total int
	parts [4]int // of the cost
}

// usage passes a usage value and notes its members.
func (r *record) usage(at int) int {
	r.bill = bill{at: at}
	if r.line[at] != '{' {
		return jsonl.Skip(r.line, at)
	}
	return r.shapes.usage.Members(r.line, at, r.usageMember)
}

func (r *record) usageMember(name []byte, at int) int {
	switch string(name) {
	case "input":
		r.bill.input = at
	case "output":
		r.bill.output = at
	case "cacheRead":
		r.bill.cacheRead = at
	case "cacheWrite":
		r.bill.cacheWrite = at
	case "cost":
		r.bill.cost, r.bill.total, r.bill.parts = at, 0, [4]int{}
		if r.line[at] == '{' {
			return r.shapes.cost.Members(r.line, at, r.costMember)
		}
	}
	return jsonl.Skip(r.line, at)
}

func (r *record) costMember(name []byte, at int) int {
	switch string(name) {
	case "total":
		r.bill.total = at
	case "input":
		r.bill.parts[0] = at
	case "output":
		r.bill.parts[1] = at
	case "cacheRead":
		r.bill.parts[2] = at
	case "cacheWrite":
		r.bill.parts[3] = at
	}
	return jsonl.Skip(r.line, at)
}

// addUsage keeps what an entry cost; usage is the place of the value in the
// line. Counts are doubles: providers report fractions. reasoning is part of
// output and cacheWrite1h of cacheWrite, so neither is added (pi 1.6.0,
// getSessionStats).
func (p *pen) addUsage(at session.Pos, usage int, model string) {
	line, bill := p.rec.line, &p.rec.bill
	u := session.Usage{Entry: at, Model: model}
	if usage > 0 && line[usage] == '{' {
		if bill.at != usage {
			p.rec.usage(usage) // another was walked since
		}
		u.Input, u.Output = number(line, bill.input), number(line, bill.output)
		u.CacheRead, u.CacheWrite = number(line, bill.cacheRead), number(line, bill.cacheWrite)
		u.CostUSD = bill.costUSD(line)
	} else if model == "" {
		return
	}
	p.Usages = append(p.Usages, u)
}

// costUSD is what the provider billed, else the sum of the parts, which early
// files state alone.
func (b *bill) costUSD(line []byte) float64 {
	if isNumber(line, b.total) {
		return number(line, b.total)
	}
	sum := 0.0
	for _, at := range b.parts {
		if isNumber(line, at) {
			sum += number(line, at)
		}
	}
	return sum
}

// number reads a number, 0 when the value is none. Nearly all are whole and small.
func number(line []byte, at int) float64 {
	if at == 0 {
		return 0
	}
	n, i := 0, at
	for i < len(line) && i < at+15 && line[i] >= '0' && line[i] <= '9' {
		n = n*10 + int(line[i]-'0')
		i++
	}
	if i > at && i < len(line) && (line[i] == ',' || line[i] == '}') {
		return float64(n)
	}
	f, _ := jsonl.Number(line, at)
	return f
}
