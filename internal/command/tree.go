package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

func newTreeCommand(own *Game) *cobra.Command {
	var o treeOptions
	names := gameFlag{own: own}
	var indexed indexFlags
	cmd := &cobra.Command{
		Use:   "tree FILE|SCENE",
		Short: "Draw behaviour trees",
		Long: `Tree draws the behaviour tree of a file, or all trees of a scene: the trees of its
classes, then its named behaviours. A shipped scene is named without a path.

--json prints an object {"name", "roots", "nodes"} for a tree file or --class,
and a list of them for a scene. Nodes refer to each other by id.

--index prints, as JSON for editors, where the names of a scene, its trees and its tests
are defined and used, with ranges: files, subtrees, actions, classes, teams, places, events,
states, entries of blackboards, ids and nodes. Files with errors are read, too. A tree is
indexed together with the scenes that read it. --uses NAME prints the places of one name,
the definitions first.`,
		Example: `  thicket tree tag
  thicket tree --class hunter --svg -o hunter.svg chase
  thicket tree --vocabulary game.json ai/guard.bt
  thicket tree --uses hunter chase
  thicket tree --index game.yaml
  thicket tree --dot game.yaml | dot -Tpng -o game.png`,
		Args:              args(1, "one file of a scene or tree"),
		ValidArgsFunction: complete(scenesAndTrees, nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.check.Limits = limitsOf(cmd)
			game, err := names.read(cmd)
			if err != nil {
				return err
			}
			o.check.Own, o.check.Vocabulary = game.Own, game.Vocabulary
			if indexed.asked() {
				return indexed.write(cmd, args[0], &o.check)
			}
			o.check.Readers = true
			f := check.Load(args[0], o.check)
			check.WriteFindings(cmd.ErrOrStderr(), "notice: ", f.Notices)
			if !f.OK {
				check.WriteFindings(cmd.ErrOrStderr(), "", f.Errors)
				return fmt.Errorf("%s has errors", f.Name)
			}
			trees, err := f.Trees(o.class)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := o.draw(&b, trees, f.Tree != nil || o.class != ""); err != nil {
				return err
			}
			if o.out != "" && o.out != "-" {
				if err := wholefile.Write(o.out, b.Bytes()); err != nil {
					return fmt.Errorf("--output: %w", err)
				}
				return nil
			}
			_, err = b.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.positions, "positions", false, "put line and column before each node of the text")
	flags.BoolVar(&o.dot, "dot", false, "draw for Graphviz")
	flags.BoolVar(&o.svg, "svg", false, "draw as an SVG picture")
	flags.BoolVar(&o.json, "json", false, "print as JSON")
	flags.StringVar(&o.class, "class", "", "draw the tree of one bot class of a scene")
	flags.StringVarP(&o.out, "output", "o", "", "write to a file; - is standard output")
	addLoadFlags(flags, &o.check)
	names.add(cmd)
	indexed.add(cmd)
	cmd.MarkFlagsMutuallyExclusive("positions", "dot", "svg", "json", "index", "uses")
	return cmd
}

type treeOptions struct {
	positions, dot, svg, json bool
	class, out                string
	check                     check.Options
}

// draw writes trees in the chosen form. As JSON, a single tree is an object and not a
// list of one.
func (o *treeOptions) draw(w io.Writer, trees []*treedraw.Tree, single bool) error {
	switch {
	case o.dot:
		return treedraw.DOT(w, trees...)
	case o.svg:
		return treedraw.SVG(w, trees...)
	case o.json:
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if single {
			return e.Encode(trees[0])
		}
		return e.Encode(trees)
	}
	return treedraw.Text(w, treedraw.Style{Names: true, Positions: o.positions}, trees...)
}
