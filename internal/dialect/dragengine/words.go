package dragengine

import (
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// page is the page of docs about trees.
const page = "dragengine.md"

// elementText is the name of the parameter that is the text between the tags of an element.
const elementText = "#text"

// Words lists all that trees and their scripts can say without a game, and the actions and conditions
// that a scene may offer ready-made. The slice must not be changed.
var Words = sync.OnceValue(func() (all []words.Word) {
	for _, tag := range slices.Concat(listTags, []string{subTreeTag}) {
		w := ruleWords[tag]
		w.Name, w.Page = tag, page+"#how-a-tree-runs"
		if w.Truth = ops.Truth(tag); w.Truth == "" {
			w.Truth = ops.Truth(opSequence.String()) // a subtree is a sequence of its rules
		}
		all = append(all, w)
	}
	for i := range actionKits {
		w := actionKits[i].word(words.Action, "action")
		w.Truth = ops.Ops[opReady].Truth
		all = append(all, w)
	}
	for i := range conditionKits {
		w := conditionKits[i].word(words.Condition, "condition")
		w.Truth, w.Answers = ops.Ops[opSuccess].Truth+" where it is true, else F", words.Success|words.Failure
		all = append(all, w)
	}
	return slices.Concat(all, aroundRules(), scriptWords(), eventWords())
})

// ruleWords are the rows of rules, without what the table of ops has.
var ruleWords = map[string]words.Word{
	"sequence": {Role: words.Composite, Doc: "Runs its rules in order. Succeeds when all have succeeded; fails when one fails, when its conditions do not hold, and without rules.", Most: words.Any, Parts: partTags},
	"choice":   {Role: words.Composite, Doc: "Runs its rules in order until one succeeds. Fails when all have failed, when its conditions do not hold, and without rules.", Most: words.Any, Parts: partTags},
	"action": {
		Role: words.Action, Doc: "Calls an action of the game, of the scene or of its Lua. Fails also when its conditions do not hold, and when nothing offers it.", Parts: partTags,
		Params: []words.Param{nameOf("action", "the name of the action", "wander")},
	},
	"success":  {Role: words.Condition, Doc: "Succeeds when its conditions hold, else fails.", Parts: partTags, Answers: words.Success | words.Failure},
	"failure":  {Role: words.Condition, Doc: "Always fails.", Parts: partTags, Answers: words.Failure},
	"running":  {Role: words.Condition, Doc: "Runs on while its conditions hold, then fails.", Parts: partTags, Answers: words.Running | words.Failure},
	"yield":    {Role: words.Condition, Doc: "Runs on for a step, and succeeds in its second. Fails when its conditions do not hold.", Parts: partTags, Answers: words.Success | words.Running | words.Failure},
	"subtree":  {Role: words.Composite, Doc: "Is a sequence of the rules of the file that its text names.", Params: []words.Param{subtreeFile}},
	subTreeTag: {Role: words.Composite, Doc: "The same as `subtree`.", Params: []words.Param{subtreeFile}},
}

var subtreeFile = words.Param{
	Name: elementText, Doc: "the path of the file, relative to the one that names it", Required: true,
	Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "tree"}}, Sample: "other.debt",
}

// nameOf is the attribute name, which must be there.
func nameOf(names, doc, sample string) words.Param {
	return words.Param{Name: "name", Doc: doc, Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: names}}, Sample: sample}
}

// word is the row of a kit.
func (k *kit) word(role words.Role, in string) words.Word {
	return words.Word{Name: k.name, Role: role, Doc: k.doc, Params: k.params, In: []string{in}, Page: page + "#flags-timers-and-the-parameter-table"}
}

// aroundRules are the rows of parts of rules and of files, and of attributes that many rules have.
func aroundRules() []words.Word {
	const here = page + "#how-a-tree-runs"
	rules := []string{"sequence", "choice", "action", "success", "failure", "running", "yield"}
	lists := []string{"sequence", "choice", "subtree", subTreeTag}
	text := func(doc string, d host.Domain, sample string) []words.Param {
		return []words.Param{{Name: elementText, Doc: doc, Required: true, Value: words.Value{Kind: host.String, Domain: d}, Sample: sample}}
	}
	parameter := append([]words.Param{nameOf("parameter", "its name", "")}, text("its text", host.Domain{}, "")...)
	parameter[1].Required = false
	return []words.Word{
		{Name: rootTag, Role: words.Part, Doc: "Is the root of a file, and has its rule; that of a subtree may have several.", Most: 1, Page: page},
		{Name: "parameter", Role: words.Part, Doc: "A text that the rule's action and its conditions read by name.", Params: parameter, In: rules, Page: here},
		{Name: "condition", Role: words.Part, Doc: "A condition of the rule: one of the game, of the scene or of its Lua. One that nothing offers is false.", Params: text("the name of the condition", host.Domain{Names: "condition"}, "playerNearby"), In: rules, Page: here},
		{Name: "conditionMode", Role: words.Part, Doc: "How the conditions of the rule are combined.", Params: text("the mode; allTrue when there is none", host.Domain{Words: slices.Clone(modeNames[:])}, ""), In: rules, Page: here},
		{Name: "id", Role: words.Setting, Doc: "Names a rule, for jumps and places. One that begins with a period has the id of the list around it in front.", Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "rule"}}, In: append(slices.Clone(rules), "subtree", subTreeTag), Page: page + "#ids-and-subtrees"},
		{Name: "loop", Role: words.Setting, Doc: "Begins the list anew where it would succeed; on for the text true, off without.", Value: words.Value{Kind: host.Bool}, In: lists, Page: here},
		{Name: "doNotFail", Role: words.Setting, Doc: "Succeeds where the rule would fail; on for the text true, off without.", Value: words.Value{Kind: host.Bool}, In: append(slices.Clone(lists), "action"), Page: here},
	}
}

// scriptCode is the kind of code that scripts are.
const scriptCode = "script"

// scriptWords are the rows of what scripts have beside Lua itself.
func scriptWords() (all []words.Word) {
	const here = page + "#blocks-in-lua"
	for i, doc := range scriptTableDocs {
		all = append(all, words.Word{Name: scriptTables[i], Role: words.Place, Doc: doc, In: []string{scriptCode}, Page: here})
	}
	for _, f := range botFields {
		all = append(all, words.Word{Name: "bot." + f.name, Role: words.Function, Doc: f.doc, Value: f.value, In: []string{scriptCode}, Page: here})
	}
	for _, o := range orders {
		all = append(all, words.Word{Name: "bot:" + o.name, Role: words.Function, Doc: o.doc, Params: o.params, Value: o.value, In: []string{scriptCode}, Page: here})
	}
	return all
}

var scriptTableDocs = [len(scriptTables)]string{
	scriptedAction:    "The table whose functions, of a bot and its rule's parameters, are actions.",
	scriptedCondition: "The table whose functions, of a bot and its rule's parameters, are conditions.",
	scriptedListener:  "The table whose functions, of a table with name, source and data, are told announcements of their names.",
}

// eventWords are the rows of the events that trees obey.
func eventWords() (all []words.Word) {
	for _, name := range append(slices.Clone(commandEvents), jumpEvent+"ID") {
		w := words.Word{Name: name, Role: words.Event, Doc: eventDocs[name], Page: page + "#control-from-outside"}
		if name == "jump" {
			w.Params = []words.Param{{Name: "data", Doc: "the id of the rule", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "rule"}}}}
		}
		all = append(all, w)
	}
	return all
}

var eventDocs = map[string]string{
	"jump":           "Makes a rule the current one, as if it was never run.",
	"reset":          "Goes to the root.",
	"save":           "Keeps the bot's place with the bot.",
	"restore":        "Goes back to the place that was kept.",
	jumpEvent + "ID": "Makes the rule of the id behind the colon the current one.",
}
