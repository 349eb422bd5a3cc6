package treetest

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/live"
)

// Test is the test of a name.
func (f *File) Test(name string) (*Test, error) {
	var names []string
	for _, t := range f.Tests {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	at := syntax.Pos{File: f.Name, Line: 1, Col: 1}
	return nil, (&syntax.Error{Pos: at, Msg: fmt.Sprintf("no test is called %q", name)}).Suggest(name, names)
}

// Player plays what is given in a test and what happens in it, and looks at nothing.
type Player struct {
	play *play
}

// Open begins a test with a seed, where that is nil with its first one, with what the options offer
// to its trees. The session is closed by who opened it.
func (t *Test) Open(seed *int64, o live.Options) (*live.Session, *Player, error) {
	if t.given.leaves == realLeaves {
		return nil, nil, fmt.Errorf("%v: the test %q wants real leaves, which only tests of the game call", t.At, t.Name)
	}
	if seed == nil && len(t.given.seeds) > 0 {
		seed = &t.given.seeds[0]
	}
	scene, err := t.load(o.Registry, seed)
	if err != nil {
		return nil, nil, err
	}
	p, err := t.open(scene, o)
	if err != nil {
		return nil, nil, err
	}
	return p.session, &Player{play: p}, nil
}

// Before carries out what happens before the next tick, and tells whether the test lasts so long.
func (p *Player) Before() (more bool, err error) {
	if p.play.tick >= p.play.last {
		return false, nil
	}
	if err := p.play.before(p.play.tick); err != nil {
		return false, err
	}
	return true, nil
}

// After counts the tick.
func (p *Player) After() error {
	p.play.tick++
	return nil
}
