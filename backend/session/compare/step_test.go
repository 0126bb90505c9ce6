package compare

import (
	"fmt"
	"testing"

	"branchline/backend/session/sessiontest"
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
	for _, c := range []struct{ tool, target, args, want string }{
		{"bash", "go test ./...", "", "ran `go test ./...`"},
		{"Shell", "make", "", "ran `make`"},
		{"read", "/srv/shop/a.go", "", "read `a.go`"},
		{"edit", "a.go", "", "edited `a.go`"},
		{"write", "a.go", "", "wrote `a.go`"},
		{"ls", ".", "", "listed `.`"},
		{"grep", "TODO", "", "searched for `TODO`"},
		{"grep", "internal", `{"pattern":"cache","path":"internal"}`, "searched for `cache` in `internal`"},
		{"grep", "", `{"pattern":"cache","path":"/srv/shop/internal","glob":"*.go"}`, "searched for `cache` in `internal` (`*.go`)"},
		{"find", ".", `{"pattern":"*.go","path":"/srv/shop"}`, "searched for `*.go`"},
		{"web_search", "", `{"query":"lru cache in go"}`, "searched for `lru cache in go`"},
		{"plan", "first this, then that", "", "made a plan"},
		{"progress", "", "", "noted its progress"},
		{"weather", "Graz", "", "called weather on `Graz`"},
		{"weather", "", `{"name":"Graz"}`, "called weather on `Graz`"},
		{"weather", "", `{}`, "called weather"},
		{"todo", "", `{"text":"tests","action":"add","reason":"they fail"}`, `called todo with ` + "`" + `{"action":"add","text":"tests"}` + "`"},
		{"think", "", `{"thought":"hm"}`, "called think"},
		{"bash", "echo `date`", "", "ran `echo 'date'`"},
	} {
		call := fmt.Sprintf("call=1:%s:%q", c.tool, c.target)
		if c.args != "" {
			call += fmt.Sprintf(" args=%q", c.args)
		}
		s := sessiontest.New(t, "a1 - assistant "+call)
		s.Index().Header.Cwd = "/srv/shop"
		b := newBranch("A", Side{Session: s, Leaf: 0})
		b.read()
		if got := b.does(&b.steps[0], b); got != c.want {
			t.Errorf("%s %q %s: %q, want %q", c.tool, c.target, c.args, got, c.want)
		}
	}
}
