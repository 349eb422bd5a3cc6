package room

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/server/internal/feed"
	"github.com/thicket-sim/thicket/session"
)

// Options say how a room is kept. The zero value is for tests: nobody gets in.
type Options struct {
	Rate    float64       // how many frames a second a guest gets at most
	Bytes   int           // how many bytes of frames a second a guest gets at most
	Sight   float64       // how far a player sees to each side, in metres
	Grace   time.Duration // how long a player whose connection was lost stays
	Guests  int           // how many may be there at once
	Players int           // how many of them may be players, those in their grace included
	Seats   int           // how many players may come from one address, likewise; 0: any number
	Masters int           // how many of them may be game masters
	NoChat  bool          // players do not speak
	Clock   func() time.Time
	Log     func(string) // is told of what went wrong inside; nil: nobody
	NoEdit  bool         // texts of trees are refused
	Lobby   bool         // each round waits, paused, until a game master has it begin
	Keep    string       // the file that the room is saved to; empty: none
	Record  string       // the folder in which the room is recorded; empty: it is not
	// Recorded bounds the recordings of a room together, in bytes, and Kept how old they get; the
	// oldest ones are deleted. 0: no bound.
	Recorded int64
	Kept     time.Duration
	Part     int64 // after how many ticks another file of the recording begins; 0: when it has its share of Recorded
	// Audit is told what game masters did; nil: nobody.
	Audit func(Deed)
}

// Room is a game that people share. Its methods may be called from several goroutines.
type Room struct {
	name   string
	o      Options
	limits limit.Values // of its game

	mu      sync.Mutex // all that follows
	session *live.Session
	camera  *feed.Camera
	journal *chronicle.Journal
	// steering says that a player's direction is being carried out.
	steering bool
	snap     session.Snapshot
	view     *feed.View
	guests   map[*Guest]struct{}
	players  seats
	people   []person // as game masters were told
	speed    float64
	played   time.Time // until when the game has been played
	shown    time.Time // when guests got the last view
	stood    time.Time // when they were told how the game stands
	due      float64   // ticks that are owed, less than one between two turns
	told     int64     // the number of the last entry of the journal that guests were told
	closed   bool
	// lastPerson is the number of who came last.
	lastPerson int64
	// gone are players who have left, as long as the session remembers them.
	gone     map[components.ID]int64
	failures []time.Time // when the game panicked, of late
	failed   int64       // how often it panicked in all
	broken   bool        // it has failed for good
	lost     time.Time   // until when who comes is told that moments of the game were lost
	unsaved  bool        // the last save failed
	// unrecording says that the room cannot be recorded any more.
	unrecording bool
	studies     studies
	charted     charted
	scenery     scenery
	scened      time.Time // when guests were told of items and names
	// past says that the room is at an earlier moment than it has come to, or on its way to
	// the tick target.
	past, returns bool
	target        int64  // nowhere where it goes to no other moment
	described     []byte // the game, as guests were told of it in the past

	awake chan struct{} // somebody came, or the room ends
	over  chan struct{} // closed when the loop has ended
	ended sync.Once     // the room was saved, and the session is closed

	dirty     chan struct{} // something changed that is to be saved
	recording *recording    // nil for none

	rounds rounds

	keeps chan struct{} // closed when nobody saves the room any more; nil where nobody does
}

// player is a person with a body in the game.
type player struct {
	token   [32]byte // the hash of it
	address string   // where it came from last; empty for one of a saved room
	person  int64    // its number
	name    string
	guest   *Guest    // nil while the connection is lost
	until   time.Time // when one without a guest leaves
}

// Open begins a room with a game. The room owns the session from now on, but where it fails.
func Open(name string, s *live.Session, o Options) (*Room, error) {
	if setup := s.Game().Setup; setup.X != 0 || setup.Y != 0 {
		return nil, fmt.Errorf("%s: a field of %s, wanted one that begins at (0, 0) for a page", s.Scene().File, setup.Extent())
	}
	if o.Lobby && s.World().Clock().Tick == 0 && !s.Paused() {
		if err := s.Do(&session.Pause{}); err != nil {
			return nil, err
		}
	}
	r := newRoom(name, s, o)
	if err := r.record(); err != nil {
		return nil, err
	}
	r.start()
	r.touch()
	return r, nil
}

// Limits returns the limits of the room's game.
func (r *Room) Limits() limit.Values { return r.limits }

func newRoom(name string, s *live.Session, o Options) *Room {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	r := &Room{
		name: name, o: o, limits: s.Scene().Limits(), session: s, journal: chronicle.NewJournal(s), camera: feed.NewCamera(s.Scene()),
		guests: map[*Guest]struct{}{}, players: seats{}, gone: map[components.ID]int64{}, speed: 1, target: nowhere,
		rounds: rounds{lobby: o.Lobby, over: nowhere},
		awake:  make(chan struct{}, 1), over: make(chan struct{}), dirty: make(chan struct{}, 1),
	}
	s.Listen(r)
	r.played = o.Clock()
	r.look()
	return r
}

var _ session.Listener = (*Room)(nil)

// Happened records occurrences, except steering, which would drown the rest.
func (r *Room) Happened(o session.Occurrence) {
	if !r.steering || o.Kind != session.Commanded {
		r.journal.Happened(o)
	}
	r.rounds.tally.happened(&o)
}

// Branched forgets what has not happened any more.
func (r *Room) Branched(tick int64) {
	r.journal.Branched(tick)
	r.rounds.tally.branched(tick)
	r.forgetCharts(tick)
}

// start has the room play by itself, and save itself.
func (r *Room) start() {
	go r.run()
	if r.o.Keep != "" {
		r.keeps = make(chan struct{})
		go r.keep()
	}
}

// Close tells all guests why and ends the game. The room's file has all of it then. Again says
// that the room will be there again, so that they try to come back.
func (r *Room) Close(reason string, again bool) {
	r.mu.Lock()
	r.goHome()
	r.finish(reason, again)
	r.mu.Unlock()
	<-r.over
	r.ended.Do(func() {
		if r.keeps != nil {
			<-r.keeps
			if !r.broken {
				r.saved(r.save(true))
			}
		}
		r.endRecording()
		r.session.Close()
	})
}

// finish tells all guests why the room ends, and has its loop end.
func (r *Room) finish(reason string, again bool) {
	r.closed = true
	for g := range r.guests {
		g.end(reason, again)
	}
	r.wake()
}

// Closed reports whether the room has ended.
func (r *Room) Closed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.closed
}

func (r *Room) wake() {
	select {
	case r.awake <- struct{}{}:
	default:
	}
}

// run plays the game while somebody is there.
func (r *Room) run() {
	defer close(r.over)
	for {
		<-r.awake
		r.mu.Lock()
		busy, closed := r.busy(), r.closed
		every := time.Duration(float64(time.Second) / max(r.o.Rate, r.session.Scene().Setup.TickRate))
		r.mu.Unlock()
		if closed {
			return
		}
		if busy {
			r.play(every)
		}
	}
}

// busy reports whether somebody is there, so that the game goes on.
func (r *Room) busy() bool { return len(r.guests)+len(r.players) > 0 }

// play goes on until nobody is there any more.
func (r *Room) play(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C {
		if !r.Turn() {
			r.wake() // somebody may have come since
			return
		}
		rest()
	}
}

// Turn plays what is due and shows it, and reports whether anybody is there.
func (r *Room) Turn() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || !r.busy() {
		return false
	}
	var failed error
	func() {
		defer r.rescue(&failed)
		r.turn(r.o.Clock())
	}()
	return !r.closed
}

// turn plays what is due at a time.
func (r *Room) turn(now time.Time) {
	r.travel()
	r.advance(now.Sub(r.played).Seconds() * r.speed)
	r.played = now
	for id, p := range r.players {
		if p.guest == nil && now.After(p.until) && !r.past {
			r.dismiss(id)
		}
	}
	if every := time.Duration(float64(time.Second) / r.o.Rate); now.Sub(r.shown) >= every {
		if r.shown = r.shown.Add(every); now.Sub(r.shown) >= every {
			r.shown = now // it is more than a turn late
		}
		r.look()
		r.watchRecording()
	}
}

// look makes a view of the game and offers it to all guests.
func (r *Room) look() {
	r.session.SnapshotInto(&r.snap)
	r.view = r.camera.Look(&r.snap)
	for id, p := range r.players {
		if r.snap.Body(id) == nil && !r.past {
			delete(r.players, id)
			if p.guest != nil {
				p.guest.end("your body has left the game", false)
				delete(r.guests, p.guest)
			}
		}
	}
	r.send(r.news())
	r.tellSelected(r.o.Clock())
	r.tellPeople()
	r.chartWhileLooked()
	if now := r.o.Clock(); now.Sub(r.scened) >= sceneEvery || now.Before(r.scened) {
		r.scened = now
		r.tellScenery()
		tellSelves(r)
	}
	if now := r.o.Clock(); now.Sub(r.stood) >= standEvery {
		r.stood = now
		r.send(encode(r.standing()))
		r.tellCharts()
		r.tellMarks()
		r.tellLegend()
	}
	r.rounds.turn(r)
}

// standEvery says how often guests are told how the game stands.
const standEvery = 500 * time.Millisecond

// sceneEvery says how often guests are told what of items, names and words has changed.
const sceneEvery = 200 * time.Millisecond

// send offers the last view to all guests, and a message where there is one.
func (r *Room) send(message []byte) {
	for g := range r.guests {
		g.offer(r.view, message)
	}
}

// standing returns how the game stands.
func (r *Room) standing() standing {
	scene := r.session.Scene()
	st := chronicle.NewStanding(scene, &r.snap, r.journal)
	m := standing{
		Type: "standing", Tick: r.snap.Tick, Paused: r.session.Paused(), Speed: r.speed, Players: len(r.players),
		Counts: make([]int, len(scene.Setup.Classes)), Words: append([]string{}, st.Words()...), Over: st.Over, Past: r.past, Night: r.snap.Night,
	}
	m.From, m.To = r.session.Remembered()
	m.Round, m.Waits, m.Again = live.Round(r.session), r.rounds.waits(r), max(0, math.Ceil(r.rounds.left(r)))
	at := map[string]int{}
	for i, c := range scene.Setup.Classes {
		at[c.ID] = i
	}
	for i := range r.snap.Bots {
		m.Counts[at[r.snap.Bots[i].Class]]++
	}
	return m
}

// MaxNews is the number of entries of the journal guests are told at once.
const MaxNews = 50

// news returns the entries of the journal that guests have not been told, as a message, or nil.
func (r *Room) news() []byte {
	out := events{Type: "events"}
	for _, e := range r.journal.Last(chronicle.Filter{}, r.snap.Tick, 0, MaxNews, nil) {
		if e.Seq > r.told {
			out.List = append(out.List, newEvent(&e))
		}
	}
	if len(out.List) == 0 {
		return nil
	}
	slices.Reverse(out.List)
	last := out.List[len(out.List)-1].Seq
	out.Missed = last - r.told - int64(len(out.List))
	r.told = last
	return encode(out)
}

// recent returns the last entries that guests have been told, as a message, or nil.
func (r *Room) recent() []byte {
	out := events{Type: "events"}
	for _, e := range r.journal.Last(chronicle.Filter{}, r.snap.Tick, r.told+1, MaxNews, nil) {
		out.List = append(out.List, newEvent(&e))
	}
	if len(out.List) == 0 {
		return nil
	}
	slices.Reverse(out.List)
	return encode(out)
}

func newEvent(e *chronicle.Entry) event {
	return event{Seq: e.Seq, Tick: e.Tick, Kind: chronicle.Titles[e.Kind][0], From: e.From, To: e.To, Line: e.Line}
}

// do carries a command of a guest out.
func (r *Room) do(c session.Command) (reply session.Reply, err error) {
	defer r.rescue(&err)
	if r.past {
		return reply, errPast
	}
	if s, ok := c.(*session.Switch); ok && s.Source != "" && r.o.NoEdit {
		return reply, errNoEdit
	}
	if c, ok := c.(*session.Restart); ok {
		return r.rounds.again(r, c)
	}
	r.touch()
	switch c.(type) {
	case *session.Input, *session.Act:
		r.steering = true
	}
	err = r.session.Do(c)
	r.steering = false
	switch c.(type) {
	case *session.Reload:
		if err == nil {
			r.moved()
		}
	case *session.Tune, *session.Untune:
		if err == nil {
			r.send(r.tuned())
		}
	case *session.Switch:
		r.camera = feed.NewCamera(r.session.Scene())
	}
	return c.Answer(), err
}

// join gives a person a body.
func (r *Room) join(title, address string, token [32]byte) (components.ID, error) {
	if r.past {
		return 0, errPast
	}
	leaves, err := r.players.room(address, &r.o)
	if err != nil {
		return 0, err
	}
	if title, err = r.players.nameFor(title, r.session.Scene().Setup.Classes); err != nil {
		return 0, err
	}
	for _, id := range leaves {
		r.dismiss(id)
	}
	id, err := r.body(title)
	if err == nil {
		r.players[id] = &player{token: token, address: address, name: title, person: r.number()}
	}
	return id, err
}

// body makes a body for a person.
func (r *Room) body(title string) (components.ID, error) {
	c := &session.Join{Name: title, SpeedMPS: pace(r.session.Scene().Setup.Classes)}
	if _, err := r.do(c); err != nil {
		return 0, err
	}
	return c.IDs[0], nil
}

// usualPace says how fast a player is where no bot moves, in metres a second.
const usualPace = 2

// pace returns how fast a player is: as the fastest class of bots.
func pace(classes []systems.Class) (mps float64) {
	for _, c := range classes {
		mps = max(mps, c.SpeedMPS)
	}
	if mps == 0 {
		return usualPace
	}
	return mps
}

// dismiss takes a player out of the game.
func (r *Room) dismiss(id components.ID) {
	delete(r.players, id)
	from, now := r.session.Remembered()
	maps.DeleteFunc(r.gone, func(_ components.ID, left int64) bool { return left < from })
	r.gone[id] = now
	// A body that the game has taken already needs no leave.
	_, _ = r.do(&session.Leave{Player: session.Who{ID: id}})
}

// MaxSpeed is the number of times as fast as its own time a room goes at most.
const MaxSpeed = 16

// setSpeed has the game go so many times as fast.
func (r *Room) setSpeed(times float64) error {
	err := checkSpeed(times)
	if err == nil {
		r.speed = times
		r.touch()
	}
	return err
}

func checkSpeed(times float64) error {
	if !(times >= 1.0/MaxSpeed && times <= MaxSpeed) {
		return fmt.Errorf("a speed of %g, wanted 1/%d to %d", times, MaxSpeed, MaxSpeed)
	}
	return nil
}

var errClosed = errors.New("the room has closed")
