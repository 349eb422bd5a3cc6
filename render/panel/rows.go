package panel

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/mind"
)

// fold is a node with nothing shown below it, in all agents with the tree.
type fold struct {
	tree string
	node int
}

// see lists the rows of the tree that are shown: not those below folded ones, and while somebody
// searches those that have the text, with all above them.
func (p *Panel) see(v *mind.View) {
	p.seen, p.hits = p.seen[:0], p.hits[:0]
	p.deeds, p.texts = len(v.Deeds), len(v.Log)
	if p.search != "" {
		p.seeMatches(v)
		return
	}
	hidden := -1 // what is deeper than that is not shown
	for i := range v.Rows {
		r := &v.Rows[i]
		if hidden >= 0 && r.Depth > hidden {
			continue
		}
		hidden = -1
		p.seen = append(p.seen, i)
		if p.folded[fold{v.Tree, r.Node}] {
			hidden = r.Depth
		}
	}
}

func (p *Panel) seeMatches(v *mind.View) {
	p.above = p.above[:0]
	shown := -1 // the last row that is shown
	for i := range v.Rows {
		r := &v.Rows[i]
		p.above = append(p.above[:min(r.Depth, len(p.above))], i)
		if !strings.Contains(strings.ToLower(r.Kind+" "+r.Detail), strings.ToLower(p.search)) {
			continue
		}
		for _, a := range p.above {
			if a > shown {
				p.seen, shown = append(p.seen, a), a
			}
		}
		p.hits = append(p.hits, len(p.seen)-1)
	}
}

// parent reports whether a row has others below it.
func parent(v *mind.View, i int) bool {
	return i+1 < len(v.Rows) && v.Rows[i+1].Depth > v.Rows[i].Depth
}

// toggle folds a node, or unfolds it.
func (p *Panel) toggle(v *mind.View, i int) {
	key := fold{v.Tree, v.Rows[i].Node}
	if p.folded[key] {
		delete(p.folded, key)
		return
	}
	if !parent(v, i) {
		return
	}
	if p.folded == nil {
		p.folded = map[fold]bool{}
	}
	p.folded[key] = true
}

// foldAll folds the nodes that have only leaves below them, or unfolds all where some are folded.
func (p *Panel) foldAll(v *mind.View) {
	some := false
	for f := range p.folded {
		if f.tree == v.Tree {
			delete(p.folded, f)
			some = true
		}
	}
	if some {
		return
	}
	for i := range v.Rows {
		inner := false
		for j := i + 1; j < len(v.Rows) && v.Rows[j].Depth > v.Rows[i].Depth; j++ {
			inner = inner || parent(v, j)
		}
		if !inner {
			p.toggle(v, i)
		}
	}
}

// roles are those of nodes by their names.
var roles = map[string]run.Role{
	run.Decorator.String(): run.Decorator, run.Condition.String(): run.Condition, run.Action.String(): run.Action,
}

// answers are those of nodes by their names.
var answers = map[string]host.Status{
	host.Success.String(): host.Success, host.Failure.String(): host.Failure, host.Running.String(): host.Running,
}

// rowOf is what a row shows of a node; its line with the file where the row above is of another one.
func (p *Panel) rowOf(v *mind.View, i int, above string) (row paint.Row, file string) {
	r := &v.Rows[i]
	n := treedraw.Node{Kind: r.Kind, Detail: r.Detail, Role: roles[r.Role]}
	row = paint.Row{Depth: r.Depth, Sign: n.Sign(), Why: strings.Join(r.Why, "; "), Share: r.Ran}
	row.Title, row.Text = n.Title()
	row.Answer, row.Asked = answers[r.Answer]
	file, row.Line = placeOf(r.At)
	if file != above && file != "" {
		row.Line = file[strings.LastIndexAny(file, `/\`)+1:] + ":" + row.Line
	}
	if parent(v, i) {
		row.Folds = paint.Unfolded
		if p.search == "" && p.folded[fold{v.Tree, r.Node}] {
			row.Folds = paint.Folded
		}
	}
	return row, file
}

// placeOf takes file:line:col apart.
func placeOf(at string) (file, line string) {
	at, _, _ = cutLast(at, ":")
	file, line, _ = cutLast(at, ":")
	return file, line
}

// cutLast is strings.Cut around the last of the separators.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
