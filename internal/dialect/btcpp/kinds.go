package btcpp

import (
	"math"
	"slices"
	"strconv"
	"strings"

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
	need      need

	// for listings
	doc, unit string
	domain    host.Domain
	sample    string
}

// need says what becomes of a node without a port.
type need uint8

const (
	optional need = iota
	whenRun       // it is an error when the node runs
	whenMade      // the tree is refused
)

// kind is a type of nodes by the name that elements have.
type kind struct {
	name        string
	doc         string
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

// is says what a port is for.
func (p port) is(doc string) port {
	p.doc = doc
	return p
}

// in says what a port is measured in.
func (p port) in(unit string) port {
	p.unit = unit
	return p
}

// naming says what a text of a port names.
func (p port) naming(what string) port {
	p.domain.Names = what
	return p
}

// above bounds a number from below.
func (p port) above(least float64) port {
	p.domain.Least, p.domain.Most = least, math.Inf(1)
	return p
}

// wanted says when it is an error that a port is not there, and gives a text that it takes; empty for
// any text of its type.
func (p port) wanted(n need, sample string) port {
	p.need, p.sample = n, sample
	return p
}

// writes makes a port one that its node writes, or also writes.
func (p port) writes(dir direction) port {
	p.dir = dir
	return p
}

// entryPort is the port of the nodes that ask whether an entry was written.
func entryPort() port {
	return input("entry", board.Free).is("the entry that must have been written: its name, or that in braces").naming(entries).wanted(whenMade, "an_entry")
}

// builtIn has the nodes that every tree can use, by name.
var builtIn = makeBuiltIn()

// kindTable makes a table of types of nodes.
type kindTable map[string]*kind

func (t kindTable) add(op opcode, name, doc string, least, most int, ports ...port) *kind {
	k := &kind{name: name, doc: doc, op: op, least: least, most: most, ports: ports}
	t[name] = k
	return k
}

func (t kindTable) control(op opcode, doc string, ports ...port) {
	t.add(op, ops.Name(tree.Op(op)), doc, 1, anyNumber, ports...)
}

func (t kindTable) decorator(op opcode, doc string, ports ...port) {
	t.add(op, ops.Name(tree.Op(op)), doc, 1, 1, ports...)
}

func (t kindTable) leaf(op opcode, doc string, ports ...port) {
	t.add(op, ops.Name(tree.Op(op)), doc, 0, 0, ports...)
}

func makeBuiltIn() kindTable {
	all := kindTable{}
	all.addControls()
	all.addDecorators()
	all.addLeaves()
	return all
}

func (t kindTable) addControls() {
	t.control(opSequence, "Runs its children one after the other until one fails.")
	t.control(opAsyncSequence, "A Sequence that lets the rest of the tree go on after each child.")
	t.control(opSequenceWithMemory, "A Sequence that begins again at the child that failed.")
	t.control(opFallback, "Runs its children one after the other until one succeeds.")
	t.control(opAsyncFallback, "A Fallback that lets the rest of the tree go on after each child.")
	t.control(opReactiveSequence, "A Sequence that asks its first children again in each tick.")
	t.control(opReactiveFallback, "A Fallback that asks its first children again in each tick.")
	t.control(opParallel, "Runs all children at once until enough have succeeded or failed.",
		preset("success_count", board.Int, "-1").is("how many must succeed; below 0 from all: -1 is all, -2 all but one"),
		preset("failure_count", board.Int, "1").is("how many must fail; below 0 from all"))
	t.control(opParallelAll, "Runs all children at once until all have ended.",
		preset("max_failures", board.Int, "1").is("how many must fail for it to fail; below 0 from all"))
	t.control(opIfThenElse, "Runs its second child if the first succeeds, otherwise the third, or fails.")
	t.control(opWhileDoElse, "As IfThenElse, with the first child asked in each tick.")
	t.add(opTryCatch, "TryCatch", "Runs its last child when one of the others has failed.", 2, anyNumber,
		preset("catch_on_halt", board.Bool, "false").is("runs the last child also when the node is halted"))
	for n := 2; n <= 6; n++ {
		number := strconv.Itoa(n)
		ports := []port{input("variable", board.String).is("what is compared with the cases, mostly a key in braces")}
		for i := 1; i <= n; i++ {
			ports = append(ports, input("case_"+strconv.Itoa(i), board.String).is("the value, number or name of an enum for child "+strconv.Itoa(i)))
		}
		t.add(opSwitch, "Switch"+number, "Runs the child whose case the variable has, of "+number+", or the last one.", 1, anyNumber, ports...).cases = n
	}
}

func (t kindTable) addDecorators() {
	t.decorator(opInverter, "Turns success into failure, and failure into success.")
	t.decorator(opForceSuccess, "Turns failure into success.")
	t.decorator(opForceFailure, "Turns success into failure.")
	t.decorator(opKeepRunningUntilFailure, "Runs its child again and again until that fails.")
	t.decorator(opRepeat, "Runs its child a number of times, until it fails.",
		input("num_cycles", board.Int).is("how often; -1 for ever").wanted(whenRun, "3"))
	t.decorator(opRetryUntilSuccessful, "Runs its child again when it has failed.",
		input("num_attempts", board.Int).is("how often; -1 for ever").wanted(whenRun, "3"))
	t.decorator(opTimeout, "Halts its child, and fails, when that takes too long.",
		input("msec", board.Unsigned).in("milliseconds").is("how long the child has").wanted(whenRun, "1000"))
	t.decorator(opDelay, "Waits before it runs its child.",
		input("delay_msec", board.Unsigned).in("milliseconds").is("how long it waits").wanted(whenRun, "1000"))
	t.decorator(opRunOnce, "Runs its child until that has ended, and never again.",
		preset("then_skip", board.Bool, "true").is("is skipped afterwards; otherwise answers what the child answered"))
	t.decorator(opPrecondition, "Runs its child if a script holds when it begins.",
		input("if", board.String).is("the script").naming(scripts).wanted(whenMade, "true"), preset("else", board.Status, "FAILURE").is("what it answers otherwise"))
	t.decorator(opSkipUnlessUpdated, "Runs its child if an entry was written since the last time, and is skipped otherwise.", entryPort())
	t.decorator(opWaitValueUpdate, "Runs its child if an entry was written since the last time, and waits otherwise.", entryPort())
	for _, typ := range []board.Type{board.Int, board.Bool, board.Double, board.String} {
		word := typ.String()
		name := "Loop" + strings.ToUpper(word[:1]) + word[1:]
		t.add(opLoop, name, "Runs its child for each element of a list of type "+word+".", 1, 1,
			input("queue", board.Free).is("the list: elements with ; between, or a key").wanted(whenMade, "1;0"),
			preset("if_empty", board.Status, "SUCCESS").is("what it answers at the end of the list"),
			input("value", typ).writes(out).is("the element that it has come to")).element = typ
	}
}

func (t kindTable) addLeaves() {
	t.leaf(opAlwaysSuccess, "Succeeds.")
	t.leaf(opAlwaysFailure, "Fails.")
	t.leaf(opSleep, "Waits.", input("msec", board.Unsigned).in("milliseconds").is("how long").wanted(whenRun, "1000"))
	t.leaf(opScript, "Runs a script, which sets entries.", input("code", board.String).is("the script").naming(scripts).wanted(whenMade, "found := 1"))
	t.leaf(opScriptCondition, "Asks whether a script holds.", input("code", board.String).is("the script").naming(scripts).wanted(whenMade, "true"))
	t.leaf(opSetBlackboard, "Writes a value into an entry.", input("value", board.Free).is("the value, or the entry that has it, in braces").wanted(whenRun, "1"),
		input("output_key", board.Free).writes(inout).is("the name of the entry; in braces the entry that holds the name").naming(entries).wanted(whenRun, "an_entry"))
	t.leaf(opUnsetBlackboard, "Removes an entry.", input("key", board.String).is("the name of the entry").naming(entries).wanted(whenRun, "an_entry"))
	t.leaf(opWasEntryUpdated, "Asks whether an entry was written since the last time.", entryPort())
	t.add(opSubTree, subTree, "Runs another tree of the file, with a blackboard of its own.", 0, 0)
}

// The kinds of what texts of ports name.
const (
	entries = "entry"
	scripts = "script"
	trees   = "tree"
	nodes   = "node"
)

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
