package jsonl

// Shape remembers what the members of objects were called that were walked
// with it. Records of one sort have the same members in the same order, so a
// name mostly need not be read, but only compared with the one that stood at
// its place before. The zero Shape remembers nothing; a nil one never will.
type Shape struct {
	// seen are, by place, the names of the last two sorts of objects.
	seen [16][2]quoted
}

// quoted is a member's name as it stands in the text: with its quotes and colon.
type quoted struct {
	text [31]byte
	n    uint8
}

// Members is Members for objects that are alike.
func (s *Shape) Members(b []byte, i int, visit func(name []byte, at int) int) int {
	if i >= len(b) || b[i] != '{' {
		return -1
	}
	i = Space(b, i+1)
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	for place := 0; ; place++ {
		name, at := s.known(b, i, place)
		if at < 0 {
			if name, at = readName(b, i); at < 0 {
				return -1
			}
			s.learn(b[i:at], place)
		}
		if at = Space(b, at); at == len(b) {
			return -1
		}
		if i = visit(name, at); i < 0 {
			return -1
		}
		i = Space(b, i)
		if i >= len(b) {
			return -1
		}
		if b[i] == '}' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = Space(b, i+1)
	}
}

// known passes a name that stood at this place before; after is -1 where
// another stands there now.
func (s *Shape) known(b []byte, i, place int) (name []byte, after int) {
	if s == nil || place >= len(s.seen) {
		return nil, -1
	}
	for k := range s.seen[place] {
		q := &s.seen[place][k]
		n := int(q.n)
		if n > 0 && len(b)-i >= n && string(b[i:i+n]) == string(q.text[:n]) {
			return b[i+1 : i+n-2], i + n
		}
	}
	return nil, -1
}

// learn remembers a name with what follows it up to its colon, unless its bytes
// do not say what it is or there is more than its quotes and colon.
func (s *Shape) learn(written []byte, place int) {
	n := len(written)
	if s == nil || place >= len(s.seen) || n > len(quoted{}.text) || written[n-2] != '"' {
		return
	}
	for _, c := range written {
		if c == '\\' {
			return
		}
	}
	seen := &s.seen[place]
	seen[1] = seen[0]
	seen[0].n = uint8(copy(seen[0].text[:], written))
}

// readName reads the name that starts at i and passes its colon; after is -1
// where none stands there.
func readName(b []byte, i int) (name []byte, after int) {
	if i >= len(b) || b[i] != '"' {
		return nil, -1
	}
	end := skipString(b, i+1)
	if end < 0 {
		return nil, -1
	}
	name = b[i+1 : end-1]
	for _, c := range name {
		if c == '\\' {
			name = appendText(nil, name, whole)
			break
		}
	}
	if end = Space(b, end); end >= len(b) || b[end] != ':' {
		return nil, -1
	}
	return name, end + 1
}
