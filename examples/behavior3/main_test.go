package main

import (
	"os"
	"testing"

	"github.com/thicket-sim/thicket/behavior"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil { // where the program is to be run
		panic(err)
	}
	if err := behavior.Register(dialect); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
