package btcpp

import (
	"math"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Pages that tell more of the words.
const (
	nodesPage  = "btcpp.md#nodes"
	filesPage  = "btcpp.md#blackboards-ports-and-types"
	modelsPage = "btcpp.md#groot2"
	leavesPage = "btcpp.md#actions-and-conditions"
	nav2Page   = "nav2.md#controls-and-decorators"
)

// Words lists all that trees can say without a game, and the controls and decorators of Nav2.
var Words = sync.OnceValue(func() []words.Word {
	var all []words.Word
	for _, k := range builtIn {
		all = append(all, k.row())
	}
	for _, k := range nav2Kinds {
		w := k.row()
		w.Page, w.Vocabulary = nav2Page, Vocabulary
		all = append(all, w)
	}
	all = slices.Concat(all, kindRows(), settingRows(), partRows(), modelRows(), scriptRows())
	words.Sort(all)
	return all
})

// row makes the row of a type of nodes of the dialect.
func (k *kind) row() words.Word {
	w := words.Word{
		Name: k.name, Role: words.Role(ops.Role(tree.Op(k.op)).String()), Doc: k.doc, Truth: ops.Ops[k.op].Truth,
		Params: paramsOf(k.ports), Answers: sureAnswers[k.op], Page: nodesPage,
	}
	if w.Least, w.Most = k.works(); w.Most < 0 {
		w.Most = words.Any
	}
	if k.op == opSubTree {
		w.Open, w.Page = true, filesPage
		w.Params = []words.Param{treeParam("ID", "the ID of the tree")}
		w.Params[0].Required = true
	}
	return w
}

// sureAnswers has what leaves of the dialect answer, and those that change what their children do.
var sureAnswers = map[opcode]words.Answers{
	opAlwaysSuccess: words.Success, opAlwaysFailure: words.Failure, opSleep: words.Running | words.Success,
	opScript: words.Success, opScriptCondition: words.Success | words.Failure, opWasEntryUpdated: words.Success | words.Failure,
	opSetBlackboard: words.Success | words.Failure, opUnsetBlackboard: words.Success,
	opForceSuccess: words.Running | words.Success | words.Skipped, opForceFailure: words.Running | words.Failure | words.Skipped,
}

// paramsOf makes the parameters of a row of ports.
func paramsOf(ports []port) (all []words.Param) {
	for i := range ports {
		p := &ports[i]
		q := words.Param{
			Name: p.name, Doc: p.doc, Required: p.need != optional, Sample: p.sample, Writes: p.dir != in,
			Value: words.Value{Kind: kindOfType(p.typ), Unit: p.unit, Domain: p.domain},
		}
		if p.hasPreset {
			q.Default = p.preset
		}
		switch p.typ {
		case board.Unsigned:
			q.Least, q.Most = 0, math.MaxUint32
		case board.Status:
			q.Words = board.StatusNames[:]
		case board.Poses:
			q.Unit, q.Sample = "X;Y or X;Y;ANGLE, in metres and radians, with | between two", "1;2;0.5"
		case board.Ints, board.Doubles:
			q.Unit, q.Sample = "numbers with ; between", "1;2"
		case board.Strings:
			q.Unit = "texts with ; between"
		}
		all = append(all, q)
	}
	return all
}

// kindOfType returns the kind of values of a type, as the rows say it.
func kindOfType(t board.Type) host.Kind {
	switch t {
	case board.Int, board.Unsigned, board.Long:
		return host.Int
	case board.Double:
		return host.Number
	case board.Bool:
		return host.Bool
	case board.Free, board.Any:
		return host.Any
	}
	return host.String
}

// Describe is words.Describer.
func (n *native) Describe(w *words.Word) {
	w.Params, w.Open, w.Vocabulary, w.Page = paramsOf(n.ports), n.open, Vocabulary, "nav2.md#leaves"
	if n.asks {
		w.Role = words.Condition
	}
	if n.sync {
		w.Answers = words.Success | words.Failure
	}
}

var _ words.Describer = (*native)(nil)

func text(name, doc string) words.Param {
	return words.Param{Name: name, Doc: doc, Value: words.Value{Kind: host.String}}
}

func treeParam(name, doc string) words.Param {
	p := text(name, doc)
	p.Names = trees
	return p
}

func required(p words.Param, sample string) words.Param {
	p.Required, p.Sample = true, sample
	return p
}

// kindRows are the elements that say what a node is, and name it by ID.
func kindRows() (all []words.Word) {
	id := text("ID", "the name of the node")
	id.Names = nodes
	for i, word := range kindWords {
		w := words.Word{
			Name: word, Doc: "The " + []string{"action", "condition", "control", "decorator"}[i] + " that ID names, as Groot2 writes it.",
			Truth: ops.Truth(word), Params: []words.Param{required(id, plainOf[i])}, Open: true, Page: leavesPage,
		}
		w.Role = []words.Role{words.Action, words.Condition, words.Composite, words.Decorator}[i]
		switch w.Role {
		case words.Composite:
			w.Least, w.Most = 1, words.Any
		case words.Decorator:
			w.Least, w.Most = 1, 1
		}
		all = append(all, w)
	}
	return all
}

// plainOf has a node without ports for each of the kind words.
var plainOf = [...]string{"AlwaysSuccess", "AlwaysFailure", "Sequence", "Inverter"}

// settingRows are the attributes that all nodes take.
func settingRows() []words.Word {
	all := []words.Word{{
		Name: "name", Role: words.Setting, Doc: "What the node is called where trees are shown; without it as its type.",
		Value: words.Value{Kind: host.String}, Page: nodesPage,
	}, {
		Name: "_autoremap", Role: words.Setting, In: []string{subTree}, Doc: "Looks up all names that the tree does not have outside of it.",
		Value: words.Value{Kind: host.Bool}, Page: filesPage,
	}}
	for i, doc := range [len(conditionNames)]string{
		failureIf: "Before the node begins: it fails if the script holds.",
		successIf: "Before the node begins: it succeeds if the script holds.",
		skipIf:    "Before the node begins: it is skipped if the script holds.",
		while:     "Before each call: the node is skipped, or halted, unless the script holds.",
		onHalted:  "Runs after a halt.", onFailure: "Runs after a failure.", onSuccess: "Runs after a success.", post: "Runs after a success or a failure.",
	} {
		all = append(all, words.Word{
			Name: conditionNames[i], Role: words.Setting, Doc: doc, Page: nodesPage, Example: "ready := true",
			Value: words.Value{Kind: host.String, Domain: host.Domain{Names: scripts}},
		})
	}
	return all
}

// partRows are the elements around nodes.
func partRows() []words.Word {
	format := required(text("BTCPP_format", "the version of the library that the file is for"), "4")
	id := text("ID", "the name of the tree, where there are several")
	id.Sample = "Other"
	return []words.Word{
		{
			Name: "root", Role: words.Part, Open: true, Doc: "A file of trees.", Page: filesPage, Parts: []string{"BehaviorTree+", "include", "TreeNodesModel"},
			Params: []words.Param{format, treeParam("main_tree_to_execute", "the ID of the tree to run, where there are several")},
		},
		{
			Name: "BehaviorTree", Role: words.Part, Open: true, Doc: "A tree.", In: []string{"root"}, Least: 1, Most: 1, Page: filesPage,
			Params: []words.Param{id},
		},
		{
			Name: "include", Role: words.Part, Doc: "Reads the trees of another file.", In: []string{"root"}, Page: filesPage,
			Params: []words.Param{{Name: "path", Doc: "the path of the file, from this one", Required: true, Sample: "other.xml", Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "file"}}}},
		},
	}
}

// modelRows are what stands in a TreeNodesModel.
func modelRows() []words.Word {
	id := required(text("ID", "the name of the node"), "sample")
	all := []words.Word{{
		Name: modelElement, Role: words.Part, Open: true, Doc: "Describes nodes, for Groot2, and the ports of subtrees.", In: []string{"root"}, Page: modelsPage,
		Parts: append([]string{subTree}, kindWords...),
	}}
	ports := []string{"input_port", "output_port", "inout_port", "description", "MetadataFields"}
	for _, word := range kindWords {
		all = append(all, words.Word{
			Name: word, Role: words.Part, Doc: "Describes a node.", Open: true, In: []string{modelElement}, Parts: ports, Params: []words.Param{id}, Page: modelsPage,
		})
	}
	of := required(treeParam("ID", "the ID of the tree"), "")
	all = append(all, words.Word{
		Name: subTree, Role: words.Part, Doc: "Describes the ports of a tree: a use of it must give those that have no default.",
		Open: true, In: []string{modelElement}, Parts: ports, Params: []words.Param{of}, Page: modelsPage,
	})
	described := append([]string{subTree}, kindWords...)
	all = append(all, words.Word{Name: "description", Role: words.Part, Doc: "A text about the node, for Groot2.", In: described, Open: true, Text: true, Page: modelsPage},
		words.Word{Name: "MetadataFields", Role: words.Part, Doc: "What else Groot2 keeps of the node.", In: described, Parts: []string{"Metadata"}, Page: modelsPage},
		words.Word{Name: "Metadata", Role: words.Part, Doc: "A text that Groot2 keeps, as an attribute.", In: []string{"MetadataFields"}, Open: true, Page: modelsPage})
	for i, doc := range []string{"A port that the node reads.", "A port that it writes.", "A port that it reads and writes."} {
		name := required(text("name", "the name of the port"), "sample")
		typ := text("type", "the type of its values, as C++ writes it")
		all = append(all, words.Word{
			Name: ports[i], Role: words.Part, Doc: doc, In: described, Open: true, Text: true, Page: modelsPage,
			Params: []words.Param{name, typ, text("default", "what is read where nothing is given")},
		})
	}
	return all
}

// modelElement describes nodes.
const modelElement = "TreeNodesModel"

// scriptRows are the operators and constants of scripts.
func scriptRows() (all []words.Word) {
	number, truth := words.Value{Kind: host.Number}, words.Value{Kind: host.Bool}
	row := func(name, doc, example string, v words.Value) {
		all = append(all, words.Word{Name: name, Role: words.Function, Doc: doc, In: []string{scripts}, Example: example, Value: v, Page: filesPage})
	}
	row(":=", "Makes an entry, or writes it.", "n := 1", words.Value{Kind: host.Any})
	row("=", "Writes an entry that is there.", "n := 0; n = 1", words.Value{Kind: host.Any})
	row("+=", "Adds to an entry.", "n := 0; n += 1", number)
	row("-=", "Takes from an entry.", "n := 0; n -= 1", number)
	row("*=", "Multiplies an entry.", "n := 1; n *= 2", number)
	row("/=", "Divides an entry.", "n := 1; n /= 2", number)
	row("?", "Has the value before the : if what stands before it is true, otherwise that behind it.", "1 > 0 ? 1 : 2", words.Value{Kind: host.Any})
	row("||", "Whether one of two is true.", "true || false", truth)
	row("&&", "Whether both are true.", "true && true", truth)
	row("!", "Whether it is not true.", "!false", truth)
	for _, op := range []struct{ name, doc string }{
		{"==", "two are equal"}, {"!=", "two differ"}, {"<", "the first is less"}, {">", "the first is greater"}, {"<=", "the first is at most the second"}, {">=", "the first is at least the second"},
	} {
		row(op.name, "Whether "+op.doc+"; several make a chain.", "1 "+op.name+" 2", truth)
	}
	row("+", "The sum.", "1 + 2", number)
	row("-", "The difference, or the number with the other sign.", "1 - 2", number)
	row("*", "The product.", "1 * 2", number)
	row("/", "The quotient.", "1 / 2", number)
	row("..", "Two texts behind each other.", "'a' .. 'b'", words.Value{Kind: host.String})
	row("|", "The bits that one of two whole numbers has.", "1 | 2", number)
	row("^", "The bits that only one of two whole numbers has.", "1 ^ 3", number)
	row("&", "The bits that both whole numbers have.", "1 & 3", number)
	row("~", "The bits that a whole number has not.", "~1", number)
	for _, is := range []string{"true", "false"} {
		v := truth
		v.Is = is
		all = append(all, words.Word{Name: is, Role: words.Constant, In: []string{scripts}, Doc: "The truth value, which is 1 or 0 as a number.", Value: v, Page: filesPage})
	}
	return all
}
