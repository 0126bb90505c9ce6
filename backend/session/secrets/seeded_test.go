package secrets

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
)

// seeded is a text with a secret in it, and what must not be left of it.
type seeded struct{ text, secret string }

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	hexes  = "0123456789abcdef"
)

// random is n characters of a set, at least one of them a digit where there are any.
func random(r *rand.Rand, set string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = set[r.IntN(len(set))]
	}
	if n > 4 && strings.Contains(set, "7") {
		b[1+r.IntN(n-2)] = '7'
	}
	return string(b)
}

func token(prefix, set string, n int) func(*rand.Rand) seeded {
	return func(r *rand.Rand) seeded {
		secret := prefix + random(r, set, n)
		around := []string{"use %s now", "token: %s", "(%s)", "curl -H 'X-Key: %s' https://api.example.org", "<%s>", "%s, and so on", "export X=%s\nmake"}
		return seeded{fmt.Sprintf(around[r.IntN(len(around))], secret), secret}
	}
}

func holding(format, set string, n int) func(*rand.Rand) seeded {
	return func(r *rand.Rand) seeded {
		secret := random(r, set, n)
		return seeded{fmt.Sprintf(format, secret), secret}
	}
}

func person(r *rand.Rand) string {
	names := []string{"alice", "bob.smith", "carol_w", "dörte", "e-jones", "frank42", "Grace", "李雷"}
	return names[r.IntN(len(names))]
}

func key(kind string) func(*rand.Rand) seeded {
	return func(r *rand.Rand) seeded {
		der := make([]byte, 300+r.IntN(900))
		for i := range der {
			der[i] = byte(r.Uint32())
		}
		block := string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
		middle := strings.Split(block, "\n")[2]
		return seeded{"the key is\n" + block + "keep it", middle}
	}
}

const word = lower + upper + digits

// kinds are secrets of every kind, by name.
var kinds = map[string]func(*rand.Rand) seeded{
	"aws access key": token("AKIA", upper+"234567", 16),
	"aws secret":     holding("aws_secret_access_key = %s\n", word+"/+", 40),
	"github":         token("ghp_", word, 36),
	"github new":     token("github_pat_", word+"_", 82),
	"gitlab":         token("glpat-", word+"-_", 20),
	"slack": func(r *rand.Rand) seeded {
		return token("xoxb-"+random(r, digits, 12)+"-"+random(r, digits, 12)+"-", word, 24)(r)
	},
	"stripe":        token("sk_live_", word, 24),
	"openai":        token("sk-proj-", word, 48),
	"anthropic":     token("sk-ant-api03-", word+"-_", 93),
	"google":        token("AIza", word+"-_", 35),
	"npm":           token("npm_", word, 36),
	"pypi":          token("pypi-AgEIcHlwaS5vcmc", word+"-_", 60),
	"hugging face":  token("hf_", word, 34),
	"digital ocean": token("dop_v1_", hexes, 64),
	"shopify":       token("shpat_", hexes, 32),
	"sendgrid":      func(r *rand.Rand) seeded { return token("SG."+random(r, word, 22)+".", word, 43)(r) },
	"jwt": func(r *rand.Rand) seeded {
		part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
		secret := random(r, word+"-_", 43)
		return seeded{"jwt " + part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+random(r, digits, 10)+`"}`) + "." + secret, secret}
	},
	"private key":  key("PRIVATE KEY"),
	"rsa key":      key("RSA PRIVATE KEY"),
	"ssh key":      key("OPENSSH PRIVATE KEY"),
	"url password": holding("postgres://app:%s@db.internal:5432/app", word, 14),
	"bearer":       holding("Authorization: Bearer %s\r\n", word+"-_", 32),
	"basic": func(r *rand.Rand) seeded {
		secret := base64.StdEncoding.EncodeToString([]byte("admin:" + random(r, word, 15)))
		return seeded{"Authorization: Basic " + secret + "\n", strings.TrimRight(secret, "=")}
	},
	"setting":        holding("DEBUG=1\nDB_PASSWORD=%s\nPORT=80\n", word, 12),
	"quoted setting": holding(`{"client_secret": "%s"}`, word, 20),
	"yaml":           holding("db:\n  password: %s\n  port: 1\n", word, 12),
	"flag":           holding("mysqldump --password=%s app > dump.sql", word, 12),
	"word": func(r *rand.Rand) seeded {
		around := []string{
			"DEBUG=1\ndb.password=%s\nPORT=80\n", `{"user": "x", "password": "%s"}`, "db:\n  password: %s\n  port: 1\n", "passwd = '%s'\n", "api_key=%s",
			"PGPASSWORD=%s psql -h db", "mysql -u root -p%s app;", "mysqldump -h db -p'%s' app", "mysqldump --password=%s app > dump.sql", "docker login -u bot -p %s reg.example.org:5000",
			"curl -u admin:%s https://api.example.org", "git clone https://bot:%s@git.example.org/x", "ALTER USER x WITH PASSWORD '%s';",
		}
		s := holding(around[r.IntN(len(around))], lower, 9+r.IntN(6))(r)
		for distinct([]byte(s.secret)) < 5 { // "aaaabaaaa" is no password of anybody
			s = holding(around[r.IntN(len(around))], lower, 9+r.IntN(6))(r)
		}
		return s
	},
	"azure":         holding("DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s==;EndpointSuffix=core.windows.net", word+"+/", 86),
	"webhook":       holding("https://hooks.slack.com/services/T01AB2CD3/B01AB2CD3/%s", word, 24),
	"home of linux": func(r *rand.Rand) seeded { p := person(r); return seeded{"cd /home/" + p + "/src/app && ls", p} },
	"home of macos": func(r *rand.Rand) seeded { p := person(r); return seeded{"open file:///Users/" + p + "/notes.md", p} },
	"home of windows": func(r *rand.Rand) seeded {
		p := person(r)
		return seeded{`type C:\Users\` + p + `\notes.txt`, p}
	},
	"home in a name": func(r *rand.Rand) seeded {
		p := "alice"
		return seeded{"sessions/--home-" + p + "-src-app--/x.jsonl", p}
	},
	"email": func(r *rand.Rand) seeded {
		s := random(r, lower, 8) + "@" + random(r, lower, 6) + ".example.org"
		return seeded{"write to <" + s + ">", s}
	},
	"address": func(r *rand.Rand) seeded {
		s := fmt.Sprintf("203.0.113.%d", 10+r.IntN(200))
		return seeded{"ping " + s + ": ok", s}
	},
	"long address": func(r *rand.Rand) seeded {
		s := fmt.Sprintf("2001:db8:%s::%s", random(r, hexes, 4), random(r, hexes, 4))
		return seeded{"listening on [" + s + "]:443", s}
	},
}

// wraps hide a text in another, each in its own way.
var wraps = map[string]func(r *rand.Rand, text string) string{
	"plain":        func(_ *rand.Rand, text string) string { return text },
	"in a text":    func(r *rand.Rand, text string) string { return "Änd 😀 the\tlog:\n" + text + "\n… ünd so weiter" },
	"escaped":      func(_ *rand.Rand, text string) string { return `{"a":` + quoted(text) + `,"b":1}` },
	"escaped more": func(_ *rand.Rand, text string) string { return `x {"a":` + quoted(`{"b":[`+quoted(text)+`]}`) + `}` },
	"in base64": func(_ *rand.Rand, text string) string {
		return "data " + base64.StdEncoding.EncodeToString([]byte("here: "+text))
	},
	"in base64 of urls": func(_ *rand.Rand, text string) string {
		return "?q=" + base64.RawURLEncoding.EncodeToString([]byte("here it is "+text)) + "&z=1"
	},
	"in lines of base64": func(_ *rand.Rand, text string) string {
		all := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("some more words, ", 12) + text + strings.Repeat(" and others", 20)))
		var b strings.Builder
		b.WriteString("$ base64 x\n")
		for len(all) > 76 {
			b.WriteString(all[:76] + "\n")
			all = all[76:]
		}
		return b.String() + all + "\n$"
	},
	"escaped in base64": func(_ *rand.Rand, text string) string {
		return base64.StdEncoding.EncodeToString([]byte(`{"a":` + quoted(text) + `}`))
	},
	"base64 escaped": func(_ *rand.Rand, text string) string {
		return `{"body":` + quoted(base64.StdEncoding.EncodeToString([]byte("text: "+text))) + `}`
	},
	"coloured":                func(_ *rand.Rand, text string) string { return "a\x1b[0m \x1b[01;31m\x1b[K" + text + "\x1b[m\x1b[K" },
	"coloured in words":       func(_ *rand.Rand, text string) string { return `a\033[0m \033[01;31m` + text + `\033[0m` },
	"colours without escapes": func(_ *rand.Rand, text string) string { return "a[0m [01;31m[K" + text + "[m[K" },
	"in two bytes": func(_ *rand.Rand, text string) string {
		return "powershell -EncodedCommand " + base64.StdEncoding.EncodeToString(wide("here is: "+text, binary.LittleEndian))
	},
	"dump":         func(_ *rand.Rand, text string) string { return "$ hexdump -C x\n" + hex.Dump([]byte("here is: "+text)) },
	"for Markdown": func(_ *rand.Rand, text string) string { return strings.NewReplacer("_", `\_`, "@", `\@`).Replace(text) },
	"in HTML":      func(_ *rand.Rand, text string) string { return "<pre>" + html.EscapeString(text) + "</pre>" },
	"hexadecimal": func(_ *rand.Rand, text string) string {
		return "$ xxd -p\n" + hex.EncodeToString([]byte("here: "+text))
	},
	"percent": func(_ *rand.Rand, text string) string { return "https://example.org/?q=" + url.QueryEscape("x "+text) },
}

func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// fields are records with a place for a text, written as %s with its quotes.
var fields = map[string]string{
	"prompt":        `{"type":"message","id":"a1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":%s,"timestamp":1}}`,
	"text":          `{"type":"message","id":"a1","message":{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"text","text":%s}],"model":"m"}}`,
	"thinking":      `{"type":"message","id":"a1","message":{"role":"assistant","content":[{"type":"thinking","thinking":%s,"thinkingSignature":"c2ln"}]}}`,
	"argument":      `{"type":"message","id":"a1","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":%s}}]}}`,
	"deep argument": `{"type":"message","id":"a1","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"x","arguments":{"id":"1","type":"t","a":[{"b":[[%s]]}]}}]}}`,
	"member name":   `{"type":"custom","customType":"x","data":{"before":1,%s:{"a":2}},"id":"a1","parentId":null}`,
	"result":        `{"type":"message","id":"a1","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":%s}],"isError":false}}`,
	"details":       `{"type":"message","id":"a1","message":{"role":"toolResult","toolCallId":"c1","content":[],"details":{"diff":%s,"truncation":{"content":"c"}}}}`,
	"error":         `{"type":"message","id":"a1","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":%s}}`,
	"command":       `{"type":"message","id":"a1","message":{"role":"bashExecution","command":%s,"output":"o","exitCode":0}}`,
	"output":        `{"type":"message","id":"a1","message":{"role":"bashExecution","command":"c","output":%s,"exitCode":0}}`,
	"summary":       `{"type":"compaction","id":"a1","parentId":"a0","summary":%s,"firstKeptEntryId":"a0","tokensBefore":1}`,
	"files":         `{"type":"branch_summary","id":"a1","parentId":"a0","fromId":"a0","summary":"s","details":{"readFiles":["x",%s],"modifiedFiles":[]}}`,
	"label":         `{"type":"label","id":"a1","parentId":"a0","targetId":"a0","label":%s}`,
	"name":          `{"type":"session_info","id":"a1","parentId":"a0","name":%s}`,
	"custom":        `{"type":"custom","customType":"todo","data":{"items":[1,true,null,%s]},"id":"a1","parentId":null}`,
	"hidden":        `{"type":"custom_message","customType":"x","content":%s,"display":false,"id":"a1","parentId":null}`,
	"edit":          `{"type":"context_edit","id":"a1","parentId":"a0","targetId":"a0","replacement":{"content":%s}}`,
	"folder":        `{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":%s}`,
	"unknown":       `{"type":"new_kind","id":"a1","parentId":"a0", "what" : %s , "n":9007199254740993,"n":1e400,"lone":"\ud83d"}`,
	"system":        `{"type":"message","id":"a1","message":{"role":"system","content":"c","sections":{"rules":%s}}}`,
}

// spellings write a text as a JSON string, each in its own way.
var spellings = []func(r *rand.Rand, text string) string{
	func(_ *rand.Rand, text string) string { return quoted(text) },
	func(_ *rand.Rand, text string) string { return strings.ReplaceAll(quoted(text), "/", `\/`) },
	func(r *rand.Rand, text string) string { // any character as its number
		var b strings.Builder
		for _, c := range text {
			switch {
			case c > 0xffff:
				c -= 0x10000
				fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+c>>10, 0xdc00+c&0x3ff)
			case r.IntN(3) == 0:
				fmt.Fprintf(&b, `\u%04x`, c)
			default:
				b.WriteString(strings.Trim(quoted(string(c)), `"`))
				if c == '"' {
					b.Reset()
					return quoted(text)
				}
			}
		}
		return `"` + b.String() + `"`
	},
}

// TestSeededSecretsAreMasked hides secrets of every kind in every field in every
// way: nothing of them may be left, and all other bytes must be the same.
func TestSeededSecretsAreMasked(t *testing.T) {
	tried := 0
	for seed := range uint64(rounded(2, 12)) {
		r := rand.New(rand.NewPCG(seed, 8))
		s := NewScanner(t.Context(), "pi", "session", nil)
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			for _, wrap := range slices.Sorted(maps.Keys(wraps)) {
				for _, field := range slices.Sorted(maps.Keys(fields)) {
					if os.Getenv("LONG") == "" && r.IntN(12) != 0 {
						continue
					}
					secret := kinds[kind](r)
					text := spellings[r.IntN(len(spellings))](r, wraps[wrap](r, secret.text))
					line := strings.Replace(fields[field], "%s", text, 1)
					tried++
					out, err := s.Masked(nil, []byte(line), func(Finding) {})
					if err != nil {
						t.Errorf("%s, %s, in %s (seed %d): %v", kind, wrap, field, seed, err)
						continue
					}
					if !json.Valid(out) {
						t.Fatalf("%s, %s, in %s (seed %d): not JSON any more:\n%s\n%s", kind, wrap, field, seed, line, out)
					}
					if leaks(string(out), secret.secret, 0) {
						t.Errorf("%s, %s, in %s (seed %d): %q is left\n%s\n%s", kind, wrap, field, seed, secret.secret, line, out)
					}
					if !sameBesideMasks(line, string(out)) {
						t.Errorf("%s, %s, in %s (seed %d): more changed than what is masked\n%s\n%s", kind, wrap, field, seed, line, out)
					}
				}
			}
		}
	}
	if least := rounded(300, 10_000); tried < least {
		t.Errorf("%d secrets were tried, want %d", tried, least)
	}
}

func rounded(short, long int) int {
	if os.Getenv("LONG") != "" {
		return long
	}
	return short
}
