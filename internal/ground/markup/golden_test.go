package markup_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestDocuments(t *testing.T) {
	golden.Test(t, "testdata/documents.txtar", func(_ *testing.T, file string, all golden.Documents) string {
		return outcome(file, []byte(all[file])) + "\n"
	})
}

// outcome returns the tree of a document as JSON, or its errors.
func outcome(file string, src []byte) string {
	n, err := markup.Parse(file, src, markup.Limits{})
	if err != nil {
		return err.Error()
	}
	return n.JSON()
}
