package treetest

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/golden"
)

// TestBadFiles says of files with errors all that is wrong with them, at once.
func TestBadFiles(t *testing.T) {
	golden.Test(t, "testdata/bad.txtar", func(t *testing.T, file string, all golden.Documents) string {
		folder(t, map[string]string{"hens.yaml": hens, file: all[file]})
		res := (&Runner{}).Run(file)[0]
		text := ""
		for _, e := range res.Errors {
			text += e + "\n"
		}
		return text
	})
}
