package mbt

import (
	"errors"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Config holds a game's settings for its trees. The zero Config is what the guide
// page describes.
type Config struct {
	// OnRootFinished says what to do with a tree whose root has succeeded or
	// failed.
	OnRootFinished Policy
	// Lua is the library that code in trees can use; nil for the plain language.
	Lua *Library
	// Grafts are the trees that can be grafted into Graft nodes.
	Grafts []Source
	// Graft, if set, gets the notices to requesters of grafts. Trees with Graft
	// nodes then run on one worker.
	Graft func(bot host.BotID, n GraftNotice)

	registry *host.Registry
	preludes []prelude
	own      *Library                // what Configure has set for Lua
	files    []Source                // what Extend has added to it
	nodes    map[string]*host.Action // that these files define, by name
}

// Policy says what to do with a tree whose root has finished.
type Policy uint8

// Reboot starts the tree anew in the next tick; the variables and timestamps of its instance
// are apart from the data of its nodes, as the guide page has it, and stay. Fresh begins with
// them as they are declared, too. Stop is what the original's code does: the bot has no
// behaviour any more.
const (
	Reboot Policy = iota
	Fresh
	Stop
)

// Source is a file of a tree.
type Source struct {
	Name string
	Text []byte
}

// Configure sets the Config for trees that are loaded after it.
func Configure(reg *host.Registry, c Config) {
	own := reg.Overlay(dialect)
	before, _ := own.Config.(Config)
	c.preludes = before.preludes
	own.Config = c
}

// Extend adds to what [Configure] has set: files of Lua, behind those of the
// library, in place of files that were added before; and what becomes of finished trees,
// unless that is Reboot. The errors are those of the files, and then nothing is added.
func Extend(reg *host.Registry, finished Policy, files []Source) error {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	if finished != Reboot {
		cfg.OnRootFinished = finished
	}
	if len(cfg.files) == 0 {
		cfg.own = cfg.Lua
	}
	cfg.Lua, cfg.files = cfg.own, files
	var faults []error
	if len(files) > 0 {
		lib := cfg.own.extended(lua.LimitsOf(*host.LimitsOf(reg)))
		for _, f := range files {
			faults = append(faults, lib.Add(f.Name, f.Text))
		}
		cfg.Lua = lib
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	var l syntax.List
	if cfg.nodes = ownNodes(reg, &cfg, &l); l.Err() != nil {
		return l.Err()
	}
	Configure(reg, cfg)
	return nil
}

// UsesScripts reports whether a piece of Lua reads what only trees of this dialect have in
// place: the global entity, the table of nodes, and what the script of [Prelude] defines.
func UsesScripts(reg *host.Registry, c *machine.Chunk) bool {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	return definesNodes(c) || slices.ContainsFunc(c.Reads(), func(name string) bool {
		return !c.Assigns(name) && (name == "entity" || slices.ContainsFunc(cfg.preludes, func(p prelude) bool { return p.chunk().Assigns(name) }))
	})
}

func (c *Config) luaKey() luaKey {
	if len(c.files) == 0 {
		return luaKey{library: c.Lua}
	}
	return luaKey{c.own, c.Lua.added}
}

// Scripts lists the files that [Extend] has added. Trees that are loaded now can
// use what is in them.
func Scripts(reg *host.Registry) []string {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	var names []string
	for _, f := range cfg.files {
		names = append(names, f.Name)
	}
	return names
}

// Load compiles a file that has one tree, with the Config of [Configure]. It
// reports faults to the list.
func Load(file string, src []byte, reg *host.Registry, l *syntax.List) *run.Program {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	before := len(l.Errors)
	p, lints := load(file, src, reg, cfg, l)
	l.Notices = append(l.Notices, lints...)
	if len(l.Errors) > before {
		return nil
	}
	return p
}

// load is Load, but returns the lints apart: they are notices that the original
// does not give.
func load(file string, src []byte, reg *host.Registry, cfg Config, l *syntax.List) (p *run.Program, lints syntax.ErrorList) {
	cfg.registry = reg
	doc, lints, done := decode(file, src, reg, &cfg, l)
	defer func() {
		if done() {
			p, lints = nil, nil // what is odd may be so for what is missing
		}
	}()
	if doc == nil {
		return nil, lints
	}
	var grafts []graftTree
	for _, g := range cfg.Grafts {
		var own syntax.List
		doc, _, done := decode(g.Name, g.Text, reg, &cfg, &own)
		if done(); len(own.Errors) == 0 {
			grafts = append(grafts, graftTree{g.Name, doc})
			continue
		}
		// It is refused when somebody wants to graft it, and known from now on.
		for _, e := range own.Errors {
			e.Msg = "a tree that cannot be grafted: " + e.Msg
			lints = append(lints, e)
		}
	}
	p = compile(file, doc, grafts, reg, &cfg, l, &lints)
	return p, lints
}
