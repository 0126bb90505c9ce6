package runlog

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// What is long counts as it is written: six bytes for a "<".
func TestNoRecordIsTooLongToBeRecorded(t *testing.T) {
	marks := strings.Repeat("<", 1<<20)
	endless := strings.Repeat("n", 17<<20)
	spoiled := json.RawMessage(`"` + strings.Repeat("\xff", 4<<20) + `"`)
	var images []Image
	for range 20 {
		images = append(images, Image{MediaType: "image/png", Source: "inline", Data: strings.Repeat("A", 1<<20)})
	}
	message := func(m Message) func(*Recorder) error {
		return func(r *Recorder) error { return r.RecordMessage(m) }
	}
	for name, record := range map[string]func(*Recorder) error{
		"texts that are escaped": message(Message{Type: "activity", Text: marks, Activity: &Activity{Kind: "response", Arguments: marks, Result: marks, Failure: marks}}),
		"bytes that are no text": message(Message{Type: "activity", Activity: &Activity{Kind: "response", Result: spoiled, ReasoningDetails: spoiled}}),
		"reasoning":              message(Message{Type: "activity", Activity: &Activity{Kind: "request", ReasoningItems: []ReasoningItem{{ID: "r", EncryptedContent: endless}}}}),
		"an id":                  message(Message{Type: "activity", Activity: &Activity{Kind: "request", ID: endless}}),
		"a tool":                 message(Message{Type: "activity", Activity: &Activity{Kind: "request", Name: endless}}),
		"many pictures":          message(Message{Type: "attachment", Images: images}),
		"where a picture is of":  message(Message{Type: "attachment", Images: []Image{{Origin: endless}}}),
		"everything": message(Message{Type: marks, Text: marks, Images: images, Activity: &Activity{
			Kind: marks, ID: marks, Name: marks, Arguments: marks, Result: []string{marks}, Failure: marks,
			ReasoningItems: []ReasoningItem{{ID: marks}}, ReasoningDetails: spoiled,
		}}),
		"an event": func(r *Recorder) error { return r.RecordEvent(endless, endless, endless, 1) },
		"a result": func(r *Recorder) error {
			return r.RecordResult(Result{Reason: marks, Message: marks, Error: marks, Failure: &Failure{Status: 500, ResponseBody: marks}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t, Meta{})
			if err := record(NewRecorder(w)); err != nil {
				t.Fatal(err)
			}
			s := loaded(t, w)
			if n := len(s.Messages) + len(s.Events); n != 1 && !s.Complete() || s.Truncated {
				t.Errorf("the log is read as %d messages and %d events, truncated %v", len(s.Messages), len(s.Events), s.Truncated)
			}
		})
	}
}

// Two halves of a call still belong together, and both sides of a cut are told.
func TestWhatIsShortenedTellsHowLongItWas(t *testing.T) {
	w := start(t, Meta{})
	id := strings.Repeat("<", limit)
	r := NewRecorder(w)
	err := errors.Join(
		r.RecordMessage(Message{Type: "activity", Activity: &Activity{Kind: "request", ID: id}}),
		r.RecordMessage(Message{Type: "activity", Activity: &Activity{Kind: "response", ID: id, Result: "small"}}),
	)
	if err != nil {
		t.Fatal(err)
	}
	s := loaded(t, w)
	request, response := s.Messages[0].Activity, s.Messages[1].Activity
	if request.ID != response.ID || !strings.HasSuffix(request.ID, fmt.Sprintf("<\n[truncated: %d bytes total]", limit)) {
		t.Errorf("the ids are of %d and %d bytes and end in %q", len(request.ID), len(response.ID), request.ID[max(0, len(request.ID)-50):])
	}
}

func TestAPictureThatIsTooLongForALineIsStoredBesideTheLog(t *testing.T) {
	w := start(t, Meta{})
	data := strings.Repeat("picture", 2<<20)
	m := Message{Type: "attachment", Images: []Image{{MediaType: "image/png", Source: "inline", Data: base64.StdEncoding.EncodeToString([]byte(data))}}}
	if err := NewRecorder(w).RecordMessage(m); err != nil {
		t.Fatal(err)
	}
	s := loaded(t, w)
	image, err := s.LoadImage(s.Messages[0].Images[0])
	if err != nil || string(image.Bytes) != data || image.Source != "blob" {
		t.Errorf("%d bytes of %d, source %q, %v", len(image.Bytes), len(data), image.Source, err)
	}
}

func TestAPictureThatIsTooLongAndCannotBeStoredIsRecordedWithoutItsBytes(t *testing.T) {
	w := start(t, Meta{})
	m := Message{Type: "attachment", Text: "kept", Images: []Image{{MediaType: "image/png", Source: "inline", Data: strings.Repeat("é", limit)}}}
	if err := NewRecorder(w).RecordMessage(m); err == nil {
		t.Error("nothing was said of the picture")
	}
	want := []Message{{Type: "attachment", Text: "kept", Images: []Image{{MediaType: "image/png"}}}}
	if diff := cmp.Diff(want, loaded(t, w).Messages); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What is counted is what encoding/json writes, or more where that depends.
func TestTheSizeOfATextIsThatOfItsEncoding(t *testing.T) {
	for r := rune(0); r <= 0x3000; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		b, err := json.Marshal(string(r))
		if err != nil {
			t.Fatal(err)
		}
		if got := encodedLen(r); got < len(b)-2 || got > 6 {
			t.Errorf("%U counts %d bytes and takes %d", r, got, len(b)-2)
		}
	}
}
