package compare

import (
	"os"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/sessiontest"
)

// pair is one of testdata/pairs.txt.
type pair struct {
	name    string
	scripts [2]string // the second is "" where both branches are of one session
	// expect are the words behind compare, parts, says and shares.
	expect map[string]string
}

func pairs(t *testing.T) []pair {
	t.Helper()
	text, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []pair
	for _, block := range strings.Split(string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		p, at := pair{name: name, expect: map[string]string{}}, 0
		for line := range strings.Lines(rest) {
			word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "--":
				at = 1
			case "compare", "parts", "says", "shares":
				p.expect[word] = value
			default:
				p.scripts[at] += line
			}
		}
		all = append(all, p)
	}
	return all
}

// read makes a session of a script, which may begin with "cwd FOLDER" or with
// "run ID task=… from=ID" for a run log.
func read(t *testing.T, script string) *sessiontest.Session {
	t.Helper()
	first, rest, _ := strings.Cut(strings.TrimLeft(strings.TrimSpace(uncommented(script)), "\n"), "\n")
	words := strings.Fields(first)
	switch words[0] {
	case "cwd":
		s := sessiontest.New(t, rest)
		s.Index().Header.Cwd = words[1]
		return s
	case "run":
		s := sessiontest.New(t, rest)
		h := &s.Index().Header
		h.Closed, h.ID, h.Task = true, words[1], "fix it"
		for _, w := range words {
			if from, ok := strings.CutPrefix(w, "from="); ok {
				h.Parent = from
			}
		}
		return s
	}
	return sessiontest.New(t, script)
}

func uncommented(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func (p *pair) sides(t *testing.T) (a, b Side) {
	t.Helper()
	s := read(t, p.scripts[0])
	o := s
	if p.scripts[1] != "" {
		o = read(t, p.scripts[1])
	}
	leaves := strings.Fields(p.expect["compare"])
	return Side{Session: s, Leaf: leaf(t, s, leaves[0])}, Side{Session: o, Leaf: leaf(t, o, leaves[1])}
}

func leaf(t *testing.T, s *sessiontest.Session, key string) session.Pos {
	t.Helper()
	if key == "-" {
		return session.None
	}
	return s.Pos(t, key)
}

func TestPairsPartWhereAReaderSaysTheyDo(t *testing.T) {
	all := pairs(t)
	if len(all) < 40 {
		t.Errorf("%d pairs, want at least 40", len(all))
	}
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			a, b := p.sides(t)
			r := Of(a, b, 0).Result()
			want := p.expect["parts"]
			got := strings.Join([]string{gap(r.Divergence.A), gap(r.Divergence.B)}, " ")
			if r.Divergence.Row < 0 {
				got = "nowhere"
			}
			if got != want {
				t.Errorf("they part at %q, want %q; rows %v", got, want, r.Rows)
			}
			if r.Divergence.Text != p.expect["says"] {
				t.Errorf("it says\n%s\nwant\n%s", r.Divergence.Text, p.expect["says"])
			}
			if got := strings.Join(r.Shared, " "); got != p.expect["shares"] {
				t.Errorf("they share %q, want %q", got, p.expect["shares"])
			}
			mirrored(t, a, b)
		})
	}
}

func gap(key string) string {
	if key == "" {
		return "."
	}
	return key
}
