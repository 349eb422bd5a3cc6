package command

import (
	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
)

// vocabularyFlag names files in the place of a game.
type vocabularyFlag struct{ files []string }

// add adds the flag to a command.
func (f *vocabularyFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.files, "vocabulary", nil, "take the names that the game offers to trees from `FILE`, as Minds.Manifest writes it (repeatable)")
	_ = cmd.MarkFlagFilename("vocabulary", "json") // fails for unknown flags only
}

// read returns what the files list; nil where there are none.
func (f *vocabularyFlag) read(cmd *cobra.Command) (*vocabulary.Vocabulary, error) {
	if len(f.files) == 0 {
		return nil, nil
	}
	if err := wantPaths(cmd, []string{"vocabulary"}); err != nil {
		return nil, err
	}
	return vocabulary.Read(f.files, limitsOf(cmd))
}

// play has tests played with the names in the files.
func (f *vocabularyFlag) play(cmd *cobra.Command, to *treetest.Runner) error {
	v, err := f.read(cmd)
	if err != nil || v == nil {
		return err
	}
	reg, err := trees.RegistryOf(v, nil)
	if err == nil {
		to.Vocabulary, to.Registry = v, reg
	}
	return err
}
