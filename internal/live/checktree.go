package live

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// CheckTree loads a tree as [Switch] does that has a Source, but gives it to nobody: the
// session does not notice. It returns the oddities of the tree, or its errors.
func (s *Session) CheckTree(file, source string) (odd syntax.ErrorList, err error) {
	s.lock("CheckTree")
	defer s.mu.Unlock()
	other, err := s.elsewhere()
	if err != nil {
		return nil, err
	}
	p, err := other.TreeOf(file, source)
	if err != nil {
		return nil, err
	}
	return other.Oddities(p), nil
}

// Together is [scenes.Scene.Together] for commands: one for each tree of the files that none
// of the others refers to, still without a bot or class. The session does not notice.
func (s *Session) Together(files []session.Text) (trees []session.Switch, err error) {
	s.lock("Together")
	defer s.mu.Unlock()
	other, err := s.elsewhere()
	if err != nil {
		return nil, err
	}
	all, err := other.Together(files)
	for _, t := range all {
		trees = append(trees, session.Switch{File: t[0].File, Source: t[0].Source, With: t[1:]})
	}
	return trees, err
}

// elsewhere returns the scene once more, to try trees.
func (s *Session) elsewhere() (*scenes.Scene, error) {
	reg := arena.NewRegistry
	if s.options.Registry != nil {
		reg = func() *host.Registry { return host.CloneOf(s.options.Registry) }
	}
	other, _, err := unpack(s.scene.Bundle(), scenes.Options{Registry: reg(), Limits: s.scene.Limits(), Lenient: s.scene.Lenient()})
	if err == nil {
		other.ReadAs(s.scene)
	}
	return other, err
}
