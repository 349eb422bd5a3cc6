package trees

import (
	"path"
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Mentions lists the names in the text of a tree, or of a part that trees paste in; none of a file
// of another kind.
func Mentions(file string, src []byte, limits limit.Values) mention.List {
	d, err := dialectOf(file, src, limits)
	if d == nil || err != nil {
		i := slices.IndexFunc(Dialects(), func(d *Dialect) bool { return slices.Contains(d.Parts, path.Ext(file)) })
		if i < 0 {
			return nil
		}
		d = Dialects()[i]
	}
	if d.Mentions == nil {
		return nil
	}
	return d.Mentions(file, src, limits)
}

// MentionsInScene adds the names in the nodes that stand in a scene.
func MentionsInScene(n *markup.Node, all *mention.List) { wage.MentionsIn(n, all) }
