package jsonl

// The walk functions take JSON text and an index and answer the index just
// behind what they passed, or -1 where JSON.parse would refuse. They do not
// recurse, so nesting is limited by memory alone.

// Space returns the index of the first byte at or after i that is no JSON white space.
func Space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// Valid tells whether b is one JSON value with white space around it.
func Valid(b []byte) bool {
	end := Skip(b, Space(b, 0))
	return end >= 0 && Space(b, end) == len(b)
}

// Skip passes the value that starts at i.
func Skip(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '{', '[':
		return skipNested(b, i)
	default:
		return skipScalar(b, i)
	}
}

func skipScalar(b []byte, i int) int {
	switch c := b[i]; {
	case c == '"':
		return skipString(b, i+1)
	case c == '-' || c >= '0' && c <= '9':
		return skipNumber(b, i)
	case c == 't':
		return skipWord(b, i, "true")
	case c == 'f':
		return skipWord(b, i, "false")
	case c == 'n':
		return skipWord(b, i, "null")
	}
	return -1
}

func skipWord(b []byte, i int, word string) int {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// skipNested passes an object or array with an explicit stack of what is open.
func skipNested(b []byte, i int) int {
	var room [64]byte
	open := room[:0]
	for {
		// A value starts at i.
		if i >= len(b) {
			return -1
		}
		switch b[i] {
		case '{':
			i = Space(b, i+1)
			if i < len(b) && b[i] == '}' {
				i++
				break
			}
			open = append(open, '}')
			if i = skipName(b, i); i < 0 {
				return -1
			}
			continue
		case '[':
			i = Space(b, i+1)
			if i < len(b) && b[i] == ']' {
				i++
				break
			}
			open = append(open, ']')
			continue
		default:
			if i = skipScalar(b, i); i < 0 {
				return -1
			}
		}
		// A value has ended at i.
		for {
			if len(open) == 0 {
				return i
			}
			i = Space(b, i)
			if i >= len(b) {
				return -1
			}
			if b[i] != open[len(open)-1] {
				break
			}
			open = open[:len(open)-1]
			i++
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
		if open[len(open)-1] == '}' {
			if i = skipName(b, i); i < 0 {
				return -1
			}
		}
	}
}

// skipName passes a member's name, the colon and the space around it.
func skipName(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return -1
	}
	if i = skipString(b, i+1); i < 0 {
		return -1
	}
	return skipColon(b, i)
}

func skipColon(b []byte, i int) int {
	i = Space(b, i)
	if i >= len(b) || b[i] != ':' {
		return -1
	}
	return Space(b, i+1)
}

func skipDigits(b []byte, i int) int {
	start := i
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

func skipNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i = skipDigits(b, i); i < 0 {
			return -1
		}
	}
	return i
}

// Members walks the object that starts at i. For each member it calls visit
// with the unescaped name and the index of the value; visit answers the index
// behind the value (Skip does) or -1. Of members with the same name the last
// counts: visit is called for each and must let the later one win.
func Members(b []byte, i int, visit func(name []byte, at int) int) int {
	return (*Shape)(nil).Members(b, i, visit)
}

// Elements walks the array that starts at i as Members walks an object.
func Elements(b []byte, i int, visit func(at int) int) int {
	if i >= len(b) || b[i] != '[' {
		return -1
	}
	i = Space(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i >= len(b) {
			return -1
		}
		if i = visit(i); i < 0 {
			return -1
		}
		i = Space(b, i)
		if i >= len(b) {
			return -1
		}
		if b[i] == ']' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
}
