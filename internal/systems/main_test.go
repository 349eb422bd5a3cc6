package systems_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain makes properties look at more cases than the default of 100, unless
// the command line says how many.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
	flag.Parse()
	if testing.Short() && flag.Lookup("rapid.checks").Value.String() == "1000" {
		_ = flag.Set("rapid.checks", "200")
	}
	os.Exit(m.Run())
}
