package core

import (
	"github.com/thicket-sim/thicket/ecs"
)

// senseGrain is the least number of bodies that is worth another worker.
const senseGrain = 256

// senseSystem indexes bodies and items, and finds whom each body keeps its eyes
// on.
type senseSystem struct{ a *Arena }

var (
	_ ecs.System = (*senseSystem)(nil)
	_ ecs.Job    = (*senseSystem)(nil)
)

// Update runs in the Sense stage, after positions were gathered.
func (s *senseSystem) Update(w *ecs.World) {
	a := s.a
	a.Now = w.Clock().Tick
	a.arrange()
	a.gather()
	a.items.index(a)
	for _, s := range a.states {
		s.Sense()
	}
	w.Workers().Run(len(a.ByID), senseGrain, s)
	for _, b := range a.ByID {
		// Who appears opens its eyes two ticks later: by then its tree has begun,
		// and some trees hear nothing before.
		if a.form(b).Sight.Follow && a.Health[b].Born+1 < a.Now {
			a.tell(b)
		}
		for _, t := range a.tellers {
			t.Tell(b)
		}
	}
}

// Do finds whom the bodies ByID[lo:hi] keep their eyes on, and lets vocabularies
// look.
func (s *senseSystem) Do(_, lo, hi int) {
	a := s.a
	for _, b := range a.ByID[lo:hi] {
		if a.form(b).Sight.Follow {
			a.keepEyesOn(b)
		}
		for _, s := range a.states {
			s.Look(b)
		}
	}
}
