package pi

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// A record is never changed, whatever a caller appends to what it was given.
func TestAppendingToAPartOfARecordChangesNothingElse(t *testing.T) {
	const entry = `{"type":"message","message":{"role":"user","content":"hello"},"id":"a"}`
	for name, part := range map[string]func(r Record) []byte{
		"Raw":     func(r Record) []byte { return r.Raw() },
		"Get":     func(r Record) []byte { value, _ := r.Get("message"); return value },
		"Message": func(r Record) []byte { m, _ := r.Message(); return m.Raw() },
		"Content": func(r Record) []byte { m, _ := r.Message(); return m.Content() },
		"Members": func(r Record) (last []byte) {
			for name, value := range r.Members() {
				if name == "message" {
					last = value
				}
			}
			return last
		},
	} {
		records := ParseSessionEntries(entry + "\n" + entry)
		records = append(records, must(NewRecord([]byte(entry))))
		for _, r := range records {
			_ = append(part(r), "??????"...)
		}
		for i, r := range records {
			if string(r.Raw()) != entry {
				t.Errorf("after appending to what %s gave, record %d is %s", name, i, r.Raw())
			}
		}
	}
}

func TestAMessageOfManyBlocksIsReadInProportion(t *testing.T) {
	const blocks = 20_000
	text := `{"content":[` + strings.Repeat(`{"type":"text","text":"abcdefgh"},`, blocks) + `{"type":"text","text":"end"}]}`
	m := must(NewMessage(json.RawMessage(text)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	said := m.Said(" ")
	runtime.ReadMemStats(&after)
	if len(said) != 9*blocks+3 {
		t.Errorf("it says %d bytes, want %d", len(said), 9*blocks+3)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 20*uint64(len(text)) {
		t.Errorf("%d bytes of blocks took %d bytes of memory", len(text), took)
	}
}
