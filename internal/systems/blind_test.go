package systems_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/state/statetest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// apart has of each of the fields that are summed up elsewhere what a plain plan would leave
// out: bots outside of herds that choose their trees by their state, some of them by a value
// that names none, a cooldown that is no whole number of ticks, and a number that is tuned.
const apart = `
tickRate: 10
world: { width: 20, height: 20 }
bots:
  - { id: a, name: A, count: 3, speedMps: 1, tunable: [{ key: speedMps }], initialState: { behavior: walk } }
  - { id: b, name: B, count: 1, speedMps: 1, initialState: { it: true, behavior: nowhere } }
rules: [{ on: contact, radius: 30, from: {}, to: {}, cooldown: 0.25 }]
behaviors:
  walk: { kind: chase_nearest, where: { key: it, value: true } }
`

// Every value of a game that a save has is in its digest in the very tick in which it changes,
// unless its tag says why not. What the tag says to be summed up elsewhere is.
func TestEverySavedFieldIsInTheDigest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every field of a game")
	}
	t.Parallel()
	all := map[string]bool{}
	try := func(name string, scene *scenes.Scene, s *live.Session) {
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
		blind, told, _ := statetest.Blind(roots, save, s.Digest)
		for _, field := range blind {
			t.Errorf("%s: %s is saved and in no digest", name, field)
		}
		for field, tells := range told {
			all[field] = all[field] || tells
		}
	}
	for _, name := range scenes.Shipped() {
		scene, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := scene.Scale(40); err != nil {
			t.Fatal(err)
		}
		s, err := live.New(scene, live.Options{Workers: 1, OnNotice: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		do(t, s, &session.Join{Name: "Ann"})
		for range 300 {
			s.Step()
		}
		try(name, scene, s)
	}
	s := open(t, apart)
	do(t, s, &session.Tune{Class: "a", Key: "speedMps", Value: 2})
	steps(s, 7)
	try("apart", s.Scene(), s)
	for _, field := range slices.Sorted(maps.Keys(all)) {
		if !all[field] {
			t.Errorf("%s is said to be summed up elsewhere, and no change of it shows", field)
		}
	}
	if len(all) < 7 {
		t.Errorf("only %d fields are said to be summed up elsewhere: %v", len(all), all)
	}
}
