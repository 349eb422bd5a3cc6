package mbt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// Part is the part of a game that every tree wants: what tells it of targets and covers.
const Part = "mbt"

// QueryNames are the names of queries that a game has, see host.Symbols.Declare.
const QueryNames = "query"

// gameMethods are the methods of entity that a game may supply.
var gameMethods = []string{"GetTargetDistance", "HasTarget", "IsTargetVisible", "GetHealthRatio", "GetGroupSize"}

// Supply offers a game's actions for nodes of the original's games, by name, to trees of games
// that ask for the vocabulary, and methods of entity. The nodes keep their own kinds and attributes. An error of an action's
// Check is a notice and not an error of the tree: the node loads as in the
// original, and fails. Functions whose name begins with game. are for [Prelude]. Other
// names, of neither a game node nor a method, are ignored.
func Supply(reg *host.Registry, actions []host.Action, funcs []host.Func) error {
	own := reg.Overlay(dialect)
	for _, a := range actions {
		node := gameNodes[a.Name]
		if node == nil {
			continue
		}
		a.Payload = supplied{node, a.Check}
		a.Kind, a.Params, a.Check, a.Vocabulary = node.kind, node.action.Params, nil, true
		a.Doc = cmp.Or(a.Doc, node.action.Doc)
		if a.Describe == nil {
			a.Describe = node.action.Describe
		}
		if err := own.AddAction(a); err != nil {
			return err
		}
	}
	for _, f := range funcs {
		switch {
		case slices.Contains(gameMethods, f.Name):
			f.Payload = method{}
		case strings.HasPrefix(f.Name, ownFunction):
			f.Payload = words.Hidden{}
		default:
			continue
		}
		if err := own.AddFunc(f); err != nil {
			return err
		}
	}
	return nil
}

var called = lazy.Regexp(`[.:]\s*([A-Za-z_]\w*)`)

// parts lists the parts of the game that functions need which the Lua code of the tree, or
// of the files beside it, calls.
func (c *compiler) parts() (parts []string) {
	if len(c.sem.scripts) == 0 && !c.sem.own {
		return nil
	}
	var code []*machine.Chunk
	for _, s := range c.sem.scripts {
		code = append(code, s.first, s.second)
	}
	if lib := c.sem.config.Lua; lib != nil {
		code = append(code, lib.chunks...)
	}
	for _, chunk := range code {
		if chunk == nil {
			continue
		}
		for _, m := range called().FindAllStringSubmatch(chunk.Source(), -1) {
			if f := findFunc(c.reg, m[1]); f != nil && f.Needs != "" && !slices.Contains(parts, f.Needs) {
				parts = append(parts, f.Needs)
			}
		}
	}
	return parts
}

// method is the Payload of a method of entity.
type method struct{}

// Describe is words.Describer: it is no condition of trees.
func (method) Describe(w *words.Word) {
	w.Role, w.Answers, w.In, w.Page, w.Example = words.Function, 0, []string{aScript}, luaPage, "entity:"+w.Name+"()"
}

// supplied is the Payload of a game node that a game supplies.
type supplied struct {
	*gameNode
	lacks func(*host.Site) error // why a use fails in this game
}

// gameEvents are the names by which trees know what a game tells them under
// shorter ones.
var gameEvents = map[string][]string{
	"group_member_died": {"OnGroupMemberDied", "GroupMemberDied"},
}

// renaming maps an event of the game to its name in the tree.
type renaming struct{ from, to host.EventID }

// renamings lists the renamings for events that anything uses so far.
func renamings(reg *host.Registry) (list []renaming) {
	names := make([]string, 0, len(gameEvents))
	for name := range gameEvents {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, own := range gameEvents[name] {
			if id, ok := host.SymbolsOf(reg).FindEvent(own); ok {
				list = append(list, renaming{host.SymbolsOf(reg).Event(name), id})
			}
		}
	}
	return list
}
