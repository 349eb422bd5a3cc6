package main

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil { // where the program is to be run
		panic(err)
	}
	os.Exit(m.Run())
}

func Example() {
	main()
	// Output:
	// Coming!
	// Coming!
	// Who is there?
}
