package command

import (
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/scenes"
)

func newActionsCommand(own *Game) *cobra.Command {
	var asJSON, asPage, asGroot bool
	var scene string
	names := gameFlag{own: own}
	cmd := &cobra.Command{
		Use:   "actions [NAME...]",
		Short: "List what bots can do and ask",
		Long: `Actions lists the actions, conditions and functions that trees can use in
every game, with their parameters, units and defaults, and an example of each
as a node of a WAGE tree. With names it lists those.

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
  thicket actions --scene coop.yaml
  thicket actions --groot > thicket-models.xml
  thicket actions --json | jq '.sections[].entries[].name'`,
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			offered, err := names.offered(cmd)
			if err != nil || offered == nil {
				return actionlist.Names(actionlist.Sections()), cobra.ShellCompDirectiveNoFileComp
			}
			return actionlist.Names(actionlist.OfFile(offered)), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, wanted []string) error {
			all := actionlist.Sections()
			offered, err := names.offered(cmd)
			if err != nil {
				return err
			}
			if offered != nil {
				all = actionlist.OfFile(offered)
			}
			if scene != "" {
				game, err := names.playing(cmd)
				if err != nil {
					return err
				}
				s, err := scenes.Load(scene, game.Loading(limitsOf(cmd)))
				if err != nil {
					return err
				}
				all = append([]arena.Section{actionlist.OfScene(s.Setup.Registry)}, all...)
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
				f := actionlist.File(sections)
				if offered != nil && scene == "" {
					f = offered.Pick(wanted)
				}
				return f.Write(out)
			case asPage:
				return actionlist.WritePage(out, sections)
			}
			return actionlist.WriteText(out, sections, len(wanted) > 0)
		},
	}
	cmd.Flags().StringVar(&scene, "scene", "", "begin with what the scene in `FILE` offers to its trees")
	names.add(cmd)
	cmd.Flags().BoolVar(&asGroot, "groot", false, "print a TreeNodesModel for Groot2")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&asPage, "markdown", false, "print the page docs/arena.md")
	return cmd
}
