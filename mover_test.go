package thicket_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// physics is a game that moves bodies itself, at half of the pace that they want.
type physics struct {
	calls int
	heard []thicket.Wish // of the last tick
}

func (p *physics) prepare(w *thicket.World) error { return w.SetMover("physics", p.move) }

func (p *physics) move(w *thicket.World, bodies []thicket.Wish) {
	p.calls++
	p.heard = append(p.heard[:0], bodies...)
	step := float32(w.Clock().DT) / 2
	for i := range bodies {
		b := &bodies[i]
		b.Position.X += float32(b.Way.X * b.MPS * step)
		b.Position.Y += float32(b.Way.Y * b.MPS * step)
		b.Heading = b.Facing
	}
}

// play opens a scene of sheep that walk at 3 m/s where they stand, and have a tree in WAGE.
func (p *physics) open(t *testing.T, count int, tree, more string) *thicket.Session {
	t.Helper()
	s, err := thicket.Start("own.yaml", physicsScene(count, tree, more), p.options(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func physicsScene(count int, tree, more string) []byte {
	return fmt.Appendf(nil, "tickRate: 10\nworld: { width: 200, height: 200%s }\nbots: [{ id: sheep, name: Sheep, minCount: 0, count: %d, maxCount: 5000, speedMps: 3, initialState: { side: sheep }, behavior: %s }]\n", more, count, tree)
}

func (p *physics) options(t *testing.T) thicket.Options {
	return thicket.Options{Prepare: p.prepare, OnFault: func(f thicket.Fault) { t.Log(f) }, OnNotice: func(string) {}, History: thicket.History{Seconds: 60}}
}

const herdTree = "{ kind: selector, children: [{ kind: flee_nearest, where: { key: side, value: wolf } }, { kind: wander }] }"

// A mover hears at which pace a tree wants to go, and whether it wants to stand.
func TestMoverHearsWhatTreesWant(t *testing.T) {
	for tree, want := range map[string]thicket.Wish{
		"{ kind: action, name: move_to, args: { x: 190, y: 50, pace: walk } }":   {Way: thicket.Heading{X: 1}, MPS: 1.5, Facing: thicket.Heading{X: 1}},
		"{ kind: action, name: move_to, args: { x: 190, y: 50, pace: run } }":    {Way: thicket.Heading{X: 1}, MPS: 3, Facing: thicket.Heading{X: 1}},
		"{ kind: action, name: move_to, args: { x: 190, y: 50, pace: sprint } }": {Way: thicket.Heading{X: 1}, MPS: 4.5, Facing: thicket.Heading{X: 1}},
		"{ kind: action, name: move_to, args: { x: 50.625, y: 50, stop: 0.5 } }": {Way: thicket.Heading{X: 1}, MPS: 1.25, Facing: thicket.Heading{X: 1}},
		"{ kind: action, name: stand }":                                          {Facing: thicket.Heading{X: -1}},
		"{ kind: wander }":                                                       {Way: thicket.Heading{X: -1}, MPS: 3, Facing: thicket.Heading{X: -1}},
	} {
		p := &physics{}
		s := p.open(t, 1, tree, "")
		if err := s.Do(&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(50, 50), Heading: &thicket.Heading{X: -1}}); err != nil {
			t.Fatal(err)
		}
		s.Step()
		got := p.heard[0]
		if at := (thicket.Position{X: 50, Y: 50}); got.ID != 1 || got.Position != at || got.Heading != (thicket.Heading{X: -1}) {
			t.Errorf("%s: the mover hears of %+v", tree, got)
		}
		if got.Way != want.Way || got.MPS != want.MPS || got.Facing != want.Facing {
			t.Errorf("%s: the mover hears %+v, wanted %+v", tree, got, want)
		}
		if is := *s.World().Heading.Of(1); is != want.Facing {
			t.Errorf("%s: it faces %v", tree, is)
		}
	}
}

// A mover stays when a tree comes that needs the arena, which thinks on for it.
func TestMoverIsKept(t *testing.T) {
	p := &physics{}
	s := p.open(t, 5, herdTree, "")
	play(s, 10)
	if p.calls != 10 || len(p.heard) != 5 {
		t.Fatalf("%d calls in 10 ticks, %d wishes", p.calls, len(p.heard))
	}
	if err := s.Do(&session.Switch{Class: "sheep", Source: "{ kind: action, name: move_to, args: { x: 199, y: 199, pace: walk } }", File: "go.yaml"}); err != nil {
		t.Fatal(err)
	}
	at := *s.World().Position.Of(1)
	play(s, 60)
	is := *s.World().Position.Of(1)
	if p.calls != 70 || p.heard[0].MPS != 1.5 || is.X == at.X {
		t.Errorf("%d calls after the switch, the last %+v; the bot went from %v to %v", p.calls-10, p.heard[0], at, is)
	}
	if d := (is.X-at.X)*(is.X-at.X) + (is.Y-at.Y)*(is.Y-at.Y); d > 4.6*4.6 {
		t.Errorf("it went %v m, wanted 4.5, as the mover alone moves it", d)
	}
}

// The wishes come by ascending id, whatever the classes and whoever went.
func TestWishesComeById(t *testing.T) {
	p := &physics{}
	s := p.open(t, 9, herdTree, "")
	for _, id := range []thicket.ID{2, 5} {
		if err := s.Do(&thicket.Remove{Bot: &thicket.Who{ID: id}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Do(&thicket.Join{Name: "Ann", SpeedMPS: 4, Heading: thicket.Heading{Y: 1}}); err != nil {
		t.Fatal(err)
	}
	s.Step()
	var ids []thicket.ID
	for _, b := range p.heard {
		ids = append(ids, b.ID)
	}
	if fmt.Sprint(ids) != "[1 3 4 6 7 8 9 10]" || p.heard[7].MPS != 4 || p.heard[7].Way != (thicket.Heading{Y: 1}) {
		t.Errorf("wishes of %v, the last %+v", ids, p.heard[len(p.heard)-1])
	}
}

// What a session has a mover for is the same in all worlds that are made of it, on any number
// of workers; a program without is refused.
func TestMoverIsNotLost(t *testing.T) {
	for _, tree := range []string{herdTree, "{ kind: action, name: roam }"} {
		p := &physics{}
		s := p.open(t, 300, tree, "")
		play(s, 10)
		saved, fork := branches(t, s)
		o := p.options(t)
		o.Workers = 2
		again, err := thicket.Restore(bytes.NewReader(saved), o)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		play(s, 20)
		play(fork, 20)
		play(again, 20)
		if s.Digest() != fork.Digest() || s.Digest() != again.Digest() {
			t.Errorf("%s: a fork or a restored session goes on otherwise", tree)
		}
		whole := s.Digest()
		if err := s.SeekTick(3); err != nil {
			t.Fatal(err)
		}
		if err := s.SeekTick(30); err != nil || s.Digest() != whole {
			t.Errorf("%s: a session that went back and on is another: %v", tree, err)
		}
		o.Prepare = nil
		const want = "with a system that a program added, physics, which moves bodies, and this program does not: Options.Prepare adds it to each world"
		if _, err := thicket.Restore(bytes.NewReader(saved), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: restored without the mover: %v", tree, err)
		}
	}
}

// What a mover cannot do is refused where it is set.
func TestMoverIsRefused(t *testing.T) {
	p := &physics{}
	for _, test := range []struct {
		more, want string
		prepare    func(*thicket.World) error
	}{
		{"", `mover "other": bodies are moved by "physics", wanted one mover`, func(w *thicket.World) error {
			if err := p.prepare(w); err != nil {
				return err
			}
			return w.SetMover("other", p.move)
		}},
		{"", "a mover without a name or a function", func(w *thicket.World) error { return w.SetMover("", p.move) }},
		{"", "a mover without a name or a function", func(w *thicket.World) error { return w.SetMover("none", nil) }},
		{", solid: true", "mover \"physics\": the scene says `world: { solid: true }`", p.prepare},
	} {
		if _, err := thicket.Start("own.yaml", physicsScene(1, herdTree, test.more), thicket.Options{Prepare: test.prepare}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, wanted %s", err, test.want)
		}
	}
}

// What is no position is undone, and what is off the field comes back; both are told.
func TestMoverOffTheField(t *testing.T) {
	to := thicket.Position{}
	o := thicket.Options{OnFault: func(thicket.Fault) {}, OnNotice: func(string) {}, Prepare: func(w *thicket.World) error {
		return w.SetMover("cannon", func(_ *thicket.World, bodies []thicket.Wish) { bodies[0].Position = to })
	}}
	s, err := thicket.Start("own.yaml", physicsScene(1, herdTree, ""), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var zero float32
	for _, test := range []struct{ to, is thicket.Position }{
		{thicket.Position{X: 20, Y: 30}, thicket.Position{X: 20, Y: 30}},
		{thicket.Position{X: -500, Y: 30}, thicket.Position{Y: 30}},
		{thicket.Position{X: 20, Y: 201}, thicket.Position{X: 20, Y: 200}},
		{thicket.Position{X: zero / zero}, thicket.Position{X: 20, Y: 200}},
	} {
		to = test.to
		if s.Step(); *s.World().Position.Of(1) != test.is {
			t.Errorf("put at %v it is at %v, wanted %v", test.to, *s.World().Position.Of(1), test.is)
		}
	}
	if _, count := s.Faults(); count != 1 {
		t.Errorf("%d faults, wanted 1", count)
	}
	if n := s.Notices(); len(n) != 1 || n[0] != "the mover \"cannon\" puts bodies off the field: they come back as `edges` says" {
		t.Errorf("notices %q", n)
	}
}

// Who is moved by a game takes no memory.
func TestMoverAllocatesNothing(t *testing.T) {
	for _, tree := range []string{herdTree, "{ kind: action, name: roam }"} {
		p := &physics{}
		o := p.options(t)
		o.History = thicket.History{}
		s, err := thicket.Start("own.yaml", physicsScene(3000, tree, ""), o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		play(s, 60)
		if n := testing.AllocsPerRun(60, s.Step); n != 0 {
			t.Errorf("%s: %v allocations a tick", tree, n)
		}
	}
}
