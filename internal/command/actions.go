package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

func newActionsCommand() *cobra.Command {
	var asJSON, asPage, asGroot bool
	var scene, dialect string
	var names []string
	cmd := &cobra.Command{
		Use:   "actions [NAME...]",
		Short: "List what bots can do and ask",
		Long: `Actions lists the actions, conditions and functions that trees can use in
every game. With names it tells all of those: parameters with units, ranges and
defaults, what they answer, and an example.

Each dialect has words of its own: nodes, functions, constants, settings, parts,
library behaviours and events. With --dialect NAME the list begins with those of
that dialect; names are looked for in all of them, first in the one of which
there are most files here.

With --json all of it is one file with a version, which --vocabulary of other
commands takes in the place of a game.

With --scene FILE the list begins with what the scene itself offers to Drag[en]gine
trees: under its keys actions and conditions, and by its Lua, which listens to
announcements, too.

With --vocabulary FILE it lists the names of a game instead, as the game or
actions --json wrote them.

With --groot it writes a TreeNodesModel, which Groot2 imports: its editor then
has all actions and conditions with their ports, to be dragged into trees.

A function that gives a number is a condition too, by two other names: NAME_below
and NAME_at_least, with one more parameter, limit.`,
		Example: `  thicket actions
  thicket actions move_to attack
  thicket actions --dialect unvanquished
  thicket actions timer ChaseAndAttack LuaGate
  thicket actions --scene coop.yaml
  thicket actions --groot > thicket-models.xml
  thicket actions --json | jq '.sections[].entries[].name'`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			shared := actionlist.Shared()
			return actionlist.Names(append(shared, actionlist.OfDialects("", shared)...)), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, wanted []string) error {
			all, err := listed(names, dialect, asJSON || asGroot || len(wanted) > 0, limitsOf(cmd))
			if err != nil {
				return err
			}
			if scene != "" {
				s, err := scenes.Load(scene, scenes.Options{Limits: limitsOf(cmd)})
				if err != nil {
					return err
				}
				all = append([]words.Section{actionlist.OfScene(s.Setup.Registry)}, all...)
			}
			sections, err := actionlist.Pick(all, wanted)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON && asPage, asGroot && (asJSON || asPage):
				return usagef("found two of --json, --markdown and --groot, wanted one of them")
			case asGroot:
				return actionlist.WriteGroot(out, sections)
			case asJSON:
				return actionlist.WriteJSON(out, sections)
			case asPage:
				return actionlist.WritePage(out, sections)
			}
			return actionlist.WriteText(out, sections, len(wanted) > 0)
		},
	}
	cmd.Flags().StringVar(&dialect, "dialect", "", "begin with what trees of the dialect `NAME` alone can say")
	cmd.Flags().StringVar(&scene, "scene", "", "begin with what the scene in `FILE` offers to its trees")
	cmd.Flags().StringSliceVar(&names, "vocabulary", nil, "list the names in `FILE`, as a game writes them")
	cmd.Flags().BoolVar(&asGroot, "groot", false, "print a TreeNodesModel for Groot2")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&asPage, "markdown", false, "print the page docs/arena.md")
	return cmd
}

// listed lists the words of files, or those of every game and, where all are wanted or a dialect
// is named, those of dialects.
func listed(files []string, dialect string, all bool, limits limit.Values) ([]words.Section, error) {
	if len(files) > 0 {
		return actionlist.OfVocabulary(files, limits)
	}
	shared := actionlist.Shared()
	known := trees.Names()
	switch {
	case dialect != "" && !slices.Contains(known, dialect):
		return nil, (&syntax.Error{Msg: fmt.Sprintf("unknown dialect %q, wanted %s", dialect, markup.Or(known))}).Suggest(dialect, known)
	case dialect != "":
		own := actionlist.OfDialects(dialect, shared)
		n := slices.IndexFunc(own, func(s words.Section) bool { return s.Dialect != dialect })
		if n >= 0 && !all {
			own = own[:n]
		}
		return append(own, shared...), nil
	case all:
		return append(actionlist.OfDialects(dialectOfHere(), shared), shared...), nil
	}
	return shared, nil
}

// mostHere is how many files are looked at to find out which dialect somebody writes.
const mostHere = 1000

// dialectOfHere returns the name of the dialect of which there are most files in the working folder
// and those in it; empty for none.
func dialectOfHere() string {
	files, _ := filepath.Glob("*") // the pattern is right
	below, _ := filepath.Glob("*/*")
	files = append(files, below...)
	counts := map[string]int{}
	most := ""
	for _, file := range files[:min(len(files), mostHere)] {
		if d := trees.NameOf(file, headOf(file)); d != "" {
			if counts[d]++; counts[d] > counts[most] {
				most = d
			}
		}
	}
	return most
}

// headOf returns the beginning of a file, in which the root element of XML stands; nil where it
// cannot be read.
func headOf(file string) []byte {
	if filepath.Ext(file) != ".xml" {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := io.ReadFull(f, head) // a shorter file is whole
	return head[:n]
}
