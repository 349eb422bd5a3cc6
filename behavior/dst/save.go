package dst

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// saved is a bot as bytes.
type saved struct {
	Words                   []uint32
	Times                   []float64 // by node: what WaitNode and LatchNode were given
	Place                   place
	Until                   int64
	Left                    []int64
	Faults                  int
	Status                  host.Status
	Force                   bool
	Parked, Asleep, Invalid bool
	Shape                   uint64
}

var errScripts = errors.New("its scripts keep values of their own, which cannot be saved")

// HashSide is a number made from the words of a bot's trees and from when its
// brains are due. What scripts keep besides is no part of it.
func (s *semantics) HashSide(side any) uint64 {
	b, ok := side.(*bot)
	if !ok {
		return 0
	}
	due := []uint32{uint32(b.faults)}
	for _, br := range b.brains {
		due = append(due, uint32(br.place), uint32(br.until), uint32(br.until>>32))
	}
	h := run.Hash(due)
	if t := b.tree(); t != nil && t.in != nil {
		h ^= run.Hash(t.in.words)
	}
	return h
}

// native is the tree of a bot about which no script keeps anything: none runs
// after the start. It is nil for other bots.
func (b *bot) native() *bt {
	t := b.tree()
	if t == nil || len(b.brains) > 1 || len(b.e.tasks) > 0 {
		return nil
	}
	var in *instance
	if b.m.protect(func() { in, _ = t.tree() }) != nil || !in.shape.bare {
		return nil
	}
	own := map[glua.LValue]bool{}
	for _, n := range in.nodes[1:] {
		if n.listener != nil {
			own[n.listener] = true
		}
		if n.fn.Type() == glua.LTString {
			return nil
		}
	}
	for _, list := range b.e.events {
		for _, l := range list {
			if !own[l.f] {
				return nil
			}
		}
	}
	for _, br := range b.brains {
		events, ok := br.events.(*glua.LTable)
		if !ok || !br.isPlain() || br.t != t {
			return nil
		}
		if handler, _ := events.Next(glua.LNil); handler != glua.LNil {
			return nil
		}
	}
	return t
}

// SaveSide saves a bot whose tree runs without scripts.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	b, ok := side.(*bot)
	if !ok {
		return nil, nil
	}
	t := b.native()
	if t == nil {
		return nil, errScripts
	}
	data := saved{
		Words: t.in.words, Faults: b.faults, Status: b.status, Force: t.force, Parked: b.parked, Asleep: b.e.asleep,
		Invalid: b.e.invalid, Shape: t.in.shape.tree.Fingerprint(),
	}
	for _, n := range t.in.nodes[1:] {
		f, _ := n.fn.(glua.LNumber)
		data.Times = append(data.Times, float64(f))
	}
	for _, br := range b.brains {
		data.Place, data.Until, data.Left = br.place, br.until, br.left
	}
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(data)
	return buf.Bytes(), err
}

// ReadSide reads what SaveSide gave for the same bot, whose brain was started
// and built the same tree.
func (s *semantics) ReadSide(side any, from []byte) (func(), error) {
	b, ok := side.(*bot)
	if !ok {
		return func() {}, nil
	}
	var data saved
	if err := gob.NewDecoder(bytes.NewReader(from)).Decode(&data); err != nil {
		return nil, fmt.Errorf("the save is damaged: %w", err)
	}
	t := b.native()
	if t == nil {
		return nil, errScripts
	}
	in := t.in
	if data.Shape != in.shape.tree.Fingerprint() || len(data.Words) != len(in.words) || len(data.Times) != len(in.nodes)-1 {
		return nil, errors.New("saved with another tree")
	}
	return func() {
		copy(in.words, data.Words)
		for i, n := range in.nodes[1:] {
			if _, ok := n.fn.(glua.LNumber); ok {
				n.fn = glua.LNumber(data.Times[i])
			}
		}
		for _, br := range b.brains {
			br.place, br.until, br.left = data.Place, data.Until, data.Left
		}
		b.faults, b.status, t.force, b.parked = data.Faults, data.Status, data.Force, data.Parked
		b.e.asleep, b.e.invalid, b.shown = data.Asleep, data.Invalid, t
	}, nil
}
