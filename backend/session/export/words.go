package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"branchline/backend/session"
)

// lasting is a length of time in words: "420 ms", "1.2 s", "4 min 12 s", "2 h 10
// min"; "" for none.
func lasting(ms int64) string {
	s := int64(math.Round(float64(ms) / 1000))
	minutes := int64(math.Round(float64(ms) / 60_000))
	switch {
	case ms <= 0:
		return ""
	case ms < 1000:
		return fmt.Sprintf("%d ms", ms)
	case ms < 9950:
		return short(float64(ms)/1000) + " s"
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 600:
		return two(s/60, "min", s%60, "s")
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	case minutes < 24*60:
		return two(minutes/60, "h", minutes%60, "min")
	}
	h := int64(math.Round(float64(ms) / 3_600_000))
	return two(h/24, "d", h%24, "h")
}

func two(a int64, unitA string, b int64, unitB string) string {
	if b == 0 {
		return fmt.Sprintf("%d %s", a, unitA)
	}
	return fmt.Sprintf("%d %s %d %s", a, unitA, b, unitB)
}

// short writes a number with one digit behind the point, unless that is 0.
func short(n float64) string { return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0") }

// dollars is a cost in words: "$0.21", "<$0.01"; "" for none.
func dollars(usd float64) string {
	switch {
	case usd <= 0 || math.IsNaN(usd):
		return ""
	case usd < 0.005:
		return "<$0.01"
	case usd < 999.5:
		return fmt.Sprintf("$%.2f", usd)
	}
	return "$" + session.Grouped(math.Round(usd))
}

// sized is a number of bytes: "1.5 KB".
func sized(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	value, unit := float64(n), ""
	for _, unit = range []string{"KB", "MB", "GB"} {
		if value /= 1000; value < 999.5 {
			break
		}
	}
	if value < 9.95 {
		return short(value) + " " + unit
	}
	return session.Grouped(math.Round(value)) + " " + unit
}

// clock is the time of day, moment day and time in full; "" when unknown.
func clock(ms int64, in *time.Location) string { return at(ms, in, "15:04") }

func moment(ms int64, in *time.Location) string { return at(ms, in, "2 Jan 2006, 15:04:05") }

func at(ms int64, in *time.Location, layout string) string {
	if ms <= 0 {
		return ""
	}
	return time.UnixMilli(ms).In(in).Format(layout)
}
