package command

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
)

// shownBodies is the number of bodies that differ are printed without --show, and shownNodes
// how many nodes of each; --json has them all.
const (
	shownBodies = 5
	shownNodes  = 5
)

func newDiffCommand(own *Game) *cobra.Command {
	game := gameFlag{own: own}
	asJSON, lenient, show := false, false, 0
	c := &cobra.Command{
		Use:   "diff A.save B.save",
		Short: "Say what differs between two saves",
		Long: `Diff compares two saves of thicket run --save. It lists the bots that are in one save only; for the
others the values that differ, by name, and whether the memory of their trees differs; and the parts
of the saves that are not the same. Bots of scenes with other classes are not compared. One of the
saves may be -, for standard input. Exit codes: 0 nothing differs; 1 something does; 2 a save could
not be read, or the result not be printed.`,
		Example: `  thicket run siege --ticks 300 --save a.save
  thicket run siege --ticks 300 --seed 2 --save b.save
  thicket diff a.save b.save
  thicket diff a.save b.save --show 100           more than the first 5 bots
  thicket diff a.save b.save --json               all of them`,
		Args:              args(2, "two saves"),
		ValidArgsFunction: complete(files(".save"), files(".save")),
		RunE: func(cmd *cobra.Command, names []string) error {
			if show < 0 {
				return usagef("--show %d, wanted 0 or more", show)
			}
			if err := onceOnly(names...); err != nil {
				return err
			}
			d, err := diffFiles(cmd, &game, names, lenient)
			if err != nil {
				return compares(err)
			}
			out := cmd.OutOrStdout()
			if asJSON {
				err = printJSON(out, d)
			} else {
				_, err = io.WriteString(out, diffText(d, names, show))
			}
			if err == nil && !d.Equal() {
				err = codedError{fmt.Errorf("%s and %s differ", called(names[0]), called(names[1])), exitDiffers}
			}
			return compares(err)
		},
	}
	c.Flags().IntVar(&show, "show", shownBodies, "print the first `N` bots that differ")
	addLenient(c.Flags(), &lenient)
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as one JSON object")
	game.add(c)
	return c
}

func diffFiles(cmd *cobra.Command, of *gameFlag, names []string, lenient bool) (*live.SaveDiff, error) {
	game, err := of.playing(cmd)
	if err != nil {
		return nil, err
	}
	var files [2]*bufio.Reader
	for i, name := range names {
		f, err := open(cmd, name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files[i] = bufio.NewReaderSize(f, 1<<20)
	}
	o := game.Silent(limitsOf(cmd))
	o.Lenient = lenient
	d, err := live.DiffSaves(files[0], files[1], o)
	if err != nil {
		return nil, fmt.Errorf("%s and %s: %w", called(names[0]), called(names[1]), err)
	}
	return d, nil
}

// diffText tells what differs, with so many bodies at most.
func diffText(d *live.SaveDiff, names []string, show int) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(terminal.Printable(fmt.Sprintf(format, args...)) + "\n")
	}
	for i, name := range names {
		line("%s: %s, seed %d, at tick %s (%.4g s), %s, digest %016x", called(name), d.Scenes[i], d.Seeds[i], humanize.Thousands(d.Ticks[i]), d.Seconds[i],
			humanize.Count(int64(d.Bots[i]), "bot"), d.Digests[i])
	}
	if d.Equal() {
		line("nothing differs")
		return b.String()
	}
	for i, other := range []int{1, 0} {
		if extra := without(d.Limits[i], d.Limits[other]); len(extra) > 0 {
			line("%s alone was made with --limit %s", called(names[i]), strings.Join(extra, " --limit "))
		}
	}
	if d.Seeds[0] != d.Seeds[1] {
		line("the seeds differ: %d and %d", d.Seeds[0], d.Seeds[1])
	}
	line("parts that differ: %s", strings.Join(d.Parts, ", "))
	fields := func(list []live.FieldDiff) {
		for _, f := range list {
			line("  %-16s %s and %s", f.Name, f.A, f.B)
		}
	}
	if len(d.Game) > 0 {
		line("the game")
		fields(d.Game)
	}
	if d.Foreign {
		line("the scenes have other classes: these are two games, and their bots are not compared")
		return b.String()
	}
	if len(d.Bodies) > 0 {
		line("%s", summary(d))
	}
	for i := range d.Bodies[:min(show, len(d.Bodies))] {
		body := &d.Bodies[i]
		class := "a player"
		if body.Class != "" {
			class = "class " + body.Class
		}
		line("%s (id %d, %s)", body.Name, body.ID, class)
		if body.Only != "" {
			line("  is in the %s save alone", body.Only)
		}
		fields(body.Fields)
		if body.Memory {
			line("  what its tree remembers")
			for _, n := range body.Nodes[:min(len(body.Nodes), shownNodes)] {
				line("    of %s", n)
			}
			if more := len(body.Nodes) - shownNodes; more > 0 {
				line("    and of %s more", humanize.Count(int64(more), "node"))
			}
		}
	}
	if more := len(d.Bodies) - show; more > 0 && show > 0 {
		line("and %s more that differ: --show tells more of them, --json all", humanize.Thousands(int64(more)))
	}
	return b.String()
}

// summary says how many bodies differ, and in what.
func summary(d *live.SaveDiff) string {
	counts, only, memory := map[string]int64{}, int64(0), int64(0)
	for i := range d.Bodies {
		for _, f := range d.Bodies[i].Fields {
			counts[f.Name]++
		}
		if d.Bodies[i].Only != "" {
			only++
		}
		if d.Bodies[i].Memory {
			memory++
		}
	}
	var what []string
	add := func(n int64, name string) {
		if n > 0 {
			what = append(what, fmt.Sprintf("%s %s", name, humanize.Thousands(n)))
		}
	}
	add(only, "in one save alone")
	for _, name := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	}) {
		add(counts[name], name)
	}
	add(memory, "what trees remember")
	bodies := humanize.Count(int64(len(d.Bodies)), "bot or player") + " differs"
	if len(d.Bodies) > 1 {
		bodies = humanize.Thousands(int64(len(d.Bodies))) + " bots and players differ"
	}
	return bodies + ": " + strings.Join(what, ", ")
}

// without returns the texts of a list that another has not.
func without(list, other []string) (all []string) {
	for _, s := range list {
		if !slices.Contains(other, s) {
			all = append(all, s)
		}
	}
	return all
}
