package secrets

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// peopleRule is the rule for names of users. Only those are looked for whose home folder
// is named in the session, and they are one secret with it.
var peopleRule = &rule{
	ID: "user-name", Kind: "home-path", order: vague + 2,
	Description: "The name of the owner of a home folder.",
}

// homes are the folders that home folders are in.
var homes = [][]byte{[]byte("home"), []byte("Users"), []byte("users")}

// Bounds of names of users. A shorter one stands in too many places.
const shortestUser, longestUser = 2, 40

// longestSlashes is how many bytes part two folders of a path at most, escaped twice.
const longestSlashes = 4

// Users gives the names of users that paths of home folders in a record tell, some of
// them more than once. They are what a Scanner of the session is told.
func Users(record []byte, give func(name string)) {
	for _, home := range homes {
		for at := 0; ; {
			i := bytes.Index(record[at:], home)
			if i < 0 {
				break
			}
			i += at
			at = i + len(home)
			before := backOver(record, i, longestSlashes, isSlash)
			slashes := run(record[at:min(len(record), at+longestSlashes)], isSlash)
			if before == i || len(slashes) == 0 {
				continue
			}
			i, at = before, at+len(slashes)
			name := run(record[at:min(len(record), at+longestUser+1)], func(c byte) bool { return isName(c) || c >= 0x80 })
			name = bytes.TrimRight(name, ".-")
			if len(name) < shortestUser || len(name) > longestUser || !isUserName(name) || !beginsPath(record, i) {
				continue
			}
			give(string(name))
		}
	}
}

// beginsPath tells whether a path may begin at a place.
func beginsPath(record []byte, at int) bool {
	if at == 0 {
		return true
	}
	c := record[at-1]
	if isWord(c) {
		return at > 1 && record[at-2] == '\\' // the letter of an escape
	}
	return c < 0x80 && bytes.IndexByte([]byte(".~)}-"), c) < 0
}

// What stands before and behind the name of a user where it is one.
var (
	beforeUser = regexp.MustCompile(`(?m)(?:` +
		`(?:^|[^\w/~])~` +
		`|(?i:(?:\b|_)(?:user(?:[_-]?name)?|logname|login|owner|author|whoami|account)["'` + "`" + `]?[ \t]*(?:=>|[=:])[ \t]*["'` + "`" + `]?)` +
		`|\b(?:whoami|id -un|logname)[ \t]*\n` +
		`|[/\\](?:home|[Uu]sers|mail|media|crontabs|sudoers\.d)[/\\]{1,4}` +
		`|-(?:home|[Uu]sers)-` +
		`|^[^\n]{0,12}[bcdlps-][rwxsStT-]{9}[.+@]?[ \t]+\d+[ \t]+(?:[\w.\[\]:-]+[ \t]+)?` +
		`|\b(?:[ug]id=\d+|\d+)\(` +
		`|\b(?:` + strings.ReplaceAll(strings.TrimSpace(userCommands), " ", "|") + `)[ \t]+(?:-{1,2}[\w-]*[ \t]+){0,3}(?:[^\s:]+:)?` +
		`)$`)
	behindUser = regexp.MustCompile(`\A(?:@[\w\[]|:[x*!]?:\d+:|:\$\w+\$)`)
	// of a line that begins with it: of ps, of who and last
	behindFirst = regexp.MustCompile(`\A[ \t]+(?:\d+[ \t]+\d+\.\d|pts/\d|tty\w|:\d)`)
)

// How much before and behind the name of a user is looked at.
const beforeUserMost, behindUserMost = 120, 40

// users gives the names of users that the matcher knows, where they are said to be ones.
func (m *matcher) users(text []byte, found func(match)) {
	for _, name := range m.people {
		for at := 0; ; {
			i := bytes.Index(text[at:], name)
			if i < 0 {
				break
			}
			i += at
			at = i + len(name)
			if i > 0 && isOfName(text[i-1]) || at < len(text) && isOfName(text[at]) {
				continue
			}
			before, behind := text[max(0, i-beforeUserMost):i], text[at:min(len(text), at+behindUserMost)]
			first := i == 0 || text[i-1] == newline
			if behindUser.Match(behind) || first && behindFirst.Match(behind) || leadsToUser(before) && beforeUser.Match(before) {
				found(match{from: i, to: at, allFrom: i, allTo: at, rule: peopleRule})
			}
		}
	}
}

// userCommands are the commands that take the name of a user.
const userCommands = " chown chgrp su sudo passwd usermod useradd adduser userdel finger ps pgrep pkill crontab loginctl "

// leadsToUser tells whether the name of a user may stand behind a text. A name can be a
// word that is in every other sentence.
func leadsToUser(before []byte) bool {
	behindSpace := bytes.TrimRight(before, " \t")
	if len(behindSpace) == 0 {
		return false
	}
	last := behindSpace[len(behindSpace)-1]
	if len(behindSpace) == len(before) {
		return bytes.IndexByte([]byte("\n~=:\"'`/\\-("), last) >= 0
	}
	word := behindSpace[backOver(behindSpace, len(behindSpace), beforeUserMost, func(c byte) bool { return !isBlank(c) }):]
	if len(word) == 0 {
		return false
	}
	line := before[bytes.LastIndexByte(before, newline)+1:]
	return bytes.IndexByte([]byte(":=>-"), last) >= 0 || isDigit(last) || word[0] == '-' ||
		bytes.Contains([]byte(userCommands), slices.Concat([]byte(" "), word, []byte(" "))) ||
		bytes.Contains(line, []byte("rw")) || bytes.Contains(line, []byte("r-"))
}

func isOfName(c byte) bool { return isWord(c) || c >= 0x80 }

// knows tells whether a text is the name of a user.
func (m *matcher) knows(text []byte) bool {
	return slices.ContainsFunc(m.people, func(name []byte) bool { return bytes.Equal(name, text) })
}
