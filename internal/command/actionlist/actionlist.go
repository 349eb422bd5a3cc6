package actionlist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/luawords"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Shared lists what trees of every dialect can use: steering, and what an arena offers, of which
// the last sections are for one dialect.
func Shared() []words.Section {
	basic := words.Section{Title: "Steering"}
	reg := systems.NewRegistry()
	for _, w := range words.Leaves(reg) {
		if w.Role != words.Action {
			continue
		}
		w.Example = "{ kind: " + w.Name + " }"
		if len(w.Params) > 0 {
			w.Example = "{ kind: " + w.Name + ", where: { key: it, value: true } }"
		}
		basic.Words = append(basic.Words, w)
	}
	return slices.Concat([]words.Section{basic}, arena.Catalog())
}

// OfDialects lists what only trees of one dialect can say, beside what is listed already: with an
// arena also what that offers to them. Those of a dialect that is named come first.
func OfDialects(first string, listed []words.Section, inArena bool) (all []words.Section) {
	reg := &host.Registry{}
	if inArena {
		reg = arena.NewRegistry()
	}
	dialects := slices.Clone(trees.Dialects())
	slices.SortStableFunc(dialects, func(a, b *trees.Dialect) int {
		return cmp.Compare(rank(a.Name, first), rank(b.Name, first))
	})
	type named struct{ dialect, name string }
	have := map[named]bool{}
	for _, l := range listed {
		for i := range l.Words {
			have[named{l.Dialect, l.Words[i].Name}] = true
		}
	}
	for _, d := range dialects {
		sections := d.Sections(reg)
		if more := arena.Words(d.Name); more != nil && inArena {
			title := "What an arena tells trees of " + d.Name + " and their scripts"
			sections = append(sections, words.Section{Title: title, Dialect: d.Name, Files: strings.Join(d.Exts, " "), Words: slices.Clone(more)})
		}
		for _, s := range sections {
			s.Own = true // who reads them in a file has them already, from the dialect or its arena
			s.Words = slices.DeleteFunc(s.Words, func(w words.Word) bool { return have[named{s.Dialect, w.Name}] })
			if len(s.Words) > 0 {
				all = append(all, s)
			}
		}
	}
	library := words.Section{Title: "Libraries of Lua, for scripts of mbt, dragengine and dst", Files: ".lua", Own: true, Words: luawords.Words()}
	return append(all, library)
}

// rank puts one name before the others.
func rank(name, first string) int {
	if name == first {
		return 0
	}
	return 1
}

// OfScene lists what a scene itself offers to its trees: under its keys `actions` and
// `conditions`, and by its Lua.
func OfScene(reg *host.Registry) (all []words.Section) {
	if s := forDragengine(reg); len(s.Words) > 0 {
		all = append(all, s)
	}
	if nodes := trees.NodesInLua(reg); len(nodes) > 0 {
		all = append(all, words.Section{Title: "The scene", Dialect: "mbt", Files: ".xml", Words: nodes})
	}
	return all
}

func forDragengine(reg *host.Registry) words.Section {
	s, common := words.Section{Title: "The scene", Dialect: "dragengine", Files: ".debt"}, arena.NewRegistry()
	before := words.Leaves(trees.OverlayOf(common, ".debt"))
	for _, w := range words.Leaves(trees.OverlayOf(reg, ".debt")) {
		if words.Find(before, w.Name, false) != nil {
			continue
		}
		if w.Role == words.Function {
			w.Role = words.Condition
		}
		s.Words = append(s.Words, w)
	}
	for _, o := range trees.OfferedByLua(reg) {
		s.Words = append(s.Words, words.Word{Name: o.Name, Role: words.Role(o.Kind), Doc: "Lua of the scene, at " + o.At.Start.String() + "."})
	}
	return s
}

// Names lists the names of all words, with those by which numbers are compared.
func Names(sections []words.Section) (all []string) {
	for _, s := range sections {
		for i := range s.Words {
			all = append(all, s.Words[i].Name)
			all = append(all, s.Words[i].ConditionNames()...)
		}
	}
	return all
}

// Pick keeps the words with the given names, or all where none is given. A name that is nowhere
// written like that is looked for whatever the case of its letters.
func Pick(sections []words.Section, names []string) ([]words.Section, error) {
	if len(names) == 0 {
		return sections, nil
	}
	keep := map[string]bool{}
	for _, name := range names {
		exact, alike := false, false
		for _, have := range Names(sections) {
			exact = exact || have == name
			if have != name && strings.EqualFold(have, name) {
				keep[have], alike = true, true
			}
		}
		switch {
		case exact:
			for have := range keep {
				if strings.EqualFold(have, name) && !slices.Contains(names, have) {
					delete(keep, have)
				}
			}
			keep[name] = true
		case !alike:
			if absent := machine.Absent(name); absent != "" {
				return nil, &syntax.Error{Msg: fmt.Sprintf("no script can say %q: %s is not in the sandbox", name, absent)}
			}
			err := &syntax.Error{Msg: fmt.Sprintf("no tree can say %q", name), Hint: "`thicket actions` lists what trees can do and ask, with --dialect what those of one dialect can"}
			// What is for trees of all dialects is meant first.
			first := slices.SortedStableFunc(slices.Values(sections), func(a, b words.Section) int { return cmp.Compare(a.Dialect, b.Dialect) })
			return nil, err.Suggest(name, Names(first))
		}
	}
	var picked []words.Section
	for _, s := range sections {
		var found []words.Word
		for i := range s.Words {
			if keep[s.Words[i].Name] {
				found = append(found, s.Words[i])
			}
			for _, c := range s.Words[i].Conditions() {
				if keep[c.Name] {
					found = append(found, c)
				}
			}
		}
		if s.Words = found; found != nil {
			picked = append(picked, s)
		}
	}
	return picked, nil
}
