package mbt

import (
	_ "embed"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// apiFile names the script below in faults.
const apiFile = "mbt/api.lua"

// apiScript defines what scripts of the engine's games find in place, with the functions
// of apiFuncs.
//
//go:embed api.lua
var apiScript string

// The files and scripts of the parts that fewer scripts use.
const (
	pipeFile = "mbt/pipes.lua"
	goalFile = "mbt/goals.lua"
)

//go:embed pipes.lua
var pipeScript string

//go:embed goals.lua
var goalScript string

// apiFunc is a function of the script. Its first argument is the id of the body that it
// is about, unless it has none: then it is about the bot whose code runs.
type apiFunc struct {
	name   string
	params []host.Param
	result host.Kind
	eval   func(t turn, b int32) host.Value
}

// The parameters of functions.
var (
	ofID     = host.Param{Name: "id", Kind: host.Number}
	other    = host.Param{Name: "other", Kind: host.Number}
	atX      = host.Param{Name: "x", Kind: host.Number}
	atY      = host.Param{Name: "y", Kind: host.Number}
	itsName  = host.Param{Name: "name", Kind: host.String}
	itsIndex = host.Param{Name: "i", Kind: host.Number}
	isOn     = host.Param{Name: "on", Kind: host.Bool}
	level    = host.Param{Name: "level", Kind: host.Number}
)

func params(p ...host.Param) []host.Param { return p }

// apiFuncs are the functions that api.lua calls.
var apiFuncs = []apiFunc{
	// groups
	{"group", params(ofID), host.Any, func(t turn, b int32) host.Value {
		if t.Class[b] == ecs.Human {
			return host.NullValue
		}
		return host.NumberValue(float64(t.TeamOf(b) + 1))
	}},
	{"group_count", params(ofID), host.Number, func(t turn, b int32) host.Value {
		return host.NumberValue(float64(len(t.mates(b))))
	}},
	{"group_member", params(ofID, itsIndex), host.Any, func(t turn, b int32) host.Value {
		i, mates := t.Args[1].Number(), t.mates(b)
		if !(i >= 1 && i <= float64(len(mates))) {
			return host.NullValue
		}
		return t.idValue(mates[int(i)-1])
	}},
	{"group_target", params(ofID), host.Any, func(t turn, b int32) host.Value {
		best, near := int32(-1), math.Inf(1)
		for _, q := range t.mates(b) {
			if k := t.knows(q); k.who >= 0 {
				if d := t.Distance(b, k.who); d < near {
					best, near = k.who, d
				}
			}
		}
		return t.idValue(best)
	}},
	{"group_alertness", params(ofID), host.Number, func(t turn, b int32) host.Value {
		most := t.Mind[b].Alert
		for _, q := range t.mates(b) {
			most = max(most, t.Mind[q].Alert)
		}
		return host.NumberValue(float64(most))
	}},
	{"nearest_member", params(ofID), host.Number, func(t turn, b int32) host.Value {
		near := host.Endless
		for _, q := range t.mates(b) {
			if q != b {
				near = min(near, t.Distance(b, q))
			}
		}
		return host.NumberValue(near)
	}},
	// targets
	{"target_distance", params(ofID), host.Any, func(t turn, b int32) host.Value {
		k := t.knows(b)
		if k.kind == 0 {
			return host.NullValue
		}
		x, y := t.Game.At(b)
		return host.NumberValue(core.Length(t.Field.Delta(x, y, k.x, k.y)))
	}},
	{"target_x", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.knows(b).metres(t.knows(b).x) }},
	{"target_y", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.knows(b).metres(t.knows(b).y) }},
	{"target_id", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.idValue(t.knows(b).who) }},
	{"target_type", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(t.knows(b).kind) }},
	{"target_threat", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(t.knows(b).threat) }},
	// places
	{"ref_x", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.list[b].ref.metres(t.list[b].ref.X) }},
	{"ref_y", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.list[b].ref.metres(t.list[b].ref.Y) }},
	{"ref_dx", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.list[b].ref.metres(t.list[b].ref.DX) }},
	{"ref_dy", params(ofID), host.Any, func(t turn, b int32) host.Value { return t.list[b].ref.metres(t.list[b].ref.DY) }},
	{"set_ref", params(ofID, atX, atY), host.Bool, func(t turn, b int32) host.Value {
		at := t.OnField(components.Position{X: float32(t.Args[1].Number()), Y: float32(t.Args[2].Number())})
		p := &t.list[b].ref
		p.set, p.X, p.Y = true, at.X, at.Y
		return host.BoolValue(true)
	}},
	{"set_ref_direction", params(ofID, atX, atY), host.Bool, func(t turn, b int32) host.Value {
		x, y := t.Args[1].Number(), t.Args[2].Number()
		d := core.Length(x, y)
		if !(d > 0) || math.IsInf(d, 1) {
			return host.BoolValue(false)
		}
		p := &t.list[b].ref
		p.DX, p.DY = float32(x/d), float32(y/d)
		return host.BoolValue(true)
	}},
	{"place_x", params(ofID, itsName), host.Any, func(t turn, b int32) host.Value {
		if p := t.NearestPlace(b, t.Str(1), core.Anyones); p >= 0 {
			return host.NumberValue(float64(t.Places()[p].X))
		}
		return host.NullValue
	}},
	{"place_y", params(ofID, itsName), host.Any, func(t turn, b int32) host.Value {
		if p := t.NearestPlace(b, t.Str(1), core.Anyones); p >= 0 {
			return host.NumberValue(float64(t.Places()[p].Y))
		}
		return host.NullValue
	}},
	{"set_path", params(ofID, itsName), host.Bool, func(t turn, b int32) host.Value {
		path := t.pathNamed(t.Str(1))
		if path == 0 {
			t.Warnf("SetPathToFollow: the scene has no path %q", t.Str(1))
			return host.BoolValue(false)
		}
		t.list[b].path = path
		return host.BoolValue(true)
	}},
	// covers
	{"in_cover", params(ofID), host.Bool, func(t turn, b int32) host.Value { return host.BoolValue(t.inCover(b)) }},
	{"moving_to_cover", params(ofID), host.Bool, func(t turn, b int32) host.Value { return host.BoolValue(t.movingToCover(b)) }},
	{"cover_compromised", params(ofID), host.Bool, func(t turn, b int32) host.Value { return host.BoolValue(t.coverCompromised(b)) }},
	{"cover_distance", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(t.coverDistance(b)) }},
	{"set_in_cover", params(ofID, isOn), host.Bool, func(t turn, b int32) host.Value {
		t.setInCover(b, t.Args[1].Bool())
		return host.BoolValue(true)
	}},
	{"compromise", params(ofID), host.Bool, func(t turn, b int32) host.Value {
		had := t.inCover(b) || t.movingToCover(b)
		if had {
			t.compromise(b)
		}
		return host.BoolValue(had)
	}},
	// weapons
	{"out_of_ammo", params(ofID), host.Bool, func(t turn, b int32) host.Value {
		m := t.InHand(b)
		return host.BoolValue(m.Weapon >= 0 && !t.Config.Weapons[m.Weapon].Melee() && m.Loaded == 0)
	}},
	{"loaded", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(t.LoadedShare(b)) }},
	{"points", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(float64(t.Health[b].Points)) }},
	{"aim_ready", params(ofID), host.Bool, func(t turn, b int32) host.Value {
		q := t.knows(b).who
		return host.BoolValue(q >= 0 && t.Sight.InLine(b, q))
	}},
	{"set_fire_mode", params(ofID, itsName), host.Bool, func(t turn, b int32) host.Value {
		t.agents.orderFire(b, t.Str(1))
		return host.BoolValue(true)
	}},
	{"draw", nil, host.Bool, func(t turn, b int32) host.Value {
		t.list[b].holstered = false
		arm := t.primary(b)
		if arm >= 0 && arm != int(t.Cargo[b].Hand) {
			t.Order(core.DrawDeed(arm))
		}
		t.poseAs("combat")
		return host.BoolValue(arm >= 0)
	}},
	{"holster", params(isOn), host.Bool, func(t turn, b int32) host.Value {
		t.list[b].holstered = t.Args[0].Bool()
		return host.BoolValue(true)
	}},
	// others
	{"hostile", params(ofID, other), host.Bool, func(t turn, b int32) host.Value {
		return host.BoolValue(t.Hostile(b, t.bodyArg(1)))
	}},
	{"faction", params(ofID), host.String, func(t turn, b int32) host.Value {
		if team := t.TeamOf(b); team != systems.NoTeam {
			return host.StringValue(t.Game.Setup.Teams[team].ID)
		}
		if class := t.Class[b]; class != ecs.Human {
			return host.StringValue(t.Game.Setup.Classes[class].ID)
		}
		return host.StringValue("Players")
	}},
	{"alive", params(ofID), host.Bool, func(t turn, b int32) host.Value { return host.BoolValue(!t.Dead(b)) }},
	{"alertness", params(ofID), host.Number, func(t turn, b int32) host.Value { return host.NumberValue(float64(t.Mind[b].Alert)) }},
	{"name", params(ofID), host.String, func(t turn, b int32) host.Value {
		return host.StringValue(t.Game.NameOf(t.ID(b)))
	}},
	{"named", params(itsName), host.Any, func(t turn, _ int32) host.Value {
		if id, many := t.Game.ByName(t.Str(0)); many > 0 {
			return t.idValue(t.BodyOf(id))
		}
		return host.NullValue
	}},
	// what only the bot itself does
	{"set_stance", params(itsName), host.Bool, func(t turn, _ int32) host.Value {
		t.stand(t.Str(0))
		return host.BoolValue(true)
	}},
	{"set_alertness", params(level), host.Bool, func(t turn, _ int32) host.Value {
		t.SetAlertness(int8(min(max(t.Args[0].Number(), 0), float64(len(core.AlertLevels)-1))))
		return host.BoolValue(true)
	}},
	{"stop", nil, host.Bool, func(t turn, _ int32) host.Value {
		t.halt()
		return host.BoolValue(true)
	}},
	{"say", params(itsName, isOn), host.Bool, func(t turn, _ int32) host.Value {
		const seconds = 2
		busy := t.Mind[t.Body].Quiet > t.Now && !t.Args[1].Bool() // which breaks off another line
		return host.BoolValue(!busy && t.speakFor(t.Str(0), seconds) == host.Success)
	}},
}

// apiHostFuncs returns the functions as the dialect wants them. About a body that is gone all
// answer null.
func apiHostFuncs() (list []host.Func) {
	list = append(list, host.Func{Name: "game.tell_again", Result: host.Any, Internals: host.Internals{Needs: Needs}, Eval: tellAgain})
	for _, f := range slices.Concat(apiFuncs, pipeFuncs) {
		list = append(list, host.Func{
			Name: "game." + f.name, Params: f.params, Result: f.result, Internals: host.Internals{Needs: Needs},
			Eval: func(c *host.Call) host.Value {
				arena, ok := core.TurnOf(c)
				if !ok {
					return host.NullValue
				}
				t := turnOf(arena)
				b := t.Body
				if len(f.params) > 0 && f.params[0].Name == ofID.Name {
					if b = t.bodyArg(0); b < 0 {
						return host.NullValue
					}
				}
				return f.eval(t, b)
			},
		})
	}
	return list
}

// bodyArg returns the body whose id is an argument, or -1.
func (t turn) bodyArg(i int) int32 {
	id := t.Args[i].Number()
	if !(id >= 1 && id <= math.MaxUint32) {
		return -1
	}
	return t.BodyOf(components.ID(id))
}

func (t turn) idValue(b int32) host.Value {
	if b < 0 {
		return host.NullValue
	}
	return host.NumberValue(float64(t.ID(b)))
}

// mates returns the living of a body's team, with itself, by ascending id; nobody for one
// without a team. The list is valid until the next call.
func (t turn) mates(b int32) []int32 {
	t.agents.near = t.agents.near[:0]
	if team := t.TeamOf(b); team != systems.NoTeam {
		for _, q := range t.ByID {
			if t.TeamOf(q) == team && !t.Dead(q) {
				t.agents.near = append(t.agents.near, q)
			}
		}
	}
	return t.agents.near
}

// primary returns the first arm of a body with a weapon that shoots, else its first arm
// with a weapon, or -1.
func (t turn) primary(b int32) int {
	first := -1
	for i := range t.Cargo[b].Arms {
		m := &t.Cargo[b].Arms[i]
		switch {
		case m.Weapon < 0:
		case !t.Config.Weapons[m.Weapon].Melee():
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// metres returns a coordinate of a spot, or null where there is none.
func (p *spot) metres(v float32) host.Value {
	if !p.set {
		return host.NullValue
	}
	return host.NumberValue(float64(v))
}

// knowledgeOf returns a body's knowledge of its target: how, as AI.GetAttentionTargetType
// says it, who it is, and where; the kind 0 for no target.
type knowledgeOf struct {
	kind, threat float64
	who          int32 // a living body, or -1
	x, y         float32
}

func (k knowledgeOf) metres(v float32) host.Value {
	if k.kind == 0 {
		return host.NullValue
	}
	return host.NumberValue(float64(v))
}

// The types of targets in scripts.
const (
	ofSound  = 1
	ofMemory = 2
	ofVisual = 3
)

func (t turn) knows(b int32) knowledgeOf {
	w, of := &t.list[b].where, t
	if b != t.Body {
		call := *t.Call
		call.Body, call.Bot = b, host.BotID(t.ID(b))
		of.Call = &call
	}
	q := of.target()
	k := knowledgeOf{threat: float64(w.threat), who: q}
	switch {
	case q >= 0:
		k.kind = ofVisual
		k.x, k.y, _, _ = t.Game.Body(q)
		if w.kind == noTarget { // a body without eyes of its own takes whom it sees for an enemy
			k.threat = aggressive
		}
	case w.kind == memory:
		k.kind, k.x, k.y = ofMemory, w.x, w.y
	case w.kind == sound:
		k.kind, k.x, k.y = ofSound, w.x, w.y
	default:
		k.threat = 0
	}
	return k
}

func (s *agents) movingToCover(b int32) bool { return s.list[b].cover.moving }

func (s *agents) setInCover(b int32, on bool) { s.list[b].cover.in = on }

// coverCompromised reports whether the cover that a body goes to or is in does not hide it.
func (s *agents) coverCompromised(b int32) bool {
	place := s.list[b].cover.taken
	return place >= 0 && !s.coverHides(b, place)
}

// coverDistance returns how far a body has to its cover, or host.Endless.
func (s *agents) coverDistance(b int32) float64 {
	place := s.list[b].cover.taken
	if place < 0 {
		return host.Endless
	}
	x, y := s.arena.Game.At(b)
	at := s.coverSpot(place)
	return core.Length(s.arena.Field.Delta(x, y, at.X, at.Y))
}
