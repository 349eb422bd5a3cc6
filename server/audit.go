package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/thicket-sim/thicket/server/internal/room"
)

// audit notes what a game master did.
func (s *Server) audit(d room.Deed) {
	if s.o.Audit == nil {
		return
	}
	line, err := json.Marshal(struct {
		Time time.Time `json:"time"`
		room.Deed
	}{time.Now().UTC(), d})
	if err == nil {
		s.auditing.Lock()
		_, err = s.o.Audit.Write(append(line, '\n'))
		s.auditing.Unlock()
	}
	if err != nil {
		s.o.Log(fmt.Sprintf("what a game master did is not noted: %v", err))
	}
}

// noted wraps what changes something over the API, so that it is noted.
func (s *Server) noted(do func(w http.ResponseWriter, r *http.Request) *failure) func(w http.ResponseWriter, r *http.Request) *failure {
	return func(w http.ResponseWriter, r *http.Request) *failure {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return fail(http.StatusRequestEntityTooLarge, err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		f := do(w, r)
		d := room.Deed{Room: r.PathValue("room"), Address: s.addressOf(r), What: r.Method + " " + r.URL.Path}
		if d.Room == "" {
			d.Room = r.URL.Query().Get("room")
		}
		if len(body) > 0 {
			d.Command = room.Excerpt(body)
		}
		if f != nil {
			d.Error = f.Error()
		}
		s.audit(d)
		return f
	}
}
