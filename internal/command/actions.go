package command

import (
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/scenes"
)

func newActionsCommand() *cobra.Command {
	var asJSON, asPage, asGroot bool
	var scene string
	var names []string
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
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return actionlist.Names(actionlist.Sections()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, wanted []string) error {
			all := actionlist.Sections()
			if len(names) > 0 {
				var err error
				if all, err = actionlist.OfVocabulary(names, limitsOf(cmd)); err != nil {
					return err
				}
			}
			if scene != "" {
				s, err := scenes.Load(scene, scenes.Options{Limits: limitsOf(cmd)})
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
				return actionlist.WriteJSON(out, sections)
			case asPage:
				return actionlist.WritePage(out, sections)
			}
			return actionlist.WriteText(out, sections, len(wanted) > 0)
		},
	}
	cmd.Flags().StringVar(&scene, "scene", "", "begin with what the scene in `FILE` offers to its trees")
	cmd.Flags().StringSliceVar(&names, "vocabulary", nil, "list the names in `FILE`, as a game writes them")
	cmd.Flags().BoolVar(&asGroot, "groot", false, "print a TreeNodesModel for Groot2")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&asPage, "markdown", false, "print the page docs/arena.md")
	return cmd
}
