package secrets

import (
	"slices"
	"strings"
	"testing"
)

// usersOf are the names of users a record tells, each once.
func usersOf(record string) (names []string) {
	Users([]byte(record), func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

func TestUsersAreKnownFromTheirHomes(t *testing.T) {
	for record, want := range map[string]string{
		`{"cwd":"/home/zoe/src"}`: "zoe", `{"a":"x\n/home/zoe"}`: "zoe", `{"a":"C:\\Users\\zoe\\x"}`: "zoe", `{"a":"file:///Users/zoe.b/x"}`: "zoe.b", `{"a":"HOME=/home/zoe"}`: "zoe",
		`{"a":"/home/李雷/x"}`: "李雷", `{"a":"\/home\/zoe\/x"}`: "zoe", `{"a":"https://example.org/home/zoe"}`: "", `{"a":"/home/user/x /home/runner/y"}`: "", `{"a":"/home/z/x"}`: "", `{"a":"/home/$USER/x"}`: "",
		`{"a":"/home/zoe/x /Users/kim/y"}`: "zoe kim", `{"a":"/home/zoe."}`: "zoe", `/home/`: "",
	} {
		if got := strings.Join(usersOf(record), " "); got != want {
			t.Errorf("%s tells of %q, want %q", record, got, want)
		}
	}
}

// The name of a user is masked wherever it is said to be one, and nowhere else.
func TestNamesOfUsersAreMasked(t *testing.T) {
	const m = "[REDACTED:home-path]"
	for _, name := range []string{"zoe", "bob.smith", "e-jones", "frank42", "李雷"} {
		for _, text := range []string{
			"USER=%s\nLOGNAME=%s\nMAIL=/var/mail/%s", "export SUDO_USER='%s'", "USERNAME=%s", `{"user": "%s", "login":"%s"}`, "user: %s", "username => '%s'", "$ whoami\n%s\n$", "whoami: %s",
			"%s@laptop:~/src$ ls", "[%s@laptop src]$ ls", "(base) %s@Mac-mini ~ %% ls", "ssh %s@host ls", "ls ~%s/.ssh", "cd ~%s", "see -Users-%s-code and C--Users-%s-x",
			"drwxr-xr-x 5 %s %s 4096 May  1 09:00 src", "total 4\n-rw-r--r--@ 1 %s  staff  12 May 1 x", "  3\tlrwxrwxrwx 1 root %s 7 a -> b", "uid=1000(%s) gid=1000(%s) groups=1000(%s),27(sudo)",
			"chown -R %s:%s .", "sudo -u %s ls", "su - %s", "ps -u %s", "%s:x:1000:1000:,,,:/srv:/bin/sh", "USER PID %%CPU\n%s  1234  0.0  0.1 x", "a\n%s  pts/0  2026-05-04", "/data/home/%s/x", "/x//home/%s/y", "/run/media/%s/disk", "Author: %s", "Author: %s <x@y>",
		} {
			text = strings.ReplaceAll(text, "%%", "%")
			want := strings.ReplaceAll(text, "%s", m)
			got, err := NewScanner(t.Context(), "pi", "s", nil, name).MaskedText(strings.ReplaceAll(text, "%s", name))
			if got != want || err != nil {
				t.Errorf("%s becomes\n%q, want\n%q (%v)", name, got, want, err)
			}
		}
	}
	for _, text := range []string{"zoe", "ask zoe", "zoe is here", "the zoe-user", "zoes@laptop:~", "azoe@laptop", "USER=zoey", "user: zoe_1", "https://github.com/zoe/x", "zoe.txt", "a~zoe", "x/zoe/y", "-zoe-", "login as zoe", "a\n  zoe", " zoe", "USER=alice", "alice@laptop:~$"} {
		if got, err := NewScanner(t.Context(), "pi", "s", nil, "zoe").MaskedText(text); got != text || err != nil {
			t.Errorf("%q becomes %q (%v)", text, got, err)
		}
	}
	record := `{"arguments":{"user":"zoe","who":"zoe","name":"zoe"}}`
	got, err := NewScanner(t.Context(), "pi", "s", nil, "zoe").Masked(nil, []byte(record), func(Finding) {})
	if want := `{"arguments":{"user":"[REDACTED:home-path]","who":"zoe","name":"zoe"}}`; string(got) != want || err != nil {
		t.Errorf("%s becomes %s, want %s (%v)", record, got, want, err)
	}
}
