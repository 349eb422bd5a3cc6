package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	_ "embed" // of the file to start from

	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// sweepSchemaFile is the name of the schema that is written beside a sweep file.
const sweepSchemaFile = "thicket.sweep.schema.json"

// sweepTemplate is a sweep file to start from.
//
//go:embed tag-speed.yaml
var sweepTemplate []byte

// newSweep writes a sweep file to start from, and the schemas beside it.
func newSweep(out io.Writer, file string, force bool) error {
	if ext := filepath.Ext(file); ext != ".yaml" && ext != ".yml" {
		return usagef("%s: wanted a file that ends in .yaml", file)
	}
	text := append([]byte("# yaml-language-server: $schema=./"+sweepSchemaFile+"\n"), sweepTemplate...)
	if err := writeNew(file, text, force); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: is there already; --force replaces it", file)
		}
		return err
	}
	fmt.Fprintf(out, "wrote %s\n", file)
	folder := filepath.Dir(file)
	if err := writeMissing(out, filepath.Join(folder, sweepSchemaFile), sweep.Schema, false); err != nil {
		return err
	}
	if err := writeMissing(out, filepath.Join(folder, testSchemaFile), treetest.Schema, false); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\nplay it:  thicket sweep %s\n", file)
	return err
}
