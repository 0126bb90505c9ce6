package secrets

import (
	"encoding/hex"
	"strings"
	"testing"
)

const (
	awsKey = "AKIAQ2W3E4R5T6Y7U2I3"
	ghKey  = "ghp_a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s"
)

// Colours and characters that are not seen stand in the way of no rule.
func TestSecretsAreFoundInColouredOutput(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\x1b[32m" + awsKey + "\x1b[0m", "\x1b[32m[REDACTED:aws-access-token]\x1b[0m"},
		{".env:\x1b[36m\x1b[KKEY=\x1b[01;31m\x1b[K" + ghKey + "\x1b[m\x1b[K", ".env:\x1b[36m\x1b[KKEY=\x1b[01;31m\x1b[K[REDACTED:github-pat]\x1b[m\x1b[K"},
		{"\u009b32m" + awsKey + "\u009b0m", "\u009b32m[REDACTED:aws-access-token]\u009b0m"},
		{"\x1b[34mDB_PASSWORD\x1b[0m=\x1b[32mcorrecthorse7\x1b[0m", "\x1b[34mDB_PASSWORD\x1b[0m=\x1b[32m[REDACTED:assigned-secret]\x1b[0m"},
		{"{\x1b[34;1m\"password\"\x1b[0m: \x1b[32m\"correcthorse7\"\x1b[0m}", "{\x1b[34;1m\"password\"\x1b[0m: \x1b[32m\"[REDACTED:assigned-secret]\"\x1b[0m}"},
		{"\x1b[34m/home/alice/x", "\x1b[34m/home/[REDACTED:home-path]/x"},
		{"\x1b]8;;file:///home/alice/x\x1b\\x\x1b]8;;\x1b\\", "\x1b]8;;file:///home/[REDACTED:home-path]/x\x1b\\x\x1b]8;;\x1b\\"},
		{"x\x1b[5G" + awsKey, "x\x1b[5G[REDACTED:aws-access-token]"},
		{awsKey[:6] + "\u200b" + awsKey[6:], "[REDACTED:aws-access-token]"},
		{awsKey[:6] + "\x1b[1m" + awsKey[6:], "[REDACTED:aws-access-token]"},
		{`"\u001b[32m` + awsKey + `\u001b[0m"`, `"\u001b[32m[REDACTED:aws-access-token]\u001b[0m"`},
		{"\x1b[1mDB_PASSWORD=&quot;correcthorse7&quot;", "\x1b[1mDB_PASSWORD=&quot;[REDACTED:assigned-secret]&quot;"},
		{"\x1b", "\x1b"}, {"a\x1b[", "a\x1b["}, {"a\x1b[31", "a\x1b[31"}, {"\u009b", "\u009b"}, {"\u200b", "\u200b"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

func TestSecretsAreFoundInMarkup(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"DB_PASSWORD=&quot;correcthorse7&quot;", "DB_PASSWORD=&quot;[REDACTED:assigned-secret]&quot;"},
		{"client_secret&#61;&#x22;correcthorse7&#34;", "client_secret&#61;&#x22;[REDACTED:assigned-secret]&#34;"},
		{"a &amp;amp; b &nosuch; c & d; &#; &#x;", "a &amp;amp; b &nosuch; c & d; &#; &#x;"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

func TestSecretsAreFoundInHexadecimal(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x " + hex.EncodeToString([]byte("key "+awsKey)) + " y", "x [REDACTED:aws-access-token] y"},
		{strings.ToUpper(hex.EncodeToString([]byte(awsKey))), "[REDACTED:aws-access-token]"},
		{hex.EncodeToString([]byte("nothing of any interest")), hex.EncodeToString([]byte("nothing of any interest"))},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// A token that was broken over lines is masked with all its lines; what stands on
// the line behind a whole one is not.
func TestTokensAreFoundOverLines(t *testing.T) {
	long := "sk-proj-" + strings.Repeat("a8Kd72LsPq0ZxC93mNbV", 6)
	for _, c := range []struct{ text, want string }{
		{"ok\n" + ghKey[:20] + "\n" + ghKey[20:] + "\nend", "ok\n[REDACTED:github-pat]\nend"},
		{"ok\n" + ghKey[:20] + "\r\n" + ghKey[20:] + "\r\nend", "ok\n[REDACTED:github-pat]\r\nend"},
		{"key " + long[:40] + "\n" + long[40:80] + "\n" + long[80:] + "\nend", "key [REDACTED:token]\nend"},
		{"SG.a8Kd72LsPq0ZxC93m\nNbVtRy.Uw45JhGfEdQ1sa8Kd72LsPq0ZxC93mNbVtRyUw45JhGf x", "[REDACTED:token] x"},
		{ghKey + "\nnext", "[REDACTED:github-pat]\nnext"},
		{awsKey + "\nNEXT_LINE=1", "[REDACTED:aws-access-token]\nNEXT_LINE=1"},
		{ghKey + "\n" + awsKey, "[REDACTED:github-pat]\n[REDACTED:aws-access-token]"},
		{"risk-assessment-of-the-\nwhole-project2", "risk-assessment-of-the-\nwhole-project2"},
	} {
		if got := maskedText(t, c.text); got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
	}
}
