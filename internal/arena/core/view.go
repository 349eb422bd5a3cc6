package core

import (
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Snapshot adds what every body is, has and shows, the items on the field, the
// scores, the time of day and the result.
func (a *Arena) Snapshot(s *session.Snapshot) {
	if !a.awake {
		return
	}
	s.Arena = true
	for _, list := range [...][]session.BodyView{s.Bots, s.Players} {
		for i := range list {
			a.describe(&list[i])
		}
	}
	for i := range a.items.list {
		if it := &a.items.list[i]; it.Holder == 0 && it.BackAt == 0 {
			s.Items = append(s.Items, session.ItemView{Kind: a.Config.Kinds[it.Kind].ID, X: it.X, Y: it.Y})
		}
	}
	if a.Config.Match.Declared {
		for i := range a.Match.teams {
			t := &a.Match.teams[i]
			s.Sides = append(s.Sides, session.SideView{Team: a.Game.Setup.Teams[i].ID, Score: t.score, Purse: t.purse})
		}
	}
	if a.calendar.day.length > 0 {
		s.Hour, s.Night, s.Day, s.Phase = a.calendar.hour(), !a.calendar.isDay(), a.calendar.dayNumber(), Phases[a.calendar.phaseNow()]
	}
	if n := &a.calendar.nature; n.On {
		s.Phase, s.Season, s.Weather = Phases[n.Phase], Seasons[n.Season], Weathers[n.Weather]
	}
	if s.Result = a.Match.result; a.Match.winner != systems.NoTeam {
		s.Winner = a.Game.Setup.Teams[a.Match.winner].ID
	}
}

func (a *Arena) describe(v *session.BodyView) {
	b := a.BodyOf(v.ID)
	v.Health, v.Dead, v.Hidden = float32(a.HealthShare(b)), a.Dead(b), a.hidden[b]
	v.Cargo, v.Speech = int(a.Cargo[b].Count), a.speech[b]
	if pose := a.Mind[b].Pose; pose > 0 {
		v.Pose = Poses[pose]
	}
	if a.full(b) > 0 {
		v.Points = max(a.Health[b].Points, 0)
	}
	m := &a.Mind[b]
	if classes := a.Game.Setup.Classes; int(a.Form[b]) < len(classes) {
		v.Form = classes[a.Form[b]].ID
	}
	v.Kills, v.Timer = m.Scores, float64(float32(a.Elapsed(m.Stopwatch))) // in the precision that dumps have
	if arm := &a.Cargo[b].Arms[a.Cargo[b].Hand]; arm.Weapon >= 0 {
		w := &a.Config.Weapons[arm.Weapon]
		v.Weapon, v.Clip, v.Loaded, v.Spare = w.ID, int32(w.Clip), int32(arm.Loaded), int32(arm.Spare)
	}
	for _, s := range a.states {
		s.Describe(b, v)
	}
}

// Elapsed returns how many seconds lie between a tick and the moment of a snapshot.
func (bs *bodies) Elapsed(since int64) float64 {
	return float64(bs.Game.World.Clock().Tick-since) * bs.dt
}

// Poses lists the poses that bots can show with their bodies. Every bot begins with the
// first.
var Poses = []string{"stand", "crouch", "prone", "sit", "sleep", "relaxed", "combat", "taunt", "panic"}
