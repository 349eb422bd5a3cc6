// Package worldjson writes snapshots of a game as JSON, as --dump and the server tell them.
// Every number is the exact one that the game has: a float32 is written as the float64 that
// it is.
package worldjson

import (
	"encoding/json"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// Append appends a world as an object.
func Append(b []byte, s *session.Snapshot) []byte {
	b = append(b, `{"tick":`...)
	b = strconv.AppendInt(b, s.Tick, 10)
	b = append(b, `,"time":`...)
	b = host.AppendNumber(b, s.Time)
	b = append(b, `,"bots":`...)
	b = appendBodies(b, s.Bots, s.Arena)
	b = append(b, `,"players":`...)
	b = appendBodies(b, s.Players, s.Arena)
	for i := range s.Sides {
		side := &s.Sides[i]
		if i == 0 {
			b = append(b, `,"sides":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, `{"team":`...)
		b = AppendText(b, side.Team)
		b = append(b, `,"score":`...)
		b = host.AppendNumber(b, side.Score)
		b = append(b, `,"purse":`...)
		b = host.AppendNumber(b, side.Purse)
		b = append(b, '}')
	}
	if len(s.Sides) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

func appendBodies(b []byte, bodies []session.BodyView, arena bool) []byte {
	b = append(b, '[')
	for i := range bodies {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendBody(b, &bodies[i], arena)
	}
	return append(b, ']')
}

// AppendBody appends a body as JSON, in games with an arena with what it is and has
// there.
func AppendBody(b []byte, v *session.BodyView, arena bool) []byte {
	b = append(b, `{"id":`...)
	b = strconv.AppendUint(b, uint64(v.ID), 10)
	b = append(b, `,"name":`...)
	b = AppendText(b, v.Name)
	b = append(b, `,"class":`...)
	b = appendTextOrNull(b, v.Class)
	b = append(b, `,"team":`...)
	b = appendTextOrNull(b, v.Team)
	for _, n := range [...]struct {
		key   string
		value float32
	}{{`,"x":`, v.X}, {`,"y":`, v.Y}, {`,"hx":`, v.HX}, {`,"hy":`, v.HY}} {
		b = append(b, n.key...)
		b = host.AppendNumber(b, float64(n.value))
	}
	b = append(b, `,"action":`...)
	b = appendTextOrNull(b, v.Action)
	b = append(b, `,"target":`...)
	if v.Target == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendUint(b, uint64(v.Target), 10)
	}
	b = append(b, `,"state":{`...)
	for i := range v.State {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendText(b, v.State[i].Key)
		b = append(b, ':')
		b = v.State[i].Value.AppendJSON(b)
	}
	b = append(b, '}')
	if v.Held {
		b = append(b, `,"held":true`...)
	}
	if arena {
		b = appendFortune(b, v)
	}
	return append(b, '}')
}

// appendFortune appends what a body is and has in an arena.
func appendFortune(b []byte, v *session.BodyView) []byte {
	number := func(key string, n float64) {
		b = append(b, key...)
		b = host.AppendNumber(b, n)
	}
	b = append(b, `,"form":`...)
	b = appendTextOrNull(b, v.Form)
	number(`,"health":`, float64(v.Health))
	number(`,"points":`, float64(v.Points))
	b = append(b, `,"dead":`...)
	b = strconv.AppendBool(b, v.Dead)
	if v.Hidden {
		b = append(b, `,"hidden":true`...)
	}
	b = append(b, `,"weapon":`...)
	b = appendTextOrNull(b, v.Weapon)
	if v.Clip > 0 {
		number(`,"ammo":{"loaded":`, float64(v.Loaded))
		number(`,"clip":`, float64(v.Clip))
		number(`,"spare":`, float64(v.Spare))
		b = append(b, '}')
	} else {
		b = append(b, `,"ammo":null`...)
	}
	number(`,"kills":`, float64(v.Kills))
	number(`,"timer":`, v.Timer)
	if v.Tracked {
		number(`,"money":`, v.Money)
		number(`,"stuck":`, v.Stuck)
	} else {
		b = append(b, `,"money":null,"stuck":null`...)
	}
	b = append(b, `,"goal":`...)
	b = appendGoal(b, &v.Goal)
	b = append(b, `,"building":`...)
	if v.Building.Kind == "" {
		return append(b, "null"...)
	}
	b = append(b, `{"kind":`...)
	b = AppendText(b, v.Building.Kind)
	number(`,"finished":`, float64(v.Building.Finished))
	b = append(b, `,"burning":`...)
	b = strconv.AppendBool(b, v.Building.Burning)
	b = append(b, `,"powered":`...)
	b = strconv.AppendBool(b, v.Building.Powered)
	return append(b, '}')
}

// appendGoal appends a goal: a body by its id or a place by its name, and where it is.
func appendGoal(b []byte, g *session.GoalView) []byte {
	switch g.Kind {
	case session.NoGoal:
		return append(b, "null"...)
	case session.GoalBody:
		b = append(b, `{"id":`...)
		b = strconv.AppendUint(b, uint64(g.ID), 10)
		b = append(b, ',')
	case session.GoalPlace:
		b = append(b, `{"place":`...)
		b = AppendText(b, g.Place)
		b = append(b, ',')
	case session.GoalPoint:
		b = append(b, '{')
	}
	b = append(b, `"x":`...)
	b = host.AppendNumber(b, float64(g.X))
	b = append(b, `,"y":`...)
	b = host.AppendNumber(b, float64(g.Y))
	return append(b, '}')
}

func appendTextOrNull(b []byte, s string) []byte {
	if s == "" {
		return append(b, "null"...)
	}
	return AppendText(b, s)
}

// AppendText appends s as JSON. Almost all texts need no escapes.
func AppendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			text, _ := json.Marshal(s) // a string always marshals
			return append(b, text...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
