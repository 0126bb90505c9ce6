package session

import (
	"slices"
	"testing"
)

func TestTickCutsIdleTimeButNotTheWaitForATool(t *testing.T) {
	const minute = 60_000
	f := Fragment{}
	add := func(at int64, parts ...Part) { f.Add(Entry{AtMs: at}, "", parts) }
	add(0)                                       // no usable time
	add(1_000)                                   // the first time adds nothing
	add(1_000 + 2*minute)                        // a short gap counts whole
	add(1_000 + 60*minute)                       // a long one is cut
	add(1_000+90*minute, Part{Kind: PartResult}) // a result was waited for
	add(1_000 + 10*minute)                       // a step back
	add(0)
	add(1_000 + 91*minute)
	x, _ := Join(Header{}, []Fragment{f})
	var clock int64
	var got []int64
	for p := range x.Entries {
		var engaged int64
		engaged, clock = x.Tick(clock, Pos(p))
		got = append(got, engaged)
	}
	want := []int64{0, 0, 2 * minute, 5 * minute, 30 * minute, 0, 0, minute}
	if !slices.Equal(got, want) {
		t.Errorf("engaged = %v, want %v", got, want)
	}
}

// One entry with an odd time does not stop the clock of those after it.
func TestAnOddTimeTakesOneGapAndNoMore(t *testing.T) {
	const minute, year = 60_000, 365 * 24 * 60 * 60_000
	for _, c := range []struct {
		name string
		at   []int64
		want []int64
	}{
		{"far in the future", []int64{1, year, 2, 3, 5}, []int64{0, 5, 0, 1, 2}},
		{"far in the future twice", []int64{1, year, 2, 3, year + 1, 4, 6}, []int64{0, 5, 0, 1, 5, 0, 2}},
		{"far in the past", []int64{year, 1, year + 1, year + 2}, []int64{0, 0, 1, 1}},
		{"a little out of order", []int64{1, 11, 8, 10, 12}, []int64{0, 5, 0, 0, 1}},
	} {
		f := Fragment{}
		for _, at := range c.at {
			f.Add(Entry{AtMs: at * minute}, "", nil)
			f.Add(Entry{AtMs: 9 * year * minute, Kind: KindLabel}, "", nil)
		}
		x, _ := Join(Header{}, []Fragment{f})
		var clock int64
		var got []int64
		for p := range x.Entries {
			x.Entries[p].Parent = Pos(p) - 1
			var engaged int64
			if engaged, clock = x.Tick(clock, Pos(p)); p%2 == 0 {
				got = append(got, engaged/minute)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: engaged = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestEndsAreNeverLabels(t *testing.T) {
	f := Fragment{}
	add := func(key, parent string, kind Kind) { f.Add(Entry{Key: key, Kind: kind}, parent, nil) }
	add("set", "", KindModel)
	add("ask", "set", KindMessage)
	add("one", "ask", KindMessage)
	add("mark", "one", KindLabel)
	add("two", "ask", KindMessage)
	add("name", "ask", KindName)
	add("lone", "", KindLevel)
	x, parents := Join(Header{}, []Fragment{f})
	x.Resolve(parents)
	x.Link()
	var got []string
	for _, p := range x.Ends() {
		got = append(got, x.Key(p))
	}
	if want := []string{"one", "two"}; !slices.Equal(got, want) {
		t.Errorf("ends = %v, want %v", got, want)
	}
}

func TestPastOfALogWithResetsIsTheWholeRun(t *testing.T) {
	f := Fragment{}
	for _, flags := range []Flags{Replaced, 0, Repeated, 0} {
		f.Add(Entry{Flags: flags}, "", nil)
	}
	x, _ := Join(Header{}, []Fragment{f})
	x.Entries[1].Parent, x.Entries[3].Parent = 0, 2
	x.Link()
	if got, want := x.Past(3), []Pos{0, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("past = %v, want %v", got, want)
	}
	var walked []Pos
	x.Walk(func(p Pos, clock int64) int64 { walked = append(walked, p); return clock })
	if want := []Pos{0, 1, 3}; !slices.Equal(walked, want) {
		t.Errorf("walked = %v, want %v", walked, want)
	}
	if got := x.Past(None); len(got) != 0 {
		t.Errorf("past of nothing = %v", got)
	}
}

// What a reader sets down later neither starts a clock nor keeps it going.
func TestLabelsAndNamesTakeNoTime(t *testing.T) {
	f := Fragment{}
	for _, e := range []Entry{{Kind: KindLabel, AtMs: 500}, {AtMs: 1_000}, {Kind: KindLabel, AtMs: 5_000}, {Kind: KindName, AtMs: 8_000}, {AtMs: 9_000}, {Kind: KindLabel, AtMs: 90_000}} {
		f.Add(e, "", nil)
	}
	x, _ := Join(Header{}, []Fragment{f})
	var clock, total int64
	for p := range x.Entries {
		var engaged int64
		engaged, clock = x.Tick(clock, Pos(p))
		total += engaged
	}
	if total != 8_000 || clock != 9_000 {
		t.Errorf("engaged = %d up to %d, want 8000 up to 9000", total, clock)
	}
}
