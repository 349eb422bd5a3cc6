package core

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// senseGrain is the least number of bodies that is worth another worker.
const senseGrain = 64

// senseSystem indexes bodies and items, and finds whom each body keeps its eyes
// on.
type senseSystem struct {
	a    *Arena
	news []news // by worker
	told []int32
}

// news is the bodies for whose eyes something has changed, as one worker found it.
type news struct {
	bodies []int32
	_      [5]uint64
}

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
	a.items.index()
	for _, s := range a.states {
		s.Sense()
	}
	s.news = column.Grow(s.news, w.Workers().Count())
	for i := range s.news {
		s.news[i].bodies = s.news[i].bodies[:0]
	}
	w.Workers().Run(len(a.Laid), senseGrain, s)
	for _, b := range s.toTell() {
		// Who appears opens its eyes two ticks later: by then its tree has begun,
		// and some trees hear nothing before.
		if a.form(b).Sight.Follow && a.Health[b].Born+1 < a.Now {
			a.Sight.tell(b)
		}
		for _, t := range a.tellers {
			t.Tell(b)
		}
	}
}

// toTell lists the bodies to tell something, by ascending id: those with news, or all
// where a vocabulary tells them more.
func (s *senseSystem) toTell() []int32 {
	if len(s.a.tellers) > 0 {
		return s.a.ByID
	}
	s.told = s.told[:0]
	for i := range s.news {
		s.told = append(s.told, s.news[i].bodies...)
	}
	_, _, id := s.a.Game.Columns()
	slices.SortFunc(s.told, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	return s.told
}

// Do finds whom the bodies Laid[lo:hi] keep their eyes on, and lets vocabularies
// look.
func (s *senseSystem) Do(worker, lo, hi int) {
	a, news := s.a, &s.news[worker]
	for _, b := range a.Laid[lo:hi] {
		if a.form(b).Sight.Follow {
			if a.Sight.keepEyesOn(b); a.want[b].seen != a.Eyes[b].Seen {
				news.bodies = append(news.bodies, b)
			}
		}
		for _, s := range a.states {
			s.Look(b)
		}
	}
}
