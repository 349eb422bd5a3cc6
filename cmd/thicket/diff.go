package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/cmd/internal/terminal"
	"github.com/thicket-sim/thicket/session"
)

// shownBodies is how many bodies that differ are printed; --json has them all.
const shownBodies = 20

func newDiffCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "diff A.save B.save",
		Short: "Say what differs between two saves",
		Long: `Diff compares two saves of thicket run --save: which bots are in one alone, what of the
others differs, by name, whether what their trees remember does, and which parts of the
saves are not the same. Exit code 0: nothing differs; 1: something does.`,
		Example: `  thicket run siege --ticks 300 --save a.save
  thicket run siege --ticks 300 --seed 2 --save b.save
  thicket diff a.save b.save
  thicket diff a.save b.save --json`,
		Args:              args(2, "two saves"),
		ValidArgsFunction: complete(files(".save"), files(".save")),
		RunE: func(cmd *cobra.Command, names []string) error {
			d, err := diffFiles(names)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				err = e.Encode(d)
			} else {
				_, err = io.WriteString(out, diffText(d, names))
			}
			if err == nil && !d.Equal() {
				err = fmt.Errorf("%s and %s differ", names[0], names[1])
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as one JSON object")
	return c
}

func diffFiles(names []string) (*session.SaveDiff, error) {
	var files [2]*bufio.Reader
	for i, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files[i] = bufio.NewReaderSize(f, 1<<20)
	}
	d, err := session.DiffSaves(files[0], files[1], session.Options{
		OnFault: func(host.Fault) {}, OnNotice: func(string) {},
	})
	if err != nil {
		return nil, fmt.Errorf("%s and %s: %w", names[0], names[1], err)
	}
	return d, nil
}

func diffText(d *session.SaveDiff, names []string) string {
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "%s: %s at tick %d, digest %016x\n", name, d.Scenes[i], d.Ticks[i], d.Digests[i])
	}
	if d.Equal() {
		b.WriteString("nothing differs\n")
		return b.String()
	}
	fmt.Fprintf(&b, "parts that differ: %s\n", strings.Join(d.Parts, ", "))
	fields := func(list []session.FieldDiff) {
		for _, f := range list {
			fmt.Fprintf(&b, "  %-14s %s and %s\n", f.Name, f.A, f.B)
		}
	}
	if len(d.Game) > 0 {
		b.WriteString("the game\n")
		fields(d.Game)
	}
	for i, body := range d.Bodies {
		if i == shownBodies {
			fmt.Fprintf(&b, "and %d more that differ; --json lists all\n", len(d.Bodies)-i)
			break
		}
		class := "a player"
		if body.Class != "" {
			class = "class " + body.Class
		}
		fmt.Fprintf(&b, "%s (id %d, %s)\n", body.Name, body.ID, class)
		if body.Only != "" {
			fmt.Fprintf(&b, "  is in the %s save alone\n", body.Only)
		}
		fields(body.Fields)
		if body.Memory {
			b.WriteString("  what its tree remembers\n")
			for _, n := range body.Nodes {
				fmt.Fprintf(&b, "    of %s\n", terminal.Printable(n))
			}
		}
	}
	return b.String()
}
