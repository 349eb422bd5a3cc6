package command

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/actionlist"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/schema"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/sweep"
	"github.com/thicket-sim/thicket/internal/trees"
)

// sceneSchema makes that of scenes, with what a game offers to trees, or what every game does.
func (f *gameFlag) sceneSchema(cmd *cobra.Command) ([]byte, error) {
	shared := actionlist.Shared()
	offered, err := f.offered(cmd)
	if offered != nil {
		shared = actionlist.OfFile(offered)
	}
	return schema.Scene(scenes.Schema, shared), err
}

// schemaKinds lists what there are schemas of: JSON schemas of files, and XML Schemas of dialects.
func schemaKinds() []string {
	all := []string{"scene", "test", "sweep", "vocabulary"}
	for _, d := range trees.Dialects() {
		if _, ok := schema.XMLOf(d.Name); ok {
			all = append(all, d.Name)
		}
	}
	slices.Sort(all)
	return all
}

// schemaOf makes the schema of a kind. That of a dialect has what the game offers to its trees, or what
// an arena does.
func (f *gameFlag) schemaOf(cmd *cobra.Command, kind string) ([]byte, error) {
	switch kind {
	case "scene":
		return f.sceneSchema(cmd)
	case "test":
		return treetest.Schema, nil
	case "sweep":
		return sweep.Schema, nil
	case "vocabulary":
		return vocabulary.Schema, nil
	}
	x, ok := schema.XMLOf(kind)
	i := slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == kind })
	if !ok || i < 0 {
		known := schemaKinds()
		e := (&syntax.Error{Msg: fmt.Sprintf("--schema %q, wanted %s", kind, markup.Or(known))}).Suggest(kind, known)
		return nil, usagef("%s", strings.TrimPrefix(e.Error(), ": "))
	}
	game, err := f.read(cmd)
	if err != nil {
		return nil, err
	}
	reg := game.Registry
	if reg == nil {
		reg = arena.NewRegistry()
	}
	offered := slices.Concat(words.Leaves(reg.Overlay(kind)), words.Leaves(reg))
	return x.XSD(trees.Dialects()[i].Words(), offered), nil
}

// newSchema writes a schema.
func (f *gameFlag) newSchema(cmd *cobra.Command, kind, file string, force bool) error {
	text, err := f.schemaOf(cmd, kind)
	if err != nil {
		return err
	}
	err = writeNew(file, text, force)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: is there already; --force replaces it", file)
	}
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", file)
	}
	return err
}
