package mbt

import (
	"errors"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/golden"
)

const goldenPath = "testdata/trees.txtar"

// strictGame returns a game with an action whose parameters are checked.
func strictGame(t testing.TB) *host.Registry {
	reg := newGame(t)
	err := reg.AddAction(host.Action{
		Name: "Orbit",
		Params: []host.Param{
			{Name: "radius", Kind: host.Number, Unit: "metres"},
			{Name: "laps", Kind: host.Int, Optional: true},
			{Name: "fast", Kind: host.Bool, Optional: true},
			{Name: "around", Kind: host.Where, Optional: true},
			{Name: "tag", Kind: host.Any, Optional: true},
		},
		Check: func(s *host.Site) error {
			if s.Args[0].Number() <= 0 {
				return errRadius
			}
			return nil
		},
		Tick: func(*host.Call) host.Status { return host.Success },
	})
	if err != nil {
		t.Fatal(err)
	}
	stop := host.Element{
		Name: "Stop", Least: 1, Most: 3,
		Params:   []host.Param{{Name: "x", Kind: host.Number}, {Name: "loud", Kind: host.Bool, Optional: true}},
		Elements: []host.Element{{Name: "Sign", Most: 1, Params: []host.Param{{Name: "text", Kind: host.String}}}},
	}
	for _, kind := range []host.ActionKind{host.Leaf, host.Decorator} {
		err := reg.AddAction(host.Action{
			Name: map[host.ActionKind]string{host.Leaf: "Tour", host.Decorator: "Guided"}[kind], Kind: kind, Elements: []host.Element{stop},
			Check: func(s *host.Site) error {
				var faults []error
				for _, i := range s.Items {
					if x := i.Args[0].Number(); x < 0 {
						faults = append(faults, i.ErrorAt(0, "x %v, wanted at least 0", x))
					} else if x > 100 {
						faults = append(faults, i.Errorf("<Stop> at %v is too far", x))
					}
				}
				return errors.Join(faults...)
			},
			Tick: func(*host.Call) host.Status { return host.Success },
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

type radiusError struct{}

func (radiusError) Error() string { return "radius must be above 0" }

var errRadius = radiusError{}

// Each tree of the golden files is followed by its errors and notices.
func TestTrees(t *testing.T) { testTrees(t, goldenPath) }

// Slips lists the slips of people, of which each says where it is, what was found and what
// was wanted.
func TestSlips(t *testing.T) { testTrees(t, "testdata/slips.txtar") }

func testTrees(t *testing.T, path string) {
	golden.Test(t, path, func(t *testing.T, file string, all golden.Documents) string {
		var l syntax.List
		Load(file, []byte(all[file]), strictGame(t), &l)
		return golden.Said(&l)
	})
}
