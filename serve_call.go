package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"
)

// stream sends events until the page leaves or does not keep up.
func (s *shell) stream(w http.ResponseWriter, r *http.Request) {
	events, ok := s.events.listen()
	if !ok {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer s.events.leave(events)
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the request was read; not every writer has deadlines
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second)) // not every writer has deadlines
		_, err := io.WriteString(w, text)
		return err == nil && out.Flush() == nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for alive := send(":\n\n"); alive; {
		select {
		case e, open := <-events:
			if !open {
				return
			}
			b, err := json.Marshal(e)
			if err != nil {
				panicked(err)
				continue
			}
			alive = send("data: " + string(b) + "\n\n")
		case <-beat.C:
			alive = send(":\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// call runs one bound method with the arguments of the body, a JSON list.
func (s *shell) call(w http.ResponseWriter, r *http.Request, method string) {
	if r.Method != http.MethodPost {
		http.Error(w, "calls are made by POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, callLimit))
	if err != nil {
		http.Error(w, "the call could not be read whole", http.StatusRequestEntityTooLarge)
		return
	}
	result, err := invoke(s.app, method, body)
	answer := map[string]any{"result": result}
	if err != nil {
		answer = map[string]any{"error": asFault(err).Error()}
	}
	b, err := json.Marshal(answer)
	if err != nil {
		refuse(w, fmt.Errorf("answer %s: %w", method, err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b) // the browser is gone when this fails
}

// invoke calls an exported method by name: those are exactly the bound ones.
func invoke(app *App, method string, arguments []byte) (any, error) {
	m := reflect.ValueOf(app).MethodByName(method)
	if !m.IsValid() {
		return nil, faultf(kindNotFound, "there is no call %q", method)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(arguments, &raw); err != nil || len(raw) != m.Type().NumIn() {
		return nil, faultf(kindInternal, "call %s: the arguments must be a list of %d", method, m.Type().NumIn())
	}
	in := make([]reflect.Value, len(raw))
	for i, text := range raw {
		v := reflect.New(m.Type().In(i))
		if err := json.Unmarshal(text, v.Interface()); err != nil {
			return nil, faultf(kindInternal, "call %s: argument %d: %v", method, i+1, err)
		}
		in[i] = v.Elem()
	}
	out := m.Call(in)
	if err, failed := out[len(out)-1].Interface().(error); failed {
		return nil, err
	}
	if len(out) == 1 {
		return nil, nil
	}
	return out[0].Interface(), nil
}
