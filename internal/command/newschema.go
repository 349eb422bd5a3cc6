package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

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

// sceneSchema is that of scenes, with the actions and conditions of every game.
func sceneSchema() []byte { return schema.Scene(scenes.Schema, actionlist.Shared()) }

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

// schemaOf makes the schema of a kind; false for one that has none.
func schemaOf(kind string) (text []byte, ok bool) {
	switch kind {
	case "scene":
		return sceneSchema(), true
	case "test":
		return treetest.Schema, true
	case "sweep":
		return sweep.Schema, true
	case "vocabulary":
		return vocabulary.Schema, true
	}
	x, ok := schema.XMLOf(kind)
	i := slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == kind })
	if !ok || i < 0 {
		return nil, false
	}
	reg := arena.NewRegistry()
	offered := slices.Concat(words.Leaves(reg.Overlay(kind)), words.Leaves(reg))
	return x.XSD(trees.Dialects()[i].Words(), offered), true
}

// newSchema writes a schema. That of a dialect has what an arena offers to its trees.
func newSchema(out io.Writer, kind, file string, force bool) error {
	text, ok := schemaOf(kind)
	if !ok {
		known := schemaKinds()
		e := (&syntax.Error{Msg: fmt.Sprintf("--schema %q, wanted %s", kind, markup.Or(known))}).Suggest(kind, known)
		return usagef("%s", strings.TrimPrefix(e.Error(), ": "))
	}
	err := writeNew(file, text, force)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: is there already; --force replaces it", file)
	}
	if err == nil {
		fmt.Fprintf(out, "wrote %s\n", file)
	}
	return err
}
