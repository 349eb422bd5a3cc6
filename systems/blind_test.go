package systems_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/state/statetest"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Every value of a game that a save has is in its digest in the very tick in which it changes,
// unless its tag says why not.
func TestEverySavedFieldIsInTheDigest(t *testing.T) {
	for _, name := range scenes.Shipped() {
		scene, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := scene.Scale(40); err != nil {
			t.Fatal(err)
		}
		s, err := session.New(scene, session.Options{Workers: 1, OnNotice: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		do(t, s, &session.Join{Name: "Ann"})
		for range 300 {
			s.Step()
		}
		g := s.Game()
		save := func() (all []byte, err error) {
			parts, err := g.Save(scene.Setup.Trees())
			for _, p := range parts {
				all = append(all, p.Bytes...)
			}
			return all, err
		}
		roots := g.Kept()
		for _, table := range g.World.Tables() {
			w := g.World
			position, heading, speed := w.Position.Rows(table), w.Heading.Rows(table), w.Speed.Rows(table)
			roots = append(roots, &position, &heading, &speed)
		}
		blind, _ := statetest.Blind(roots, save, s.Digest)
		for _, field := range blind {
			t.Errorf("%s: %s is saved and in no digest", name, field)
		}
	}
}
