package systems_test

import (
	"flag"
	"os"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// TestMain makes properties look at more cases than the default where tests may take long, unless
// the command line says how many.
func TestMain(m *testing.M) {
	checks := "100"
	if longtest.On {
		checks = "1000"
	}
	if err := flag.Set("rapid.checks", checks); err != nil {
		panic(err)
	}
	flag.Parse()
	os.Exit(m.Run())
}
