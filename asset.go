package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/timeline"
)

// pictures is what a session can do that holds pictures.
type pictures interface {
	// Image returns the n-th picture of an entry with the type the session states for it.
	Image(p session.Pos, n int) (mime string, data []byte, err error)
}

// forGood lets the answer be kept: its address holds the revision.
const forGood = "private, max-age=31536000, immutable"

var errNothing = faultf(kindNotFound, "there is nothing at this address")

// isAsset tells by the first part of a path whether assets answers it.
func isAsset(first string) bool {
	return first == "blob" || first == "body" || first == "record" || first == "rows" || first == "said" || first == "outline" || first == "export"
}

// assets answers the addresses of pictures, whole texts, outlines and exports:
//
//	/blob/<session>/<revision>/<key>/<n>
//	/body/<session>/<revision>/<leaf>/<row>/<field>?from=&pieces=
//	/record/<session>/<revision>/<leaf>/<index>?from=&pieces=
//	/rows/<session>/<revision>/<leaf>/<from>/<to>/<form>
//	/said/<session>/<revision>/<leaf>/<message>/<block>?from=&pieces=
//	/outline/<session>/<revision>/<leaf>?from=
//	/export/<job>
//
// A revision since which the session only grew is as good as the newest: what
// these addresses name stands as before. Everything else is not found.
func (a *App) assets() http.Handler {
	return recovering(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := a.asset(w, r); err != nil {
			refuse(w, err)
		}
	}))
}

func (a *App) asset(w http.ResponseWriter, r *http.Request) error {
	parts, err := pathParts(r.URL)
	if err == nil && len(parts) == 2 && parts[0] == "export" && r.Method == http.MethodGet {
		return a.download(w, r, parts[1])
	}
	if err != nil || len(parts) < 3 || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return errNothing
	}
	revision, answer := 0, content{}
	err = a.use(parts[1], func(o snapshot) (err error) {
		if revision = o.revision; !a.stands(o, parts[2]) {
			return faultf(kindStale, "the session has changed since")
		}
		switch {
		case parts[0] == "blob" && len(parts) == 5:
			answer, err = a.blob(o, parts[3], parts[4], r.URL.Query().Has("save"))
		case parts[0] == "body" && len(parts) == 6:
			answer, err = a.body(r, o, parts[3:])
		case parts[0] == "record" && len(parts) == 5:
			answer, err = a.record(r, o, parts[3:])
		case parts[0] == "rows" && len(parts) == 7:
			answer, err = a.rowsText(o, parts[3:])
		case parts[0] == "said" && len(parts) == 6:
			answer, err = a.saidBlock(r, o, parts[3:])
		case parts[0] == "outline" && len(parts) == 4:
			answer, err = a.outline(o, parts[3], number(r.URL.Query().Get("from")))
		default:
			err = errNothing
		}
		return err
	})
	if errors.Is(err, jsonl.ErrStale) {
		return errors.Join(err, a.reload(parts[1], revision))
	}
	if err != nil {
		return err
	}
	answer.send(w) // while nobody waits for the session
	return nil
}

// stands tells whether what was read of a session at a revision stands as before.
func (a *App) stands(o snapshot, revision string) bool {
	open, err := a.set.Get(o.handle)
	n := number(revision)
	return err == nil && revision == strconv.Itoa(n) && open.Since() <= n && n <= o.revision
}

// content is an answer: its type, its bytes, and what else the page is told of it.
type content struct {
	kind   string
	data   []byte
	header map[string]string
}

// pathParts splits a path before its parts are unescaped: a key may hold a slash.
func pathParts(u *url.URL) ([]string, error) {
	parts := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	for i, part := range parts {
		plain, err := url.PathUnescape(part)
		if err != nil {
			return nil, err
		}
		parts[i] = plain
	}
	return parts, nil
}

func (c content) send(w http.ResponseWriter) {
	h := w.Header()
	for name, value := range c.header {
		h.Set(name, value)
	}
	h.Set("Content-Type", c.kind)
	h.Set("Content-Length", strconv.Itoa(len(c.data)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", forGood)
	_, _ = w.Write(c.data) // the page is gone when this fails
}

func (a *App) outline(o snapshot, key string, from int) (content, error) {
	leaf, err := leafOf(o.Index(), key)
	if err != nil {
		return content{}, err
	}
	b, err := a.branch(o, leaf)
	if err != nil {
		return content{}, err
	}
	return content{kind: "application/octet-stream", data: b.Outline(from)}, nil
}

type bodyKey struct {
	branchKey
	row   int
	field string
}

// longBody is a whole text in pieces: where each starts, and which line it is of. A
// piece is a line or, of one that is longer than longLine, as much of it: text is
// asked for by pieces, and one of them must not be hundreds of megabytes.
type longBody struct {
	text   string
	starts []int
	of     []int32
}

func (a *App) body(r *http.Request, o snapshot, parts []string) (content, error) {
	leaf, err := leafOf(o.Index(), parts[0])
	if err != nil {
		return content{}, err
	}
	b, err := a.branch(o, leaf)
	if err != nil {
		return content{}, err
	}
	row, err := strconv.Atoi(parts[1])
	if err != nil || row < 0 || row >= b.Len() {
		return content{}, faultf(kindNotFound, "there is no such row")
	}
	k := bodyKey{branchKey{o.handle, o.revision, leaf}, row, parts[2]}
	return a.long(r, k, func() (string, error) {
		body, err := b.Body(row)
		if err != nil {
			return "", err
		}
		return field(body, parts[2])
	})
}

// long answers a whole text, or the pieces of it that are asked for.
func (a *App) long(r *http.Request, k bodyKey, read func() (string, error)) (content, error) {
	long, err := a.bodies.get(k, func() (*longBody, error) {
		text, err := read()
		if err != nil {
			return nil, err
		}
		return longBodyOf(text), nil
	})
	if err != nil {
		return content{}, err
	}
	text, header := long.text, map[string]string{
		"X-Pieces": strconv.Itoa(len(long.starts)), "X-Lines": strconv.Itoa(long.lines()), "X-Bytes": strconv.Itoa(len(long.text)),
	}
	if q := r.URL.Query(); q.Has("pieces") {
		from, n := number(q.Get("from")), number(q.Get("pieces"))
		text, header["X-Numbers"] = long.part(from, n), long.numbers(from, n)
	}
	return content{kind: "text/plain; charset=utf-8", data: []byte(text), header: header}, nil
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func field(b session.Body, name string) (string, error) {
	switch name {
	case "text":
		return b.Text, nil
	case "args":
		return b.Args, nil
	case "arguments":
		return timeline.Arguments(b.Args), nil
	case "result":
		return b.Result, nil
	case "diff":
		return b.Diff, nil
	case "raw":
		return string(b.Raw), nil
	}
	return "", faultf(kindNotFound, "a row has no %s", fmt.Sprintf("%.40q", name))
}

// longLine is where a line is cut in two for the page, in bytes.
const longLine = timeline.LongLine

// longBodyOf finds the pieces of a text; a line end at the very end begins none.
func longBodyOf(text string) *longBody {
	l := &longBody{text: text}
	for at, no := 0, int32(1); at < len(text); {
		l.starts, l.of = append(l.starts, at), append(l.of, no)
		end := strings.IndexByte(text[at:min(len(text), at+longLine+1)], '\n') + 1
		if end > 0 {
			no++
		} else {
			for end = min(longLine, len(text)-at); at+end < len(text) && end > 1 && !utf8.RuneStart(text[at+end]); end-- {
				continue
			}
		}
		at += end
	}
	return l
}

// lines is how many lines there are.
func (l *longBody) lines() int {
	if len(l.of) == 0 {
		return 0
	}
	return int(l.of[len(l.of)-1])
}

// numbers are those of the lines that n pieces from one on begin, from 1; 0 where a
// piece goes on with the line of the one before.
func (l *longBody) numbers(from, n int) string {
	var b strings.Builder
	for i := from; i < len(l.of) && i-from < n; i++ {
		if i > from {
			b.WriteByte(',')
		}
		no := l.of[i]
		if i > 0 && l.of[i-1] == no {
			no = 0
		}
		b.WriteString(strconv.Itoa(int(no)))
	}
	return b.String()
}

// part is n pieces from one on, each with a line end.
func (l *longBody) part(from, n int) string {
	var b strings.Builder
	for i := from; i < len(l.starts) && i-from < n; i++ {
		end := len(l.text)
		if i+1 < len(l.starts) {
			end = l.starts[i+1]
		}
		line := l.text[l.starts[i]:end]
		b.WriteString(line)
		if i+1 < len(l.starts) && !strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
