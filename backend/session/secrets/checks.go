package secrets

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"unicode/utf8"
)

// lastChecks have the last word on what a rule of our own found.
var lastChecks = map[string]func(secret []byte) bool{
	"token":    isToken,
	"value":    isValue,
	"literal":  func(s []byte) bool { return isValue(s) && mixed(s) },
	"password": isPassword,
	"random":   func(s []byte) bool { return isValue(s) && looksRandom(s) },
	"chance":   func(s []byte) bool { return looksRandom(s) && 8*bytes.Count(s, []byte("-")) <= len(s) },
	"login":    isLogin,
	"pair":     isEncodedPair,
	"userName": isUserName,
	"word":     isWordSecret,
	"account":  isAccount,
	"number":   isNumberSecret,
	"piped":    isPiped,
}

// isToken tells a token from words with hyphens between them. Most have a digit.
func isToken(s []byte) bool {
	return !bytes.HasSuffix(s, []byte("EXAMPLE")) && (hasDigit(s) && entropy(s) >= 2.5 || isCased(s) && entropy(s) >= leastRandom)
}

func isCased(s []byte) bool {
	return bytes.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") && bytes.ContainsAny(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

func hasDigit(s []byte) bool { return bytes.ContainsAny(s, "0123456789") }

// placeholder is what stands in examples where a secret would.
var placeholder = regexp.MustCompile(`(?i)^(?:` +
	`[$<{%(].*|.*\$\{.*|.*\{\{.*|.*<[a-z].*>.*|x+|x{4,}.*|\*+|\.{2,}.*|-+|_+|` +
	`(?:your|my|the|some|any|new|old|a|an|our|test|dummy|fake|example|sample|placeholder|insert|enter|put|replace)[-_ ].*|.*[-_](?:here|placeholder|example)|` +
	`change[-_]?(?:me|it|this).*|example.*|placeholder.*|redacted.*|todo.*|none|null|nil|undefined|true|false|required|optional|string|number|boolean|object|hidden|secret|password|passwd|token|` +
	`(?:required|nullable|sometimes|confirmed)\|.*|.*EXAMPLE(?:KEY)?|process\.env.*|os\.environ.*|os\.getenv.*|env\..*|import\.meta.*|secrets?\..*|vars?\..*|config\..*|settings\..*|self\..*|this\..*|args\..*|options\..*` +
	`)$`)

// isValue tells whether a value that is given to a name could be a secret.
func isValue(s []byte) bool {
	if len(s) < 6 || placeholder.Match(s) {
		return false
	}
	digits := 0
	for _, c := range s {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	if digits == len(s) && digits < 12 { // a number, or a date
		return false
	}
	return distinct(s) > 3 && (!isPath(s) || entropy(s) >= leastRandom)
}

// leastRandom is how many bits a character something random has, and a path has not.
const leastRandom = 4.3

func isPath(s []byte) bool {
	return s[0] == '/' || bytes.HasPrefix(s, []byte("./")) || bytes.HasPrefix(s, []byte("~/"))
}

func distinct(s []byte) int {
	var seen [256]bool
	n := 0
	for _, c := range s {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n
}

// mixed tells a password from a word of prose or of a program: it has a digit, or a
// sign that no name has, beside its letters, or capitals all over the place.
func mixed(s []byte) bool {
	return hasDigit(s) && bytes.ContainsFunc(s, isLetter) || bytes.ContainsAny(s, "!@#%^&*+?") || jumbled(s)
}

// leastJumbled is how many letters tell that their capitals are chance.
const leastJumbled = 10

// jumbled tells letters by chance from names of a program: every third is of another
// case than the one before it, and capitals stand side by side.
func jumbled(s []byte) bool {
	changes, beside := 0, false
	for i := 1; i < len(s); i++ {
		if !isLetter(rune(s[i])) || !isLetter(rune(s[i-1])) {
			return false
		}
		big, before := s[i] < 'a', s[i-1] < 'a'
		if big != before {
			changes++
		}
		beside = beside || big && before
	}
	return len(s) >= leastJumbled && beside && 3*changes >= len(s)
}

// isPassword tells a password from what else stands behind a colon: it has a digit,
// or a sign that no name has, beside its letters, and is no name of a program.
func isPassword(s []byte) bool {
	odd := hasDigit(s) && bytes.ContainsFunc(s, isLetter) || isCased(s) && bytes.ContainsAny(s, "!#$%^*")
	return odd && isValue(s) && !dotted.Match(s) && !typeName.Match(s)
}

// isWordSecret tells a password that is a word from the words that programs, forms and
// their messages give to names of passwords.
func isWordSecret(s []byte) bool {
	if !isValue(s) {
		return false
	}
	for part := range bytes.FieldsFuncSeq(s, func(r rune) bool { return r == '-' || r == '_' }) {
		if ofPasswords.Match(part) {
			return false
		}
	}
	return true
}

// ofPasswords are words that are said of passwords, and what stands for one.
var ofPasswords = regexp.MustCompile(`^(?:.*(?:password|passwd|passphrase|placeholder|apikey)s?|` +
	`(?:password|passwd|pass|pwd|secret|token|credential|key)(?:s|hash|value|field|input|name|text|key|string|file|path|id|type|ref|store|generator)?|` +
	`(?:my|your|the|some|new|old|user|client|app|test|db|admin|root|shared|super|top|api|auth|access|refresh|bot)(?:pass|pwd|pw|secret|token|key)s?|` +
	// types, and what a program reads or makes
	`strings?|str|text|texts|varchar|char|chars|bytes?|integer|numbers?|boolean|buffer|object|array|nullable|unknown|never|void|uuid|` +
	`values?|inputs?|fields?|labels?|columns?|params?|parameter|props?|request|response|payload|headers?|cookies?|session|query|config|configured|settings?|options?|argument|` +
	`prompt|prompted|interactive|stdin|stdout|environ|environment|variables?|vault|keyring|keychain|keystore|storage|files?|generated?|random|randomly|computed|` +
	// what forms and messages say
	`required|optional|missing|invalid|incorrect|wrong|expired|expires|revoked|rejected|refused|denied|accepted|unchanged|changed|change|updated?|reset|forgot|forgotten|confirm|confirmed|confirmation|` +
	`current|previous|strong|weak|short|valid|validate|verify|verified|match|matches|mismatch|unknown|unset|empty|blank|present|absent|provided|given|entered|enter|login|logout|signin|signup|` +
	`compat|systemd|disabled?|enabled?|default|custom|internal|external|public|private|manual|automatic|always|stored|saved|shown|hidden|masked|redacted|encrypted|decrypted|hashed|hashes|salted|plain|plaintext|cleartext|` +
	`error|errors|failed|failure|failures|success|successful|warning|exists|existing|username|usernames|users?|email|address|account|client|server|access|refresh|bearer|basic|digest|oauth|` +
	`bcrypt|argon|scrypt|pbkdf|sha|hmac|rotated?|rotation|policy|length|strength|` +
	// what editors call pieces of a text
	`keywords?|comments?|punctuation|operators?|identifiers?|functions?|literals?|constants?|newline|whitespace|brackets?|delimiters?|tags?|attributes?|types?|names?|symbols?|regexp?|` +
	// what stands for one
	`something|anything|whatever|foobar|foobarbaz|asdf.*|qwerty.*|abcdef.*|lorem.*|dummy|sample|example|testing|tester|redact.*|letmein|enterhere)$`)

// typeName is a name of a type with the size of it.
var typeName = regexp.MustCompile(`(?i)^(?:u?int|float|utf|base|sha|md|string|varchar|char|bytes?)-?\d{1,4}[a-z]*$`)

// looksRandom tells a key from a name of a program, which has few digits and words.
func looksRandom(s []byte) bool {
	n := 0
	for _, c := range s {
		if isDigit(c) {
			n++
		}
	}
	if dotted.Match(s) {
		return false
	}
	return n > 0 && entropy(s) >= 3.5 && (n > 1 && isCased(s) || n > 3 || bytes.ContainsAny(s, "+="))
}

// dotted is a name of a program with the names of what it is in.
var dotted = regexp.MustCompile(`^[A-Za-z_]\w{0,30}(?:\.[A-Za-z_]\w{0,30})+$`)

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// examplePairs are the names and passwords of examples.
var examplePairs = regexp.MustCompile(`(?i)^(?:(?:user|username|name|login|usr|u):(?:pass|password|passwd|pwd|secret|pw|p)|[x*.]+:[x*.]+|[<{$%].*|.*:[<{$%*].*|.*:)$`)

// isLogin tells whether name:password is one.
func isLogin(s []byte) bool { return !examplePairs.Match(s) }

// isAccount tells whether name:password is one, and the password none of an example.
func isAccount(s []byte) bool {
	_, word, _ := bytes.Cut(s, []byte(":"))
	return isLogin(s) && !placeholder.Match(word) && !ofPasswords.Match(word)
}

// isNumberSecret tells a number that stands for a password from a date, and from those of
// examples.
func isNumberSecret(s []byte) bool { return !years.Match(s) && distinct(s) > 1 }

// years are years, and days of them.
var years = regexp.MustCompile(`^(?:19|20)\d\d(?:[01]\d[0-3]\d)?$`)

// isPiped tells a password that is given to a command from what stands for one.
func isPiped(s []byte) bool { return !placeholder.Match(s) && !ofPasswords.Match(s) }

// isEncodedPair tells whether base64 is of name:password.
func isEncodedPair(s []byte) bool {
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(string(s), "="))
	return err == nil && bytes.IndexByte(b, ':') >= 0 && readable(b)
}

// readable tells whether bytes are text. The last character may be cut.
func readable(b []byte) bool {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 && utf8.FullRune(b[i:]) || r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != 0x1b || r == 0x7f {
			return false
		}
		i += n
	}
	return true
}

// pageName is the name of a file of a web site: its home has such, too.
var pageName = regexp.MustCompile(`(?i)\.(?:html?|php|aspx?|jsx?|tsx?|css|vue|svelte|png|jpe?g|gif|svg|ico|json|xml|txt|md|go|py|rb)$`)

// isUserName tells whether a folder of home folders is somebody's own.
func isUserName(s []byte) bool {
	return !pageName.Match(s) && !nobody.Match(s)
}

// nobody are folders of home folders that are nobody's: shared ones, those of examples,
// and those that machines are set up with.
var nobody = regexp.MustCompile(`(?i)^(?:shared|public|default|all users|default user|lost\+found|` +
	`(?:your|my|some)?[._-]?(?:user|username|name)|user[._-]name|you|me|someone|somebody|youruser|foo|` +
	`runner|runneradmin|runneruser|ubuntu|debian|fedora|centos|ec2-user|vagrant|node|vscode|coder|codespace|gitpod|circleci|travis|jenkins|jovyan|linuxbrew|appuser|nonroot|buildkite-agent|vsts|agent)$`)
