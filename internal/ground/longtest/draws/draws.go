// Package draws lets the tests of a package that imports it draw a quarter of the random cases
// that rapid draws by default, unless they may take long; -rapid.checks says otherwise.
package draws

import (
	"flag"

	"github.com/thicket-sim/thicket/internal/ground/longtest"

	_ "pgregory.net/rapid" // which has the flag
)

func init() {
	if longtest.On {
		return
	}
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}
