package mbt

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Query is a query for the best point as a file of Lua registers it, in the words of the
// engine's scripts.
type Query struct {
	Name    string
	At      syntax.Pos
	Options []QueryOption
}

// QueryOption is one way to answer a query; a Density of 0 stands for none that was given.
type QueryOption struct {
	Density                     float64
	Points, Conditions, Weights []QueryTerm
}

// QueryTerm is a measure with a number, or with 1 for true and 0 for false.
type QueryTerm struct {
	Name  string
	Value float64
	Truth bool
}

// Queries runs the files that [Extend] has added, and lists the queries that they register.
// What is wrong with the files is told where trees are loaded.
func Queries(reg *host.Registry) []Query {
	cfg, _ := reg.Overlay(dialect).Config.(Config)
	if len(cfg.files) == 0 {
		return nil
	}
	cfg.registry = reg
	lw, _ := newLuaWorld(&cfg, nil)
	return lw.queries
}

// tellOnce tells something that is no failure: where a file of the library says it as it is
// loaded, or at the node whose code runs.
func (lw *luaWorld) tellOnce(text string) {
	switch {
	case lw.noted[text]:
		return
	case lw.exec != nil:
		lw.exec.Notef(lw.node, "%s", text)
	default:
		lw.notes = append(lw.notes, &syntax.Error{Pos: lw.state.WhereOutside(lw.preludes), Msg: text})
	}
	lw.noted[text] = true
}

// register is game.query.
func (lw *luaWorld) register(c *machine.Call) int {
	if lw.exec != nil {
		lw.state.Raise("queries are registered by files of Lua, before the game begins")
	}
	t := c.CheckTable(1)
	name, _ := t.Field("Name").Text()
	if name == "" {
		lw.state.Raise("a query without Name, wanted a text")
	}
	q := Query{Name: name, At: lw.state.WhereOutside(lw.preludes)}
	for i := 1; i <= t.Len(); i++ {
		o := t.At(i).Table()
		if o == nil {
			lw.state.Raise("query %s: option %d is no table", name, i)
		}
		option := QueryOption{Points: lw.terms(o, "Generation"), Conditions: lw.terms(o, "Conditions"), Weights: lw.terms(o, "Weights")}
		for _, p := range lw.terms(o, "Parameters") {
			if p.Name == "density" && !p.Truth {
				option.Density = p.Value
			} else {
				lw.tellOnce("query " + q.Name + ": the parameter " + p.Name + " has no counterpart here")
			}
		}
		q.Options = append(q.Options, option)
	}
	lw.queries = append(lw.queries, q)
	return 0
}

// terms reads a table of measures, in the order of their names.
func (lw *luaWorld) terms(o *machine.Table, key string) (list []QueryTerm) {
	t := o.Field(key).Table()
	if t == nil {
		if !o.Field(key).IsNil() {
			lw.state.Raise("%s: wanted a table of measures", key)
		}
		return nil
	}
	for k, v := range t.Pairs {
		term, name := QueryTerm{Name: machine.Show(k)}, lua.ToHost(v)
		switch name.Kind() {
		case host.Bool:
			term.Truth, term.Value = true, name.Number()
		case host.Number:
			term.Value = name.Number()
		default:
			lw.state.Raise("%s: %s: wanted a number, true or false", key, term.Name)
		}
		list = append(list, term)
	}
	slices.SortFunc(list, func(a, b QueryTerm) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
