package pi

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// addUsage keeps what an entry cost. Counts are doubles: providers report
// fractions. reasoning is part of output and cacheWrite1h of cacheWrite, so
// neither is added (pi 1.6.0, getSessionStats).
func (p *pen) addUsage(at session.Pos, usage int, model string) {
	line := p.rec.line
	u := session.Usage{Entry: at, Model: model}
	if usage > 0 && line[usage] == '{' {
		jsonl.Members(line, usage, func(name []byte, at int) int {
			switch string(name) {
			case "input":
				u.Input = number(line, at)
			case "output":
				u.Output = number(line, at)
			case "cacheRead":
				u.CacheRead = number(line, at)
			case "cacheWrite":
				u.CacheWrite = number(line, at)
			case "cost":
				u.CostUSD = cost(line, at)
			}
			return jsonl.Skip(line, at)
		})
	} else if model == "" {
		return
	}
	p.Usages = append(p.Usages, u)
}

// cost is what the provider billed, else the sum of the parts, which early
// files state alone.
func cost(line []byte, at int) float64 {
	if line[at] != '{' {
		return 0
	}
	total, parts := 0, [4]int{}
	jsonl.Members(line, at, func(name []byte, at int) int {
		switch string(name) {
		case "total":
			total = at
		case "input":
			parts[0] = at
		case "output":
			parts[1] = at
		case "cacheRead":
			parts[2] = at
		case "cacheWrite":
			parts[3] = at
		}
		return jsonl.Skip(line, at)
	})
	if isNumber(line, total) {
		return number(line, total)
	}
	sum := 0.0
	for _, at := range parts {
		if isNumber(line, at) {
			sum += number(line, at)
		}
	}
	return sum
}

// number reads a number, 0 when the value is none. Nearly all are whole and small.
func number(line []byte, at int) float64 {
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
