package host

import "github.com/thicket-sim/thicket/internal/ground/digest"

// Actor is the least that a world of a game's own has. Of the other methods of [World] it has
// those that leaves of its trees call, and of the optional interfaces, such as [Mortal], those that
// it likes, but those that contain World.
type Actor interface {
	// Decide is [World.Decide].
	Decide(body int32, a *Action, in Intent)
	// Fault is [World.Fault].
	Fault(f Fault)
}

// Whole returns a world with all methods: itself, if it has them. Otherwise bots are numbered by
// their bodies, random numbers have the seed 0, bodies have no state and the world no parts. To
// ask for anything else that it lacks is a panic, and so a fault of the leaf.
func Whole(a Actor) World {
	if w, ok := a.(World); ok {
		return w
	}
	if _, ok := a.(Mortal); ok {
		return &partialMortal{partial{a}}
	}
	return &partial{a}
}

// Find returns a world as an optional interface, such as [Mortal], where it is one. A type
// assertion on a world does not find the methods that [Whole] has added.
func Find[T any](w World) (t T, ok bool) {
	if t, ok = w.(T); ok {
		return t, true
	}
	if p, is := w.(interface{ actor() Actor }); is {
		t, ok = p.actor().(T)
	}
	return t, ok
}

// partial is a world that lacks methods.
type partial struct{ Actor }

// partialMortal is a Mortal itself, as that is asked for with each action.
type partialMortal struct{ partial }

var (
	_ World  = (*partial)(nil)
	_ Mortal = (*partialMortal)(nil)
)

func (p *partial) actor() Actor { return p.Actor }

func (p *partialMortal) Alive(body int32) bool { return p.Actor.(Mortal).Alive(body) }

// lacks panics for a method that an actor does not have.
func lacks(method string) { panic("the world of this game has no method " + method) }

func (p *partial) ID(body int32) BotID {
	if w, ok := p.Actor.(interface{ ID(int32) BotID }); ok {
		return w.ID(body)
	}
	return BotID(body + 1)
}

func (p *partial) Position(body int32) (x, y float32) {
	w, ok := p.Actor.(interface {
		Position(int32) (x, y float32)
	})
	if !ok {
		lacks("Position")
	}
	return w.Position(body)
}

func (p *partial) Heading(body int32) (x, y float32) {
	w, ok := p.Actor.(interface {
		Heading(int32) (x, y float32)
	})
	if !ok {
		lacks("Heading")
	}
	return w.Heading(body)
}

func (p *partial) Delta(from, to int32) (dx, dy float64) {
	if w, ok := p.Actor.(interface {
		Delta(from, to int32) (dx, dy float64)
	}); ok {
		return w.Delta(from, to)
	}
	ax, ay := p.Position(from)
	bx, by := p.Position(to)
	return float64(bx) - float64(ax), float64(by) - float64(ay)
}

func (p *partial) State(body int32, k Key) Sym {
	if w, ok := p.Actor.(interface{ State(int32, Key) Sym }); ok {
		return w.State(body, k)
	}
	return Missing
}

func (p *partial) StateColumn(k Key) []uint32 {
	w, ok := p.Actor.(interface{ StateColumn(Key) []uint32 })
	if !ok {
		lacks("StateColumn")
	}
	return w.StateColumn(k)
}

func (p *partial) Nearest(body int32, f FacetID) int32 {
	w, ok := p.Actor.(interface{ Nearest(int32, FacetID) int32 })
	if !ok {
		lacks("Nearest")
	}
	return w.Nearest(body, f)
}

func (p *partial) Random(bot BotID, tick int64, node uint16, draw uint32) uint64 {
	if w, ok := p.Actor.(interface {
		Random(BotID, int64, uint16, uint32) uint64
	}); ok {
		return w.Random(bot, tick, node, draw)
	}
	return digest.Draw(0, uint32(bot), tick, uint32(node), draw)
}

func (p *partial) Part(key any) any {
	if w, ok := p.Actor.(interface{ Part(any) any }); ok {
		return w.Part(key)
	}
	return nil
}
