package mbt

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

var _ run.ShareSaver = (*semantics)(nil)

// signalName is the name of entity:Signal in a save; a function of the game cannot have
// it.
const signalName = "\x00Signal"

// fix begins to know what is saved, in a state whose files have not run yet.
func (lw *luaWorld) fix() {
	lw.entities.Graph = lw.places.Graph()
	roots := []machine.Value{lw.meta.V(), lw.common.V(), lw.signals.V()}
	if lw.children != nil {
		roots = append(roots, lw.children.V())
	}
	lw.entities.Graph.Fix(lw.state, roots...)
	lw.entities.Name = func(f *machine.Function) string {
		if f == lw.signals {
			return signalName
		}
		for of, m := range lw.methods {
			if m == f {
				return of.Name
			}
		}
		return ""
	}
	lw.entities.Method = func(name string) *machine.Function {
		if name == signalName {
			return lw.signals
		}
		return lw.method(name)
	}
}

func (s *semantics) luaShared(shared any) *luaWorld {
	if sh, ok := shared.(*share); ok && sh != nil {
		return sh.lua
	}
	return nil
}

// HashShare returns a hash of what Lua keeps. Scopes are part of the memory of the bots
// that are in them.
func (s *semantics) HashShare(shared any) uint64 {
	lw := s.luaShared(shared)
	if lw == nil {
		return 0
	}
	return lw.entities.Hash() ^ lw.begun
}

// SaveShare saves all that Lua keeps in the world, for each of the pools that share it.
func (s *semantics) SaveShare(shared any) ([]byte, error) {
	lw := s.luaShared(shared)
	if lw == nil {
		return nil, nil
	}
	return lw.entities.Encode()
}

// ReadShare reads what SaveShare returned. Entities that keep nothing are as new.
func (s *semantics) ReadShare(shared any, b []byte) (func(), error) {
	lw := s.luaShared(shared)
	if lw == nil {
		if len(b) > 0 {
			return nil, machine.ErrDamaged
		}
		return func() {}, nil
	}
	lw.sem = s // whose registry has the functions of the game
	commit, err := lw.entities.Decode(b)
	lw.sem = nil
	return commit, err
}
