// Package draws makes the tests of a package that imports it draw a quarter of rapid's default
// number of random cases, unless they may take long or -rapid.checks sets the number.
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
