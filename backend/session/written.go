package session

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Lasting writes a length of time in milliseconds in the units that say something,
// rounded: "420 ms", "1.2 s", "4 min 12 s", "38 min", "2 h 10 min", "3 d 4 h"; "" for
// none. The page writes it the same way.
func Lasting(ms int64) string {
	rounded := func(unit float64) int64 { return int64(math.Round(float64(ms) / unit)) }
	switch {
	case ms <= 0:
		return ""
	case ms < 1000:
		return fmt.Sprintf("%d ms", ms)
	case ms < 9_950:
		return oneDigit(float64(ms)/1000) + " s"
	case rounded(1000) < 60:
		return fmt.Sprintf("%d s", rounded(1000))
	case rounded(1000) < 600:
		return twoUnits(rounded(1000), 60, "min", "s")
	case rounded(60_000) < 60:
		return fmt.Sprintf("%d min", rounded(60_000))
	case rounded(60_000) < 24*60:
		return twoUnits(rounded(60_000), 60, "h", "min")
	}
	return twoUnits(rounded(3_600_000), 24, "d", "h")
}

func twoUnits(n, size int64, large, small string) string {
	if n%size == 0 {
		return fmt.Sprintf("%d %s", n/size, large)
	}
	return fmt.Sprintf("%d %s %d %s", n/size, large, n%size, small)
}

// Sized writes a number of bytes in decimal units, as file managers do: "1.5 KB".
func Sized[N int | int64](bytes N) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	value, unit := float64(bytes), ""
	for _, unit = range []string{"KB", "MB", "GB"} {
		if value /= 1000; value < 999.5 {
			break
		}
	}
	if value < 9.95 {
		return oneDigit(value) + " " + unit
	}
	return Grouped(math.Round(value)) + " " + unit
}

// oneDigit writes a number with one digit behind the point, unless that is 0.
func oneDigit(n float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0")
}

// Counted writes "1 entry", "2 entries", "1,200 entries".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(float64(n)) + " " + many
}
