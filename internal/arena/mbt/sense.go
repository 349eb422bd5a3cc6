package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// kindOfTarget says how a body knows of its target.
type kindOfTarget uint8

const (
	noTarget kindOfTarget = iota
	sound                 // where it heard somebody
	memory                // where it saw somebody last
	visual                // it sees that one
)

// The threats of targets.
const (
	suspect    = 1
	aggressive = 4
)

// target is the attention target of a body with eyes: a foe that it sees, or the point
// where it saw one last.
type target struct {
	kind   kindOfTarget
	threat uint8
	who    components.ID
	x, y   float32
	until  int64 // when the memory has faded
	blank  int64 // the tick in which the bot forgot it, and 1
	// of a sound: when, and from where, the bot was told of it last
	told         int64
	toldX, toldY float32
}

// fades is for how long a body remembers a target that it has lost, in seconds: the
// value that the original's entities begin with.
const fades = 16

// forgets returns after how many seconds a body forgets a target.
func (s *agents) forgets(b int32) float64 {
	if t := s.list[b].altered.forgets; t >= 0 {
		return float64(t)
	}
	return fades
}

// toTellAgain stands for whom a body saw that is to be told again how it knows of its target.
const toTellAgain = ^components.ID(0)

// tellAgain makes the bot of a call be told again of its target and that of its team, because its
// tree begins in the middle of its life or has lost what it knew.
func tellAgain(c *host.Call) host.Value {
	a, ok := core.In(c.World)
	if !ok {
		return host.NullValue
	}
	s, ok := core.StateOf[*agents](a)
	b := c.Body
	if !ok || int(b) >= len(s.list) || int(b) >= len(a.Health) {
		return host.NullValue
	}
	if s.kinds[b] == stranger { // it had a tree of another dialect
		s.kinds[b] = unknown
	}
	if s.list[b].where.kind != noTarget || s.teamKnows(b) != noTarget && a.Health[b].Born+1 < a.Now {
		s.seen[b] = toTellAgain
	}
	return host.NullValue
}

// teamKnows returns the best that a body's team knows of a target.
func (s *agents) teamKnows(b int32) kindOfTarget {
	if team := s.arena.TeamOf(b); team != systems.NoTeam && int(team) < len(s.teams) {
		return s.teams[team]
	}
	return noTarget
}

// teamEvents tell members of a team how it knows of a target.
var teamEvents = map[kindOfTarget]event{sound: onGroupTargetSound, memory: onGroupTargetMemory, visual: onGroupTargetVisual}

// Tell sends a body what became of its target, in the order of the original: that it is
// another one, then how it knows of it.
func (s *agents) Tell(b int32) {
	a := s.arena
	if s.busy[b] && s.kinds[b] == thinker {
		s.fireByItself(b)
	}
	if a.Eyes[b].Seen != 0 && s.kinds[b] == thinker {
		if _, looks := s.turns.Rounds(a.Now + int64(b)); looks {
			s.touch(b)
		}
	}
	if s.kinds[b] != thinker || a.Eyes[b].Seen == s.seen[b] && !s.fading[b] {
		return
	}
	if !a.FormOf(b).Sight.Follow || a.Dead(b) || a.Health[b].Born+1 >= a.Now {
		return
	}
	w := &s.list[b].where
	was, again := *w, s.seen[b] == toTellAgain
	switch seen := a.Eyes[b].Seen; {
	case seen != 0:
		w.kind, w.who, w.until = visual, seen, 0
		if was.kind != visual || was.who != seen {
			w.threat = aggressive
		}
	case was.kind == visual:
		w.kind, w.until = memory, a.Now+a.Ticks(s.forgets(b))
		w.x, w.y = a.Eyes[b].X, a.Eyes[b].Y
	case (was.kind == memory || was.kind == sound) && a.Now >= w.until:
		*w = target{}
	}
	s.seen[b], s.fading[b] = a.Eyes[b].Seen, w.kind == memory || w.kind == sound
	switch {
	case w.kind == noTarget && was.kind != noTarget:
		s.send(b, onNoTarget)
	case w.kind == visual && (again || was.kind != visual || was.who != w.who):
		s.send(b, onNewAttentionTarget)
		s.send(b, onEnemySeen)
		if was.kind == visual && was.who == w.who {
			break
		}
		if q := a.BodyOf(w.who); q >= 0 && s.kinds[q] == thinker && a.Sight.Sees(q, b) {
			_ = a.Game.Mail.Send(w.who, onSeenByEnemy.String(), host.NumberValue(float64(a.ID(b)))) // it is there
		}
	case w.kind == memory && (again || was.kind == visual):
		s.send(b, onNewAttentionTarget)
		if w.threat == aggressive {
			s.send(b, onLostSightOfTarget)
		}
	case w.kind == sound && again:
		s.send(b, onNewAttentionTarget)
		s.send(b, soundEvent(w.threat))
	}
	if team := s.teamKnows(b); again && team != noTarget {
		s.send(b, teamEvents[team])
	}
}

// pullDown caps the threat of what a body perceives: the next sight or blow raises it anew.
func (s *agents) pullDown(b int32) {
	if w := &s.list[b].where; w.threat > suspect {
		w.threat = suspect
		s.send(b, onAttentionTargetThreatChanged)
		if w.kind == visual {
			s.send(b, onSuspectedSeen)
		}
	}
}

func (s *agents) send(b int32, e event) {
	_ = s.arena.Game.Mail.Send(s.arena.ID(b), e.String(), host.NumberValue(float64(s.list[b].where.who))) // it is there
}

// target returns the body that the bot chose, else the foe that it keeps its eyes on, else
// the nearest foe that it sees; -1 for none.
func (t turn) target() int32 {
	if t.agent().where.blank == t.Tick+1 {
		return -1
	}
	if q := t.Living(t.Mind[t.Body].Target); q >= 0 && q != t.Body {
		return q
	}
	if q := t.Living(t.Eyes[t.Body].Seen); q >= 0 {
		return q
	}
	return t.Sight.NearestFoe(t.Body)
}

// forgetTarget makes the bot forget its target, and be told anew of what it sees.
func (t turn) forgetTarget() {
	t.Mind[t.Body].Target = 0
	t.agent().where = target{blank: t.Tick + 1}
	t.seen[t.Body], t.fading[t.Body] = 0, false
}

// targetPoint returns where the target is, or where the bot saw it last.
func (t turn) targetPoint() (x, y float32, ok bool) {
	if q := t.target(); q >= 0 {
		x, y = t.Game.At(q)
		return x, y, true
	}
	if w := &t.agent().where; w.kind == memory || w.kind == sound {
		return w.x, w.y, true
	}
	return 0, 0, false
}

// refPoint returns the reference point of the bot: its own, else the nearest place with
// the tag refpoint.
func (t turn) refPoint() (p spot, ok bool) {
	if p = t.agent().ref; p.set {
		return p, true
	}
	if i := t.NearestPlace(t.Body, pointTag, core.Anyones); i >= 0 {
		at := &t.Places()[i]
		return spot{set: true, X: at.X, Y: at.Y}, true
	}
	return spot{}, false
}

// place returns where a body knows its target to be.
func (s *agents) place(b int32) (x, y float32, ok bool) {
	w := &s.list[b].where
	if q := s.arena.BodyOf(w.who); w.kind == visual && q >= 0 {
		x, y = s.arena.Game.At(q)
		return x, y, true
	}
	return w.x, w.y, w.kind != noTarget
}

// tellTeams tells the members of a team when the best that any of them knows of a target
// has changed: that one of them sees one, and that nobody does any more. Memory stays.
func (s *agents) tellTeams() {
	a := s.arena
	if len(s.teams) == 0 {
		return
	}
	best := make([]kindOfTarget, len(s.teams))
	for _, b := range a.ByID {
		if team := a.TeamOf(b); team != systems.NoTeam && s.kinds[b] == thinker && !a.Dead(b) {
			best[team] = max(best[team], s.list[b].where.kind)
		}
	}
	for team, now := range best {
		was := s.teams[team]
		if now == noTarget && was != noTarget {
			now = min(was, memory)
		}
		if now == was {
			continue
		}
		s.teams[team] = now
		event := teamEvents[now]
		for _, b := range a.ByID {
			if a.TeamOf(b) == team && s.kinds[b] == thinker && !a.Dead(b) {
				s.send(b, event)
			}
		}
	}
}

// bulletNear says how near a shot must strike that a body notices it, in metres.
const bulletNear = 2

// Hurt tells a body who hurt it, and those around that somebody shoots.
func (s *agents) Hurt(b int32, _ float32, by components.ID) {
	a := s.arena
	q := a.BodyOf(by)
	hostile := a.Hostile(b, q)
	if s.kinds[b] == thinker {
		switch {
		case hostile:
			s.list[b].where.threat = aggressive
			s.send(b, onEnemyDamage)
		case q >= 0:
			s.send(b, onFriendlyDamage)
		default:
			s.send(b, onDamage)
		}
	}
	if q >= 0 {
		s.expose(b, q)
	}
	if q < 0 || a.Distance(q, b) <= core.HandReach {
		return
	}
	x, y := a.Game.At(b)
	s.near = a.Groups[a.Group[b]].Index.Within(x, y, bulletNear, s.near[:0])
	for _, p := range s.near {
		if s.kinds[p] == thinker && !a.Dead(p) && a.Hostile(p, q) {
			s.send(p, onBulletRain)
		}
	}
}

// Die gives back what a body held, and tells those whose target it was.
func (s *agents) Die(b int32) bool {
	s.leaveCovers(b)
	id := s.arena.ID(b)
	for _, p := range s.arena.ByID {
		if g := &s.list[p]; p != b && s.kinds[p] == thinker && g.where.who == id && g.where.kind != noTarget && !s.arena.Dead(p) {
			s.send(p, onTargetDead)
		}
	}
	return false
}
