package mind

import (
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// What slows humans, as shares of their speed: PM_CmdScale and its modifiers.
const (
	backward     = 0.8
	sideways     = 0.9
	onCreep      = 0.5
	armouredOn   = 0.75 // creep, in any armour
	clawed       = 0.75 // by a mantis
	blobbed      = 0.5  // by an advanced granger
	clawedStamin = 6000 // a second that a claw costs
)

// How hard a body went in a tick, from which stamina comes back or goes.
const (
	stood = iota
	walked
	jogged
	sprinted
)

// wentShift is how many bits the effort of the tick before is above that of this one.
const wentShift = 4

// stamina holds, by class of humans and by how hard they go, the stamina that comes back in
// a second, below 0 for what goes.
var stamina = [...][4]float64{
	lore.NakedHuman:  {4500, 2250, 750, -750},
	lore.LightHuman:  {4500, 2250, 750, -750},
	lore.MediumHuman: {4500, 2250, 750, -1500},
	lore.SuitHuman:   {4500, 1500, 750, -3000},
}

// humanNumber returns the number of the class of a human, and false for all whom the rules of
// the game about humans' ways do not concern.
func (s *Minds) humanNumber(b int32) (number int, ok bool) {
	number = s.ClassNumber[s.a.Form[b]]
	return number, number >= lore.NakedHuman && s.a.Config.Game == lore.Name && s.Plays[b]
}

// Effort makes of the pace at which a body wants to go in some directions the one at which
// it can, and notes how hard that is.
func (t Turn) Effort(directions int, pace float32) float32 {
	number, ok := t.humanNumber(t.Body)
	if !ok {
		return pace
	}
	e, p := &t.Bots[t.Body], &t.FormOf(t.Body).Paces
	if pace > p.Run && t.Rules.Tires {
		switch has := t.Stamina(t.Body); {
		case has <= 0, e.Effort>>wentShift != sprinted && has < jumpCosts[number]:
			pace = p.Run
		}
	}
	effort := uint8(walked)
	switch {
	case pace > p.Run:
		effort = sprinted
	case pace >= p.Run:
		effort = jogged
	}
	e.Effort = e.Effort>>wentShift<<wentShift | effort
	if t.Rules.Aside {
		switch {
		case directions&Backward != 0:
			pace *= backward
		case directions&(left|right) != 0:
			pace *= sideways
		}
	}
	switch {
	case e.Slows[world.OnCreep] == 0:
	case number == lore.NakedHuman:
		pace *= onCreep
	default:
		pace *= armouredOn
	}
	if e.Slows[world.Clawed] > 0 {
		pace *= clawed
	}
	if e.Slows[world.Blobbed] > 0 {
		pace *= blobbed
	}
	if e.Slows[world.Trapped] > 0 {
		pace = 0
	}
	return pace
}

// creepWidest is the farthest that creep reaches, in metres.
const creepWidest = 128 * lore.Unit

// weary brings the stamina of a human up to date, and what slows it.
func (s *Minds) weary(b int32) {
	number, ok := s.humanNumber(b)
	if !ok {
		return
	}
	e, dt := &s.Bots[b], s.a.Game.World.Clock().DT
	e.Effort <<= wentShift // stood, so far
	if s.Rules.Tires {
		gain := stamina[number][e.Effort>>wentShift&sprinted]
		if e.Slows[world.Clawed] > 0 {
			gain -= clawedStamin
		}
		e.Tired = min(max(e.Tired-float64(gain*dt), 0), fullStamina)
	}
	for i := range e.Slows {
		if e.Slows[i] > 0 {
			e.Slows[i]--
		}
	}
	if s.Rules.Creep && s.onCreep(b) {
		e.Slows[world.OnCreep] = s.SlowTicks(world.OnCreep)
	}
}

// onCreep reports whether a body stands on the creep of an enemy's building.
func (s *Minds) onCreep(b int32) bool {
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		near := func(kind int, metres float64) bool {
			return s.NearestListedWithin(b, kind, gi, metres, s.Anybody) >= 0
		}
		if !near(lore.AllBuildings, creepWidest) {
			continue
		}
		for kind := 1; kind < lore.FirstOfB; kind++ {
			if near(kind, lore.Creep[kind]) {
				return true
			}
		}
	}
	return false
}
