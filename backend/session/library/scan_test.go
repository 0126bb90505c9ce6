package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/paths"
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// noon is 4 May 2026, 12:00 UTC; the sessions of the tests are older.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC).UnixMilli()

// folder is a temporary folder to put sessions in.
type folder struct {
	t   testing.TB
	dir string
}

func newFolder(t testing.TB) folder { return folder{t, t.TempDir()} }

func (d folder) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d folder) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// write makes a file of lines and answers its path.
func (d folder) write(name string, lines ...string) string {
	d.t.Helper()
	text := ""
	for _, line := range lines {
		text += line + "\n"
	}
	return d.bytes(name, text)
}

func (d folder) bytes(name, data string) string {
	d.t.Helper()
	path := d.path(name)
	d.must(os.MkdirAll(filepath.Dir(path), 0o700))
	d.must(os.WriteFile(path, []byte(data), 0o600))
	return path
}

func (d folder) link(target, name string) string {
	d.t.Helper()
	d.must(os.Symlink(target, d.path(name)))
	return d.path(name)
}

func header(id, cwd string) string {
	return fmt.Sprintf(`{"type":"session","version":3,"id":%q,"timestamp":"2026-05-04T09:00:00.000Z","cwd":%s}`, id, quoted(cwd))
}

func childOf(id, cwd, parent string) string {
	return strings.TrimSuffix(header(id, cwd), "}") + `,"parentSession":` + quoted(parent) + `}`
}

// prompt is a user's message at a time of 4 May 2026.
func prompt(id, parent, clock, text string) string {
	at, err := time.Parse(time.RFC3339, "2026-05-04T"+clock+"Z")
	if err != nil {
		panic(err)
	}
	if parent = quoted(parent); parent == `""` {
		parent = "null"
	}
	return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-05-04T%s.000Z","message":{"role":"user","content":[{"type":"text","text":%s}],"timestamp":%d}}`,
		id, parent, clock, quoted(text), at.UnixMilli())
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// look scans places of one kind.
func look(t testing.TB, kind paths.Kind, dirs ...string) Result {
	t.Helper()
	var places []paths.Place
	for _, dir := range dirs {
		places = append(places, paths.Place{Path: dir, Label: "test", Kind: kind})
	}
	r, err := Scan(t.Context(), places, noon, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// names are the rows' file names in the order of the list.
func names(rows []Row) []string {
	out := []string{}
	for _, r := range rows {
		out = append(out, filepath.Base(r.Path))
	}
	return out
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestListGroupsByTheFolderInTheHeader(t *testing.T) {
	d := newFolder(t)
	const shared = "--srv-demo-shop-api--/"
	d.write(shared+"a.jsonl", header("a", "/srv/demo/shop-api"), prompt("1", "", "09:00:01", "dash"))
	d.write(shared+"b.jsonl", header("b", "/srv/demo/shop/api"), prompt("1", "", "09:05:01", "slash"))
	d.write(shared+"c.jsonl", header("c", "/srv/demo/shop/api/"), prompt("1", "", "09:06:01", "trailing slash"))
	d.write("--D--work-boats--/d.jsonl", header("d", `D:\work\boats`), prompt("1", "", "09:10:01", "drive"))
	d.write("--srv-ünï 船--/e.jsonl", header("e", "/srv/ünï 船"), prompt("1", "", "09:11:01", "letters"))
	d.write(shared+"f.jsonl", header("f", ""), prompt("1", "", "08:00:00", "nowhere"))
	want := map[string]string{
		"a.jsonl": "/srv/demo/shop-api", "b.jsonl": "/srv/demo/shop/api", "c.jsonl": "/srv/demo/shop/api",
		"d.jsonl": `D:\work\boats`, "e.jsonl": "/srv/ünï 船", "f.jsonl": NoFolder,
	}
	flat := newFolder(t)
	for _, name := range []string{shared + "a.jsonl", shared + "b.jsonl", shared + "c.jsonl", "--D--work-boats--/d.jsonl", "--srv-ünï 船--/e.jsonl", shared + "f.jsonl"} {
		data, err := os.ReadFile(d.path(name))
		d.must(err)
		flat.bytes(filepath.Base(name), string(data))
	}
	for name, r := range map[string]Result{
		"a folder a project": look(t, paths.Root, d.dir),
		"one flat folder":    look(t, paths.Flat, flat.dir),
		"an added folder":    look(t, paths.Added, d.dir),
	} {
		got := map[string]string{}
		groups := Groups(r.Rows, paths.Unix)
		for i, row := range r.Rows {
			got[filepath.Base(row.Path)] = groups[i]
		}
		same(t, name+": groups", want, got)
		same(t, name+": sessions of shop/api", []string{"c.jsonl", "b.jsonl"}, names(In(r.Rows, "/srv/demo/shop/api", paths.Unix)))
		same(t, name+": sessions of shop-api", []string{"a.jsonl"}, names(In(r.Rows, "/srv/demo/shop-api/", paths.Unix)))
	}
}

func TestWindowsSpellingsOfOneFolderAreOneGroupThereOnly(t *testing.T) {
	rows := []Row{{Cwd: `c:\Users\u\boats`}, {Cwd: `C:\Users\u\boats\`}, {Cwd: `\\?\C:\Users\u\boats`}}
	same(t, "on Windows", []string{`c:\Users\u\boats`, `c:\Users\u\boats`, `c:\Users\u\boats`}, Groups(rows, paths.Windows))
	same(t, "elsewhere", []string{`c:\Users\u\boats`, `C:\Users\u\boats\`, `\\?\C:\Users\u\boats`}, Groups(rows, paths.Unix))
}

func TestListOrdersByTheLastWordsNotByTheFile(t *testing.T) {
	d := newFolder(t)
	old := d.write("p/old.jsonl", header("old", "/srv/p"),
		prompt("1", "", "08:00:01", "work of the morning"),
		`{"type":"label","id":"2","parentId":"1","timestamp":"2026-05-04T11:00:00.000Z","targetId":"1","label":"keep"}`,
		`{"type":"session_info","id":"3","parentId":"2","timestamp":"2026-05-04T11:00:01.000Z","name":"Renamed later"}`)
	fresh := d.write("p/fresh.jsonl", header("fresh", "/srv/p"), prompt("1", "", "10:00:01", "work of the forenoon"))
	d.must(os.Chtimes(old, time.Now(), time.Now()))
	d.must(os.Chtimes(fresh, time.UnixMilli(noon), time.UnixMilli(noon)))
	d.write("p/a-twin.jsonl", header("twin", "/srv/p"), prompt("1", "", "10:00:01", "the same second"))
	r := look(t, paths.Root, d.dir)
	same(t, "order", []string{"a-twin.jsonl", "fresh.jsonl", "old.jsonl"}, names(r.Rows))
	last := r.Rows[2]
	if want := noon - 4*60*60*1000 + 1000; last.ModifiedMs != want || last.Title != "Renamed later" || last.Name != "Renamed later" {
		t.Errorf("modified %d, title %q, name %q; want %d and the new name", last.ModifiedMs, last.Title, last.Name, want)
	}
}

func TestTimesThatCannotBeAreNotUsed(t *testing.T) {
	d := newFolder(t)
	stamp := time.UnixMilli(noon - 5000)
	none := d.write("p/none.jsonl", `{"type":"session","version":3,"id":"x"}`,
		`{"type":"message","id":"1","parentId":null,"timestamp":null,"message":{"role":"user","content":"no time","timestamp":null}}`)
	future := d.write("p/future.jsonl", header("y", "/srv/p"), prompt("1", "", "09:00:03", "now"),
		`{"type":"message","id":"2","parentId":"1","timestamp":"+011001-01-01T00:00:00.000Z","message":{"role":"user","content":"later","timestamp":285000000000000}}`)
	for _, path := range []string{none, future} {
		d.must(os.Chtimes(path, stamp, stamp))
	}
	got := map[string]int64{}
	for _, row := range look(t, paths.Root, d.dir).Rows {
		got[filepath.Base(row.Path)] = row.ModifiedMs
	}
	same(t, "modified", map[string]int64{"none.jsonl": stamp.UnixMilli(), "future.jsonl": noon - 3*60*60*1000 + 3000}, got)
}

func TestListNeverDropsASessionForAMissingField(t *testing.T) {
	d := newFolder(t)
	d.write("p/nulls.jsonl", header("n", "/srv/p"),
		`{"type":"message","id":"1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":null}}`,
		`{"type":"message","id":"2","parentId":"1","timestamp":"2026-05-04T09:00:02.000Z","message":null}`,
		`{"type":"message","id":"3","parentId":"2","timestamp":"2026-05-04T09:00:03.000Z"}`,
		`{"type":"session_info","id":"4","parentId":"3","timestamp":"2026-05-04T09:00:04.000Z","name":""}`,
		prompt("5", "4", "09:00:05", "Can you read me?"))
	r := look(t, paths.Root, d.dir)
	if len(r.Rows) != 1 || r.Rows[0].Title != "Can you read me?" || r.Rows[0].FirstMessage != "Can you read me?" || r.Rows[0].Name != "" {
		t.Errorf("rows %+v, want one, titled by its first words", r.Rows)
	}
}

func TestTitlesAreOneLine(t *testing.T) {
	for _, c := range []struct{ name, message, want string }{
		{"", "first\r\nsecond", "first"},
		{"", "\n \n  third line\t of  text ", "third line of text"},
		{"", "a\u2028b\u2029c\u0085d\ve\ff", "a b c d e f"},
		{"  two\nlines ", "said", "two lines"},
		{" \t", "said", "said"},
		{"\x1b[31mred\x1b[0m", "said", "red"},
		{"\x1b]0;window\atext", "said", "text"},
		{"file\u202egpj.exe", "said", "file⟨U+202E⟩gpj.exe"},
		{"", " ", "s.jsonl"},
		{strings.Repeat("é", 300), "", strings.Repeat("é", mostTitle/2)},
	} {
		d := newFolder(t)
		d.write("p/s.jsonl", header("s", "/srv/p"), prompt("1", "", "09:00:01", c.message),
			`{"type":"session_info","id":"2","parentId":"1","timestamp":"2026-05-04T09:00:04.000Z","name":`+quoted(c.name)+`}`)
		if r := look(t, paths.Root, d.dir); len(r.Rows) != 1 || r.Rows[0].Title != c.want {
			t.Errorf("name %q, message %q: rows %+v, want the title %q", c.name, c.message, r.Rows, c.want)
		}
	}
}

func TestListShowsOnlyTheFirstPartOfALongMessage(t *testing.T) {
	d := newFolder(t)
	d.write("p/s.jsonl", header("s", "/srv/p"), prompt("1", "", "09:00:01", strings.Repeat("é", mostMessage)))
	if r := look(t, paths.Root, d.dir); len(r.Rows) != 1 || r.Rows[0].FirstMessage != strings.Repeat("é", mostMessage/2) {
		t.Errorf("want %d bytes of the message", mostMessage)
	}
}

func TestListTakesFilesOfAnyEncodingAsTheyCome(t *testing.T) {
	d := newFolder(t)
	d.bytes("p/bom.jsonl", "\ufeff"+header("bom", "/srv/p")+"\n"+prompt("1", "", "09:00:01", "marked")+"\n")
	d.bytes("p/crlf.jsonl", header("crlf", "/srv/p")+"\r\n\r\n"+prompt("1", "", "09:00:02", "line\r\nends")+"\r\n")
	d.bytes("p/wide.jsonl", "\xff\xfe{\x00}\x00\n\x00")
	r := look(t, paths.Root, d.dir)
	same(t, "rows", []string{"crlf.jsonl", "bom.jsonl"}, names(r.Rows))
	same(t, "skipped", []Skipped{{Path: d.path("p/wide.jsonl"), Reason: "not a pi session (UTF-16)"}}, r.Skipped)
}

func TestAFolderThatIsGoneIsSaidSo(t *testing.T) {
	d := newFolder(t)
	gone := map[string]bool{d.dir: false, d.path("no-longer-here"): true, `D:\work`: false, "relative": false, "": false}
	for cwd := range gone {
		d.write("p/"+fmt.Sprintf("%x", cwd)+".jsonl", header("x", cwd), prompt("1", "", "09:00:01", "x"))
	}
	for _, row := range look(t, paths.Root, d.dir).Rows {
		if row.CwdGone != gone[row.Cwd] {
			t.Errorf("cwd %q: gone is %v, want %v", row.Cwd, row.CwdGone, gone[row.Cwd])
		}
	}
}

func TestPlacesSayWhetherTheyCouldBeRead(t *testing.T) {
	d := newFolder(t)
	d.write("flat/a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	file := d.write("file", "x")
	places := []paths.Place{
		{Path: d.path("flat"), Kind: paths.Flat},
		{Path: d.path("gone"), Kind: paths.Root},
		{Path: file, Kind: paths.Runs},
		{Label: "pi sessions", Problem: "no home folder is known"},
	}
	r, err := Scan(t.Context(), places, noon, nil)
	d.must(err)
	want := []Looked{
		{Place: places[0], State: PlaceOK, Sessions: 1},
		{Place: places[1], State: PlaceMissing, Text: "there is no such folder"},
		{Place: places[2], State: PlaceUnreadable, Text: "it is no folder"},
		{Place: places[3], State: PlaceUnreadable, Text: "no home folder is known"},
	}
	same(t, "places", want, r.Places)
	if _, err := os.Lstat(d.path("gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("looking made the missing folder")
	}
}

func TestThePiFolderItselfMayBeAdded(t *testing.T) {
	d := newFolder(t)
	d.write("agent/sessions/--srv-p--/a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	same(t, "rows", []string{"a.jsonl"}, names(look(t, paths.Added, d.path("agent")).Rows))
}

func TestSamplesAreMarked(t *testing.T) {
	d := newFolder(t)
	d.write("a.jsonl", header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	if r := look(t, paths.Samples, d.dir); len(r.Rows) != 1 || !r.Rows[0].Sample {
		t.Errorf("rows %+v, want one sample", r.Rows)
	}
}

func TestListTellsProgressAndEndsWithItsContext(t *testing.T) {
	d := newFolder(t)
	for i := range 50 {
		d.write(fmt.Sprintf("p/%02d.jsonl", i), header("a", "/srv/p"), prompt("1", "", fmt.Sprintf("09:00:%02d", i), "x"))
	}
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	r, err := Scan(ctx, []paths.Place{{Path: d.dir, Kind: paths.Root}}, noon, func(part Result) {
		if calls++; calls == 1 {
			if len(part.Rows) != 1 || part.Done != 1 || part.Total != 50 {
				t.Errorf("the first report has %d rows, %d of %d", len(part.Rows), part.Done, part.Total)
			}
			cancel()
		}
	})
	if calls == 0 || !errors.Is(err, context.Canceled) || r.Done == 50 || len(r.Skipped) > 0 {
		t.Errorf("%d reports, error %v, %d of %d read, %d skipped; want an early end", calls, err, r.Done, r.Total, len(r.Skipped))
	}
}

func TestAPanicOverOneFileSkipsThatFile(t *testing.T) {
	d := newFolder(t)
	path := d.write("a.jsonl", "x")
	bad := func(context.Context, string) (session.Session, *jsonl.File, error) { panic("index out of range") }
	r, err := scan(t.Context(), &reader{open: bad, now: noon, places: []paths.Place{{Path: d.dir, Kind: paths.Flat}}}, nil, nil)
	d.must(err)
	same(t, "skipped", []Skipped{{Path: path, Reason: "reading it failed: index out of range"}}, r.Skipped)
}

// many makes small sessions in twenty folders.
func many(t testing.TB, count int) folder {
	d := newFolder(t)
	for i := range count {
		d.write(fmt.Sprintf("p%d/%d.jsonl", i%20, i), header("a", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	}
	return d
}

func TestListingChangesNothing(t *testing.T) {
	d := many(t, 100)
	before := snapshot(t, d.dir)
	if r := look(t, paths.Root, d.dir); len(r.Rows) != 100 {
		t.Errorf("%d rows, want 100", len(r.Rows))
	}
	same(t, "files after listing", before, snapshot(t, d.dir))
}

func BenchmarkListAThousandSmallSessions(b *testing.B) {
	d := many(b, 1000)
	for b.Loop() {
		if r := look(b, paths.Root, d.dir); len(r.Rows) != 1000 {
			b.Fatalf("%d rows, want 1000", len(r.Rows))
		}
	}
}

// snapshot is the time and size of everything below dir.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			out[path] = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
