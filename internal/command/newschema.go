package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/insight/schema"
	"github.com/thicket-sim/thicket/internal/trees"
)

// newSchema writes an XML Schema of the trees of a dialect, with what an arena offers to them.
func newSchema(w io.Writer, dialect, file string, force bool) error {
	x, ok := schema.XMLOf(dialect)
	i := slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == dialect })
	if !ok || i < 0 {
		return usagef("--schema %s: wanted mbt or btcpp", dialect)
	}
	reg := arena.NewRegistry()
	offered := slices.Concat(words.Leaves(reg.Overlay(dialect)), words.Leaves(reg))
	err := writeNew(file, x.XSD(trees.Dialects()[i].Words(), offered), force)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: is there already; --force replaces it", file)
	}
	if err == nil {
		fmt.Fprintf(w, "wrote %s\n", file)
	}
	return err
}
