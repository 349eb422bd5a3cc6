package core

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Section is a part of the abilities, for listings.
type Section struct {
	Title   string
	Doc     string // what holds for all entries; empty for nothing
	Files   string // the extension of the only files whose trees have them; empty for all
	Entries []Entry
}

// Entry is an action, a condition or a function, for listings.
type Entry struct {
	Name    string
	Kind    string // action, condition, or function
	Doc     string
	Params  []Parameter
	Outputs []Parameter // of an action of a game: what it writes into blackboards
	Result  string      // of a function: what it gives, with its unit
	Example string      // as a node of a WAGE tree, or as the files of the section write it
}

// Parameter is one parameter of an entry.
type Parameter struct {
	Name, Kind, Unit, Doc string
	Default               string // empty for one that must be given
	Words                 []string
}

// Catalog lists the abilities. A function that gives a number is listed once;
// trees also have it with _below and _at_least behind its name, as conditions
// with a parameter limit.
func Catalog() []Section {
	var all []Section
	for _, s := range []struct {
		title string
		list  []Ability
	}{
		{"Moving", moves}, {"Fighting and living", fights}, {"Keeping one's own health", keeping}, {"Things", hauls}, {"Minds", thoughts}, {"What trees can ask", asks},
	} {
		section := Section{Title: s.title}
		for i := range s.list {
			section.Entries = append(section.Entries, s.list[i].Entry())
		}
		all = append(all, section)
	}
	return all
}

// Entry describes the ability for listings.
func (b *Ability) Entry() Entry {
	e := Entry{Name: b.Name, Kind: "function", Doc: b.Doc, Example: b.node()}
	switch {
	case b.Act != nil:
		e.Kind = "action"
	case b.Is != nil:
		e.Kind, e.Result = "condition", host.Bool.String()
	case b.Num != nil:
		e.Result = host.Number.String()
		if b.Unit != "" {
			e.Result += " (" + b.Unit + ")"
		}
	default:
		e.Result = b.Result.String()
	}
	for i := range b.Params {
		p := &b.Params[i]
		q := Parameter{Name: p.Name, Kind: p.Kind.String(), Unit: p.Unit, Doc: p.Doc, Words: slices.Clone(p.words)}
		if p.Optional {
			q.Default = p.Default.String()
		}
		if p.Kind == host.Any && p.words != nil {
			q.Kind = "a word or an id"
		}
		e.Params = append(e.Params, q)
	}
	return e
}

// node writes the ability as a node of a WAGE tree, a number as a condition. It
// is empty for what no condition can be with its arguments alone.
func (b *Ability) node() string {
	name, args, kind := b.Name, b.Example, "condition"
	switch {
	case b.Act != nil:
		kind = "action"
	case b.Num != nil:
		name += "_below"
		args = strings.Replace(strings.Replace(args, "}", ", limit: 1 }", 1), "{,", "{", 1)
	case b.Ask != nil && b.Result != host.Any:
		return ""
	}
	if args == "{}" || args == "" {
		return fmt.Sprintf("{ kind: %s, name: %s }", kind, name)
	}
	args = strings.ReplaceAll(args, " , ", ", ")
	return fmt.Sprintf("{ kind: %s, name: %s, args: %s }", kind, name, args)
}
