package unvanquished

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// The pages of docs about the words.
const (
	wordsPage   = "porting.md#the-words-of-bt"
	gamePage    = "bases.md"
	symbolsPage = gamePage + "#symbols"
)

// The kinds of code that a row can stand in, beside the names of rows.
const expressionCode = "expression"

// Words lists all that trees can say without a game, and of the vocabulary of Unvanquished what its
// tables have. The slice must not be changed.
var Words = sync.OnceValue(func() (all []words.Word) {
	all = append(all, nodeWords()...)
	for _, d := range decorators {
		all = append(all, words.Word{
			Name: d.name, Role: words.Decorator, Doc: decoratorDocs[d.name], Truth: ops.Truth(d.name), Params: words.ParamsOf(d.params),
			Least: 1, Most: 1, In: []string{"decorator"}, Page: wordsPage,
		})
	}
	all = append(all, directiveWords()...)
	for _, s := range Symbols {
		all = append(all, s.word())
	}
	for _, e := range Actions {
		w := e.word(words.Action, "action")
		w.Truth = ops.Truth(opAction.String())
		all = append(all, w)
	}
	for _, e := range Functions {
		w := e.word(words.Function, expressionCode)
		w.Value = words.Value{Kind: e.Result, Unit: e.Unit, Domain: e.Domain}
		all = append(all, w)
	}
	return all
})

// word is the row of an action or a function of the game.
func (e Entry) word(role words.Role, in string) words.Word {
	return words.Word{
		Name: e.Name, Role: role, Doc: e.Doc, Params: words.ParamsOf(e.Params), In: []string{in},
		Page: gamePage + "#" + map[words.Role]string{words.Action: "actions", words.Function: "functions"}[role], Vocabulary: Name,
	}
}

// word is the row of a symbol.
func (s Symbol) word() words.Word {
	w := words.Word{
		Name: s.Name, Role: words.Constant, In: []string{expressionCode}, Page: symbolsPage,
		Value: words.Value{Kind: host.Int, Is: strconv.Itoa(int(s.Value))},
	}
	for i := range families {
		if f := &families[i]; strings.HasPrefix(s.Name, f.prefix) {
			w.Value.Names = f.param
			w.Doc = strings.ToUpper(f.member[:1]) + f.member[1:] + ": " + s.Doc + "."
		}
	}
	return w
}

// nodeWords are the rows of what begins a node, and of what stands around nodes.
func nodeWords() (all []words.Word) {
	const some = words.Success | words.Failure | words.Running
	for _, name := range compositeNames {
		all = append(all, words.Word{Name: name, Role: words.Composite, Doc: compositeDocs[name], Truth: ops.Truth(name), Most: maxChildren, Answers: some, Page: wordsPage})
	}
	name := func(what, doc, sample string) words.Param {
		return words.Param{Name: "name", Doc: doc, Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: what}}, Sample: sample}
	}
	var kinds []string
	for _, d := range decorators {
		kinds = append(kinds, d.name)
	}
	of := name("", "which decorator", kinds[0]+"()")
	of.Words = kinds
	return append(all,
		words.Word{
			Name: "action", Role: words.Action, Doc: "Calls a leaf that the game offers. Parameters in parentheses are numbers, texts and symbols, in their order.",
			Truth: ops.Truth(opAction.String()), Params: []words.Param{name("action", "the name of the leaf, with its parameters", "roam")}, Page: wordsPage,
		},
		words.Word{
			Name: "condition", Role: words.Condition, Doc: "Asks an expression in each turn: false is failure, true the answer of the one node in the block. Without a block true is success.",
			Truth: ops.Ops[opCondition].Truth + "; with a block it " + ops.Ops[opGuard].Truth, Most: 1, Page: wordsPage,
			Params: []words.Param{{
				Name: expressionCode, Required: true, Sample: "team == TEAM_HUMANS", Value: words.Value{Kind: host.Any, Domain: host.Domain{Names: expressionCode}},
				Doc: "numbers and functions with ! " + strings.Join(operators[:], " ") + " and parentheses",
			}},
		},
		words.Word{
			Name: "behavior", Role: words.Composite, Doc: "The tree of the file NAME.bt.", Truth: ops.Truth(opFile.String()),
			Params: []words.Param{name("tree", "the name of the file, without .bt", "other")}, Page: wordsPage,
		},
		words.Word{
			Name: "spawnAs", Role: words.Action, Doc: "Spawns a bot that waits for that, as one of a class or with a weapon.", Truth: ops.Truth(opSpawn.String()), Answers: words.Success | words.Failure,
			Params: []words.Param{{Name: "choice", Doc: "a class of aliens, a symbol PCL_..., or a weapon of humans, a symbol WP_...", Required: true, Value: words.Value{Kind: host.Int}, Sample: "PCL_ALIEN_LEVEL0"}},
			Page:   gamePage + "#spawns-and-the-end",
		},
		words.Word{
			Name: "decorator", Role: words.Part, Doc: "Begins a decorator: its name, its parameters in parentheses, and a block with one node.",
			Params: []words.Param{of}, Least: 1, Most: 1, Page: wordsPage,
		},
		words.Word{
			Name: "selectClass", Role: words.Part, Doc: "Stands once at the head of a file, and has a node that says as what a bot spawns.",
			Least: 1, Most: 1, Page: gamePage + "#spawns-and-the-end",
		},
	)
}

var compositeDocs = map[string]string{
	"sequence":   "Asks its children in order until one fails or runs. It begins at the child that ran last, if that is still remembered, otherwise at the first.",
	"fallback":   "The same as a sequence, until one succeeds or runs.",
	"selector":   "Asks its children from the first on in each turn, until one succeeds or runs.",
	"concurrent": "Asks all children in each turn. One that fails ends it; it runs while one runs.",
}

var decoratorDocs = map[string]string{
	"invert":    "Success for failure, and failure for success.",
	"timer":     "After its node has failed, fails without asking it until more than so many milliseconds have passed.",
	"return":    "Asks its node, and answers the status that it is given.",
	"mapStatus": "Answers the first status for failure, the second for success, the third for running.",
}

// directiveWords are the rows of the preprocessor, without those that it refuses in each file.
func directiveWords() (all []words.Word) {
	for _, name := range directives {
		if of, ok := directiveDocs[name]; ok {
			all = append(all, words.Word{Name: "#" + name, Role: words.Part, Doc: of.doc, Example: of.example, In: of.in, Parts: of.parts, Page: wordsPage})
		}
	}
	number := words.Param{Name: "number", Doc: "numbers, symbols and the operators of C but ?:", Required: true, Value: words.Value{Kind: host.Number}, Sample: "2 * ( 3 + 4 )"}
	return append(all,
		words.Word{Name: "defined", Role: words.Part, Doc: "Asks whether a name is defined.", Example: "#if defined( HARD )\n#endif", In: []string{"#if", "#elif"}, Page: wordsPage},
		words.Word{Name: "enum", Role: words.Part, Doc: "Defines names as whole numbers, each one more than the one before.", Example: "enum { NEAR, FAR = 5 };", Page: wordsPage},
		words.Word{Name: "$evalint", Role: words.Function, Doc: "Computes a whole number while the file is read.", Params: []words.Param{number}, Value: words.Value{Kind: host.Int}, In: []string{expressionCode}, Page: wordsPage},
		words.Word{Name: "$evalfloat", Role: words.Function, Doc: "Computes a number while the file is read.", Params: []words.Param{number}, Value: words.Value{Kind: host.Number}, In: []string{expressionCode}, Page: wordsPage},
	)
}

// directiveDocs has the rows of directives by their names.
var directiveDocs = map[string]struct {
	doc, example string
	in, parts    []string
}{
	"define":  {doc: "Gives tokens a name, with parameters or without.", example: "#define NEAR 700\n#define TO( e ) distanceTo( e )"},
	"undef":   {doc: "Takes a name away.", example: "#define NEAR 700\n#undef NEAR"},
	"ifdef":   {doc: "Reads the lines up to its #endif only where a name is defined.", example: "#ifdef HARD\n#endif", parts: slices.Clone(branches)},
	"ifndef":  {doc: "Reads the lines up to its #endif only where a name is not defined.", example: "#ifndef HARD\n#endif", parts: slices.Clone(branches)},
	"if":      {doc: "Reads the lines up to its #endif only where a number is not 0.", example: "#if 2 > 1\n#endif", parts: append(slices.Clone(branches), "defined")},
	"elif":    {doc: "Begins a branch that is read where its number is not 0, whatever the branches before it did.", example: "#if 0\n#elif 2 > 1\n#endif", in: conditionals, parts: []string{"defined"}},
	"else":    {doc: "Begins the branch that is read where the one before it is not.", example: "#if 0\n#else\n#endif", in: conditionals},
	"endif":   {doc: "Ends the branches.", example: "#if 0\n#endif", in: conditionals},
	"include": {doc: "Pastes a file in; its path is from the root.", example: `#include "bots/names.inc"`},
	"pragma":  {doc: "Is skipped, with a notice.", example: "#pragma once"},
}

var (
	conditionals = []string{"#if", "#ifdef", "#ifndef"}
	branches     = []string{"#elif", "#else", "#endif+"}
)
