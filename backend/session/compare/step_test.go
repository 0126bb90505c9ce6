package compare

import (
	"testing"

	"branchline/backend/session"
)

func TestCommandsAreComparedWithoutTheFolderOfTheSession(t *testing.T) {
	for _, c := range []struct{ cwd, command, want string }{
		{"/srv/shop", "go test ./...", "go test ./..."},
		{"/srv/shop", "cd /srv/shop && go test ./...", "go test ./..."},
		{"/srv/shop", "cd /srv/shop/ && go test", "go test"},
		{"/srv/shop/", "cd '/srv/shop'; go test", "go test"},
		{"/srv/shop", `cd "/srv/shop" && go test`, "go test"},
		{"/srv/shop", "cd . && go test", "go test"},
		{"/srv/shop", "cd /srv/shop", "cd ."},
		{"/srv/shop", "cd /srv/shop/web && npm test", "cd web && npm test"},
		{"/srv/shop", "cd /srv/shop2 && go test", "cd /srv/shop2 && go test"},
		{"/srv/shop", "cat /srv/shop/a.go '/srv/shop/b.go' /mnt/srv/shop/c.go", "cat a.go 'b.go' /mnt/srv/shop/c.go"},
		{"/srv/shop", "ls /srv/shop | wc", "ls . | wc"},
		{"/srv/shop", "tar cf /srv/shop.tar .", "tar cf /srv/shop.tar ."},
		{"", "cd /srv/shop && ls", "cd /srv/shop && ls"},
		{"/", "ls /etc", "ls /etc"},
	} {
		if got := newNamer(c.cwd).command(c.command); got != c.want {
			t.Errorf("in %q %q is %q, want %q", c.cwd, c.command, got, c.want)
		}
	}
}

func TestStepsAreSaidInWords(t *testing.T) {
	for _, c := range []struct{ tool, target, want string }{
		{"bash", "go test ./...", "ran `go test ./...`"},
		{"Shell", "make", "ran `make`"},
		{"read", "/srv/shop/a.go", "read `a.go`"},
		{"edit", "a.go", "edited `a.go`"},
		{"write", "a.go", "wrote `a.go`"},
		{"ls", ".", "listed `.`"},
		{"grep", "TODO", "searched for `TODO`"},
		{"plan", "first this, then that", "made a plan"},
		{"progress", "", "noted its progress"},
		{"weather", "Graz", "called weather on `Graz`"},
		{"weather", "", "called weather"},
		{"bash", "echo `date`", "ran `echo 'date'`"},
	} {
		it := session.Item{Kind: session.ItemCall, Tool: c.tool, Target: c.target, Entry: 1, Answer: session.None}
		s := step{item: it}
		s.signature, _ = newNamer("/srv/shop").sign(nil, &it)
		if got := called(&s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.tool, c.target, got, c.want)
		}
	}
}
