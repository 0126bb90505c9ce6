package export

import (
	"fmt"
	"math"
	"time"

	"branchline/backend/session"
)

// dollars is a cost in words: "$0.21", "<$0.01", "−$5.00" for what was given back; ""
// for none.
func dollars(usd float64) string {
	switch {
	case usd == 0 || math.IsNaN(usd):
		return ""
	case usd < 0:
		return "−" + dollars(-usd)
	case usd < 0.005:
		return "<$0.01"
	case usd < 999.5:
		return fmt.Sprintf("$%.2f", usd)
	}
	return "$" + session.Grouped(math.Round(usd))
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
