package compare

// level is a row of two steps by their places, -1 for a gap.
type level struct {
	a, b int
	same bool
	// differs is one of the constants Differs… for equal steps that differ, else "".
	differs string
}

// align puts two lists of steps side by side. Equal steps stand level: what both
// begin with, what both end with, and a longest common subsequence in between.
// Steps between them stand level one by one, so that the first that differ do;
// see between. Lists are told apart by the first step that differs, so that the
// result is the mirror image when they are given the other way round, and stays
// as it is when a branch grows.
func align(a, b []step) []level {
	ids := numbersOf(a, b)
	x, y := ids[:len(a)], ids[len(a):]
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	out := make([]level, 0, max(len(a), len(b)))
	for i := range head {
		out = append(out, level{a: i, b: i, same: true})
	}
	i, j := head, head
	for _, m := range matches(a, b, x, y, head, tail) {
		out = between(out, a, b, level{a: i, b: j}, level{a: m.a, b: m.b})
		out = append(out, level{a: m.a, b: m.b, same: true})
		i, j = m.a+1, m.b+1
	}
	out = between(out, a, b, level{a: i, b: j}, level{a: len(a) - tail, b: len(b) - tail})
	for k := tail; k > 0; k-- {
		out = append(out, level{a: len(a) - k, b: len(b) - k, same: true})
	}
	return out
}

// matches are the equal steps behind the first head and before the last tail.
func matches(a, b []step, x, y []int, head, tail int) []match {
	x, y = x[head:len(x)-tail], y[head:len(y)-tail]
	if len(x) == 0 || len(y) == 0 {
		return nil
	}
	var found []match
	if a[head].signature.compare(b[head].signature) < 0 {
		found = longest(x, y)
	} else {
		for _, m := range longest(y, x) {
			found = append(found, match{m.b, m.a})
		}
	}
	for n := range found {
		found[n].a += head
		found[n].b += head
	}
	return found
}

// numbersOf gives equal signatures equal numbers.
func numbersOf(lists ...[]step) []int {
	known := map[signature]int{}
	var out []int
	for _, list := range lists {
		for i := range list {
			n, ok := known[list[i].signature]
			if !ok {
				n = len(known)
				known[list[i].signature] = n
			}
			out = append(out, n)
		}
	}
	return out
}

// between puts differing steps level: the first with the first, then a prompt with
// a prompt, and those before and after it one by one.
func between(out []level, a, b []step, from, to level) []level {
	i, j := from.a, from.b
	if i < to.a && j < to.b {
		out = append(out, level{a: i, b: j})
		i, j = i+1, j+1
	}
	for {
		p, q := nextPrompt(a, i, to.a), nextPrompt(b, j, to.b)
		if p == to.a || q == to.b {
			return pairUp(out, i, to.a, j, to.b)
		}
		out = append(pairUp(out, i, p, j, q), level{a: p, b: q})
		i, j = p+1, q+1
	}
}

func nextPrompt(steps []step, from, to int) int {
	for from < to && !steps[from].prompt() {
		from++
	}
	return from
}

func pairUp(out []level, i, endA, j, endB int) []level {
	for ; i < endA || j < endB; i, j = i+1, j+1 {
		row := level{a: -1, b: -1}
		if i < endA {
			row.a = i
		}
		if j < endB {
			row.b = j
		}
		out = append(out, row)
	}
	return out
}
