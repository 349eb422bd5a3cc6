package command

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/command/check/document"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/lint"
)

func newCheckCommand(own *Game) *cobra.Command {
	r := checkRun{names: gameFlag{own: own}}
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check scenes and behaviour trees",
		Long: `Check loads scenes, rulesets and behaviour trees of any dialect and prints
everything that is wrong with them as FILE:LINE:COL: MESSAGE. All files are
checked, also when one of them fails. A tree that is a script is started and
played, for --ticks, by three bots in a small world: there are prey, hunters,
things to eat, a player, nights, and a fire. Each failure is told once, with its count
and the calls that led there. The nodes that never ran are listed, too.

A YAML or JSON file is a scene when it has bots and a tree when it has a kind;
a file of another extension, such as *.bt, is a tree of its dialect. Files of tests, *.test.yaml, and
of sweeps, which have measures, are judged with their scenes, and not played. When scenes in the
folder of a tree, or in one of the two folders above, read that tree, it is judged by what each of
these scenes offers: its queries, actions and words of games. A line says so, and a finding that holds
only for some of the scenes names them. A scene may have errors elsewhere. With --alone trees are
judged by what every game offers.

Notices tell of oddities that are no errors. Lints tell of likely mistakes in files that
load, such as a branch that nothing reaches: --explain lists them, or explains those that it
is given by name.

--tunables lists, after each scene, the numbers of its classes that are tunable while it is
played, and those that a class could declare as tunable: value, bounds, step, and the place
where the value is written, or that it is the default. After a tree it lists the numbers
that the tree is written with. A number that cannot be tuned is listed with the reason.

With --lenient a tree may also want leaves and nodes that no game here offers: an unknown action
succeeds after a second, an unknown condition is false, a number 0, an unknown control is a
sequence, an unknown decorator passes its child's answer, and a notice tells of each name once.

With --vocabulary FILE trees are judged by the names that a game offers: its program writes
such a file by Minds.Manifest of package mind, or by actions --json of its own tool.

With --fix it mends what has one sure correction: a misspelt name, and a closing tag of XML that is
missing or wrong. It writes a file, or one that the file refers to, only if the change removes the
finding and brings no new error; comments and layout stay. It tells what it mended, and what is
left. --diff prints the changes in place of writing them, and what is left on standard error; --json
has the range and the fix of each finding.

Exit status: 0 when there is no error, with --notices-are-errors no notice either, otherwise 1;
with --fix and --diff, when none is left.`,
		Example: `  thicket check game.yaml
  thicket check --diff --vocabulary game.json ai/*.bt
  thicket check --fix game.yaml
  thicket check --root game game/bots/*.yaml
  thicket check pigbrain.lua --creature pigman.lua --prefab pigman --ticks 3600
  thicket check --missing .
  thicket check --alone tree.xml
  thicket check --tunables siege
  thicket check --vocabulary game.json ai/*.bt
  thicket check --explain unreachable
  thicket check --notes tree.xml
  thicket check --lenient tree.xml
  thicket check --notices-are-errors game.yaml
  thicket check --json game.yaml | jq '.files[].errors[].message'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if r.explain {
				return nil
			}
			return someArgs("files of scenes or trees")(cmd, args)
		},
		ValidArgsFunction: complete(scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			if r.explain {
				return explainLints(cmd.OutOrStdout(), args)
			}
			if r.missing {
				return r.survey(cmd.OutOrStdout(), args)
			}
			return r.run(cmd, args)
		},
	}
	addLoadFlags(cmd.Flags(), &r.Options)
	r.names.add(cmd)
	cmd.Flags().IntVar(&r.Ticks, "ticks", 0, "play scripts for `N` ticks (default 900)")
	cmd.Flags().BoolVar(&r.Tunables, "tunables", false, "list the numbers of scenes and trees that can be tuned, and where they stand")
	cmd.Flags().BoolVar(&r.explain, "explain", false, "list the lints in a line each, or tell of those that are named in place of files")
	cmd.Flags().StringSliceVar(&r.Allow, "allow", nil, "do not tell of the lint `ID`; several by commas")
	cmd.Flags().BoolVar(&r.Notes, "notes", false, "also tell of things that are often meant, and surprise those who know another system")
	addNoticesAreErrors(cmd.Flags(), &r.NoticesAreErrors)
	cmd.Flags().BoolVar(&r.alone, "alone", false, "judge trees by themselves, also those that a scene reads")
	cmd.Flags().BoolVar(&r.missing, "missing", false, "tell what there is of the names that all Lua files of folders use: done, stubbed, unknown")
	cmd.Flags().BoolVar(&r.fix, "fix", false, "mend in the files what is known how to, and tell what is left")
	cmd.Flags().BoolVar(&r.diff, "diff", false, "print what --fix would change, and write nothing")
	cmd.Flags().BoolVar(&r.asJSON, "json", false, "print one JSON object")
	return cmd
}

// checkRun holds the flags of check.
type checkRun struct {
	check.Options
	asJSON, explain, fix, diff, alone, missing bool
	names                                      gameFlag
}

func (r *checkRun) run(cmd *cobra.Command, args []string) error {
	for _, id := range r.Allow {
		if _, err := lint.Find(id); err != nil {
			return usagef("--allow: %v", err)
		}
	}
	if r.diff && r.asJSON {
		return usagef("--diff beside --json, wanted one of them: --json has each fix as data")
	}
	game, err := r.names.read(cmd)
	if err != nil {
		return err
	}
	r.Own, r.Vocabulary, r.Readers = game.Own, game.Vocabulary, !r.alone
	documents := document.Loader{Own: game.Own, Limits: limitsOf(cmd), Lenient: r.Lenient}
	documents.Tests.Limits, documents.Tests.Lenient = documents.Limits, r.Lenient
	if err := game.play(&documents.Tests, cmd.Root().CommandPath()); err != nil {
		return err
	}
	r.Document = documents.Load
	var report check.Report
	var fixer check.Fixer
	load := check.Load
	if r.fix || r.diff {
		load = fixer.Load
	}
	bad := 0
	for _, name := range args {
		r.Limits = limitsOf(cmd)
		f := load(name, r.Options)
		if !f.OK {
			bad++
		}
		report.Files = append(report.Files, f)
	}
	switch {
	case r.diff:
		_, err = io.WriteString(cmd.OutOrStdout(), fixer.Diff())
		err = errors.Join(err, report.WriteLeft(cmd.ErrOrStderr()))
	case r.fix:
		err = fixer.Write()
	}
	switch {
	case err != nil || r.diff:
	case r.asJSON:
		err = report.WriteJSON(cmd.OutOrStdout())
	default:
		err = report.WriteText(terminal.NewPlain(cmd.OutOrStdout()))
	}
	if err == nil && bad > 0 {
		err = fmt.Errorf("%d of %s with errors", bad, humanize.Count(int64(len(args)), "file"))
	}
	return err
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
	addRoots(fs, &o.Root, &o.Wider, "the `DIR` that / means in references to files, which stay in it")
	addLenient(fs, &o.Lenient)
}

// addLenient adds the flag of all commands that load scenes and trees.
func addLenient(fs *pflag.FlagSet, lenient *bool) {
	fs.BoolVar(lenient, "lenient", false, "put stand-ins for what trees want and the game does not offer")
}

// addNoticesAreErrors adds the flag of commands that tell of notices.
func addNoticesAreErrors(fs *pflag.FlagSet, refuse *bool) {
	fs.BoolVar(refuse, "notices-are-errors", false, "make errors of notices")
}

// addCreatureFlags adds the flags of commands that give a tree without a scene a
// creature.
func addCreatureFlags(fs *pflag.FlagSet, creature, prefab *string) {
	fs.StringVar(creature, "creature", "", "the `FILE` of the creature that plays a tree without a scene")
	fs.StringVar(prefab, "prefab", "", "which of that file's creatures, by `NAME` (default the first)")
}
