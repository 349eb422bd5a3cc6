package dragengine

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Place says where a bot stands in its tree, by the id of a rule, so that it can be
// kept over a change of the tree's file.
type Place struct {
	// HasRule is false of a bot that stands nowhere: one with a restored place
	// whose id its tree does not have.
	HasRule bool
	Rule    string // id
	// FirstRun says that the rule was not run since it became the current one.
	FirstRun bool
}

// MarshalBinary writes a place as the engine does: a version, 0; a byte with
// the two flags, HasRule and FirstRun; then the id, behind a byte with its
// length. It fails for an id of more than 255 bytes.
func (p Place) MarshalBinary() ([]byte, error) {
	if !p.HasRule {
		return []byte{0, flagBits(p)}, nil
	}
	if len(p.Rule) > 255 {
		return nil, fmt.Errorf("the id of the rule has %d bytes, wanted at most 255", len(p.Rule))
	}
	return append([]byte{0, flagBits(p), byte(len(p.Rule))}, p.Rule...), nil
}

func flagBits(p Place) (b byte) {
	if p.HasRule {
		b |= 1
	}
	if p.FirstRun {
		b |= 2
	}
	return b
}

// UnmarshalBinary reads what MarshalBinary wrote, and nothing more.
func (p *Place) UnmarshalBinary(data []byte) error {
	switch {
	case len(data) < 2:
		return errors.New("a place of less than two bytes")
	case data[0] != 0:
		return fmt.Errorf("a place of version %d, wanted 0", data[0])
	case data[1] > 3:
		return fmt.Errorf("a place with unknown flags %#x", data[1])
	}
	q := Place{HasRule: data[1]&1 != 0, FirstRun: data[1]&2 != 0}
	rest := data[2:]
	if q.HasRule {
		if len(rest) == 0 || len(rest) != 1+int(rest[0]) {
			return errors.New("a place with an id that is cut off, or with more behind it")
		}
		q.Rule = string(rest[1:])
	} else if len(rest) != 0 {
		return errors.New("a place without a rule and with more behind it")
	}
	*p = q
	return nil
}

// placeOf is BTContext.writeToFile. A rule without an id cannot be kept.
func (s *semantics) placeOf(x *run.Exec) (Place, error) {
	w := x.Mem[s.tables.base]
	n := current(w)
	p := Place{HasRule: n != 0, FirstRun: w&isFirstRun != 0}
	if n == 0 {
		return p, nil
	}
	if p.Rule = s.ids[n]; p.Rule == "" {
		return Place{}, fmt.Errorf("the current rule has no id: %s", s.path(x.Tree, n))
	}
	return p, nil
}

// restore is BTContext.readFromFile: an id that the tree does not have leaves
// the bot nowhere, where each step fails until it is told to jump or reset.
func (s *semantics) restore(x *run.Exec, p Place) {
	var n tree.NodeID
	if p.HasRule {
		n = s.named[p.Rule]
	}
	s.put(x, p.HasRule, n, p.FirstRun)
}

func (s *semantics) put(x *run.Exec, hasRule bool, n tree.NodeID, firstRun bool) {
	w := &x.Mem[s.tables.base]
	*w &^= isFirstRun | isStopped
	if firstRun {
		*w |= isFirstRun
	}
	if hasRule {
		*w = *w&^0xffff | uint32(n)
	}
}

// save keeps the place with the bot.
func (s *semantics) save(x *run.Exec) error {
	p, err := s.placeOf(x)
	if err != nil {
		return err
	}
	w := &x.Mem[s.tables.base]
	*w = *w&^savedFirstRun | hasSaved
	if p.FirstRun {
		*w |= savedFirstRun
	}
	saved := &x.Mem[s.tables.base+1]
	*saved = *saved&^0xffff | uint32(current(*w))
	return nil
}

func (s *semantics) restoreSaved(x *run.Exec) error {
	w := x.Mem[s.tables.base]
	if w&hasSaved == 0 {
		return errors.New("restore: nothing was saved")
	}
	n := current(x.Mem[s.tables.base+1])
	s.put(x, n != 0, n, w&savedFirstRun != 0)
	return nil
}
