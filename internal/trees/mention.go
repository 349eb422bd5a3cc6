package trees

import (
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/mbt"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in the text of a tree, of a part that trees paste in, or of goal pipes and
// Lua of a scene; none of a file of another kind.
func Mentions(file string, src []byte, limits limit.Values) mention.List {
	if IsPipes(file, src) {
		return mbt.Mentions(file, src, limits)
	}
	d := dialectOfPart(file, src, limits)
	if d == nil || d.Mentions == nil {
		return nil
	}
	all := d.Mentions(file, src, limits)
	if path.Ext(file) == ".lua" { // which may be a scene's
		all = append(all, mbt.ScriptMentions(file, src)...)
	}
	return all
}

// dialectOfPart returns the dialect of a file, which may be a part that trees paste in; nil for one
// of another kind.
func dialectOfPart(file string, src []byte, limits limit.Values) *Dialect {
	if d, err := dialectOf(file, src, limits); d != nil && err == nil {
		return d
	}
	i := slices.IndexFunc(Dialects(), func(d *Dialect) bool { return slices.Contains(d.Parts, path.Ext(file)) })
	if i < 0 {
		return nil
	}
	return Dialects()[i]
}

// Offers finds the names under which a registry offers what trees call.
type Offers struct {
	reg *host.Registry
	by  map[*Dialect]func(word string) string
}

// OffersOf returns what finds the names of a registry.
func OffersOf(reg *host.Registry) *Offers { return &Offers{reg, map[*Dialect]func(string) string{}} }

// In returns what finds the name of an action or a function by the word for it in a file, a scene
// included; "" for none.
func (o *Offers) In(file string, src []byte, limits limit.Values) func(word string) string {
	d := dialectOfPart(file, src, limits)
	if d == nil {
		return o.exact
	}
	if o.by[d] == nil {
		if o.by[d] = o.exact; d.Offered != nil {
			o.by[d] = d.Offered(o.reg)
		}
	}
	return o.by[d]
}

func (o *Offers) exact(word string) string {
	if o.reg.Action(word) != nil || o.reg.Func(word) != nil {
		return word
	}
	return ""
}

// MentionsInScene adds the names in the nodes that stand in a scene.
func MentionsInScene(n *markup.Node, all *mention.List) { wage.MentionsIn(n, all) }
