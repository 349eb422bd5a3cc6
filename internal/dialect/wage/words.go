package wage

import (
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// page is the page of docs about trees.
const page = "scene.md"

// Words lists all that trees can say without a game. The slice must not be changed.
var Words = sync.OnceValue(func() (all []words.Word) {
	for _, kind := range allKinds {
		w := nodes[kind]
		if w.Name, w.Truth = kind, ops.Truth(kind); isKind(kind) {
			w.Truth = ops.Truth(opAction.String())
		}
		all = append(all, w)
	}
	return append(all,
		words.Word{
			Name: "kind", Role: words.Setting, Doc: "Says which node a map is, and must be there.", In: slices.Clone(allKinds), Page: page + "#behaviour-trees",
			Value: words.Value{Kind: host.String, Domain: host.Domain{Words: slices.Clone(allKinds)}},
		},
		words.Word{
			Name: "where", Role: words.Part, Doc: "Selects bots and players by one strict equality on their state.",
			In: []string{"chase_nearest", "flee_nearest"}, Params: equality("the other's"), Page: page + "#where",
		},
	)
})

// nodes are the rows of the kinds, without what the table of ops has.
var nodes = map[string]words.Word{
	"selector": {
		Role: words.Composite, Doc: "Succeeds with the first child that does, and fails where none does.", Most: words.Any, Page: page + "#selector-and-sequence",
		Answers: words.Success | words.Failure | words.Running,
	},
	"sequence": {
		Role: words.Composite, Doc: "Succeeds where all children do, and stops at the first that does not.", Most: words.Any, Page: page + "#selector-and-sequence",
		Answers: words.Success | words.Failure | words.Running,
	},
	"state_equals": {
		Role: words.Condition, Doc: "Asks whether the bot's own state has a value.", Params: equality("the bot's own"), Page: page + "#state_equals",
		Answers: words.Success | words.Failure,
	},
	"action": {
		Role: words.Action, Doc: "Calls an action that the game offers.", Params: called("action", "wander"), Page: page + "#action-and-condition",
	},
	"condition": {
		Role: words.Condition, Doc: "Asks a condition that the game offers.", Params: called("condition", "is_day"), Page: page + "#action-and-condition",
		Answers: words.Success | words.Failure,
	},
	"chase_nearest": {
		Role: words.Action, Doc: "Heads toward the nearest other bot or player that matches.", Parts: []string{"where"}, Page: page + "#chase_nearest-flee_nearest",
	},
	"flee_nearest": {
		Role: words.Action, Doc: "Heads straight away from the nearest other bot or player that matches.", Parts: []string{"where"}, Page: page + "#chase_nearest-flee_nearest",
	},
	"wander": {
		Role: words.Action, Doc: "Keeps the heading, or picks a random one where the bot has none.", Page: page + "#wander",
	},
}

// equality returns the parameters of a test of one value of a state.
func equality(whose string) []words.Param {
	return []words.Param{
		{Name: "key", Doc: "a key of " + whose + " state", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "state"}}},
		{Name: "value", Doc: "what it must be; null must be written", Required: true, Value: words.Value{Kind: host.Any}, Sample: "null"},
	}
}

// called returns the parameters of a call of a leaf.
func called(what, sample string) []words.Param {
	return []words.Param{
		{Name: "name", Doc: "the name of the " + what, Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: what}}, Sample: sample},
		{Name: "args", Doc: "its arguments by name", Value: words.Value{Kind: host.Opaque}, Default: "{}"},
	}
}
