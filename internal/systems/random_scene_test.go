package systems_test

import (
	"encoding/json"
	"fmt"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

type object = map[string]any

// The world of random scenes is small, so that things meet: few keys with few
// values, and places on a coarse grid.
var (
	keyGen   = rapid.SampledFrom([]string{"it", "role", "hp"})
	valueGen = rapid.SampledFrom([]any{true, false, 1, 0, "1", "prey", nil})
)

func bagGen() *rapid.Generator[object] {
	return rapid.Custom(func(t *rapid.T) object {
		bag := object{}
		for range rapid.IntRange(0, 2).Draw(t, "keys") {
			bag[keyGen.Draw(t, "key")] = valueGen.Draw(t, "value")
		}
		return bag
	})
}

// treeGen makes trees of the whole grammar, or conditions: trees without
// actions.
func treeGen(depth int, actions bool) *rapid.Generator[object] {
	return rapid.Custom(func(t *rapid.T) object {
		kinds := []string{"state_equals"}
		if actions {
			kinds = []string{"state_equals", "chase_nearest", "flee_nearest", "wander", "chase_nearest", "flee_nearest"}
		}
		if depth > 0 {
			kinds = append(kinds, "selector", "sequence", "selector", "sequence")
		}
		n := object{"kind": rapid.SampledFrom(kinds).Draw(t, "kind")}
		switch n["kind"] {
		case "selector", "sequence":
			n["children"] = rapid.SliceOfN(treeGen(depth-1, actions), 0, 3).Draw(t, "children")
		case "state_equals":
			n["key"], n["value"] = keyGen.Draw(t, "key"), valueGen.Draw(t, "value")
		case "chase_nearest", "flee_nearest":
			if rapid.IntRange(0, 3).Draw(t, "where") > 0 {
				n["where"] = object{"key": keyGen.Draw(t, "key"), "value": valueGen.Draw(t, "value")}
			}
		}
		return n
	})
}

func conditionGen() *rapid.Generator[object] {
	return rapid.OneOf(bagGen(), treeGen(2, false))
}

var behaviorNames = []string{"hunt", "idle", "chase_nearest", "flee_nearest", "wander", "nobody knows this"}

func classGen(i, most int) *rapid.Generator[object] {
	return rapid.Custom(func(t *rapid.T) object {
		count := rapid.IntRange(0, most).Draw(t, "count")
		state := bagGen().Draw(t, "initialState")
		c := object{
			"id": fmt.Sprint("c", i), "name": fmt.Sprint("Bot ", i), "count": count, "initialState": state,
			"minCount": rapid.IntRange(0, min(count, 2)).Draw(t, "minCount"),
			"speedMps": rapid.SampledFrom([]float64{0, 0.5, 2, 7.25, 60, 2000}).Draw(t, "speedMps"),
			"tunable": []object{
				{"key": "speedMps", "min": 0, "max": 100}, {"key": "minCount", "max": count + 3}, {"key": "maxCount"},
			},
		}
		if rapid.Bool().Draw(t, "ceiling") {
			c["maxCount"] = count + 3
		}
		if rapid.IntRange(0, 3).Draw(t, "has a tree") > 0 {
			c["behavior"] = treeGen(3, true).Draw(t, "behavior")
		} else if rapid.Bool().Draw(t, "says behavior") {
			state["behavior"] = rapid.SampledFrom(behaviorNames).Draw(t, "state.behavior")
		}
		if count > 0 && rapid.Bool().Draw(t, "starts") {
			c["start"] = []object{{"count": rapid.IntRange(0, count).Draw(t, "start"), "state": bagGen().Draw(t, "state")}}
		}
		if team := rapid.SampledFrom([]string{"", "red", "blue"}).Draw(t, "team"); team != "" {
			c["teamId"] = team
		}
		return c
	})
}

func ruleGen() *rapid.Generator[object] {
	return rapid.Custom(func(t *rapid.T) object {
		set := object{"from": bagGen().Draw(t, "set from"), "to": bagGen().Draw(t, "set to")}
		if rapid.IntRange(0, 3).Draw(t, "switches") == 0 {
			set["to"].(object)["behavior"] = rapid.SampledFrom(behaviorNames).Draw(t, "to behavior")
		}
		return object{
			"on": "contact", "set": set, "send": "touch",
			"radius":   rapid.SampledFrom([]float64{0, 0.5, 1, 4, 25}).Draw(t, "radius"),
			"cooldown": rapid.SampledFrom([]any{0, "100ms", 0.25, "2s"}).Draw(t, "cooldown"),
			"from":     conditionGen().Draw(t, "from"), "to": conditionGen().Draw(t, "to"),
		}
	})
}

// sceneGen makes scenes as JSON, of classes with up to most bots each.
func sceneGen(most int) *rapid.Generator[[]byte] {
	size := rapid.SampledFrom([]float64{1, 16, 33.3, 200})
	return rapid.Custom(func(t *rapid.T) []byte {
		scene := object{
			"name": "random", "seed": rapid.IntRange(0, 1000).Draw(t, "seed"),
			"tickRate": rapid.SampledFrom([]float64{1, 10, 30}).Draw(t, "tickRate"),
			"world": object{
				"width": size.Draw(t, "width"), "height": size.Draw(t, "height"),
				"edges": rapid.SampledFrom([]string{"clamp", "bounce", "wrap"}).Draw(t, "edges"),
			},
			"teams":            []object{{"id": "red"}, {"id": "blue"}},
			"playerJoinStates": bagGen().Draw(t, "playerJoinStates"),
			"behaviors":        object{"hunt": treeGen(2, true).Draw(t, "hunt"), "idle": object{"kind": "sequence", "children": []object{}}},
			"rules":            rapid.SliceOfN(ruleGen(), 0, 3).Draw(t, "rules"),
		}
		var classes []object
		for i := range rapid.IntRange(1, 3).Draw(t, "classes") {
			classes = append(classes, classGen(i, most).Draw(t, "class"))
		}
		scene["bots"] = classes
		src, err := json.Marshal(scene)
		if err != nil {
			t.Fatal(err)
		}
		return src
	})
}

// commandGen makes commands that a session may refuse. Ids are below most.
func commandGen(most int) *rapid.Generator[func() session.Command] {
	who := rapid.Custom(func(t *rapid.T) session.Who {
		return session.Who{ID: components.ID(rapid.IntRange(1, most).Draw(t, "id"))}
	})
	class := rapid.SampledFrom([]string{"c0", "c1", "c2", "c3"})
	place := rapid.Custom(func(t *rapid.T) *session.Spot {
		return session.Point(float64(rapid.IntRange(-1, 9).Draw(t, "x")), float64(rapid.IntRange(0, 8).Draw(t, "y"))/2)
	})
	heading := rapid.Custom(func(t *rapid.T) components.Heading {
		return components.Heading{X: float32(rapid.IntRange(-2, 2).Draw(t, "hx")), Y: float32(rapid.IntRange(-2, 2).Draw(t, "hy"))}
	})
	value := rapid.Map(valueGen, func(v any) host.Value {
		switch v := v.(type) {
		case bool:
			return host.BoolValue(v)
		case int:
			return host.NumberValue(float64(v))
		case string:
			return host.StringValue(v)
		}
		return host.NullValue
	})
	return rapid.Custom(func(t *rapid.T) func() session.Command {
		w, c, p, h := who.Draw(t, "who"), class.Draw(t, "class"), place.Draw(t, "at"), heading.Draw(t, "heading")
		n, speed := rapid.IntRange(0, 4).Draw(t, "n"), rapid.Float64Range(-1, 101).Draw(t, "speed")
		key, v := keyGen.Draw(t, "key"), value.Draw(t, "value")
		behavior := rapid.SampledFrom(behaviorNames).Draw(t, "behavior")
		return rapid.SampledFrom([]func() session.Command{
			func() session.Command { return &session.Add{Class: c, Count: n, At: p} },
			func() session.Command { return &session.Remove{Class: c, Count: n} },
			func() session.Command { return &session.Remove{Bot: &w} },
			func() session.Command { return &session.Place{Who: w, At: p, Heading: &h} },
			func() session.Command { return &session.Place{Who: w, At: p} },
			func() session.Command { return &session.Event{Name: "shout", Data: v, Class: c} },
			func() session.Command { return &session.Event{Name: "shout", All: true} },
			func() session.Command { return &session.Switch{Bot: &w, Behavior: behavior} },
			func() session.Command { return &session.Switch{Class: c, Behavior: behavior} },
			func() session.Command { return &session.Tune{Bot: &w, Key: "speedMps", Value: speed} },
			func() session.Command { return &session.Tune{Class: c, Key: "speedMps", Value: speed} },
			func() session.Command { return &session.Tune{Class: c, Key: "minCount", Value: float64(n)} },
			func() session.Command { return &session.Tune{Class: c, Key: "maxCount", Value: float64(n)} },
			func() session.Command { return &session.Untune{Bot: &w, Key: "speedMps"} },
			func() session.Command { return &session.Untune{Class: c, Key: "minCount"} },
			func() session.Command { return &session.Untune{Class: c, Key: "speedMps"} },
			func() session.Command { return &session.Join{At: p, Heading: h, SpeedMPS: speed} },
			func() session.Command {
				return &session.Join{SpeedMPS: 5, State: []session.State{{Key: key, Value: v}}}
			},
			func() session.Command { return &session.Leave{Player: w} },
			func() session.Command { return &session.Input{Player: w, Heading: h} },
			func() session.Command {
				return &session.SetState{Who: w, State: session.State{Key: key, Value: v}}
			},
			func() session.Command { return &session.Seed{Seed: int64(n)} },
		}).Draw(t, "command")
	})
}
