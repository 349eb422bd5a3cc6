package trees

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Guard makes a registry refuse, from now on, actions and functions that trees of some
// dialect would never call: those with the name of a node that the dialect has itself, and
// where it does not mind the case of letters, of what its overlay offers. By other names
// of an overlay the game's own are found first. It refuses names that some dialect
// cannot write, too. Who makes registries for games calls it once all is in them that is
// not the game's own.
func Guard(reg *host.Registry) {
	host.Guard(reg, func(name string) error {
		if !isName(name) {
			return fmt.Errorf("wanted a name of letters, digits and _ that does not begin with a digit, as all dialects can write it")
		}
		for _, d := range Dialects() {
			if word := d.hides(reg, name); word != "" {
				return fmt.Errorf("trees of the dialect %s would never call it, because %q means something else to them; choose another name", d.Name, word)
			}
		}
		return nil
	})
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

// hides returns what trees of a dialect would take for a name that the registry has not
// got yet; "" where they would find what is added by it.
func (d *Dialect) hides(reg *host.Registry, name string) string {
	if d.isWord(name) {
		return name
	}
	if !d.AnyCase {
		return ""
	}
	own := reg.Overlay(d.Name)
	for _, word := range slices.Concat(own.ActionNames(), own.FuncNames(), reg.ActionNames(), reg.FuncNames()) {
		if strings.EqualFold(word, name) {
			return word
		}
	}
	return ""
}

// refuseHidden adds an error for each name of a registry without a guard that no tree of
// the dialect can call, though the registry has it.
func (d *Dialect) refuseHidden(file string, reg *host.Registry, l *syntax.List) {
	if host.Guarded(reg) {
		return // such names have been refused
	}
	for _, name := range slices.Concat(reg.ActionNames(), reg.FuncNames()) {
		if d.isWord(name) {
			l.Errorf(syntax.Pos{File: file, Line: 1, Col: 1},
				"the game has an action or function %q, which trees of the dialect %s would never call, because it means something else to them", name, d.Name)
		}
	}
}
