package command

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/insight/index"
)

// indexFlags ask where names are defined and used.
type indexFlags struct {
	all  bool
	uses string
}

func (f *indexFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.all, "index", false, "print where all names are defined and used, as JSON")
	cmd.Flags().StringVar(&f.uses, "uses", "", "print where a `NAME` is defined, and then where it is used")
}

func (f *indexFlags) asked() bool { return f.all || f.uses != "" }

// write prints the index of a file.
func (f *indexFlags) write(cmd *cobra.Command, name string, o *check.Options) error {
	loading := o.Own.Loading(o.Limits)
	loading.Root, loading.Wider, loading.Lenient, loading.Checks = o.Root, o.Wider, true, true
	sources, err := index.Sources(name, loading)
	if err != nil {
		check.WriteFindings(cmd.ErrOrStderr(), "", check.Errors(name, err))
		return fmt.Errorf("%s has errors", name)
	}
	x := index.Of(sources, o.Limits, o.Own.Registry)
	if f.all {
		e := json.NewEncoder(cmd.OutOrStdout())
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(x)
	}
	return writeUses(cmd.OutOrStdout(), x, name, f.uses)
}

// writeUses prints a line for each definition of a name, and then for each of its uses.
func writeUses(w io.Writer, x *index.Index, file, name string) error {
	rows := x.Named(name)
	if len(rows) == 0 {
		if guess := syntax.Closest(name, x.Texts()); guess != "" {
			return fmt.Errorf("%s has no name %q; did you mean %q?", file, name, guess)
		}
		return fmt.Errorf("%s has no name %q; --index lists all", file, name)
	}
	line := func(r index.Range, text string) { fmt.Fprintf(w, "%s:%d:%d: %s\n", r.File, r.Line, r.Col, text) }
	for _, row := range rows {
		of := ""
		if row.Scope != "" {
			of = " of " + row.Scope
		}
		for _, r := range row.Definitions {
			line(r, fmt.Sprintf("the %s %q%s is defined", row.Kind, row.Text, of))
		}
		for _, r := range row.Uses {
			line(r, fmt.Sprintf("the %s %q%s is used", row.Kind, row.Text, of))
		}
	}
	return nil
}
