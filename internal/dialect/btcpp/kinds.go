package btcpp

import (
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// direction says who uses the entry of a port.
type direction uint8

const (
	in direction = iota
	out
	inout
)

// port is a port of a node as it is declared.
type port struct {
	name string
	typ  board.Type
	dir  direction
	// preset is the text of a port that is not given, which may be a key; hasPreset where it is one.
	preset    string
	hasPreset bool
}

// kind is a type of nodes by the name that elements have.
type kind struct {
	name        string
	op          opcode
	least, most int // children; -1: any number
	ports       []port
	cases       int          // of a Switch
	element     board.Type   // of a Loop
	action      *host.Action // of the game, or
	ask         *host.Func
	open        bool // ports of any name can be given
	mock        *mock
}

func (k *kind) port(name string) int {
	return slices.IndexFunc(k.ports, func(p port) bool { return p.name == name })
}

const anyNumber = -1

func input(name string, typ board.Type) port { return port{name: name, typ: typ} }

func preset(name string, typ board.Type, text string) port {
	return port{name: name, typ: typ, preset: text, hasPreset: true}
}

// builtIn has the nodes that every tree can use, by name.
var builtIn = makeBuiltIn()

func makeBuiltIn() map[string]*kind {
	all := map[string]*kind{}
	add := func(op opcode, name string, least, most int, ports ...port) *kind {
		k := &kind{name: name, op: op, least: least, most: most, ports: ports}
		all[name] = k
		return k
	}
	control := func(op opcode, ports ...port) { add(op, ops.Name(tree.Op(op)), 1, anyNumber, ports...) }
	decorator := func(op opcode, ports ...port) { add(op, ops.Name(tree.Op(op)), 1, 1, ports...) }
	leaf := func(op opcode, ports ...port) { add(op, ops.Name(tree.Op(op)), 0, 0, ports...) }

	control(opSequence)
	control(opAsyncSequence)
	control(opSequenceWithMemory)
	control(opFallback)
	control(opAsyncFallback)
	control(opReactiveSequence)
	control(opReactiveFallback)
	control(opParallel, preset("success_count", board.Int, "-1"), preset("failure_count", board.Int, "1"))
	control(opParallelAll, preset("max_failures", board.Int, "1"))
	control(opIfThenElse)
	control(opWhileDoElse)
	add(opTryCatch, "TryCatch", 2, anyNumber, preset("catch_on_halt", board.Bool, "false"))
	for n := 2; n <= 6; n++ {
		ports := []port{input("variable", board.String)}
		for i := 1; i <= n; i++ {
			ports = append(ports, input("case_"+strconv.Itoa(i), board.String))
		}
		add(opSwitch, "Switch"+strconv.Itoa(n), 1, anyNumber, ports...).cases = n
	}
	decorator(opInverter)
	decorator(opForceSuccess)
	decorator(opForceFailure)
	decorator(opKeepRunningUntilFailure)
	decorator(opRepeat, input("num_cycles", board.Int))
	decorator(opRetryUntilSuccessful, input("num_attempts", board.Int))
	decorator(opTimeout, input("msec", board.Unsigned))
	decorator(opDelay, input("delay_msec", board.Unsigned))
	decorator(opRunOnce, preset("then_skip", board.Bool, "true"))
	decorator(opPrecondition, input("if", board.String), preset("else", board.Status, "FAILURE"))
	decorator(opSkipUnlessUpdated, input("entry", board.Free))
	decorator(opWaitValueUpdate, input("entry", board.Free))
	for name, typ := range map[string]board.Type{"LoopInt": board.Int, "LoopBool": board.Bool, "LoopDouble": board.Double, "LoopString": board.String} {
		add(opLoop, name, 1, 1, input("queue", board.Free), preset("if_empty", board.Status, "SUCCESS"), port{name: "value", typ: typ, dir: out}).element = typ
	}
	leaf(opAlwaysSuccess)
	leaf(opAlwaysFailure)
	leaf(opSleep, input("msec", board.Unsigned))
	leaf(opScript, input("code", board.String))
	leaf(opScriptCondition, input("code", board.String))
	leaf(opSetBlackboard, input("value", board.Free), port{name: "output_key", typ: board.Free, dir: inout})
	leaf(opUnsetBlackboard, input("key", board.String))
	leaf(opWasEntryUpdated, input("entry", board.Free))
	add(opSubTree, subTree, 0, 0)
	return all
}

// subTree is the name of the node that stands for another tree.
const subTree = "SubTree"

// kindWords are elements that say what a node is and name it by ID.
var kindWords = []string{"Action", "Condition", "Control", "Decorator"}

// version3 has names of version 3 with those that took their places.
var version3 = map[string]string{
	"SequenceStar":          "SequenceWithMemory",
	"SubTreePlus":           `SubTree with _autoremap="true"`,
	"RetryUntilSuccesful":   "RetryUntilSuccessful",
	"BlackboardCheckInt":    "ScriptCondition, or _skipIf",
	"BlackboardCheckDouble": "ScriptCondition, or _skipIf",
	"BlackboardCheckString": "ScriptCondition, or _skipIf",
	"BlackboardCheckBool":   "ScriptCondition, or _skipIf",
	"SwitchNode":            "Switch2 to Switch6",
}

// IsWord reports whether a name means something in every tree, so that no tree calls what the game
// offers by it.
func IsWord(name string) bool {
	return builtIn[name] != nil || slices.Contains(kindWords, name) || name == "root" || name == "Root"
}
