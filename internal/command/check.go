package command

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/lint"
)

func newCheckCommand() *cobra.Command {
	var o check.Options
	var asJSON, explain, alone bool
	var names vocabularyFlag
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check scenes and behaviour trees",
		Long: `Check loads scenes, rulesets and behaviour trees of any dialect and prints
everything that is wrong with them as FILE:LINE:COL: MESSAGE. All files are
checked, also when one of them fails. A tree that is a script is started and
played, for --ticks, by three bots in a small world: there are prey, hunters,
things to eat, a player, nights, and a fire. Each failure is told once, with how often
it came and the calls that led there, and so are the nodes that never ran.

A YAML or JSON file is a scene when it has bots and a tree when it has a kind;
a file of another extension, such as *.bt, is a tree of its dialect.
A tree that scenes read, in its folder or in one of the two around that, is judged by
what each of them offers: its queries, actions and words of games. A line says so, and what only
some of them find names them. A scene with errors elsewhere serves, too. With
--alone trees are judged by what every game offers.

Notices tell of oddities that are no errors, and lints of likely mistakes that load, such as
a branch that nothing reaches; see --explain, which lists them, or tells of those that are
named.

With --tunables a scene is followed by the numbers of its classes that are tunable while it
is played, and by those that a class could declare as tunable: value, bounds, step, and
where the value is written, or that it is the default; a tree, by the numbers that it is
written with. One that cannot be tuned is listed with the reason.

With --vocabulary FILE trees are judged by the names that a game offers, and nothing else:
its program writes such a file by Minds.Manifest of package mind.

Exit status: 0 when there is no error, otherwise 1.`,
		Example: `  thicket check game.yaml
  thicket check --root game game/bots/*.yaml
  thicket check pigbrain.lua --creature pigman.lua --prefab pigman --ticks 3600
  thicket check --alone tree.xml
  thicket check --tunables siege
  thicket check --vocabulary game.json ai/*.bt
  thicket check --explain unreachable
  thicket check --notes tree.xml
  thicket check --json game.yaml | jq '.files[].errors[].message'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if explain {
				return nil
			}
			return someArgs("files of scenes or trees")(cmd, args)
		},
		ValidArgsFunction: complete(scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			if explain {
				return explainLints(cmd.OutOrStdout(), args)
			}
			for _, id := range o.Allow {
				if _, err := lint.Find(id); err != nil {
					return usagef("--allow: %v", err)
				}
			}
			var err error
			if o.Vocabulary, err = names.read(cmd); err != nil {
				return err
			}
			o.Readers = !alone
			var report check.Report
			bad := 0
			for _, name := range args {
				o.Limits = limitsOf(cmd)
				f := check.Load(name, o)
				if !f.OK {
					bad++
				}
				report.Files = append(report.Files, f)
			}
			write := report.WriteText
			if asJSON {
				write = report.WriteJSON
			}
			if err := write(cmd.OutOrStdout()); err != nil {
				return err
			}
			if bad > 0 {
				return fmt.Errorf("%d of %s with errors", bad, humanize.Count(int64(len(args)), "file"))
			}
			return nil
		},
	}
	addLoadFlags(cmd.Flags(), &o)
	names.add(cmd)
	cmd.Flags().IntVar(&o.Ticks, "ticks", 0, "play scripts for `N` ticks (default 900)")
	cmd.Flags().BoolVar(&o.Tunables, "tunables", false, "list the numbers of scenes and trees that can be tuned, and where they stand")
	cmd.Flags().BoolVar(&explain, "explain", false, "list the lints in a line each, or tell of those that are named in place of files")
	cmd.Flags().StringSliceVar(&o.Allow, "allow", nil, "do not tell of the lint `ID`; several by commas")
	cmd.Flags().BoolVar(&o.Notes, "notes", false, "also tell of things that are often meant, and surprise those who know another system")
	cmd.Flags().BoolVar(&alone, "alone", false, "judge trees by themselves, also those that a scene reads")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// explainLints lists the lints, or tells of some.
func explainLints(w io.Writer, ids []string) error {
	if len(ids) == 0 {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, l := range lint.All() {
			line := l.Line
			if lint.IsNote(l.ID) {
				line += " With --notes."
			}
			fmt.Fprintf(t, "%s\t%s\n", l.ID, line)
		}
		return t.Flush()
	}
	for i, id := range ids {
		l, err := lint.Find(id)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, l.Explain())
	}
	return nil
}

// addLoadFlags adds the flags of commands that load scenes and trees.
func addLoadFlags(fs *pflag.FlagSet, o *check.Options) {
	addCreatureFlags(fs, &o.Creature, &o.Prefab)
	fs.StringVar(&o.Root, "root", "", "the `DIR` that / means in references to files, which stay in it")
	fs.BoolVar(&o.Lenient, "lenient", false, "let stubs stand in for what a script wants and the game does not offer")
}

// addCreatureFlags adds the flags of commands that give a tree without a scene a
// creature.
func addCreatureFlags(fs *pflag.FlagSet, creature, prefab *string) {
	fs.StringVar(creature, "creature", "", "the `FILE` of the creature that plays a tree without a scene")
	fs.StringVar(prefab, "prefab", "", "which of that file's creatures, by `NAME` (default the first)")
}
