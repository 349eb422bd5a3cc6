package schema

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// offer has editors complete the names of what a game offers, in a dialect whose trees name it in texts
// and attributes. Other names stay right: a scene may have its own.
func (w *xsd) offer(offered []words.Word) {
	names := map[string][]string{} // by what texts name
	for i := range offered {
		switch o := &offered[i]; {
		case o.Role == words.Condition:
			names["condition"] = append(names["condition"], o.Name)
		case o.Role.IsNode():
			names["action"] = append(names["action"], o.Name)
		default:
			for _, c := range o.Conditions() {
				names["condition"] = append(names["condition"], c.Name)
			}
		}
	}
	for i := range w.all {
		row := &w.all[i]
		row.Params = slices.Clone(row.Params) // the dialect has them
		for j := range row.Params {
			if p := &row.Params[j]; names[p.Names] != nil {
				p.Words = slices.Compact(slices.Sorted(slices.Values(names[p.Names])))
			}
		}
	}
}

// elements writes what stands in the node of an action of a game: elements of its own, in any order, and
// nodes. Where one is called as a node is, anything may stand there.
func (w *xsd) elements(row *words.Word) {
	if slices.ContainsFunc(row.Elements, func(e host.Element) bool { return w.isNode(e.Name) }) {
		w.line(`<xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>`)
		return
	}
	w.line(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
	if row.Most != 0 {
		w.line(`<xs:group ref="node"/>`)
	}
	w.each(row.Elements)
	w.line(`</xs:choice>`)
}

func (w *xsd) isNode(name string) bool {
	return slices.ContainsFunc(words.Find(w.all, name, false), func(row words.Word) bool { return row.Role.IsNode() })
}

// each writes elements with what stands in them.
func (w *xsd) each(all []host.Element) {
	for i := range all {
		e := &all[i]
		w.line(`<xs:element name=%s><xs:complexType>`, quoted(e.Name))
		w.document(e.Doc)
		if len(e.Elements) > 0 {
			w.line(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
			w.each(e.Elements)
			w.line(`</xs:choice>`)
		}
		for _, p := range words.ParamsOf(e.Params) {
			w.attribute(&p)
		}
		w.line(`</xs:complexType></xs:element>`)
	}
}
