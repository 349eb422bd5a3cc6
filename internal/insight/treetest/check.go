package treetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// check finds names in a test that its scene does not have, or a vocabulary, and answers of leaves that
// these do not give.
func (t *Test) check(scene *scenes.Scene, v *vocabulary.Vocabulary, scripts *Scripts) error {
	k := &checker{scene: scene}
	k.list.Add(t.checkLeaves(v, scripts, scene))
	setup := &scene.Setup
	for i := range setup.Classes {
		k.classes = append(k.classes, setup.Classes[i].ID)
	}
	for i := range setup.Teams {
		k.teams = append(k.teams, setup.Teams[i].ID)
	}
	for i := range setup.Places {
		for _, name := range append([]string{setup.Places[i].ID}, setup.Places[i].Tags...) {
			if !slices.Contains(k.places, name) {
				k.places = append(k.places, name)
			}
		}
	}
	k.keys = host.SymbolsOf(setup.Registry).KeyNames()
	k.actions = slices.Concat(setup.Registry.ActionNames(), host.NumberedActions(setup.Registry))
	for _, s := range t.then {
		for c := range s.conditions() {
			k.condition(c)
		}
	}
	return k.list.Err()
}

type checker struct {
	list                                  syntax.List
	scene                                 *scenes.Scene
	classes, teams, places, keys, actions []string
}

// known wants a name to be among some.
func (k *checker) known(n named, what string, among []string) {
	if !slices.Contains(among, n.text) {
		e := k.list.Errorf(n.at, "unknown %s %q", what, n.text)
		if e.Suggest(n.text, among); e.Hint == "" && len(among) > 0 && len(among) <= 12 {
			e.Hint = "the scene has " + markup.Or(among)
		}
	}
}

func (k *checker) condition(c *condition) {
	if c.who.quantity > one && c.who.name != everybody {
		k.known(named{c.who.name, c.who.at}, "class", k.classes)
	}
	if w := c.world; w != nil {
		for _, s := range w.score {
			k.known(s.named, "team", k.teams)
		}
		if w.winner != nil {
			k.known(*w.winner, "team", k.teams)
		}
	}
	b := c.body
	if b == nil {
		return
	}
	for _, name := range b.does {
		before := len(k.list.Errors)
		if k.known(name, "action", k.actions); len(k.list.Errors) == before {
			continue
		}
		e := k.list.Errors[before]
		switch {
		case strings.Contains(name.text, " "):
			e.Hint = fmt.Sprintf("an action of a scene is one word; of the tree of a script ask node: %q", name.text)
		case e.Hint == "" && strings.ToLower(name.text) != name.text:
			e.Hint = fmt.Sprintf("an action of a scene is in small letters; of the tree of a script ask node: %q", name.text)
		}
	}
	if b.in != nil {
		k.known(*b.in, "place", k.places)
	}
	for _, s := range b.state {
		k.known(s.named, "state key", k.keys)
	}
	if b.is != nil {
		k.known(*b.is, "class", k.classes)
	}
	if b.node != nil {
		k.node(b.node, "node")
	}
}

// node wants a tree of the scene to have a node, which a key names.
func (k *checker) node(ref *nodeRef, key string) {
	var lines []int32
	var columns, texts []string // columns of nodes in the line that is meant
	for _, p := range k.scene.Programs() {
		if p == nil {
			continue
		}
		if len(ref.in(p)) > 0 {
			return
		}
		nodes := treedraw.Of(p).Nodes
		for i := range nodes {
			if n := &nodes[i]; ref.line == 0 {
				texts = append(texts, text(n), n.Kind, n.Detail)
			} else if ref.isFile(n.File, nodes[0].File) {
				lines = append(lines, n.Line)
				if n.Line == ref.line && !slices.Contains(columns, fmt.Sprint(n.Col)) {
					columns = append(columns, fmt.Sprint(n.Col))
				}
			}
		}
	}
	e := k.list.Errorf(ref.at, "%s: no tree of the scene has a node %q", key, ref.text)
	if ref.line == 0 {
		e.Suggest(ref.text, texts)
		return
	}
	before, after := int32(0), int32(0)
	for _, line := range lines {
		if line < ref.line {
			before = max(before, line)
		} else if line > ref.line && (after == 0 || line < after) {
			after = line
		}
	}
	switch {
	case len(columns) > 0:
		e.Hint = "those of the line begin in column " + markup.Or(columns)
	case before > 0 && after > 0:
		e.Hint = fmt.Sprintf("the nearest are in the lines %d and %d", before, after)
	case before+after > 0:
		e.Hint = fmt.Sprintf("the nearest is in line %d", before+after)
	case ref.file != "":
		e.Hint = "there is no tree in that file"
	}
}
