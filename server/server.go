package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/server/internal/room"
)

// Options configure a server.
type Options struct {
	Token  string   // of game masters, 16 characters at least; empty: nobody is one
	Code   string   // what players and watchers must know; empty: nothing
	Hosts  []string // names by which the server may be asked for, beside localhost and addresses
	Limits Limits
	// Proxies are the networks of trusted proxies: their X-Forwarded-For header or PROXY
	// protocol tells the address that a connection comes from, which limits by address then use.
	Proxies []netip.Prefix
	Sight   float64      // how far players see to each side, in metres; 0: 40
	NoChat  bool         // players do not speak
	Log     func(string) // is told of what fails inside; nil: the log package
	NoEdit  bool         // game masters may not send texts of trees
	Lobby   bool         // each round waits, paused, until a game master has it begin
	// SaveDir is the folder in which each room has a file, written every second while the
	// room changes; empty: rooms are not saved.
	SaveDir string
	// RecordDir is the folder in which each room is recorded, as [thicket.Session.Record]
	// does, in a file of its own; empty: rooms are not recorded.
	RecordDir string
	// Recorded bounds the recordings of a room together, in bytes, and RecordAge how old they get;
	// the oldest ones are deleted. 0: 1 GiB, and any age.
	Recorded  int64
	RecordAge time.Duration
	// Audit gets a line of JSON for each thing that a game master did or tried: time, room,
	// name, address, request, and why it was refused. nil writes none.
	Audit io.Writer
	// Try is a folder that thicket playground has written, which is offered at /try/; empty: none.
	Try string
	// Make opens the game of a room that a game master makes, by the name of a scene. nil: no
	// rooms are made while the server runs.
	Make func(scene string) (*thicket.Session, error)
}

//go:embed pages
var pages embed.FS // what web builds

// Server is an http.Handler with rooms. Its methods may be called from several goroutines.
type Server struct {
	o     Options
	token [32]byte
	code  [32]byte
	mux   *http.ServeMux
	door  door
	dirs  claim
	// auditing is held while a line is written to the audit log.
	auditing sync.Mutex

	mu        sync.Mutex
	rooms     map[string]*room.Room
	metrics   *metrics
	closed    bool
	open      sync.WaitGroup // connections
	listening []*http.Server
	cut       context.Context // done when connections are no longer waited for
	cutAll    context.CancelFunc
}

// New makes a server without rooms. Until Close it holds the folders of its options for
// itself: it fails if another server holds one of them.
func New(o Options) (*Server, error) {
	if o.Try != "" {
		if _, err := os.Stat(filepath.Join(o.Try, "index.html")); err != nil {
			return nil, fmt.Errorf("a playground in %s: %w", o.Try, err)
		}
	}
	if o.Token != "" && len(o.Token) < 16 {
		return nil, fmt.Errorf("a token of %d characters, wanted 16 at least", len(o.Token))
	}
	o.Limits = o.Limits.orDefaults()
	if o.Sight == 0 {
		o.Sight = 40
	}
	if o.Recorded == 0 {
		o.Recorded = 1 << 30
	}
	if o.Log == nil {
		o.Log = func(text string) { log.Print(text) }
	}
	s := &Server{
		o: o, token: sha256.Sum256([]byte(o.Token)), code: sha256.Sum256([]byte(o.Code)), mux: http.NewServeMux(),
		rooms: map[string]*room.Room{}, door: door{limits: o.Limits, by: map[string]*visitor{}},
	}
	for _, dir := range []string{o.SaveDir, o.RecordDir} {
		if dir == "" {
			continue
		}
		if err := s.dirs.take(dir); err != nil {
			return nil, errors.Join(err, s.dirs.drop())
		}
	}
	s.cut, s.cutAll = context.WithCancel(context.Background())
	s.metrics = newMetrics(s)
	for pattern, handle := range s.routes() {
		s.mux.HandleFunc(pattern, handle)
	}
	return s, nil
}

// roomName matches the names of rooms.
var roomName = lazy.Regexp(`^[a-z0-9][a-z0-9-]{0,39}$`)

// frameRate is the number of frames a second a client gets at most.
const frameRate = 20

// grace says how long a player stays whose connection was lost.
const grace = 30 * time.Second

// Open adds a room. The server owns the session from now on, even if Open fails.
func (s *Server) Open(name string, game *thicket.Session) error {
	err := game.CanSave()
	if s.o.SaveDir == "" {
		err = nil
	}
	if err == nil {
		err = s.add(name, func(o room.Options) (*room.Room, error) { return room.Open(name, backdoor.Inside(game), o) })
	}
	if err != nil {
		game.Close()
	}
	return err
}

// add makes a room of a name.
func (s *Server) add(name string, open func(room.Options) (*room.Room, error)) error {
	if !roomName().MatchString(name) {
		return fmt.Errorf("a room called %q: wanted small letters, digits and hyphens, 40 at most", name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errors.New("the server has closed")
	case s.rooms[name] != nil:
		return fmt.Errorf("there is a room %q", name)
	case len(s.rooms) >= s.o.Limits.Rooms:
		return fmt.Errorf("there are %d rooms, and room for no more", len(s.rooms))
	}
	l := s.o.Limits
	o := room.Options{
		Rate: frameRate, Bytes: l.Bytes, Sight: s.o.Sight, Grace: grace, Guests: l.Guests, Players: l.Players, Seats: l.Seats, Masters: l.Masters, Log: s.o.Log, Record: s.o.RecordDir, NoChat: s.o.NoChat, NoEdit: s.o.NoEdit, Lobby: s.o.Lobby,
		Recorded: s.o.Recorded, Kept: s.o.RecordAge, Audit: s.audit,
	}
	if s.o.SaveDir != "" {
		o.Keep = s.file(name)
	}
	r, err := open(o)
	if err == nil {
		s.rooms[name] = r
	}
	return err
}

func (s *Server) file(room string) string { return filepath.Join(s.o.SaveDir, room+roomFile) }

// roomFile says how the names of the files of rooms end.
const roomFile = ".room"

// Restore brings back the rooms that [Options].SaveDir has files of, with their players, and
// returns their names. The options are those of their sessions. A file that cannot be
// restored is renamed to NAME.room.aside, and [Options].Log is told why.
func (s *Server) Restore(o thicket.Options) (names []string, err error) {
	if s.o.SaveDir == "" {
		return nil, nil
	}
	so, err := backdoor.Options(o)
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(s.o.SaveDir)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), roomFile)
		if !ok || strings.HasPrefix(name, ".") {
			continue
		}
		var unread error
		err := s.add(name, func(ro room.Options) (r *room.Room, err error) {
			r, unread = room.Reopen(name, so, ro)
			return r, unread
		})
		switch {
		case err == nil:
			names = append(names, name)
		case unread != nil:
			if err := s.setAside(name, unread); err != nil {
				return names, err
			}
		default:
			return names, err
		}
	}
	return names, nil
}

// setAside renames the file of a room that cannot be gone on with, so that the others can, and
// nothing of it is lost.
func (s *Server) setAside(name string, why error) error {
	aside := s.file(name) + ".aside"
	for n := 2; ; n++ {
		if _, err := os.Stat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s.aside-%d", s.file(name), n)
	}
	if err := os.Rename(s.file(name), aside); err != nil {
		return errors.Join(why, err)
	}
	s.o.Log(fmt.Sprintf("%v\nroom %s is not gone on with: its file is %s now; end the server, mend it, and give it its name again", why, name, aside))
	return nil
}

// goodbye says how long clients may take to go when the server ends.
const goodbye = 2 * time.Second

// End ends a room and deletes its file.
func (s *Server) End(name string) error {
	r := s.room(name)
	if r == nil {
		return fmt.Errorf("there is no room %q", name)
	}
	r.Close("the game master has ended this room", false)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rooms[name] != r {
		return nil // somebody else was faster
	}
	delete(s.rooms, name)
	if s.o.SaveDir == "" {
		return nil
	}
	if err := os.Remove(s.file(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Close saves and ends all games, releases their folders, and tells everybody. It cuts
// connections after two seconds, and returns when all have ended or when the context is
// done.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	rooms, listening := slices.Collect(maps.Values(s.rooms)), s.listening
	s.mu.Unlock()
	defer func() {
		for _, h := range listening {
			_ = h.Close() // what it answers now is nobody's any more
		}
	}()
	var all sync.WaitGroup
	for _, r := range rooms {
		all.Go(func() { r.Close("the server ends", true) })
	}
	all.Wait()
	s.mu.Lock()
	err := s.dirs.drop()
	s.mu.Unlock()
	if err != nil {
		s.o.Log(err.Error())
	}
	cut := time.AfterFunc(goodbye, s.cutAll)
	defer cut.Stop()
	gone := make(chan struct{})
	go func() {
		s.open.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		s.cutAll()
		return ctx.Err()
	}
}

// ServeHTTP answers requests that name this server by a host that it knows.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.known(r.Host) {
		http.Error(w, "this server is not called that", http.StatusMisdirectedRequest)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	s.mux.ServeHTTP(w, r)
}

// known reports whether a request's host is an address, localhost or one of the options': a
// page of somebody else that gives its own name this server's address gets nothing.
func (s *Server) known(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	return host == "localhost" || net.ParseIP(host) != nil || slices.ContainsFunc(s.o.Hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

func (s *Server) room(name string) *room.Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rooms[name]
}

// all returns the rooms by name.
func (s *Server) all() map[string]*room.Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.rooms)
}

// right reports whether a secret is the one with a hash, without telling how much of it is.
func right(secret string, hash [32]byte) bool {
	sum := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(sum[:], hash[:]) == 1
}
