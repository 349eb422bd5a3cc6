package trial

import (
	"maps"
	"slices"
	"testing"
)

// facts are the facts about the game that the tests of a package hold, by the names that the
// list of them has.
var facts = map[string]func(*testing.T){}

// Fact adds a test of a fact. It is for variables named _.
func Fact(name string, holds func(*testing.T)) bool {
	if facts[name] != nil {
		panic("the fact " + name + " has two tests")
	}
	facts[name] = holds
	return true
}

// Hold runs the tests of all facts that were added.
func Hold(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts[name](t)
		})
	}
}
