package session

import (
	"iter"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// All returns all bots and players of the snapshot by ascending id. The pointers are into it.
func (s *Snapshot) All() iter.Seq[*BodyView] {
	return func(yield func(*BodyView) bool) {
		bots, players := s.Bots, s.Players
		for len(bots)+len(players) > 0 {
			from := &bots
			if len(bots) == 0 || len(players) > 0 && players[0].ID < bots[0].ID {
				from = &players
			}
			if !yield(&(*from)[0]) {
				return
			}
			*from = (*from)[1:]
		}
	}
}

// Between returns all bots and players of now, a later snapshot of the same session, by ascending
// id, each where it is on its way from one tick to the next: alpha, 0 to 1, is what
// thicket.Session.Advance returned, and pictures made so are one tick behind. A body that was not
// in s, or was put elsewhere since, is where it is in now. All other fields are those in now, and
// share its slices.
func (s *Snapshot) Between(now *Snapshot, alpha float64) iter.Seq[BodyView] {
	ticks := float64(now.Tick - s.Tick)
	part := (1 - min(max(alpha, 0), 1)) / ticks // of the way that is left
	return func(yield func(BodyView) bool) {
		was := cursor{s.Bots, s.Players}
		for b := range now.All() {
			body := *b
			if from := was.body(b); from != nil && ticks > 0 {
				body.goBack(from, &now.Field, ticks, part)
			}
			if !yield(body) {
				return
			}
		}
	}
}

// cursor finds the bodies of a snapshot in the order of their ids.
type cursor struct{ bots, players []BodyView }

// body returns the body of the id that another has, or nil.
func (c *cursor) body(b *BodyView) *BodyView {
	from := &c.bots
	if b.Class == "" {
		from = &c.players
	}
	for len(*from) > 0 && (*from)[0].ID < b.ID {
		*from = (*from)[1:]
	}
	if len(*from) > 0 && (*from)[0].ID == b.ID {
		return &(*from)[0]
	}
	return nil
}

// goBack takes a body back by a part of its way, unless it did not go it by itself.
func (b *BodyView) goBack(from *BodyView, f *Field, ticks, part float64) {
	dx, dy := float64(b.X)-float64(from.X), float64(b.Y)-float64(from.Y)
	if f.Wrap {
		dx, dy = math.Remainder(dx, float64(f.Width)), math.Remainder(dy, float64(f.Height))
	}
	if math.Sqrt(float64(dx*dx)+float64(dy*dy)) > float64(b.Stride)*ticks {
		return
	}
	b.X, b.Y = float32(float64(b.X)-float64(dx*part)), float32(float64(b.Y)-float64(dy*part))
	if f.Wrap {
		b.X, b.Y = around(b.X, f.X, f.Width), around(b.Y, f.Y, f.Height)
	}
}

// around brings a coordinate back over the edge of a field that begins at from.
func around(x, from, size float32) float32 {
	switch {
	case x < from:
		return x + size
	case x >= from+size:
		return x - size
	}
	return x
}

// Value returns the value of a state key, or null for a key that the body does not have, without
// looking for its name: thicket.Session.Key gives the key.
func (b *BodyView) Value(k host.Key) host.Value {
	for i := range b.State {
		if b.State[i].Number == k {
			return b.State[i].Value
		}
	}
	return host.Value{}
}
