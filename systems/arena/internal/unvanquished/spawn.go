package unvanquished

import (
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// life is what is kept of a bot's death and return.
type life struct {
	pick int16 // the form and 1 as which it comes back, or 0
}

func (l *life) digest(h *core.Sum) { h.Add(uint64(uint16(l.pick))) }

// fall is called when a bot or player of a team dies. It is true for those that wait for
// a spawn.
func (s *state) fall(int32) bool { return false }

// Spawn selects the class as which a dead body will come back, among those that
// its team can pay for. In the first team the choice is the number of a class or,
// where no class has it, of the weapon that a class begins with. In other teams a
// weapon has precedence over a class.
func (s *state) Spawn(body, choice int32) bool {
	if !s.a.Health[body].Dead {
		return false
	}
	byClass := s.a.TeamOf(body) == 0
	form := s.choose(body, int(choice), byClass)
	if form < 0 {
		form = s.choose(body, int(choice), !byClass)
	}
	if form < 0 {
		return false
	}
	s.bots[body].pick = int16(form) + 1
	return true
}

// choose returns the first class that a choice means for a body, or -1.
func (s *state) choose(body int32, choice int, byClass bool) int {
	for i := range s.a.Game.Setup.Classes {
		f, number := s.a.FormOfClass(i), s.class[i]
		if !byClass {
			if number = 0; len(f.Weapons) > 0 {
				number = s.weapon[f.Weapons[0]]
			}
		}
		if choice > 0 && number == choice && s.sameTeam(body, i) && s.a.Affords(body, f.Price) {
			return i
		}
	}
	return -1
}

// sameTeam reports whether a body can be of a class: one of its team that is no
// building.
func (s *state) sameTeam(body int32, class int) bool {
	return s.teamOfClass(class) == s.a.TeamOf(body) && s.forms[class] == 0
}

// ComeBack returns the class that the body chose with Spawn, and pays for it.
func (s *state) ComeBack(b int32) int {
	e := &s.bots[b]
	pick := int(e.pick) - 1
	*e = s.newBot(b)
	s.a.Mind[b].Stopwatch = s.a.Now
	if pick < 0 || !s.a.Affords(b, s.a.FormOfClass(pick).Price) {
		return -1
	}
	s.a.Pay(b, s.a.FormOfClass(pick).Price)
	return pick
}
