package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// Arrive resets the state of a body. Bots of the game appear near their spawns.
func (s *state) Arrive(body int32) {
	s.take(body)
	if s.Follows(body) {
		s.base.Appear(body)
	}
}

// take resets the state of a body.
func (s *state) take(body int32) {
	s.Bodies.Grow(len(s.a.Health))
	s.mind.ArriveAtBoards(body)
	s.Renew(body)
	s.Bots[body].Credits = s.a.Config.Match.Purse
	if class := s.FirstClass(body); class >= 0 {
		s.a.Form[body] = int16(class)
	}
}

// Sense lists the buildings, weapons and players of each group.
func (s *state) Sense() {
	s.ClearListings()
	s.economy.Drift()
	s.mind.LookAtTrees()
	s.economy.MusterAll()
	s.base.ForgetBuilders()
	for _, b := range s.a.ByID {
		c := &s.Teams[s.a.Group[b]]
		s.Plays[b] = s.Plays[b] || s.Ran[b] && !s.Built(b)
		if s.Plays[b] {
			s.mind.Stray(b)
		}
		if s.a.Class[b] == ecs.Human {
			c.Users++
		}
		if s.a.Dead(b) {
			switch {
			case s.Structures[b].BlastAt > 0:
				c.Wrecks = append(c.Wrecks, b)
			case s.Bots[b].JoinsAt > 0:
				c.Waits = append(c.Waits, b)
			}
			continue
		}
		if s.a.Class[b] == ecs.Human {
			if c.User == 0 {
				c.User = s.a.ID(b)
			}
			continue
		}
		if s.IsBuilding(b) {
			c.List(b, s.FormKinds[s.a.Form[b]], 0)
			if s.Known(b) {
				c.List(b, s.FormKinds[s.a.Form[b]], lore.FirstKnown)
			}
		} else {
			s.base.NoteBuilder(b)
		}
	}
	s.base.SenseBuildings()
	s.economy.RateGear()
	s.IndexListings()
	s.fight.ListHidden()
	s.mind.OpenBoards()
	s.base.Greet()
}

// Look brings up to date what a bot senses by itself.
func (s *state) Look(b int32) {
	if !s.a.Dead(b) {
		s.base.Bask(b)
	}
	if s.a.Dead(b) {
		return
	}
	if s.Plays[b] {
		s.mind.TrackWay(b)
		s.fight.Watch(b)
		s.economy.LookForSupply(b)
	}
	if s.Looks(b) {
		s.fight.Glance(b)
	}
	s.fight.Guard(b)
}

// Hurt remembers who hurt a body, and what it feels.
func (s *state) Hurt(b int32, points float32, by components.ID) {
	s.base.Struck(b)
	s.fight.Feel(b, by)
	s.economy.Blame(b, points, by)
}

// StandsBy has nothing to do, see [core.Bystander].
func (*state) StandsBy() {}

// Die rewards those who brought a body down, and decides about bots and buildings of
// the game themselves.
func (s *state) Die(b int32) bool {
	if s.IsBuilding(b) {
		return s.base.Collapse(b)
	}
	s.economy.RewardKill(b)
	return s.base.Fall(b)
}

// Describe shows what a body is and has.
func (s *state) Describe(b int32, v *session.BodyView) { s.show(b, v) }

// Begin gives a human of the game what it begins a life with.
func (s *state) Begin(b int32) { s.base.EquipFirst(b) }

// Spawn selects as what a body comes back whose selectClass is asked.
func (s *state) Spawn(body, choice int32) bool { return s.base.SelectClass(body, choice) }

// ComeBack returns the class as which a body begins anew.
func (s *state) ComeBack(b int32) int {
	s.mind.ArriveAtBoards(b)
	return s.base.ComeBack(b)
}

// Populate puts up what was begun in the tick.
func (s *state) Populate() { s.base.PutUp() }

// Retune takes up numbers of forms that were tuned.
func (s *state) Retune() { s.fight.ReadViews() }

// Use makes the boards for the numbers that a program asks for.
func (s *state) Use(p *run.Program) { s.mind.UseBoards(p) }

// Useful reports whether a good is an upgrade that can be switched on and that
// a body does not have.
func (s *state) Useful(b int32, good int) bool { return s.economy.Useful(b, good) }
