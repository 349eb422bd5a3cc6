package dst

import (
	"errors"
	"hash/fnv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

var errLenient = errors.New("its file is read leniently; stubs cannot be saved")

// first is the bot that a state is saved and hashed with: that of the lowest id.
func (m *machine) first() host.BotID {
	if m.firstAt != m.turns {
		m.firstAt, m.firstBot = m.turns, 0
		for id, e := range m.known {
			if e.bot != nil && (m.firstBot == 0 || id < m.firstBot) {
				m.firstBot = id
			}
		}
	}
	return m.firstBot
}

// HashSide is a number made from the words of a bot's tree and from when its
// brains are due, and for the first bot of a state from all that its scripts
// keep.
func (s *semantics) HashSide(side any) uint64 {
	b, ok := side.(*bot)
	if !ok {
		return 0
	}
	due := []uint32{uint32(b.faults)}
	for _, br := range b.brains {
		due = append(due, uint32(br.place), uint32(br.until), uint32(br.until>>32))
	}
	h := run.HashWords(due)
	if t := b.tree(); t != nil && t.in != nil {
		h ^= run.HashWords(t.in.words)
	}
	if b.m.first() == b.e.id {
		image, _ := b.m.image() // what cannot be saved counts as nothing
		all := fnv.New64a()
		all.Write(image)
		h ^= all.Sum64()
	}
	return h
}

// SaveSide saves a bot. All of one state are saved with the first of them.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	b, ok := side.(*bot)
	switch {
	case !ok || b.m.first() != b.e.id:
		return nil, nil
	case s.p.lenient:
		return nil, errLenient
	}
	return b.m.image()
}

// ReadSide reads what SaveSide gave for the same bot. The bots of its state
// are those that were saved.
func (s *semantics) ReadSide(side any, from []byte) (func(), error) {
	b, ok := side.(*bot)
	if !ok || b.m.first() != b.e.id && len(from) == 0 {
		return func() {}, nil
	}
	place, err := b.m.develop(from)
	if err != nil {
		return nil, err
	}
	return func() {
		place()
		b.m.turns++
	}, nil
}
