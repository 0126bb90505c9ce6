package secrets

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
	"github.com/pelletier/go-toml/v2"
)

// The rules of gitleaks v8.30.1 (MIT licence, see rules/README.md) and our own.
var (
	//go:embed rules/gitleaks.toml
	theirs []byte
	//go:embed rules/own.toml
	ours []byte
	//go:embed rules/layouts.toml
	layouts []byte
)

// ruleFile is a file of rules as gitleaks writes it.
type ruleFile struct {
	Allowlist allowlist `toml:"allowlist"`
	Rules     []*rule   `toml:"rules"`
}

// rule finds one kind of secret.
type rule struct {
	ID          string      `toml:"id"`
	Description string      `toml:"description"`
	Regex       string      `toml:"regex"`
	Group       int         `toml:"secretGroup"`
	Entropy     float64     `toml:"entropy"` // of a secret, in bits a character, at least
	Keywords    []string    `toml:"keywords"`
	Allowlists  []allowlist `toml:"allowlists"`
	Kind        string      `toml:"kind"`   // in the mask; "" = the ID
	Check       string      `toml:"check"`  // the function of checks.go that has the last word
	Begins      string      `toml:"begins"` // where a match begins, by a keyword in it: see beginnings

	maker   bool // it tells tokens by how their maker makes them
	order   int
	number  int // in the set
	reach   int // how far before and behind a keyword the match may reach, in bytes
	begins  func(text []byte, keyword int) int
	compile func() *regexp.Regexp
	quick   func(text []byte, from, to int) bool
	last    func(secret []byte) bool
}

// allowlist says what is no secret though a rule finds it.
type allowlist struct {
	Condition string   `toml:"condition"`
	Paths     []string `toml:"paths"` // of files; a session's texts have none
	Target    string   `toml:"regexTarget"`
	Regexes   []string `toml:"regexes"`
	Stopwords []string `toml:"stopwords"`

	compile func() []*regexp.Regexp
}

// ruleSet is all rules, ready for use by any number of readers.
type ruleSet struct {
	rules  []*rule
	words  *ahocorasick.Trie
	byWord [][]*rule // by the number of the keyword
}

// loaded reads the rules once. Both files are part of the program: what is wrong
// with them is found by the first test that runs.
var loaded = sync.OnceValue(func() *ruleSet {
	set, err := load(theirs, ours, layouts)
	if err != nil {
		panic(err)
	}
	return set
})

// vague is the order of what says least.
const vague = 1 << 20

// load reads files of rules. What several rules find is named by the one that
// comes first.
func load(files ...[]byte) (*ruleSet, error) {
	set := &ruleSet{}
	for _, text := range files {
		var file ruleFile
		if err := toml.Unmarshal(text, &file); err != nil {
			return nil, fmt.Errorf("read the rules for secrets: %w", err)
		}
		file.Allowlist.prepare()
		for _, r := range file.Rules {
			r.Allowlists = append(r.Allowlists, file.Allowlist) // it is for all rules of the file
		}
		set.rules = append(set.rules, file.Rules...)
	}
	// A rule without a regular expression looks at the names of files only. That of
	// Terraform is for its files only: elsewhere it takes every message that is given to
	// the name of a password for one, and rules of our own find what is.
	set.rules = slices.DeleteFunc(set.rules, func(r *rule) bool { return r.Regex == "" || r.ID == "hashicorp-tf-password" })
	numbers := map[string]int{}
	words := ahocorasick.NewTrieBuilder()
	for i, r := range set.rules {
		if err := r.prepare(i); err != nil {
			return nil, err
		}
		for _, word := range r.Keywords {
			word = strings.ToLower(word)
			n, known := numbers[word]
			if !known {
				n = len(set.byWord)
				numbers[word] = n
				words.AddString(word)
				set.byWord = append(set.byWord, nil)
			}
			set.byWord[n] = append(set.byWord[n], r)
		}
	}
	set.words = words.Build()
	return set, nil
}

func (r *rule) prepare(order int) error {
	parsed, err := syntax.Parse(r.Regex, syntax.Perl)
	if err != nil {
		return fmt.Errorf("the rule %s for secrets: %w", r.ID, err)
	}
	if len(r.Keywords) == 0 {
		return fmt.Errorf("the rule %s for secrets has no keyword", r.ID)
	}
	r.number = order
	if r.order = order; r.ID == "generic-api-key" {
		r.order = vague
	}
	r.reach = min(max(longest(parsed), leastWindow), mostWindow)
	if strings.HasPrefix(r.Regex, anyName) {
		r.Begins = "name"
	}
	if r.Begins != "" {
		r.Regex = `\A(?:` + r.Regex + `)`
		if r.begins = beginnings[r.Begins]; r.begins == nil {
			return fmt.Errorf("the rule %s for secrets: there is no beginning %q", r.ID, r.Begins)
		}
	}
	r.compile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regex) })
	if r.Kind == "" {
		r.Kind = r.ID
	}
	r.maker = r.order != vague && !strings.HasPrefix(r.ID, "curl-auth") && (r.Kind == r.ID && r.Check == "" || r.Kind == "token" || r.Kind == "jwt")
	r.quick = quickChecks[r.ID]
	if r.Check != "" {
		if r.last = lastChecks[r.Check]; r.last == nil {
			return fmt.Errorf("the rule %s for secrets: there is no check %q", r.ID, r.Check)
		}
	}
	for i := range r.Allowlists {
		if r.Allowlists[i].compile == nil {
			r.Allowlists[i].prepare()
		}
	}
	return nil
}

func (a *allowlist) prepare() {
	for i, word := range a.Stopwords {
		a.Stopwords[i] = strings.ToLower(word)
	}
	a.compile = sync.OnceValue(func() []*regexp.Regexp {
		all := make([]*regexp.Regexp, 0, len(a.Regexes))
		for _, text := range a.Regexes {
			all = append(all, regexp.MustCompile(text))
		}
		return all
	})
}

// anyName is how rules begin that match from the beginning of a name on.
const anyName = `(?i)[\w.-]{0,50}?`

// How far around a keyword a rule looks, in bytes.
const (
	leastWindow = 256
	mostWindow  = 16 << 10
)

// longest is how many bytes the longest match has.
func longest(re *syntax.Regexp) int {
	const endless = math.MaxInt32
	sum := 0
	switch re.Op {
	case syntax.OpLiteral:
		return 4 * len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 4
	case syntax.OpStar, syntax.OpPlus:
		return endless
	case syntax.OpRepeat:
		if re.Max < 0 {
			return endless
		}
		return min(endless, re.Max*longest(re.Sub[0]))
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			sum = max(sum, longest(sub))
		}
		return sum
	}
	for _, sub := range re.Sub {
		sum = min(endless, sum+longest(sub))
	}
	return sum
}

// allowed tells whether a list says of a match that it is no secret.
func (a *allowlist) allowed(text []byte, m match) bool {
	if len(a.Paths) > 0 && strings.EqualFold(a.Condition, "AND") {
		return false
	}
	target := text[m.from:m.to]
	switch a.Target {
	case "match":
		target = text[m.allFrom:m.allTo]
	case "line":
		target = lineAround(text, m.allFrom, m.allTo)
	}
	for _, re := range a.compile() {
		if re.Match(target) {
			return true
		}
	}
	if len(a.Stopwords) == 0 {
		return false
	}
	secret := strings.ToLower(string(text[m.from:m.to]))
	return slices.ContainsFunc(a.Stopwords, func(word string) bool { return strings.Contains(secret, word) })
}
