package behavior

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Document is a value of a JSON or YAML text, with its place.
type Document struct {
	Key     string // of a member of a map
	KeyAt   syntax.Span
	At      syntax.Span
	Value   host.Value  // a text, a number, a truth value or null; opaque for a list and a map
	Items   []*Document // of a list; nil for all that is none
	Members []*Document // of a map, in the order of the file, no key twice; nil for all that is none
}

// Get returns the member of a key; nil where there is none, and for a nil Document.
func (d *Document) Get(key string) *Document {
	if d != nil {
		for _, m := range d.Members {
			if m.Key == key {
				return m
			}
		}
	}
	return nil
}

// Document reads the text of the file: as JSON where its extension is .json, as YAML for .yaml and
// .yml, otherwise as JSON if it is that. What it may cost is bounded by the limits of the registry that
// the tree is loaded with. The error is a syntax.ErrorList.
func (f File) Document() (*Document, error) {
	n, err := markup.Parse(f.Name, f.Text, markup.LimitsOf(f.limits))
	if err != nil {
		return nil, err
	}
	return document(n), nil
}

func document(n *markup.Node) *Document {
	d := &Document{At: n.Span, Value: n.Value()}
	switch n.Kind {
	case markup.Sequence:
		d.Items = make([]*Document, 0, len(n.Items))
		for _, item := range n.Items {
			d.Items = append(d.Items, document(item))
		}
	case markup.Map:
		d.Members = make([]*Document, 0, len(n.Entries))
		for _, e := range n.Entries {
			m := document(e.Value)
			m.Key, m.KeyAt = e.Key, e.KeySpan
			d.Members = append(d.Members, m)
		}
	}
	return d
}
