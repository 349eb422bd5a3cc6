package mbt_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// fact is one thing that is known of the original, by its name in the list of facts:
// a test, or a reason why there is none; with both, the reason says in what the game differs.
type fact struct {
	hold   func(*testing.T)
	reason string
}

// factTables are the facts of each file.
var factTables = []map[string]fact{loadFacts, luaFacts, moveFacts, fightFacts, lookFacts, queryFacts, eventFacts, nodeFacts}

// TestFacts holds each fact.
func TestFacts(t *testing.T) {
	t.Parallel()
	for _, table := range factTables {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if f := table[name]; f.hold != nil {
				t.Run(name, f.hold)
			}
		}
	}
}

// Each fact of the list that was made from the original has a test or a reason why
// not, and no fact is told twice.
func TestEveryFactIsHeld(t *testing.T) {
	told := map[string]bool{}
	for _, table := range factTables {
		for name, f := range table {
			if told[name] {
				t.Errorf("%s is there twice", name)
			}
			if told[name] = true; f.hold == nil && f.reason == "" {
				t.Errorf("%s: wanted a test or a reason", name)
			}
		}
	}
	facttest.Whole(t, "mbt", func(name string) bool { return told[name] })
}

// said loads the yard with a tree of one node, and gives what is said about it: errors,
// or else notices.
func said(t *testing.T, node string) (text string, loaded bool) {
	t.Helper()
	file, _ := write(t, node, "")
	s, err := scenes.Load(file, scenes.Options{})
	if err != nil {
		return err.Error(), false
	}
	var all []string
	for _, n := range s.Notices {
		all = append(all, n.Error())
	}
	return strings.Join(all, "\n"), true
}

// refused wants a node that does not load, for a reason that has all these words.
func refused(t *testing.T, node string, words ...string) {
	t.Helper()
	text, loaded := said(t, node)
	if loaded {
		t.Errorf("%s loads", node)
	}
	has(t, node, text, words)
}

// loads wants a node that loads, with notices that have all these words; with none
// where there are no words.
func loads(t *testing.T, node string, words ...string) {
	t.Helper()
	text, loaded := said(t, node)
	switch {
	case !loaded:
		t.Errorf("%s: %s", node, text)
	case len(words) == 0 && text != "":
		t.Errorf("%s: notices %s", node, text)
	}
	has(t, node, text, words)
}

func has(t *testing.T, node, text string, words []string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s: %s\nwanted %q in it", node, text, w)
		}
	}
}
