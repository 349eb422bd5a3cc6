package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/treedraw"
	"github.com/thicket-sim/thicket/systems"
)

func newTreeCommand() *cobra.Command {
	var o treeOptions
	cmd := &cobra.Command{
		Use:   "tree FILE|SCENE",
		Short: "Draw behaviour trees",
		Long: `Tree draws the behaviour tree of a file, or all trees of a scene: those of its
classes, then its named behaviours. A shipped scene is named without a path.

--json prints an object {"name", "roots", "nodes"} for a tree file or --class,
and a list of them for a scene. Nodes refer to each other by id.`,
		Example: `  thicket tree tag
  thicket tree --class hunter --svg -o hunter.svg chase
  thicket tree --dot game.yaml | dot -Tpng -o game.png`,
		Args:              args(1, "one file of a scene or tree"),
		ValidArgsFunction: complete(scenesAndTrees, nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := checkFile(args[0], o.check)
			writeFindings(cmd.ErrOrStderr(), "notice: ", f.Notices)
			if !f.OK {
				writeFindings(cmd.ErrOrStderr(), "", f.Errors)
				return fmt.Errorf("%s has errors", f.File)
			}
			trees, err := f.trees(o.class)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := o.draw(&b, trees, f.tree != nil || o.class != ""); err != nil {
				return err
			}
			if o.out != "" && o.out != "-" {
				return os.WriteFile(o.out, b.Bytes(), 0o666)
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
	o.check.addFlags(flags)
	cmd.MarkFlagsMutuallyExclusive("positions", "dot", "svg", "json")
	return cmd
}

type treeOptions struct {
	positions, dot, svg, json bool
	class, out                string
	check                     checkOptions
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

// trees lists the trees of a file without errors: that of one class, or all.
func (f *checkedFile) trees(class string) ([]*treedraw.Tree, error) {
	if f.tree != nil {
		if class != "" {
			return nil, fmt.Errorf("%s is a tree and has no bot classes", f.File)
		}
		return []*treedraw.Tree{treedraw.Of(f.tree)}, nil
	}
	setup := &f.scene.Setup
	if class != "" {
		return oneClass(setup.Classes, class)
	}
	var all []*treedraw.Tree
	for i := range setup.Classes {
		if c := &setup.Classes[i]; c.Program != nil {
			all = append(all, named("class "+c.ID, c.Program))
		}
	}
	for _, b := range setup.Behaviors {
		if setup.Registry.Action(b.Name) == nil { // actions are behaviours too, and need no drawing
			all = append(all, named("behavior "+b.Name, b.Program))
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the scene has no trees")
	}
	return all, nil
}

func oneClass(classes []systems.Class, id string) ([]*treedraw.Tree, error) {
	ids := make([]string, len(classes))
	for i := range classes {
		c := &classes[i]
		if ids[i] = c.ID; c.ID != id {
			continue
		}
		if c.Program == nil {
			return nil, fmt.Errorf("bot class %q has no tree of its own: state.behavior names that of each bot", id)
		}
		return []*treedraw.Tree{named("class "+id, c.Program)}, nil
	}
	if guess := syntax.Closest(id, ids); guess != "" {
		return nil, fmt.Errorf("unknown bot class %q; did you mean %q?", id, guess)
	}
	return nil, fmt.Errorf("unknown bot class %q", id)
}

func named(name string, p *run.Program) *treedraw.Tree {
	t := treedraw.Of(p)
	t.Name = name
	return t
}
