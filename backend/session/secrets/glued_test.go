package secrets

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// makers are tokens that are told by how their maker makes them.
var makers = map[string]func(*rand.Rand) string{
	"aws":             func(r *rand.Rand) string { return "AKIA" + random(r, upper+"234567", 16) },
	"aws session":     func(r *rand.Rand) string { return "ASIA" + random(r, upper+"234567", 16) },
	"github":          func(r *rand.Rand) string { return "ghp_" + mixedRandom(r, word, 36) },
	"github new":      func(r *rand.Rand) string { return "github_pat_" + mixedRandom(r, word+"_", 82) },
	"gitlab":          func(r *rand.Rand) string { return "glpat-" + mixedRandom(r, word+"-_", 20) },
	"slack":           func(r *rand.Rand) string { return "xoxb-" + random(r, digits, 12) + "-" + mixedRandom(r, word, 24) },
	"stripe":          func(r *rand.Rand) string { return "sk_live_" + mixedRandom(r, word, 24) },
	"openai":          func(r *rand.Rand) string { return "sk-proj-" + mixedRandom(r, word, 48) },
	"anthropic":       func(r *rand.Rand) string { return "sk-ant-api03-" + mixedRandom(r, word+"-_", 93) },
	"google":          func(r *rand.Rand) string { return "AIza" + mixedRandom(r, word+"-_", 35) },
	"google login":    func(r *rand.Rand) string { return "ya29." + mixedRandom(r, word+"-_", 60) },
	"npm":             func(r *rand.Rand) string { return "npm_" + mixedRandom(r, word, 36) },
	"pypi":            func(r *rand.Rand) string { return "pypi-AgEIcHlwaS5vcmc" + mixedRandom(r, word+"-_", 60) },
	"hugging face":    func(r *rand.Rand) string { return "hf_" + mixedRandom(r, word, 34) },
	"face of letters": func(r *rand.Rand) string { return "hf_" + "aBcDQWeR" + random(r, lower+upper, 24) + "zXc" },
	"openrouter":      func(r *rand.Rand) string { return "sk-or-v1-" + random(r, hexes, 64) },
	"sendgrid":        func(r *rand.Rand) string { return "SG." + mixedRandom(r, word, 22) + "." + mixedRandom(r, word, 43) },
	"groq":            func(r *rand.Rand) string { return "gsk_" + mixedRandom(r, word, 52) },
	"xai":             func(r *rand.Rand) string { return "xai-" + mixedRandom(r, word, 80) },
	"jwt": func(r *rand.Rand) string {
		return "eyJhbGciOiJIUzI1NiJ9.eyJ" + mixedRandom(r, word, 30) + "." + mixedRandom(r, word+"-_", 43)
	},
	"digital ocean": func(r *rand.Rand) string { return "dop_v1_" + random(r, hexes, 64) },
	"shopify":       func(r *rand.Rand) string { return "shpat_" + random(r, hexes, 32) },
	"telegram":      func(r *rand.Rand) string { return random(r, "23456789", 10) + ":AA" + mixedRandom(r, word, 33) },
	"discord": func(r *rand.Rand) string {
		return "MTk4NjIyNDgzNDcx" + mixedRandom(r, word, 8) + "." + mixedRandom(r, word, 6) + "." + mixedRandom(r, word+"-_", 38)
	},
	"tailscale": func(r *rand.Rand) string {
		return "tskey-auth-" + mixedRandom(r, word, 12) + "-" + mixedRandom(r, word, 32)
	},
	"heroku":      func(r *rand.Rand) string { return "HRKU-AA" + mixedRandom(r, word+"-_", 58) },
	"circle":      func(r *rand.Rand) string { return "CCIPAT_" + mixedRandom(r, word, 22) + "_" + random(r, hexes, 40) },
	"netlify":     func(r *rand.Rand) string { return "nfp_" + mixedRandom(r, word, 36) },
	"posthog":     func(r *rand.Rand) string { return "phc_" + mixedRandom(r, word, 43) },
	"langsmith":   func(r *rand.Rand) string { return "lsv2_pt_" + random(r, hexes, 32) + "_" + random(r, hexes, 10) },
	"cerebras":    func(r *rand.Rand) string { return "csk-" + mixedRandom(r, word, 48) },
	"together":    func(r *rand.Rand) string { return "tgp_v1_" + mixedRandom(r, word+"-_", 43) },
	"pinecone":    func(r *rand.Rand) string { return "pcsk_" + mixedRandom(r, word, 60) },
	"planetscale": func(r *rand.Rand) string { return "pscale_tkn_" + mixedRandom(r, word, 43) },
	"doppler":     func(r *rand.Rand) string { return "dp.pt." + mixedRandom(r, word, 43) },
	"dynatrace": func(r *rand.Rand) string {
		return "dt0c01." + random(r, upper+"234567", 24) + "." + random(r, upper+"234567", 64)
	},
	"pulumi": func(r *rand.Rand) string { return "pul-" + random(r, hexes, 40) },
	"age": func(r *rand.Rand) string {
		return "AGE-SECRET-KEY-1" + random(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)
	},
	"firebase": func(r *rand.Rand) string {
		return mixedRandom(r, word, 11) + ":APA91b" + mixedRandom(r, word+"-_", 134)
	},
	"fireworks": func(r *rand.Rand) string { return "fw_" + mixedRandom(r, word, 24) },
	"resend":    func(r *rand.Rand) string { return "re_" + mixedRandom(r, word, 8) + "_" + mixedRandom(r, word, 24) },
	"voyage":    func(r *rand.Rand) string { return "pa-" + mixedRandom(r, word+"-_", 43) },
	"gemini":    func(r *rand.Rand) string { return "AQ.Ab8" + mixedRandom(r, word+"-_", 47) },
}

// mixedRandom is n characters of a set with digits and letters of both cases in it.
func mixedRandom(r *rand.Rand, set string, n int) string {
	return "a" + random(r, set, n-3) + "7Z"
}

// besides are what stands right before and behind a token.
var besides = [][2]string{
	{`\033[31m`, `\033[0m`}, {`\e[1;32m`, `\e[0m`}, {`\E[38;5;196m`, `\E[m`}, {`^[[31m`, `^[[0m`}, {"[31m", "[0m"}, {"[01;31m[K", "[m[K"}, {`\x1b[31m`, `\x1b[0m`},
	{`\u001b[31m`, `\u001b[0m`}, {`\u{1b}[31m`, `\u{1b}[0m`}, {"`e[31m", "`e[0m"}, {`\\033[92m`, `\\033[0m`}, {"␛[31m", "␛[0m"}, {"ESC[31m", "ESC[0m"}, {"\\033[1m\\033[31m", ""}, {`\012`, `\012`},
	{"_", "_"}, {"__", "__"}, {"key_", ".pem"}, {"x=3D", ""}, {"prefix", ""}, {"a-", "-b"}, {"a.", ".b"}, {"密钥是", "。"}, {"（", "）"}, {"7", ""}, {"%0A", "%0A"}, {"│", "│"}, {"b'", "'"}, {"u:", "@h"}, {"*", "*"}, {"\x00", "\x00"},
}

// A token of a maker is found whatever stands before it and behind it.
func TestTokensAreFoundWhateverTheyAreGluedTo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	tried := 0
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, b := range besides {
			token := makers[maker](r)
			text := "see " + b[0] + token + b[1] + " there"
			tried++
			if got := maskedText(t, text); leftOf(got, token) != "" {
				t.Errorf("%s behind %q: %q is left in %q", maker, b[0], leftOf(got, token), got)
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d tokens were tried", tried)
	}
}

// leftOf is what can be read of a token, "" when that is nothing.
func leftOf(text, token string) string {
	const telling = 10
	for i := 0; i+telling <= len(token); i++ {
		if part := token[i : i+telling]; strings.Contains(text, part) {
			return part
		}
	}
	return ""
}

func TestColoursThatAreWrittenOutAreNoPartOfASecret(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`printf '\033[31m` + awsKey + `\033[0m'`, `printf '\033[31m[REDACTED:aws-access-token]\033[0m'`},
		{"[31m" + awsKey + "[0m", "[31m[REDACTED:aws-access-token][0m"},
		{"[34mDB_PASSWORD[0m=[32mcorrecthorse7[0m", "[34mDB_PASSWORD[0m=[32m[REDACTED:assigned-secret][0m"},
		{`echo -e "\e[34m/home/alice/x\e[0m"`, `echo -e "\e[34m/home/[REDACTED:home-path]/x\e[0m"`},
		{awsKey[:6] + "^[[1m" + awsKey[6:], "[REDACTED:aws-access-token]"},
		{awsKey[:6] + "[01;31m[K" + awsKey[6:9] + "[m[K" + awsKey[9:], "[REDACTED:aws-access-token]"},
		{"rate(errors[5m]) > 3", "rate(errors[5m]) > 3"}, {"a[m", "a[m"}, {"[", "["}, {"[3", "[3"}, {`\033`, `\033`}, {`\u{110000}`, `\u{110000}`}, {`\019`, `\019`},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// What only looks like the sign of a maker inside a word is left alone.
func TestWordsThatHoldTheSignOfAMakerAreLeftAlone(t *testing.T) {
	for _, text := range []string{
		"task-management-and-scheduling-v2-of-it", "risk_assessment_of_the_whole_project_2", "disk-usage-report-2026-11-30-final.txt", "self_hf_tokenizer_version_2_of_models",
		"shelf_recent_documents_by_the_user_12", "pre_release_candidate_2_for_testing_it", "spa-router-with-nested-routes-and-guards-2026-of-it-all", "turnpike-number-4-of-seven-in-the-list",
		"/usr/lib/python3/dist-packages/disk_learn_of_2024_edition_x", "kiosk-mode-for-windows-11-and-above", "sha512-" + strings.Repeat("aEAAb7Zc", 10), "AXXMTACCA" + strings.Repeat("AVSLQ7B", 20), "dp.example.of.something.longer.than.it", "fc-list-of-fonts-2-and-more-fonts-to-see",
	} {
		if got := maskedText(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// The makers' tokens are found as they stand, each as one.
func TestTokensOfAllMakersAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	if got, want := maskedText(t, "cio"+"a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfE and BSA"+"a8Kd72LsPq0ZxC93mNbVtRyUw45J"), "[REDACTED:token] and [REDACTED:token]"; got != want {
		t.Errorf("it becomes %q, want %q", got, want)
	}
	for _, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, format := range []string{"%s", "X=%s", `{"k":"%s"}`, "a %s b", "(%s)"} {
			text := fmt.Sprintf(format, makers[maker](r))
			if got := maskedText(t, text); len(mask.FindAllString(got, -1)) != 1 || len(mask.ReplaceAllString(got, "")) > len(format) {
				t.Errorf("%s: %q becomes %q", maker, text, got)
			}
		}
	}
}

func TestWebhooksOfAllMakersAreFound(t *testing.T) {
	for _, text := range []string{
		"https://x.webhook.office.com/webhookb2/5d4473ea-7133-4905-a812-09c8678b4bf6@ce86aad0-0f1d-4b27-917f-22ab75cd99dd/IncomingWebhook/31bb486803e14bf6b89acb035572c16e/68d52588-ee8a-4a46-8ee6-052d9a2ff0c9",
		"https://outlook.office.com/webhook/5d4473ea-7133-4905-a812-09c8678b4bf6@ce86aad0-0f1d-4b27-917f-22ab75cd99dd/IncomingWebhook/31bb486803e14bf6b89acb035572c16e/68d52588-ee8a-4a46-8ee6-052d9a2ff0c9",
		"https://hooks.zapier.com/hooks/catch/1234567/abcd9ef/", "https://hook.eu1.make.com/abcdefgh1jklmnopqrstuvwxyz123456",
	} {
		if got := maskedText(t, text); !strings.HasSuffix(got, "webhook]") {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
