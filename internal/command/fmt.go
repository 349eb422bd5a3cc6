package command

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

func newFmtCommand(own *Game) *cobra.Command {
	var write, old, wrap bool
	names := gameFlag{own: own}
	cmd := &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Lay out behaviour trees",
		Long: `Fmt prints tree files with a new layout: one node a line, indented by tabs. Tokens, comments
and macros stay as they are written, and so do values and texts of XML, so that its output
loads to the same tree. It is for dialects that are text of their own, such as *.bt, and for
those in XML; a file need not load to be laid out, but its tokens must be readable. XML that
was copied from a page is repaired: typographic quotes around values become straight, and the - that
browsers show before tags is removed; with --wrap a fragment of a Modular Behavior Tree is put into
<BehaviorTree><Root>. Trees in Lua are programs: a formatter of Lua is for
them.

--from-old changes words and leaves the layout: in a *.bt file it replaces words of
older versions of the game, from 2013 on, by those of today that mean the same. A word
that has no such replacement stays, and thicket check tells what to write.

With --vocabulary FILE each file is checked first, by the names that a game offers: the
errors of a faulty one are printed, and it is left as it is.`,
		Example: `  thicket fmt bots/hunter.bt
  thicket fmt -w bots/*.bt bots/*.inc
  thicket fmt -w --from-old old.bt           the words of today in place of those of 2013
  thicket fmt -w --vocabulary game.json ai/*.bt`,
		Args:              someArgs("files of trees"),
		ValidArgsFunction: complete(files(formatted()...)),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := names.read(cmd)
			if err != nil {
				return err
			}
			o := check.Options{Own: game.Own, Vocabulary: game.Vocabulary, Limits: limitsOf(cmd)}
			bad := 0
			for _, name := range args {
				if len(names.files) > 0 {
					if f := check.Load(name, o); !f.OK {
						bad++
						check.WriteFindings(cmd.ErrOrStderr(), "", f.Errors)
						continue
					}
				}
				out, err := formatFile(name, write, old, wrap, limitsOf(cmd))
				if err != nil {
					bad++
					check.WriteFindings(cmd.ErrOrStderr(), "", check.Errors(name, err))
					continue
				}
				if _, err := cmd.OutOrStdout().Write(out); err != nil {
					return err
				}
			}
			if bad > 0 {
				return fmt.Errorf("%d of %s with errors", bad, humanize.Count(int64(len(args)), "file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the files instead of printing them")
	cmd.Flags().BoolVar(&old, "from-old", false, "write the words of older versions of the game in those of today, and leave the layout as it is")
	cmd.Flags().BoolVar(&wrap, "wrap", false, "put a fragment of a Modular Behavior Tree into its root")
	names.add(cmd)
	return cmd
}

// formatFile lays out a file and returns the text; with old it writes old words in those of today
// instead. With wrap a fragment gets what its file lacks around it. With write it returns nothing, and writes the file where its text differs.
func formatFile(name string, write, old, wrap bool, limits limit.Values) ([]byte, error) {
	src, err := markup.ReadFile(name, markup.LimitsOf(limits))
	if err != nil {
		return nil, err
	}
	text := src
	if wrap {
		if text, err = trees.Wrap(name, src, limits); err != nil {
			return nil, err
		}
	}
	change := trees.Format
	if old {
		change = trees.FromOld
	}
	out, err := change(name, text, limits)
	if err != nil || !write {
		return out, err
	}
	if bytes.Equal(out, src) {
		return nil, nil
	}
	return nil, wholefile.Write(name, out)
}
