package core

import (
	"math"

	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/internal/digest"
)

// Sum mixes numbers into one digest.
type Sum uint64

func (h *Sum) Add(v uint64) {
	*h = Sum(digest.Finalise(uint64(*h)^v) + digest.Gamma)
}

func (h *Sum) Float(v float32) { h.Add(uint64(math.Float32bits(v))) }

// Double adds a number of 64 bits.
func (h *Sum) Double(v float64) { h.Add(math.Float64bits(v)) }

func (h *Sum) text(s string) { h.Add(digest.String(s)) }

// Truth adds a truth value.
func (h *Sum) Truth(v bool) {
	if v {
		h.Add(1)
	} else {
		h.Add(2)
	}
}

// Digest returns a number made of all that bodies, items and teams have. It
// does not depend on the order of rows.
func (a *Arena) Digest() uint64 {
	if !a.awake {
		return 0
	}
	a.arrange()
	var h Sum
	for _, b := range a.ByID {
		a.digestBody(&h, b)
	}
	for i := range a.items.list {
		it := &a.items.list[i]
		h.Float(it.X)
		h.Float(it.Y)
		h.Add(uint64(it.Holder) | uint64(uint32(it.Next))<<32)
		h.Add(uint64(it.BackAt))
	}
	for i := range a.teams {
		h.Double(a.teams[i].score)
		h.Double(a.teams[i].purse)
	}
	h.Truth(a.match.over)
	a.nature.digest(&h)
	for _, s := range a.states {
		s.Digest(&h)
	}
	return uint64(h) | 1
}

func (a *Arena) digestBody(h *Sum, b int32) {
	p, s, c, m := &a.Health[b], &a.Eyes[b], &a.Cargo[b], &a.Mind[b]
	h.Add(uint64(a.ID(b)) | uint64(p.HurtBy)<<32)
	h.Float(p.Points)
	h.Float(p.Armour)
	h.Float(p.Hunger)
	for _, tick := range [...]int64{p.HurtAt, p.Fought, p.Born, p.BackAt, s.At, c.Ready, m.Quiet, m.Noted, m.Stopwatch} {
		h.Add(uint64(tick))
	}
	h.Truth(a.Dead(b))
	if a.hidden[b] {
		h.Truth(true)
	}
	if p.Kept {
		h.Float(p.Full)
		h.Add(uint64(p.Died))
		h.Truth(p.Stays)
	}
	h.Add(uint64(s.Seen) | uint64(s.Last)<<32)
	h.Float(s.X)
	h.Float(s.Y)
	h.Add(uint64(uint32(c.First)) | uint64(c.Count)<<32)
	h.Add(c.Goods)
	for _, arm := range c.Arms {
		h.Add(uint64(uint16(arm.Weapon)) | uint64(uint16(arm.Loaded))<<16 | uint64(uint16(arm.Spare))<<32)
	}
	h.Add(uint64(m.Target) | uint64(m.Leader)<<32)
	h.Add(uint64(uint32(m.Home)) | uint64(uint16(a.Form[b]))<<32 | uint64(uint16(m.Note))<<48)
	h.Add(uint64(m.Pose) | uint64(m.Alert)<<8 | uint64(uint8(c.Hand))<<16 | uint64(uint32(m.Scores))<<32)
	if m.Stays {
		h.Add(1)
	}
	if w := &a.walks[b]; w.On {
		for _, v := range [...]float32{w.X, w.Y, float32(w.Stop), w.Pace} {
			h.Float(v)
		}
		if w.MPS > 0 {
			h.Float(w.MPS)
		}
	}
	h.Float(m.Stuck)
	h.text(a.speech[b])
}

// Memory returns how many bytes bodies take in the arena.
func (a *Arena) Memory() []ecs.Part {
	if !a.awake {
		return nil
	}
	n := ecs.SliceBytes(a.Health) + ecs.SliceBytes(a.Eyes) + ecs.SliceBytes(a.Cargo) + ecs.SliceBytes(a.Mind) +
		ecs.SliceBytes(a.speech) + ecs.SliceBytes(a.walks) + ecs.SliceBytes(a.Group) + ecs.SliceBytes(a.Class) + ecs.SliceBytes(a.Form) + ecs.SliceBytes(a.dead) + ecs.SliceBytes(a.hidden) + ecs.SliceBytes(a.want) +
		ecs.SliceBytes(a.deeds) + ecs.SliceBytes(a.kept) + ecs.SliceBytes(a.onward) + ecs.SliceBytes(a.utterances) + ecs.SliceBytes(a.foes) + ecs.SliceBytes(a.ByID) + ecs.SliceBytes(a.Laid)
	for i := range a.Groups {
		n += ecs.SliceBytes(a.Groups[i].Members) + a.Groups[i].Index.Bytes()
	}
	for _, s := range a.states {
		n += s.Bytes()
	}
	return []ecs.Part{{Name: "arena", Bytes: n}}
}
