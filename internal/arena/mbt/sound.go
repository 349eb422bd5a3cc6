package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Threats of sounds. The data of the original's stimuli are not known: a foe's shot
// threatens, and that of somebody else is of interest.
const (
	interesting = 2
	threatening = 3
)

// A sound of a target that is known already is told again after so many seconds, once it
// comes from so many metres away.
const (
	soundAgain = 2.0
	soundMoved = 0.45
)

// hearing returns how far a body hears, in metres.
func (s *agents) hearing(b int32) float32 {
	if r := s.list[b].altered.hearing; r >= 0 {
		return r
	}
	return s.arena.FormOf(b).Sight.Hearing
}

// loud lets bodies hear a shot.
func (s *agents) loud(b int32) {
	a := s.arena
	for _, p := range a.ByID {
		if p == b || s.kinds[p] != thinker || a.Dead(p) || !a.FormOf(p).Sight.Follow || a.Distance(p, b) > float64(s.hearing(p)) {
			continue
		}
		switch {
		case a.Hostile(p, b):
			s.hear(p, b, threatening)
		case a.Group[p] != a.Group[b] && (a.TeamOf(p) == systems.NoTeam || a.TeamOf(p) != a.TeamOf(b)):
			s.hear(p, b, interesting)
		}
	}
}

// hear makes a sound the target of a body that knows of nothing better, and tells it.
func (s *agents) hear(p, q int32, threat uint8) {
	a, w := s.arena, &s.list[p].where
	if w.kind > sound {
		return
	}
	was := *w
	w.kind, w.who, w.until, w.threat = sound, a.ID(q), a.Now+a.Ticks(s.forgets(p)), threat
	w.x, w.y, _, _ = a.Game.Body(q)
	s.fading[p] = true
	isNew := was.kind == noTarget || was.who != w.who
	moved := core.Length(a.Field.Delta(was.toldX, was.toldY, w.x, w.y)) >= soundMoved && a.Now-was.told >= a.Ticks(soundAgain)
	if !isNew && threat <= was.threat && !moved {
		return
	}
	w.told, w.toldX, w.toldY = a.Now, w.x, w.y
	if isNew {
		s.send(p, onNewAttentionTarget)
	}
	s.send(p, soundEvent(threat))
}

// soundEvent tells a body what it has heard.
func soundEvent(threat uint8) event {
	if threat == threatening {
		return onThreateningSoundHeard
	}
	return onInterestingSoundHeard
}

// A foe within so many metres is in close contact, of which a body is told no more often
// than so many seconds.
const (
	contactNear  = 2.0
	contactAgain = 1.5
)

// touch tells a body that the foe that it sees is in close contact.
func (s *agents) touch(b int32) {
	a, g := s.arena, &s.list[b]
	q := a.BodyOf(a.Eyes[b].Seen)
	if q < 0 || a.Dead(b) || a.Now < g.close || a.Distance(b, q) > contactNear {
		return
	}
	g.close = a.Now + a.Ticks(contactAgain)
	s.send(b, onCloseContact)
}

// grenades are the words in the ids of weapons that are thrown: what the thrower is told, and
// whom they hit.
var grenades = []struct {
	word            string
	thrown, exposed event
}{
	{"frag", onFragGrenadeThrown, onExposedToExplosion},
	{"smoke", onSmokeGrenadeThrown, onExposedToSmoke},
	{"flash", onFlashbangGrenadeThrown, onExposedToFlashBang},
	{"emp", onEMPGrenadeThrown, onExposedToExplosion},
}

// dangerWide says how far from where a grenade hits it is a danger, in metres.
const dangerWide = 6

// tellOfThrow tells a body that it has thrown a grenade.
func (s *agents) tellOfThrow(b int32, weapon string) {
	for i := range grenades {
		if containsFold(weapon, grenades[i].word) {
			s.send(b, grenades[i].thrown)
			return
		}
	}
}

// expose tells a body that a grenade, or another weapon that hurts all around, has hit it,
// and those near to it that there is one.
func (s *agents) expose(b, by int32) {
	a := s.arena
	weapon := a.InHand(by).Weapon
	if weapon < 0 {
		return
	}
	w := &a.Config.Weapons[weapon]
	exposed := noEvent
	for i := range grenades {
		if containsFold(w.ID, grenades[i].word) {
			exposed = grenades[i].exposed
			break
		}
	}
	switch {
	case exposed != noEvent:
		x, y := a.Game.At(b)
		s.near, _ = a.Within(x, y, dangerWide, s.near[:0])
		for _, p := range s.near {
			if s.kinds[p] == thinker && !a.Dead(p) && p != by && s.list[p].danger != a.Now+1 {
				s.list[p].danger = a.Now + 1
				_ = a.Game.Mail.Send(a.ID(p), onGrenadeDanger.String(), host.NumberValue(float64(a.ID(by)))) // it is there
			}
		}
	case w.Blast > 0:
		exposed = onExposedToExplosion
	}
	if exposed != noEvent && s.kinds[b] == thinker {
		s.send(b, exposed)
	}
}
