package trees

import (
	"path"
	"slices"

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
	all := d.Mentions(file, src, limits)
	if path.Ext(file) == ".lua" { // which may be a scene's
		all = append(all, mbt.ScriptMentions(file, src)...)
	}
	return all
}

// MentionsInScene adds the names in the nodes that stand in a scene.
func MentionsInScene(n *markup.Node, all *mention.List) { wage.MentionsIn(n, all) }
