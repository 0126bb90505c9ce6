package secrets

import (
	"fmt"
	"testing"
)

// people are e-mail addresses in every script.
var people = []string{
	"foo.bar@corp.example.net", "zed@firma.de", "foo+tag@x.io", "jürgen@müller.de", "用户@例子.公司", "李雷@corp.cn", "zed@例子.公司", "иван@почта.рф", "a_b-c@sub.corp.co.uk", "söze@host.lan", "ユーザー@例え.jp", "민수@회사.한국",
}

// mailBesides are what touches an address: words of other scripts, and marks of full width.
var mailBesides = [][2]string{
	{"", ""}, {"ask ", " now"}, {"（", "）"}, {"「", "」"}, {"：", "。"}, {"，", "，"}, {"<", ">"}, {"mailto:", "?x=1"}, {"“", "”"}, {"《", "》"}, {"\u3000", "\u3000"}, {"→", "…"}, {"(", ")."}, {"cc=", "&b=1"}, {"、", "、"}, {"・", "！"},
}

func TestAddressesAreFoundWhateverTouchesThem(t *testing.T) {
	tried := 0
	check := func(before, address, behind string) {
		tried++
		if got, want := maskedText(t, before+address+behind), before+"[REDACTED:email]"+behind; got != want {
			t.Errorf("%q becomes %q, want %q", before+address+behind, got, want)
		}
	}
	for _, address := range people {
		for _, b := range mailBesides {
			check(b[0], address, b[1])
		}
	}
	for _, address := range []string{"foo.bar@corp.net", "zed@firma.de", "a_b@sub.corp.co.uk", "jürgen@müller.de"} {
		for _, b := range [][2]string{{"联系", "谢谢"}, {"請寄", "。"}, {"", "に送って"}, {"메일", "으로"}, {"ключ", "и"}, {"ส่ง", "นะ"}, {"密码是", "吗"}} {
			check(b[0], address, b[1])
		}
	}
	check("发给", "zed@例子.公司", "")
	check("", "zed@例子.公司", "谢谢")
	check("", "zed＠firma.de", "")
	check("", "zed@例子.com", "谢谢")
	if tried < 200 {
		t.Errorf("%d addresses were tried", tried)
	}
}

func TestWhatIsNobodysAddressIsLeftAlone(t *testing.T) {
	for _, text := range []string{
		"user@example.com", "you@example.org", "your.name@example.com", "your-email@domain.com", "name@company.com", "john.doe@example.com", "test@example.com", "me@example.com", "user1@example.com",
		"@", "@@", "a@", "@a.com", "a@b", "a@.com", "a@b.", "a@b..com", "x@y.z1", "@app.route", "pkg@1.2.3", "icon@2x.png", "actions/checkout@v4.1", "x@README.md", "联系@谢谢", "用户@例子.谢谢", "foo@bar_baz.com", "noreply@github.com",
	} {
		if got := maskedText(t, text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for _, name := range []string{"user.smith", "me2you", "alice"} {
		address := fmt.Sprintf("%s@example.com", name)
		if got := maskedText(t, address); got != "[REDACTED:email]" {
			t.Errorf("%q becomes %q", address, got)
		}
	}
}
