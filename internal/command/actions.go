package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

func newActionsCommand(own *Game) *cobra.Command {
	var asJSON, asPage, asGroot bool
	var scene, dialect string
	names := gameFlag{own: own}
	cmd := &cobra.Command{
		Use:   "actions [NAME...]",
		Short: "List what bots can do and ask",
		Long: `Actions lists the actions, conditions and functions that trees can use in
every game. With names it tells all of those: parameters with units, ranges and
defaults, what they answer, and an example.

Each dialect has words of its own: nodes, functions, constants, settings, parts,
library behaviours and events. With --dialect NAME the list begins with those of
that dialect. Names are looked up in all dialects, first in the one that has
most files in this folder.

With --json all of it is one file with a version, which --vocabulary of other
commands takes in the place of a game.

With --scene FILE the list begins with what the scene itself offers: to Drag[en]gine
trees under its keys actions and conditions, and by its Lua, which listens to
announcements, too; to Modular Behavior Trees the nodes that its Lua defines.

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
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			offered, _ := names.offered(cmd) // what is wrong with it is told when the command runs
			all, _ := listed(offered, "", true)
			if own, err := ofScene(cmd, &names, scene); err == nil {
				all = append(own, all...)
			}
			return actionlist.Names(all), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, wanted []string) error {
			// A list of all words is some 15 MB, of which nearly all is wanted until the end: to look for
			// the rest took a third of the time.
			defer debug.SetGCPercent(debug.SetGCPercent(400))
			offered, err := names.offered(cmd)
			if err != nil {
				return err
			}
			all, err := listed(offered, dialect, asJSON || asGroot || len(wanted) > 0)
			if err != nil {
				return err
			}
			own, err := ofScene(cmd, &names, scene)
			if err != nil {
				return err
			}
			all = append(own, all...)
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
				f := vocabulary.File{Arena: true}
				if offered != nil && scene == "" {
					f.Arena, f.Unplaced, f.Dialects = offered.Arena, offered.Unplaced, offered.Dialects
				}
				return f.WriteWith(out, sections)
			case asPage:
				return actionlist.WritePage(out, sections)
			}
			return actionlist.WriteText(out, sections, len(wanted) > 0)
		},
	}
	cmd.Flags().StringVar(&dialect, "dialect", "", "begin with what trees of the dialect `NAME` alone can say")
	cmd.Flags().StringVar(&scene, "scene", "", "begin with what the scene in `FILE` offers to its trees")
	names.add(cmd)
	cmd.Flags().BoolVar(&asGroot, "groot", false, "print a TreeNodesModel for Groot2")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&asPage, "markdown", false, "print the page docs/arena.md")
	return cmd
}

// ofScene lists what a scene itself offers; nothing where none is named.
func ofScene(cmd *cobra.Command, names *gameFlag, scene string) ([]words.Section, error) {
	if scene == "" {
		return nil, nil
	}
	game, err := names.playing(cmd)
	if err != nil {
		return nil, err
	}
	s, err := scenes.Load(scene, game.Loading(limitsOf(cmd)))
	if err != nil {
		return nil, err
	}
	return actionlist.OfScene(s.Setup.Registry), nil
}

// listed lists what a game offers, or what every game does, and, where all is wanted or a dialect is
// named, what trees of dialects can say besides.
func listed(offered *vocabulary.File, dialect string, all bool) ([]words.Section, error) {
	shared, inArena := actionlist.Shared(), true
	if offered != nil {
		shared, inArena = actionlist.OfFile(offered), offered.Arena
	}
	known := trees.Names()
	switch {
	case dialect != "" && !slices.Contains(known, dialect):
		return nil, (&syntax.Error{Msg: fmt.Sprintf("unknown dialect %q, wanted %s", dialect, markup.Or(known))}).Suggest(dialect, known)
	case dialect != "":
		own := actionlist.OfDialects(dialect, shared, inArena)
		n := slices.IndexFunc(own, func(s words.Section) bool { return s.Dialect != dialect })
		if n >= 0 && !all {
			own = own[:n]
		}
		return append(own, shared...), nil
	case all && offered != nil:
		return append(shared, actionlist.OfDialects(dialectOfHere(), shared, inArena)...), nil
	case all:
		return append(actionlist.OfDialects(dialectOfHere(), shared, true), shared...), nil
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
