package room

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/server/internal/feed"
	"github.com/thicket-sim/thicket/session"
)

// Role says what a guest may do.
type Role uint8

// The roles. A watcher looks, a player has a body, a game master may do everything.
const (
	Watcher Role = iota
	Player
	GameMaster
)

// roleNames are the roles as messages have them.
var roleNames = [...]string{Watcher: "watcher", Player: "player", GameMaster: "gm"}

// MaxQueue is the number of messages that wait for a guest that does not read. News beyond
// that are left out; a guest that is owed so many answers has its connection ended.
const MaxQueue = 64

// Guest is somebody who is in a room. Next and Handle are each for one goroutine at a time.
type Guest struct {
	room *Room
	role Role
	name string
	// token lets a player back in whose connection was lost; empty for others.
	token string
	// address is where it comes from.
	address string

	// What follows is under the lock of the room.
	person   int64         // its number; that of its player
	body     components.ID // of a player; 0 for others
	selected *selection    // what it is told of; nil for nothing
	looking  *looking      // at charts; nil for not
	marks    []byte        // of the timeline, as they were told
	pictured pictured
	self     []byte      // how it fares, as it was told
	spoke    []time.Time // when it said something, of late

	mu     sync.Mutex // all that follows
	stream feed.Stream
	view   *feed.View // the last one, until it is sent; nil for none
	queue  [][]byte
	missed int64 // how many news were left out
	ended  *bye  // the last message; nil while more come
	ready  chan struct{}
}

// Enter lets somebody in. A player has a name, or the token of one who was there; a token
// that is not known any more makes a new player of that name. Those of one address have so many
// seats at most.
func (r *Room) Enter(role Role, title, token, address string) (*Guest, error) {
	title, err := clean(title, MaxName)
	if err != nil {
		return nil, fmt.Errorf("the name: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return nil, errClosed
	case len(r.guests) >= r.o.Guests:
		return nil, fmt.Errorf("the room has %d guests, and room for no more", len(r.guests))
	case role == GameMaster && masters(r.guests) >= r.o.Masters:
		return nil, fmt.Errorf("the room has %d game masters, and room for no more", masters(r.guests))
	}
	slept := !r.busy()
	if slept {
		r.played = r.o.Clock() // it has slept until now
	}
	g := &Guest{room: r, role: role, name: title, address: address, ready: make(chan struct{}, 1)}
	f := r.view.Field
	g.stream = feed.Stream{Look: feed.Rect{X: 0, Y: 0, Width: f.Width, Height: f.Height}, Error: max(f.Width, f.Height) / 2000, Budget: int(float64(r.o.Bytes) / r.o.Rate)}
	if role == Player {
		if err := r.seat(g, title, token, address); err != nil {
			return nil, err
		}
		g.stream.Error = r.o.Sight / 1000
	} else {
		g.person = r.number()
	}
	r.guests[g] = struct{}{}
	g.queue = append(g.queue, r.welcome(g))
	if r.rounds.table != nil {
		g.queue = append(g.queue, r.rounds.table)
	}
	if r.o.Clock().Before(r.lost) {
		g.queue = append(g.queue, encode(notice{"notice", "the server was started again: up to a second of the game was lost"}))
	}
	if role == GameMaster {
		if list := r.recent(); list != nil {
			g.queue = append(g.queue, list)
		}
	}
	if slept || role == Player { // who only looks on is no news to the others
		r.look()
	}
	r.wake()
	return g, nil
}

// masters returns how many game masters are there.
func masters(guests map[*Guest]struct{}) (n int) {
	for g := range guests {
		if g.role == GameMaster {
			n++
		}
	}
	return n
}

// seat gives a guest its body: that of a token, or a new one.
func (r *Room) seat(g *Guest, title, token, address string) error {
	if token != "" {
		hash := sha256.Sum256([]byte(token))
		for id, p := range r.players {
			if subtle.ConstantTimeCompare(hash[:], p.token[:]) != 1 || r.snap.Body(id) == nil {
				continue
			}
			if p.guest != nil {
				p.guest.end("you came in from elsewhere", false)
				delete(r.guests, p.guest)
			}
			p.guest, p.address, g.body, g.token, g.person, g.name = g, address, id, token, p.person, p.name
			return nil
		}
	}
	var secret [16]byte
	rand.Read(secret[:])
	g.token = hex.EncodeToString(secret[:])
	id, err := r.join(title, address, sha256.Sum256([]byte(g.token)))
	if err != nil {
		return err
	}
	p := r.players[id]
	g.body, g.person, g.name, p.guest = id, p.person, p.name, g
	return nil
}

// Leave is for a connection that has ended. A player that does not mean it stays for its
// grace, and stands still.
func (g *Guest) Leave(meant bool) {
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.guests, g)
	g.end("you have left", false)
	p := r.players[g.body]
	if p == nil || p.guest != g || r.closed { // of a room that has ended they have their seats in its file
		return
	}
	if meant {
		r.dismiss(g.body)
		return
	}
	p.guest, p.until = nil, r.o.Clock().Add(r.o.Grace)
	_, _ = r.do(&session.Input{Player: session.Who{ID: g.body}}) // it may be gone
}

// end has a guest told why nothing follows, and whether to come again.
func (g *Guest) end(reason string, again bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended == nil {
		g.ended = &bye{"bye", reason, again}
		g.signal()
	}
}

// signal has Next called. The guest's lock is held.
func (g *Guest) signal() {
	select {
	case g.ready <- struct{}{}:
	default:
	}
}

// Ready tells that Next may have something.
func (g *Guest) Ready() <-chan struct{} { return g.ready }

// offer gives a guest the last view and the news, and reports whether it takes the news: who
// reads too slowly does not. An older view that was not sent is forgotten.
func (g *Guest) offer(v *feed.View, news []byte) (taken bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.view = v
	if b := v.Find(g.body); b != nil {
		x, y := v.Field.Metres(b.X, b.Y)
		sight := g.room.o.Sight
		g.stream.Look = feed.Rect{X: x - sight, Y: y - sight, Width: 2 * sight, Height: 2 * sight}
	}
	switch {
	case news == nil:
	case len(g.queue) < MaxQueue:
		g.queue, taken = append(g.queue, news), true
	default:
		g.missed++
	}
	g.signal()
	return taken
}

// rewelcome gives a guest another welcome, after which it is told all of the picture anew.
func (g *Guest) rewelcome(welcome []byte) {
	g.pictured, g.self = pictured{}, nil
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) < 2*MaxQueue {
		g.queue = append(g.queue, welcome)
	} else if g.ended == nil {
		g.ended = &bye{"bye", errSlow.Error(), true}
	}
	g.signal()
}

var errSlow = errors.New("too many answers wait to be read")

// answer queues the answer to a request.
func (g *Guest) answer(v any) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) >= 2*MaxQueue {
		return errSlow
	}
	g.queue = append(g.queue, encode(v))
	g.signal()
	return nil
}

// Next gives the next message: text, or a frame, which is appended to into. It returns nil
// where there is none now, and over after the last.
func (g *Guest) Next(into []byte) (message []byte, text, over bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.ended != nil:
		return encode(g.ended), true, true
	case len(g.queue) > 0:
		message = g.queue[0]
		g.queue = g.queue[1:]
		return message, true, false
	case g.missed > 0:
		message = encode(events{Type: "events", Missed: g.missed})
		g.missed = 0
		return message, true, false
	case g.view != nil:
		if message = g.stream.Frame(into, g.view); message != nil {
			g.view = nil
		}
	}
	return message, false, false
}

// Handle does what a message of the client asks for. An error ends the connection: what can
// be told to a client that keeps to the protocol is an answer.
func (g *Guest) Handle(message []byte) error {
	q, err := parse(message)
	if err != nil {
		return g.answer(refused{Type: "refused", Error: err.Error()})
	}
	if g.role != GameMaster && !q.kind.open {
		err = fmt.Errorf("%s is for game masters", q.Type)
	} else {
		err = q.kind.serve(g, q)
		g.audit(q, message, err)
	}
	if err != nil {
		return g.answer(refused{Type: "refused", N: q.N, Error: err.Error()})
	}
	return nil
}

func (g *Guest) acknowledge(number uint32) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.stream.Acknowledge(number)
	g.signal() // a frame may have waited for it
	return err
}

// look changes what a guest that is no player looks at.
func (g *Guest) look(q *request) error {
	switch {
	case g.role == Player:
		return errors.New("a player sees what is around it")
	case !(q.Width > 0 && q.Height > 0) || q.Pixels < 1 || q.Pixels > 1<<16:
		return fmt.Errorf("a view of %g by %g m in %d pixels", q.Width, q.Height, q.Pixels)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stream.Look = feed.Rect{X: q.X, Y: q.Y, Width: q.Width, Height: q.Height}
	g.stream.Error = q.Width / float64(q.Pixels) / 2
	return nil
}

// steer has a player go into a direction, or stand still for 0, 0.
func (g *Guest) steer(x, y float64) error {
	if g.role != Player {
		return errors.New("only players are steered")
	}
	h := components.Heading{}
	if n := math.Hypot(x, y); n > 1e-6 {
		h = components.Heading{X: float32(x / n), Y: float32(y / n)}
	}
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.do(&session.Input{Player: session.Who{ID: g.body}, Heading: h})
	return err
}

// command carries a command of a game master out.
func (g *Guest) command(q *request) error {
	do, err := live.ReadCommand("command", q.Command, g.room.limits)
	if err != nil {
		return err
	}
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	reply, err := r.do(do)
	if err != nil {
		return err
	}
	return g.answer(done{Type: "done", N: q.N, Tick: r.session.World().Clock().Tick, IDs: reply.IDs, Note: reply.Note})
}

// check says what is wrong with the text of a tree.
func (g *Guest) check(q *request) error {
	r := g.room
	if r.o.NoEdit {
		return errNoEdit
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	odd, err := r.session.CheckTree(q.File, q.Source)
	if err != nil {
		return err
	}
	return g.answer(done{Type: "done", N: q.N, Tick: r.snap.Tick, Note: strings.ReplaceAll(odd.Error(), "\n", "; ")})
}

// The longest name and the longest text that somebody says, in characters.
const (
	MaxName = 24
	MaxText = 200
)

// say tells all who are in the room.
func (g *Guest) say(text string) error {
	text, err := clean(text, MaxText)
	if err != nil {
		return err
	}
	r := g.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := g.maySpeak(r.o.Clock()); err != nil {
		return err
	}
	m := said{Type: "said", From: g.body, Name: g.name, Text: text}
	if g.role == GameMaster {
		m.Name = "game master"
	}
	r.send(encode(m))
	return nil
}

// clean returns a text that people typed, without what is around it, or an error where it is too
// long, empty, or has characters that are not seen.
func clean(text string, most int) (string, error) {
	text = strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(text); {
	case !utf8.ValidString(text):
		return "", errors.New("not UTF-8")
	case n == 0:
		return "", errors.New("empty")
	case n > most:
		return "", fmt.Errorf("%d characters, wanted %d at most", n, most)
	}
	if i := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }); i >= 0 {
		return "", fmt.Errorf("character %d is not seen", utf8.RuneCountInString(text[:i])+1)
	}
	return text, nil
}
