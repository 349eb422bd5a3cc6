package arena

import (
	"math"

	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/internal/digest"
)

// sum mixes numbers into one.
type sum uint64

func (h *sum) add(v uint64) {
	*h = sum(digest.Finalise(uint64(*h)^v) + digest.Gamma)
}

func (h *sum) float(v float32)  { h.add(uint64(math.Float32bits(v))) }
func (h *sum) double(v float64) { h.add(math.Float64bits(v)) }

func (h *sum) text(s string) { h.add(digest.String(s)) }

func (h *sum) truth(v bool) {
	if v {
		h.add(1)
	} else {
		h.add(2)
	}
}

// Digest is a number made of all that bodies, items and teams have. It does not
// depend on the order of rows.
func (a *Arena) Digest() uint64 {
	if !a.awake {
		return 0
	}
	a.arrange()
	var h sum
	for _, b := range a.order {
		a.digestBody(&h, b)
	}
	for i := range a.items.list {
		it := &a.items.list[i]
		h.float(it.X)
		h.float(it.Y)
		h.add(uint64(it.Holder) | uint64(uint32(it.Next))<<32)
		h.add(uint64(it.BackAt))
	}
	for i := range a.teams {
		h.double(a.teams[i].score)
		h.double(a.teams[i].purse)
	}
	h.truth(a.match.over)
	for _, s := range a.states {
		s.Digest(&h)
	}
	return uint64(h) | 1
}

func (a *Arena) digestBody(h *sum, b int32) {
	p, s, c, m := &a.health[b], &a.sight[b], &a.cargo[b], &a.mind[b]
	h.add(uint64(a.id(b)) | uint64(p.HurtBy)<<32)
	h.float(p.Points)
	h.float(p.Armour)
	h.float(p.Hunger)
	for _, tick := range [...]int64{p.HurtAt, p.Fought, p.Born, p.BackAt, s.At, c.Ready, m.Quiet, m.Noted, m.Watch} {
		h.add(uint64(tick))
	}
	h.truth(p.Dead)
	h.add(uint64(s.Seen) | uint64(s.Last)<<32)
	h.float(s.X)
	h.float(s.Y)
	h.add(uint64(uint32(c.First)) | uint64(c.Count)<<32)
	h.add(c.Goods)
	for _, arm := range c.Arms {
		h.add(uint64(uint16(arm.Weapon)) | uint64(uint16(arm.Loaded))<<16 | uint64(uint16(arm.Spare))<<32)
	}
	h.add(uint64(m.Target) | uint64(m.Leader)<<32)
	h.add(uint64(uint32(m.Home)) | uint64(uint16(m.Form))<<32 | uint64(uint16(m.Note))<<48)
	h.add(uint64(m.Pose) | uint64(m.Alert)<<8 | uint64(uint8(c.Hand))<<16 | uint64(uint32(m.Scores))<<32)
	if m.Stays {
		h.add(1)
	}
	h.float(m.Stuck)
	h.text(a.speech[b])
}

// Memory is what bodies take in the arena.
func (a *Arena) Memory() []ecs.Part {
	if !a.awake {
		return nil
	}
	n := ecs.SliceBytes(a.health) + ecs.SliceBytes(a.sight) + ecs.SliceBytes(a.cargo) + ecs.SliceBytes(a.mind) +
		ecs.SliceBytes(a.speech) + ecs.SliceBytes(a.group) + ecs.SliceBytes(a.class) + ecs.SliceBytes(a.want) +
		ecs.SliceBytes(a.utterances) + ecs.SliceBytes(a.foes) + ecs.SliceBytes(a.order)
	for i := range a.groups {
		n += ecs.SliceBytes(a.groups[i].members) + a.groups[i].index.Bytes()
	}
	for _, s := range a.states {
		n += s.Bytes()
	}
	return []ecs.Part{{Name: "arena", Bytes: n}}
}
