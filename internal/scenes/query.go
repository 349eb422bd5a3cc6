package scenes

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
)

// queries reads the questions for the best point that trees ask by name.
func (d *decoder) queries(o *markup.Object) {
	seen := map[string]syntax.Pos{}
	for q := range d.objects(o, "queries", "a query", "queries", maxAsked.In(d.limits)) {
		query := arena.Query{ID: q.ID(seen)}
		var at []syntax.Span
		before := len(d.list.Errors)
		for option := range d.objects(q, "options", "an option", "options", maxOptions.In(d.limits)) {
			made := arena.QueryOption{Density: option.NumberIn("density", 1, 0.1, 1000)}
			switch points := d.terms(option, "points"); len(points) {
			case 1:
				made.Points = points[0]
			default:
				d.list.Errorf(option.Span(), "points: wanted one entry such as grid_around_puppet: 10, found %d", len(points))
			}
			made.Conditions, made.Weights = d.terms(option, "conditions"), d.terms(option, "weights")
			option.Done()
			query.Options = append(query.Options, made)
			at = append(at, option.Span())
		}
		q.Done()
		if len(query.Options) == 0 && len(d.list.Errors) == before {
			d.list.Errorf(q.Span(), "a query without options, wanted a list of maps with points, conditions and weights")
		}
		if len(d.list.Errors) > before {
			continue
		}
		if i, fault := arena.CheckQuery(&query); fault != nil {
			fault.Pos, fault.At = at[i].Start, at[i]
			d.list.Add(fault)
		}
		d.scene.Arena.Queries = append(d.scene.Arena.Queries, query)
	}
}

// luaQueries takes in the queries that the scene's files of Lua register. Those of the
// scene itself win.
func (d *decoder) luaQueries(doc *markup.Node) {
	names, _ := host.SymbolsOf(d.reg).Declared(arena.QueryNames)
	own := map[string]bool{}
	if n := doc.Get("queries"); n != nil && n.Kind == markup.Sequence {
		for _, item := range n.Items {
			own[textOf(item, "id")] = true
		}
	}
	seen := map[string]syntax.Pos{}
	for _, q := range trees.Queries(d.reg) {
		if first, again := seen[q.Name]; again {
			d.list.Errorf(q.At, "a second query %q", q.Name).Notes = []syntax.Note{{Pos: first, Msg: "the first is here"}}
			continue
		}
		seen[q.Name] = q.At
		made := arena.Query{ID: q.Name}
		for _, o := range q.Options {
			option := arena.QueryOption{Density: o.Density, Conditions: arenaTerms(o.Conditions), Weights: arenaTerms(o.Weights)}
			if len(o.Points) != 1 {
				d.list.Errorf(q.At, "query %q: Generation: wanted one entry such as grid_around_puppet = 10, found %d", q.Name, len(o.Points))
				continue
			}
			option.Points = arenaTerms(o.Points)[0]
			made.Options = append(made.Options, option)
		}
		if i, fault := arena.CheckQuery(&made); fault != nil {
			fault.Pos, fault.Msg = q.At, fmt.Sprintf("query %q, option %d: %s", q.Name, i+1, fault.Msg)
			d.list.Add(fault)
		}
		if len(made.Options) == 0 {
			d.list.Errorf(q.At, "query %q has no options, wanted a table with Generation, Conditions and Weights for each", q.Name)
		}
		if own[q.Name] {
			continue
		}
		names = append(names, q.Name)
		d.scene.Arena.Queries = append(d.scene.Arena.Queries, made)
	}
	if len(seen) > 0 {
		d.reg.Declare(arena.QueryNames, names...)
	}
}

func arenaTerms(list []trees.QueryTerm) []arena.QueryTerm {
	made := make([]arena.QueryTerm, len(list))
	for i, t := range list {
		made[i] = arena.QueryTerm(t)
	}
	return made
}

// terms reads a map of measures with a number or a truth value each.
func (d *decoder) terms(o *markup.Object, key string) (all []arena.QueryTerm) {
	n := o.Node(key)
	if n == nil {
		return nil
	}
	if n.Kind != markup.Map || len(n.Entries) > maxTerms.In(d.limits) {
		d.list.Errorf(n.Span, "%s: wanted a map of at most %d measures, found %s", key, maxTerms.In(d.limits), n.Describe())
		return nil
	}
	for _, e := range n.Entries {
		t := arena.QueryTerm{Name: e.Key}
		switch {
		case e.Value.Kind == markup.Bool:
			if t.Truth = true; e.Value.Bool {
				t.Value = 1
			}
		case isFinite(e.Value):
			t.Value = e.Value.Num
		default:
			d.list.Errorf(e.Value.Span, "%s: wanted a number, true or false, found %s", e.Key, e.Value.Describe())
		}
		all = append(all, t)
	}
	return all
}
