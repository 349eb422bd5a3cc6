package dragengine

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// share holds what a tree shares with others in its world.
type share struct {
	triggers []*trigger   // by target
	scripts  *scriptWorld // nil for a tree without
}

var _ run.ShareSaver = (*semantics)(nil)

func (s *semantics) share(x *run.Exec) *share { return x.Shared.(*share) }

func (s *semantics) triggerAt(x *run.Exec, i int) *trigger { return s.share(x).triggers[i] }

// Share returns the triggers of the tree in a world, and the state of its scripts there.
func (s *semantics) Share(w host.World) any {
	sh := &share{scripts: s.scriptWorldOf(w)}
	for _, t := range s.targets {
		sh.triggers = append(sh.triggers, t.table.In(w).target(t.name))
	}
	return sh
}

// Tally does nothing: nothing that is shared follows from what bots remember.
func (*semantics) Tally(*run.Exec, bool) {}

// HashShare hashes the triggers that have ever fired, and what scripts keep.
func (s *semantics) HashShare(shared any) (h uint64) {
	sh := shared.(*share)
	for i, t := range sh.triggers {
		if t.ever {
			h = uint64(digest.Sum(h).Word(uint64(2*i+1) ^ uint64(word(t.fired))))
		}
	}
	if sh.scripts != nil {
		h ^= sh.scripts.bots.Hash() ^ sh.scripts.begun
	}
	return h
}

// SaveShare saves a byte for each trigger, and behind them what scripts keep.
func (s *semantics) SaveShare(shared any) (b []byte, err error) {
	sh := shared.(*share)
	for _, t := range sh.triggers {
		b = append(b, byte(word(t.fired)|word(t.ever)<<1))
	}
	if sh.scripts == nil {
		return b, nil
	}
	kept, err := sh.scripts.bots.Encode()
	return append(b, kept...), err
}

// ReadShare reads what SaveShare returned. Bots of whom scripts keep nothing are as new.
func (s *semantics) ReadShare(shared any, b []byte) (func(), error) {
	sh := shared.(*share)
	n := len(sh.triggers)
	if len(b) < n || sh.scripts == nil && len(b) > n || slices.ContainsFunc(b[:n], func(c byte) bool { return c > 3 }) {
		return nil, machine.ErrDamaged
	}
	kept := func() {}
	if sh.scripts != nil {
		var err error
		sh.scripts.sem = s // whose registry has the functions of the game
		kept, err = sh.scripts.bots.Decode(b[n:])
		sh.scripts.sem = nil
		if err != nil {
			return nil, err
		}
	}
	return func() {
		for i, t := range sh.triggers {
			t.fired, t.ever = b[i]&1 != 0, b[i]&2 != 0
		}
		kept()
	}, nil
}
