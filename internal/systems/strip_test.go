package systems_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
)

// table says where strips in one program meet: all say something, and then all hear it.
type table struct {
	mu    sync.Mutex
	all   *sync.Cond
	said  [][][]byte // by who says it and to whom
	here  int
	round int
}

func newTable(n int) *table {
	t := &table{said: make([][][]byte, n)}
	t.all = sync.NewCond(&t.mu)
	return t
}

// chair is the place of a strip at a table.
type chair struct {
	*table
	at int
}

func (c chair) Tell(message []byte) ([][]byte, error) {
	messages := make([][]byte, len(c.said))
	for i := range messages {
		if i != c.at {
			messages[i] = message
		}
	}
	return c.Send(messages)
}

func (c chair) Send(messages [][]byte) ([][]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.meet(func() { c.said[c.at] = messages })
	heard := make([][]byte, len(c.said))
	for i := range heard {
		heard[i] = c.said[i][c.at]
	}
	c.meet(func() {})
	return heard, nil
}

// meet waits until all are there.
func (c chair) meet(say func()) {
	say()
	round := c.round
	if c.here++; c.here == len(c.said) {
		c.here, c.round = 0, c.round+1
		c.all.Broadcast()
	}
	for c.round == round {
		c.all.Wait()
	}
}

// split is a session that is played in strips.
type split struct {
	*live.Session
	strips []*systems.Strip
	table  *table
}

// splitUp deals the game of a session to strips.
func splitUp(t *testing.T, s *live.Session, of int) *split {
	t.Helper()
	g := s.Game()
	if err := g.Unsplittable(); err != nil {
		t.Fatal(err)
	}
	out := &split{Session: s, table: newTable(of)}
	for i, hand := range g.Deal(of) {
		o := g.StripOptions(of)
		o.At = i
		strip, err := systems.NewStrip(g.Setup, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(strip.Close)
		if err := strip.Take(hand); err != nil {
			t.Fatal(err)
		}
		out.strips = append(out.strips, strip)
	}
	return out
}

// step plays a tick, and returns its digest.
func (s *split) step(t *testing.T) uint64 {
	t.Helper()
	var all sync.WaitGroup
	errs := make([]error, len(s.strips))
	for i, strip := range s.strips {
		all.Add(1)
		go func() {
			defer all.Done()
			errs[i] = strip.Step(chair{s.table, i})
		}()
	}
	all.Wait()
	parts := make([]uint64, len(s.strips))
	for i, strip := range s.strips {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		parts[i] = strip.Digest()
	}
	if err := s.Game().PassBy(s.strips[0].Contacts()); err != nil {
		t.Fatal(err)
	}
	return s.Game().JoinDigests(parts...)
}

// gather brings the session up to date with the strips.
func (s *split) gather(t *testing.T) {
	t.Helper()
	held := make([][]byte, len(s.strips))
	for i, strip := range s.strips {
		held[i] = strip.Held()
	}
	if err := s.Game().Lay(held); err != nil {
		t.Fatal(err)
	}
}

func (s *split) len() (own, guests int) {
	for _, strip := range s.strips {
		own += strip.Len()
		guests += strip.Guests()
	}
	return own, guests
}

func saveOf(t *testing.T, s *live.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// dense is tag where everybody stands close: with edges of a kind, classes of three speeds, and
// rules whose contacts make chains.
const dense = `
name: Dense
seed: 5
tickRate: 20
world: { width: 60, height: 25, edges: %s }
bots:
  - { id: slow, name: Slow, initialState: { side: a, hot: true }, count: 120, speedMps: 3, behavior: { kind: selector, children: [{ kind: sequence, children: [{ kind: state_equals, key: side, value: a }, { kind: chase_nearest, where: { key: side, value: b } }] }, { kind: flee_nearest, where: { key: side, value: a } }, { kind: wander }] } }
  - { id: fast, name: Fast, initialState: { side: b, hot: false }, count: 90, speedMps: 40, behavior: { kind: selector, children: [{ kind: sequence, children: [{ kind: state_equals, key: side, value: b }, { kind: chase_nearest, where: { key: side, value: a } }] }, { kind: wander }] } }
  - { id: still, name: Still, initialState: { side: c, hot: false }, count: 40, speedMps: 0.5, behavior: { kind: chase_nearest } }
rules:
  - { on: contact, radius: 1.5, from: { side: a }, to: { side: b }, set: { from: { side: b }, to: { side: a } }, cooldown: 300ms, send: { event: hit, to: both } }
  - { on: contact, radius: 2, from: { hot: true }, to: { hot: false }, set: { from: { hot: false }, to: { hot: true } }, cooldown: 100ms }
  - { on: contact, radius: 0.7, from: {}, to: { side: c }, set: { from: { side: c }, to: { side: a } }, cooldown: 1s }
`

// Strips make the game of one world: every tick has its digest, and what is gathered from them
// is saved as the one world would be.
func TestStripsAreOneWorld(t *testing.T) {
	t.Parallel()
	open := func(name string) func(*testing.T) *live.Session {
		return func(t *testing.T) *live.Session { return shipped(t, name, 0, 1) }
	}
	own := func(scene string) func(*testing.T) *live.Session {
		return func(t *testing.T) *live.Session {
			s, err := live.Start("dense.yaml", []byte(scene), live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			return s
		}
	}
	numbers := []int{2, 5}
	if longtest.On {
		numbers = []int{1, 2, 3, 5}
	}
	for _, c := range []struct {
		name  string
		open  func(*testing.T) *live.Session
		ticks int
	}{
		{"crowd", func(t *testing.T) *live.Session { return shipped(t, "crowd", 3000, 1) }, 150},
		{"tag", open("tag"), 600},
		{"bounce", own(fmt.Sprintf(dense, "bounce")), 200},
		{"clamp", own(fmt.Sprintf(dense, "clamp")), 200},
		{"wrap", own(fmt.Sprintf(dense, "wrap")), 200},
		{"parts of ticks", own(strings.NewReplacer("300ms", "0.33", "100ms", "0.07", "1s", "0.98").Replace(fmt.Sprintf(dense, "wrap"))), 200},
		{"nobody", own(strings.NewReplacer("120", "1", "90", "0", "40,", "0,").Replace(fmt.Sprintf(dense, "wrap"))), 50},
	} {
		for _, of := range numbers {
			t.Run(fmt.Sprintf("%s/strips=%d", c.name, of), func(t *testing.T) {
				one, parts := c.open(t), splitUp(t, c.open(t), of)
				guests, bots := 0, one.World().Len()
				for range c.ticks {
					one.Step()
					if got, want := parts.step(t), one.Digest(); got != want {
						t.Fatalf("tick %d has the digest %016x, wanted %016x", one.World().Clock().Tick, got, want)
					}
					own, others := parts.len()
					if guests += others; own != bots {
						t.Fatalf("strips have %d bodies, wanted %d", own, bots)
					}
				}
				if parts.gather(t); parts.Digest() != one.Digest() {
					t.Error("what was gathered is another game")
				}
				if !bytes.Equal(saveOf(t, parts.Session), saveOf(t, one)) {
					t.Error("what was gathered is saved as another game")
				}
				stepAll(20, one, parts.Session)
				if parts.Digest() != one.Digest() {
					t.Error("what was gathered goes on as another game")
				}
				if of > 1 && bots > 100 && guests == 0 {
					t.Error("strips never met: the test shows nothing")
				}
			})
		}
	}
}

// A strip all of whose own bodies are slow knows how fast those of others are.
func TestGuestsMayBeFasterThanAllOthers(t *testing.T) {
	t.Parallel()
	scene := []byte(`
name: Riders
seed: 3
tickRate: 20
world: { width: 900, height: 200, edges: bounce }
bots:
  - { id: rider, name: Rider, initialState: { rides: true }, count: 40, speedMps: 30, behavior: { kind: wander } }
  - { id: snail, name: Snail, initialState: { rides: false }, count: 6000, speedMps: 0.1, behavior: { kind: flee_nearest, where: { key: rides, value: true } } }
`)
	open := func() *live.Session {
		s, err := live.Start("riders.yaml", scene, live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		for id := components.ID(1); id <= 40; id++ { // up and down in the first of three strips
			at := components.Position{X: 250 + float32(id), Y: 5 * float32(id)}
			if err := s.Game().Place(id, &at, &components.Heading{X: 0, Y: 1}); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	one, parts := open(), splitUp(t, open(), 3)
	for range 200 {
		one.Step()
		if got, want := parts.step(t), one.Digest(); got != want {
			t.Fatalf("tick %d has the digest %016x, wanted %016x", one.World().Clock().Tick, got, want)
		}
	}
}
