package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playground"
)

func newPlaygroundCommand() *cobra.Command {
	var out, source string
	var quality int
	c := &cobra.Command{
		Use:   "playground",
		Short: "Write a page that plays games without a server",
		Long: `Playground writes a folder with a page: an editor of scenes, trees and tests beside
the game that they make, which plays in the browser itself, with its inspector, charts and
past, checks while one types, tests, mutants and the question why. Any server of files can offer
the folder; thicket serve --try does. Beside each long file are its gzip and brotli versions, for
servers that offer such files.

It builds the program of the page with the command go, from thicket's own source: that of
--source, of the module in which it is called, of the version which that module requires,
or of the version of this command.`,
		Example: `  thicket playground --out site              write the folder
  thicket playground --out site --brotli 11  take minutes for a program that loads faster
  thicket serve tag --try site               offer it at /try/, beside a game`,
		Args:              args(0, "no arguments"),
		ValidArgsFunction: complete(nothing, nothing),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("--out is missing, wanted a folder")
			}
			if quality < 0 || quality > playground.Smallest {
				return usagef("--brotli %d, wanted 0 to %d", quality, playground.Smallest)
			}
			dir, err := playground.Source(cmd.Context(), source)
			if err != nil {
				return err
			}
			sizes, err := playground.Write(cmd.Context(), dir, out, quality)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "wrote %s; its program has %.1f MB, %.1f by gzip, %.1f by brotli\n", out, float64(sizes.Program)/1e6, float64(sizes.Gzip)/1e6, float64(sizes.Brotli)/1e6)
			return nil
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&out, "out", "", "write into the folder `DIR`: a new one, an empty one, or an older playground")
	c.Flags().StringVar(&source, "source", "", "build from thicket's source in `DIR`")
	c.Flags().IntVar(&quality, "brotli", playground.Usual, "compress by brotli with the quality `N`, 0 to 11: the highest takes minutes")
	_ = c.MarkFlagDirname("out") // fails for unknown flags only
	_ = c.MarkFlagDirname("source")
	return c
}
