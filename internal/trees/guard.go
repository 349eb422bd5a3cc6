package trees

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Guard makes a registry refuse, from now on, actions and functions with names that some
// dialect cannot write. These are the game's own: trees find them before what was there by
// their names. Who makes registries for games calls it once all is in them that is not the
// game's own. Names that a dialect has for its nodes are judged when a tree of it is loaded.
func Guard(reg *host.Registry) {
	host.Guard(reg, func(name string) error {
		if !isName(name) {
			return fmt.Errorf("wanted a name of letters, digits and _ that does not begin with a digit, as all dialects can write it")
		}
		return nil
	})
}

// Vocabularies lists the dialects that know words of the games which they come from. Trees
// have these where [Ask] was called, by such a name.
func Vocabularies() (names []string) {
	for _, d := range Dialects() {
		if name := d.vocabulary(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// vocabulary returns the name of the dialect's vocabulary; empty for none.
func (d *Dialect) vocabulary() string {
	if d.Vocabulary == "" && d.Supply != nil {
		return d.Name
	}
	return d.Vocabulary
}

// Ask lets trees that are loaded from now on use the words of vocabularies, see
// [host.Overlay.Vocabulary]. It refuses a name that is none of [Vocabularies].
func Ask(reg *host.Registry, vocabularies ...string) error {
	known := Vocabularies()
	for _, name := range vocabularies {
		if !slices.Contains(known, name) {
			err := &syntax.Error{Msg: fmt.Sprintf("unknown vocabulary %q, wanted %s", name, markup.Or(known))}
			return err.Suggest(name, known)
		}
	}
	for _, d := range Dialects() {
		if name := d.vocabulary(); name != "" && slices.Contains(vocabularies, name) {
			reg.Overlay(d.Name).Vocabulary = true
		}
	}
	return nil
}

// isName reports whether all dialects can write a name.
func isName(name string) bool {
	for i, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func (d *Dialect) isWord(name string) bool { return d.IsWord != nil && d.IsWord(name) }

// hides returns what trees of a dialect take for one of a game's own names, of which the first
// are before it; "" where they find what the game offers by it.
func (d *Dialect) hides(name string, before []string) string {
	if d.isWord(name) {
		return name
	}
	if i := slices.IndexFunc(before, func(b string) bool { return strings.EqualFold(b, name) }); d.AnyCase && i >= 0 {
		return before[i]
	}
	return ""
}

// refuseSkips adds an error for each node whose action may answer Skipped, in a dialect without that
// answer.
func refuseSkips(p *run.Program, l *syntax.List) {
	t := p.Tree
	if t == nil {
		return
	}
	for n := range t.Nodes {
		if leaf := t.Nodes[n].Leaf; n > 0 && int(leaf) < len(t.Leaves) {
			if a := t.Leaves[leaf].Action; a != nil && a.Skips && slices.ContainsFunc(t.Slots, func(s tree.Slot) bool { return int(s.Node) == n && s.Name == a.Name }) {
				l.Errorf(t.Spans[n].Start, "action %q may answer skipped, which only trees of BehaviorTree.CPP have", a.Name)
			}
		}
	}
}

// refuseHidden adds an error for each of a game's own names that no tree of the dialect
// could call.
func (d *Dialect) refuseHidden(file string, reg *host.Registry, l *syntax.List) {
	own := host.OwnNames(reg)
	for i, name := range own {
		if word := d.hides(name, own[:i]); word != "" {
			l.Errorf(syntax.Pos{File: file, Line: 1, Col: 1},
				"the game has an action or function %q, which trees of the dialect %s would never call, because %q means something else to them", name, d.Name, word)
		}
	}
}
