package trees

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// A scene is a ruleset with more keys; package scenes reads the keys that are
// the ruleset's with what follows.
type (
	// Ruleset is a list of bot classes with their trees and teams.
	Ruleset = wage.Ruleset
	// Class is a bot class of a ruleset.
	Class = wage.Class
	// ClassTree names the tree of a class: its nodes, a file, or another tree's name.
	ClassTree = wage.Behavior
	// Word is a text of a source and its place; empty where the source has none.
	Word = wage.Word
	// StateValue is one key of a bag of state.
	StateValue = wage.StateValue
)

// MaxBots is the largest number of bots of one class of a ruleset.
const MaxBots = wage.MaxBots

// TunableKeys are the numbers of every bot class that can be tuned.
var TunableKeys = wage.TunableKeys

// DecodeRuleset reads the keys of a ruleset from a document's top level. The caller
// reads all other keys of the document, and those keys of each class that are listed
// in more. Faults go to the list.
func DecodeRuleset(o *markup.Object, reg *host.Registry, l *syntax.List, more ...string) *Ruleset {
	return wage.DecodeRuleset(o, reg, l, more...)
}

// DecodeState reads a bag of state, a map of keys and any values; what names it
// in errors.
func DecodeState(n *markup.Node, what string, l *syntax.List) []StateValue {
	return wage.DecodeState(n, what, l)
}

// CompileClassTree compiles nodes that stand in the ruleset itself.
func CompileClassTree(t *ClassTree, reg *host.Registry, l *syntax.List) *run.Program {
	named(".yaml").refuseHidden(t.At.Start.File, reg, l)
	return wage.Compile(t.Name, t.Tree, reg, l)
}

// CompileLeaves makes a tree of each action that needs no arguments, with its name. A
// ruleset means it where it wants a tree and finds the name of an action. The file is for
// messages.
func CompileLeaves(file string, reg *host.Registry, l *syntax.List) (all []*run.Program) {
	for _, n := range wage.Leaves(reg) {
		n.At.Start.File = file
		all = append(all, wage.Compile(n.Use.Name, n, reg, l))
	}
	return all
}

// Condition is a tree without actions. A Plain one is true exactly where all Tests
// hold; the tests of others are not enough.
type Condition struct {
	Program *run.Program
	Plain   bool
	Tests   []host.Facet
}

// CompileCondition reads a tree without actions, or its short form: a map of
// state keys and the values that all must have. It is nil where n has errors.
func CompileCondition(n *markup.Node, name string, reg *host.Registry, l *syntax.List) *Condition {
	tree := wage.DecodeCondition(n, name, reg, l)
	if tree == nil {
		return nil
	}
	c := &Condition{Program: wage.Compile(name, tree, reg, l)}
	c.Tests, c.Plain = wage.Conjunction(tree, reg)
	return c
}
