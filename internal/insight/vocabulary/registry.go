package vocabulary

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// SectionOf lists leaves of a registry, by their names.
func SectionOf(title string, r *host.Registry, names []string) Section {
	s := Section{Title: title, Entries: []Entry{}}
	for _, name := range names {
		if a := r.Action(name); a != nil {
			s.Entries = append(s.Entries, Entry{
				Name: name, Kind: actionKinds[a.Kind], Doc: a.Doc, Params: parametersOf(a.Params),
				Outputs: parametersOf(a.Outputs), Elements: elementsOf(a.Elements), Skips: a.Skips,
			})
		} else if f := r.Func(name); f != nil {
			s.Entries = append(s.Entries, entryOf(f))
		}
	}
	return s
}

// entryOf lists a condition or a function.
func entryOf(f *host.Func) Entry {
	e := Entry{Name: f.Name, Kind: condition, Doc: f.Doc, Params: parametersOf(f.Params)}
	if f.Result != host.Bool {
		e.Kind, e.Result = function, f.Result.String()
	}
	if f.Unit != "" && f.Result != host.Bool {
		e.Result += " (" + f.Unit + ")"
	}
	return e
}

func parametersOf(params []host.Param) []Parameter {
	all := []Parameter{}
	for i := range params {
		p := &params[i]
		q := Parameter{Name: p.Name, Type: p.Kind.String(), Unit: p.Unit, Doc: p.Doc}
		switch {
		case p.Optional && p.Kind == host.Where && p.Default.Kind() == host.Null:
			q.Default = Everybody
		case p.Optional:
			q.Default = p.Default.String()
		}
		all = append(all, q)
	}
	return all
}

func elementsOf(list []host.Element) (all []Element) {
	for _, e := range list {
		all = append(all, Element{
			Name: e.Name, Doc: e.Doc, Params: parametersOf(e.Params), Elements: elementsOf(e.Elements), Least: e.Least, Most: e.Most,
		})
	}
	return all
}

// Beside returns the vocabulary without what a registry has by itself.
func (v *Vocabulary) Beside(base *host.Registry, overlays Overlays) *Vocabulary {
	own := *v
	own.leaves = slices.DeleteFunc(slices.Clone(v.leaves), func(e leaf) bool {
		return slices.ContainsFunc(e.targets(base, overlays, &syntax.List{}), func(t target) bool {
			return t.Action(e.name) != nil || t.Func(e.name) != nil
		})
	})
	return &own
}

// StandIns tells what the leaves answer where nobody scripts them, by their names.
func (v *Vocabulary) StandIns() map[string]string {
	all := map[string]string{}
	for i := range v.leaves {
		if e := &v.leaves[i]; e.kind != relation {
			all[e.name] = e.made()
		}
	}
	return all
}

// made says what a leaf answers of which nobody says anything.
func (e *leaf) made() string {
	stands, acts := e.stands()
	switch {
	case acts && stands == host.Gate:
		return "it is always open"
	case acts && stands == host.Decorator:
		return "it answers as its child does"
	case acts && stands == host.Composite:
		return "it is a sequence"
	case acts && len(e.outputs) > 0:
		var written []string
		for i := range e.outputs {
			written = append(written, e.outputs[i].Name+" as "+output(&e.outputs[i]).String())
		}
		return "it succeeds at once, and writes " + strings.Join(written, ", ")
	case acts:
		return "it succeeds at once and does nothing"
	case e.kind == condition:
		return "it is always false"
	}
	return "it is always " + usual(e.result).String()
}
