package live

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

const (
	defaultHistory = 256 << 20 // bytes
	// frameShare says how much of the time of steps key frames may take, and frameApart how
	// much simulated time is between them at least, in seconds.
	frameShare = 0.02
	frameApart = 1.0
	// pageSize says how much of a key frame is kept once where it is as in the one before.
	pageSize = 4 << 10
)

// history is the past of a session: key frames, each a save in memory, and the commands
// from the first one on. What is between is played again.
type history struct {
	session.History
	frames   []keyFrame // by tick
	commands []moment   // in their order
	dropped  int        // commands that were forgotten
	next     int        // how many of the commands the session has carried out: less than all in its past
	last     int64      // the tick that the session had come to before it went there
	played   time.Duration
	saving   time.Duration // key frames, but for the first
	frame    time.Duration // the last key frame
	leap     *leap         // one that is under way, or nil
}

// keyFrame is all of a session at a tick.
type keyFrame struct {
	tick     int64
	commands int // carried out before it, forgotten ones included
	parts    []pages
	own      int64 // bytes that no earlier frame has
}

// pages is a part of a save, cut into pages that frames share.
type pages struct {
	name string
	list [][]byte
}

// moment is a command that was carried out after a tick.
type moment struct {
	tick    int64
	command []byte
	framed  bool // it read files, and a key frame was taken right after it
}

func (h *history) on() bool { return h.Seconds > 0 }

// past reports whether the session is at an earlier moment than it had come to.
func (h *history) past(tick int64) bool { return tick < h.last || h.next < len(h.commands) }

// noted adds a command that was carried out. What it read from files is in the key frame
// that is taken right after it: the past reads none.
func (s *Session) noted(c session.Command, readFiles bool) {
	h := &s.history
	var e state.Encoder
	encodeCommand(&e, c)
	b, _ := e.Bytes()
	h.commands = append(h.commands, moment{s.game.World.Clock().Tick, bytes.Clone(b), readFiles})
	if h.next = len(h.commands); readFiles {
		s.frame()
	}
}

// due reports whether it is time for another key frame.
func (h *history) due(tick int64, rate float64) bool {
	n := len(h.frames)
	return n == 0 || float64(tick-h.frames[n-1].tick) >= frameApart*rate &&
		float64(h.saving+h.frame) <= frameShare*float64(h.played)
}

// add keeps a key frame, and forgets what the limits have no room for.
func (h *history) add(tick int64, parts []systems.Saved, rate float64) {
	f := keyFrame{tick: tick, commands: h.dropped + h.next}
	before := map[string][][]byte{}
	if n := len(h.frames); n > 0 {
		for _, p := range h.frames[n-1].parts {
			before[p.name] = p.list
		}
	}
	for _, p := range parts {
		own := pages{name: p.Name}
		old := before[p.Name]
		for at := 0; at < len(p.Bytes); at += pageSize {
			page := p.Bytes[at:min(at+pageSize, len(p.Bytes))]
			if i := at / pageSize; i < len(old) && bytes.Equal(old[i], page) {
				page = old[i]
			} else {
				page = bytes.Clone(page)
				f.own += int64(len(page))
			}
			own.list = append(own.list, page)
		}
		f.parts = append(f.parts, own)
	}
	h.frames = append(h.frames, f)
	total := int64(0)
	for i := range h.frames {
		total += h.frames[i].own
	}
	oldest := tick - int64(h.Seconds*rate)
	for len(h.frames) > 1 && (total > h.Bytes || h.frames[1].tick <= oldest) {
		total -= h.frames[0].own
		h.frames = h.frames[1:]
		h.frames[0].own = h.frames[0].size() // what it shared is its own now
		total += h.frames[0].own
		gone := h.frames[0].commands - h.dropped
		h.commands, h.next, h.dropped = h.commands[gone:], h.next-gone, h.dropped+gone
	}
}

// size returns how many bytes the pages of a frame have, shared or not.
func (f *keyFrame) size() (n int64) {
	for _, p := range f.parts {
		for _, page := range p.list {
			n += int64(len(page))
		}
	}
	return n
}

// stepHistory plays a tick of a session with a history: a new one, or again one of its past.
func (s *Session) stepHistory() {
	h := &s.history
	if h.past(s.game.World.Clock().Tick) {
		s.game.Step()
		if err := s.relive(); err != nil {
			s.news.onNotice(err.Error())
		}
		s.skip()
		return
	}
	start := time.Now()
	s.game.Step()
	h.played += time.Since(start)
	s.pass()
	s.remember()
	if s.recorder != nil {
		s.recorder.stepped()
	}
}

// remember keeps a key frame if one is due.
func (s *Session) remember() {
	h, tick := &s.history, s.game.World.Clock().Tick
	if h.last = max(h.last, tick); h.due(tick, s.scene.Setup.TickRate) {
		s.frame()
	}
}

// frame keeps a key frame. A session that cannot be saved any more has no history from
// then on, and tells so.
func (s *Session) frame() {
	h, start := &s.history, time.Now()
	parts, err := s.parts()
	if err != nil {
		s.history = history{}
		s.news.onNotice(fmt.Sprintf("%s has no history any more: %v", s.scene.File, err))
		return
	}
	h.add(s.game.World.Clock().Tick, parts, s.scene.Setup.TickRate)
	h.frame = time.Since(start)
	h.saving += h.frame
}

// beginHistory starts the history of a session that has just been opened. Its error says why the
// session cannot be saved.
func (s *Session) beginHistory() error {
	h := &s.history
	if h.History = s.options.History; !h.on() {
		return nil
	}
	h.last = s.game.World.Clock().Tick
	if h.Bytes <= 0 {
		h.Bytes = defaultHistory
	}
	start := time.Now()
	parts, err := s.parts()
	if err != nil {
		return fmt.Errorf("%s cannot have a history: %w", s.scene.File, err)
	}
	h.add(h.last, parts, s.scene.Setup.TickRate)
	h.frame = time.Since(start)
	return nil
}

// Remembered is from which tick to which Seek can go; the same tick twice for a session
// without a history.
func (s *Session) Remembered() (from, to int64) {
	s.lock("Remembered")
	defer s.mu.Unlock()
	now := s.game.World.Clock().Tick
	if !s.history.on() {
		return now, now
	}
	return s.history.frames[0].tick, s.history.last
}

// Seek takes the session to another tick of those that it remembers, back or forward, with
// all commands that it got up to the next tick. There it is in its past: steps play again
// what was, and commands are refused until [Session.Branch] makes it the present.
//
// The session gets another Game and World, which Options.Prepare makes ready. It
// fails without a history, for a tick that is not remembered, and for a session that is
// being recorded.
func (s *Session) Seek(to int) error { // not an int64, as io.Seeker has it
	_, err := s.SeekFor(to, math.MaxInt64)
	return err
}

// SeekFor is Seek that rests after so much time, for windows that go on drawing. It reports
// whether the session is there; if not, it is at a tick on the way, and the next call with
// the same tick goes on. Going back to what is kept takes about as long as Restore, and goes
// on between the calls while the session stays where it is.
func (s *Session) SeekFor(to int, most time.Duration) (there bool, err error) {
	s.lock("SeekFor")
	defer s.unlock()
	h, tick, start := &s.history, int64(to), time.Now()
	switch {
	case !h.on():
		return false, errors.New("the session has no history: Options.History asks for one")
	case s.recorder != nil:
		return false, errors.New("a session that is being recorded goes forward alone")
	case tick < h.frames[0].tick || tick > h.last:
		return false, fmt.Errorf("tick %d is not remembered, wanted %d to %d", tick, h.frames[0].tick, h.last)
	}
	defer s.skip()
	now := s.game.World.Clock().Tick
	if tick < now || h.frameAt(tick).tick > now {
		if landed, err := s.leap(h.frameAt(tick), most); !landed || err != nil {
			return false, err
		}
	}
	h.stay()
	if err := s.relive(); err != nil {
		return false, err
	}
	for s.game.World.Clock().Tick < tick {
		s.game.Step()
		if err := s.relive(); err != nil {
			return false, err
		}
		if time.Since(start) > most {
			break
		}
	}
	return s.game.World.Clock().Tick == tick, nil
}

// At opens a second session like this one after [Session.Seek] to a tick: in its past, with
// the same history. It tells nobody of faults and notices, and this session does not notice
// what it does.
func (s *Session) At(to int) (*Session, error) {
	s.lock("At")
	defer s.mu.Unlock()
	h, tick := &s.history, int64(to)
	switch {
	case !h.on():
		return nil, errors.New("the session has no history: Options.History asks for one")
	case tick < h.frames[0].tick || tick > h.last:
		return nil, fmt.Errorf("tick %d is not remembered, wanted %d to %d", tick, h.frames[0].tick, h.last)
	}
	f := h.frameAt(tick)
	other, err := f.prepared(s.options)
	if err != nil {
		return nil, err
	}
	other.scene.ReadAs(s.scene)
	other.news = newNews(Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	other.history = h.copy()
	other.history.next = f.commands - h.dropped
	for err = other.relive(); err == nil && other.game.World.Clock().Tick < tick; err = other.relive() {
		other.game.Step()
	}
	if err != nil {
		other.Close()
		return nil, err
	}
	return other, nil
}

// copy returns the same past for another session. Key frames and commands do not change.
func (h *history) copy() history {
	return history{
		History: h.History, frames: slices.Clone(h.frames), commands: slices.Clone(h.commands), dropped: h.dropped,
		next: h.next, last: h.last, played: h.played, saving: h.saving, frame: h.frame,
	}
}

// frameAt returns the last frame that is not after a tick.
func (h *history) frameAt(tick int64) *keyFrame {
	i := len(h.frames) - 1
	for h.frames[i].tick > tick {
		i--
	}
	return &h.frames[i]
}

// frameAfter returns the frame that was taken right after so many commands.
func (h *history) frameAfter(commands int) *keyFrame {
	i := 0
	for h.frames[i].commands != commands {
		i++
	}
	return &h.frames[i]
}

// open opens what a key frame has.
func (f *keyFrame) open(o Options) (s *Session, own []string, err error) {
	var parts []systems.Saved
	for _, p := range f.parts {
		parts = append(parts, systems.Saved{Name: p.name, Bytes: bytes.Join(p.list, nil)})
	}
	o.History = session.History{}
	return restore(parts, o)
}

// jump makes the session what a key frame has.
func (s *Session) jump(f *keyFrame) error {
	other, err := f.prepared(s.options)
	if err == nil {
		s.become(other, f)
	}
	return err
}

// prepared opens what a key frame has, with what a program adds.
func (f *keyFrame) prepared(o Options) (*Session, error) {
	other, own, err := f.open(o)
	if err == nil {
		err = other.begin(own)
	}
	if err != nil {
		return nil, err
	}
	return other, nil
}

// leap is a key frame that is being opened beside the session.
type leap struct {
	frame keyFrame
	done  chan struct{} // closed when what follows is there
	other *Session
	own   []string // systems of a program that it had
	err   error
}

// leap is jump that waits for so long at most, and reports whether it is done. The next one to
// the same frame goes on.
func (s *Session) leap(f *keyFrame, most time.Duration) (landed bool, err error) {
	h := &s.history
	if l := h.leap; l != nil && (l.frame.tick != f.tick || l.frame.commands != f.commands) {
		h.stay()
	}
	if h.leap == nil {
		l := &leap{frame: *f, done: make(chan struct{})}
		h.leap = l
		o := s.options
		o.OnFault, o.OnNotice = func(host.Fault) {}, func(string) {} // they were told when it was new
		go func() {
			defer close(l.done)
			l.other, l.own, l.err = l.frame.open(o)
		}()
	}
	l := h.leap
	select {
	case <-l.done:
	case <-time.After(most):
		return false, nil
	}
	if h.leap = nil; l.err != nil {
		return false, l.err
	}
	if err := l.other.begin(l.own); err != nil { // here, as a program may keep what it adds
		return false, err
	}
	s.become(l.other, f)
	return true, nil
}

// stay forgets a leap that is under way.
func (h *history) stay() {
	if l := h.leap; l != nil {
		h.leap = nil
		go func() {
			if <-l.done; l.other != nil {
				l.other.Close()
			}
		}()
	}
}

// become makes the session what another one is that a key frame was opened as.
func (s *Session) become(other *Session, f *keyFrame) {
	s.game.Close()
	other.scene.ReadAs(s.scene)
	other.game.Journal.Listen(s.listener != nil)
	s.game, s.scene, s.programs, s.paused, s.due, s.restarts = other.game, other.scene, other.programs, other.paused, other.due, other.restarts
	s.news.kept, s.news.notices = s.game.Faults.Kept(), len(s.game.Pools.Notices())
	s.history.next = f.commands - s.history.dropped
}

// relive carries out the commands of the past that came after this tick.
func (s *Session) relive() error {
	h, tick := &s.history, s.game.World.Clock().Tick
	for h.next < len(h.commands) && h.commands[h.next].tick == tick {
		if h.next++; h.commands[h.next-1].framed {
			if err := s.jump(h.frameAfter(h.dropped + h.next)); err != nil {
				return err
			}
			continue
		}
		d := state.NewDecoder(h.commands[h.next-1].command)
		c := decodeCommand(d)
		if err := d.Close(); err != nil {
			return err
		}
		_, _ = kindOf(c).do(s, c) // one that was refused is refused again
	}
	return nil
}

// Branch makes the moment that Seek went to the present: what came after it is forgotten,
// and the session goes its own way from here.
func (s *Session) Branch() {
	s.lock("Branch")
	defer s.mu.Unlock()
	h, tick := &s.history, s.game.World.Clock().Tick
	if !h.on() {
		return
	}
	h.stay()
	h.last, h.commands = tick, h.commands[:h.next]
	for n := len(h.frames); n > 1 && h.frames[n-1].tick > tick; n-- {
		h.frames = h.frames[:n-1]
	}
	if s.listener != nil {
		s.listener.Branched(tick)
	}
}
