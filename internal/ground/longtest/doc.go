// Package longtest says how much tests play. What takes long, such as games that are played for their
// statistics, is in full where tests are built with the tag "long": go test -tags long. Without
// the tag a test plays the first of its seeds, and a package whose tests import this one
// draws a quarter of the random cases that rapid draws by default; -rapid.checks says otherwise.
package longtest

import (
	"flag"

	_ "pgregory.net/rapid" // which has the flag
)

func init() {
	if On {
		return
	}
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}
