package session

import (
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/systems/arena"
)

// CheckTree loads a tree as [Switch] does that has a Source, but gives it to nobody: the
// session does not notice. It returns what is odd about the tree, or what is wrong with it.
func (s *Session) CheckTree(file, source string) (odd syntax.ErrorList, err error) {
	s.lock("CheckTree")
	defer s.mu.Unlock()
	reg := arena.NewRegistry
	if s.options.Registry != nil {
		reg = s.options.Registry.Clone
	}
	other, _, err := unpack(s.scene.Bundle(), reg())
	if err != nil {
		return nil, err
	}
	other.ReadAs(s.scene)
	p, err := other.TreeOf(file, source)
	if err != nil {
		return nil, err
	}
	return other.Oddities(p), nil
}
