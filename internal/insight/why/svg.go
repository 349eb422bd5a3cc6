package why

import (
	"fmt"
	"io"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// SVG draws the tree at the moment of the report.
func (r *Report) SVG(w io.Writer) error {
	told := map[tree.NodeID]treedraw.Told{}
	for i := range r.Moment.Nodes {
		n := &r.Moment.Nodes[i]
		answer := n.Answer
		if answer == "" && n.Holds != nil {
			answer = "failure"
			if *n.Holds {
				answer = "success"
			}
		}
		told[n.Node] = treedraw.Told{Answer: answer, Path: n.Path, Text: because(n.Because)}
	}
	t := *r.drawn
	t.Name = fmt.Sprintf("%s at tick %d: %s", r.Name, r.Tick, r.Moment.does())
	return treedraw.ToldSVG(w, &t, told)
}
