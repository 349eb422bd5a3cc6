package server

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/server/internal/room"
)

// openAPI describes what routes has.
//
//go:embed openapi.yaml
var openAPI []byte

// maxBody is the longest body of a request, in bytes.
const maxBody = 1 << 20

// routes returns all that the server answers, by pattern.
func (s *Server) routes() map[string]http.HandlerFunc {
	files, err := fs.Sub(pages, "pages")
	if err != nil {
		panic(err) // of what was embedded
	}
	all := map[string]http.HandlerFunc{
		"GET /":                    http.FileServerFS(files).ServeHTTP,
		"GET /healthz":             func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") },
		"GET /metrics":             s.metrics.handler.ServeHTTP,
		"GET /ws/{room}":           s.socket,
		"GET /api/openapi.yaml":    describe,
		"GET /api/rooms":           s.list,
		"POST /api/rooms":          s.master(s.noted(s.makeRoom)),
		"DELETE /api/rooms/{room}": s.master(s.noted(s.endRoom)),
		"GET /api/state":           s.master(s.state),
		"POST /api/commands":       s.master(s.noted(s.commands)),
		"GET /api/save":            s.master(s.save),
	}
	if s.o.Try != "" {
		all["GET /try/"] = s.playground
	}
	return all
}

func describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(openAPI) // a client that has gone gets nothing
}

// failure holds the answer to a request that changed nothing.
type failure struct {
	status int
	errors []string
}

func (f *failure) Error() string { return strings.Join(f.errors, "\n") }

func fail(status int, err error) *failure { return &failure{status, []string{err.Error()}} }

// master wraps what only game masters may do: the token is in the header Authorization.
func (s *Server) master(do func(w http.ResponseWriter, r *http.Request) *failure) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f := s.allowed(r)
		if f == nil {
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			f = do(w, r)
		}
		if f != nil {
			if f.status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			answer(w, f.status, map[string]any{"errors": f.errors})
		}
	}
}

func (s *Server) allowed(r *http.Request) *failure {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return fail(http.StatusUnauthorized, errors.New("wanted the header Authorization: Bearer TOKEN"))
	}
	switch err := s.knows(token, s.addressOf(r)); err {
	case nil:
		return nil
	case errBarred:
		return fail(http.StatusTooManyRequests, err)
	default:
		return fail(http.StatusUnauthorized, err)
	}
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that has gone gets nothing
}

// meant returns the room that a request names, or the only one.
func (s *Server) meant(r *http.Request) (*room.Room, *failure) {
	name := r.URL.Query().Get("room")
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" && len(s.rooms) == 1 {
		for _, only := range s.rooms {
			return only, nil
		}
	}
	if where := s.rooms[name]; where != nil {
		return where, nil
	}
	if name == "" {
		return nil, fail(http.StatusBadRequest, fmt.Errorf("there are %d rooms, wanted ?room=NAME", len(s.rooms)))
	}
	return nil, fail(http.StatusNotFound, fmt.Errorf("there is no room %q", name))
}

// lobby lists the rooms, and whether who joins is asked for the code.
type lobby struct {
	Rooms []string       `json:"rooms"`
	Games []room.Summary `json:"games"` // one of each room
	Code  bool           `json:"code"`
}

// list tells which rooms there are, and how many are in them.
func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	rooms := maps.Clone(s.rooms)
	s.mu.Unlock()
	l := lobby{[]string{}, []room.Summary{}, s.o.Code != ""}
	for _, name := range slices.Sorted(maps.Keys(rooms)) {
		l.Rooms = append(l.Rooms, name)
		l.Games = append(l.Games, rooms[name].Summary())
	}
	answer(w, http.StatusOK, l)
}

// makeRoom makes a room of a scene.
func (s *Server) makeRoom(w http.ResponseWriter, r *http.Request) *failure {
	var wanted struct{ Name, Scene string }
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&wanted); err != nil {
		return fail(http.StatusBadRequest, fmt.Errorf(`%w, wanted {"name": ..., "scene": ...}`, err))
	}
	if s.o.Make == nil {
		return fail(http.StatusForbidden, errors.New("this server makes no rooms while it runs"))
	}
	game, err := s.o.Make(wanted.Scene)
	if err == nil {
		err = s.Open(wanted.Name, game)
	}
	if err != nil {
		return fail(http.StatusConflict, err)
	}
	answer(w, http.StatusCreated, map[string]string{"room": wanted.Name})
	return nil
}

func (s *Server) endRoom(w http.ResponseWriter, r *http.Request) *failure {
	if err := s.End(r.PathValue("room")); err != nil {
		return fail(http.StatusNotFound, err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) state(w http.ResponseWriter, r *http.Request) *failure {
	where, f := s.meant(r)
	if f != nil {
		return f
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(where.State()) // a client that has gone gets nothing
	return nil
}

// commands carries out the commands of a script, all at once.
func (s *Server) commands(w http.ResponseWriter, r *http.Request) *failure {
	where, f := s.meant(r)
	if f != nil {
		return f
	}
	src, err := io.ReadAll(r.Body)
	if err != nil {
		return fail(http.StatusRequestEntityTooLarge, err)
	}
	script, err := live.ReadScript("commands", src, where.Limits())
	if err != nil {
		return &failure{http.StatusBadRequest, lines(err)}
	}
	for _, c := range script {
		if c.Tick != 0 {
			return fail(http.StatusBadRequest, fmt.Errorf("%s at tick %d: commands are carried out at once, wanted none", c.Name, c.Tick))
		}
	}
	tick, replies, err := where.Do(script)
	if err != nil {
		return fail(http.StatusGone, err)
	}
	status := http.StatusOK
	if slices.ContainsFunc(replies, func(r room.Reply) bool { return !r.OK }) {
		status = http.StatusConflict
	}
	answer(w, status, map[string]any{"tick": tick, "replies": append([]room.Reply{}, replies...)})
	return nil
}

// lines returns all that is wrong with a text, each with its place.
func lines(err error) (all []string) {
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		return []string{err.Error()}
	}
	for _, e := range list {
		all = append(all, e.Error())
	}
	return all
}

func (s *Server) save(w http.ResponseWriter, r *http.Request) *failure {
	where, f := s.meant(r)
	if f != nil {
		return f
	}
	var file bytes.Buffer
	if err := where.Save(&file); err != nil {
		return fail(http.StatusConflict, err)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = file.WriteTo(w) // a client that has gone gets nothing
	return nil
}
