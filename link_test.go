package main

import (
	"strings"
	"testing"
)

func TestOnlyLinksOfTheWebAndOfMailAreOpened(t *testing.T) {
	for _, c := range []struct {
		address string
		opened  bool
	}{
		{"https://example.org/?a=1&b=2#c", true},
		{"HTTP://example.org", true},
		{"mailto:ada@example.org?subject=hi", true},
		{"javascript:alert(1)", false},
		{"java\nscript:alert(1)", false},
		{"file:///etc/passwd", false},
		{"ftp://example.org/x", false},
		{"data:text/html,x", false},
		{"//example.org/x", false},
		{"/etc/passwd", false},
		{"https:", false},
		{"https:///x", false},
		{"mailto:", false},
		{"https://example.org/ x", false},
		{"https://example.org/\x1b[2J", false},
		{"https://example.org/\u202egpj", true}, // escaped by the address itself
		{"-https://example.org", false},
		{"", false},
		{"https://example.org/" + strings.Repeat("x", 9000), false},
	} {
		link, err := checkLink(c.address)
		if (err == nil) != c.opened {
			t.Errorf("checkLink(%.60q) = %.60q, %v; want it opened: %t", c.address, link, err, c.opened)
		}
		if strings.ContainsAny(link, " \n\x1b\u202e") {
			t.Errorf("checkLink(%.60q) lets %.60q through", c.address, link)
		}
	}
}
