package btcpp

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/run"
)

// randomUnit draws a node that the model knows.
func randomUnit(t *rapid.T, depth int) *unit {
	u := &unit{}
	names := []string{"Act", "Act", "Act", "Sync", "Cond", "AlwaysSuccess", "AlwaysFailure", "Sleep", "Script", "ScriptCondition", "WasEntryUpdated"}
	if depth > 0 && rapid.IntRange(0, 5).Draw(t, "leaf") > 0 {
		names = append([]string{
			"Sequence", "AsyncSequence", "SequenceWithMemory", "Fallback", "AsyncFallback", "ReactiveSequence", "ReactiveFallback",
			"Parallel", "ParallelAll", "IfThenElse", "WhileDoElse", "Switch2", "TryCatch",
		}, decorators...)
	}
	u.name = rapid.SampledFrom(names).Draw(t, "name")
	number := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "number") }
	kids := 0
	switch {
	case u.isDecorator():
		kids = 1
	case u.name == "IfThenElse", u.name == "WhileDoElse":
		kids = number(2, 3)
	case u.name == "Switch2":
		kids = 3
	case u.name == "TryCatch":
		kids = number(2, 4)
	case depth > 0 && len(names) > 20:
		kids = number(1, 3)
	}
	for i := range kids {
		k := randomUnit(t, depth-1)
		if i == 0 && (u.name == "IfThenElse" || u.name == "WhileDoElse") && number(0, 3) > 0 {
			k = &unit{name: "Cond"} // others may be skipped, which is an error
		}
		if u.name == "ReactiveSequence" && k.name == "AsyncSequence" {
			k.name = "Sequence" // it takes one of the others at most
		}
		u.kids = append(u.kids, k)
	}
	u.fill(t, number)
	if number(0, 2) == 0 {
		u.scripts = map[string]string{}
		for range number(1, 3) {
			u.scripts[rapid.SampledFrom(conditionNames[:]).Draw(t, "attribute")] = randomEntry(t)
		}
	}
	return u
}

func randomEntry(t *rapid.T) string { return rapid.SampledFrom(modelEntries[:3]).Draw(t, "entry") }

// fill draws what stands in an element.
func (u *unit) fill(t *rapid.T, number func(int, int) int) {
	u.entry = randomEntry(t)
	u.flag = number(0, 1) == 1
	u.other = rapid.SampledFrom([]answer{success, failure, running, skipped}).Draw(t, "other")
	switch n := len(u.kids); u.name {
	case "Parallel", "ParallelAll":
		u.count, u.count2 = number(-n-1, n), number(-n-1, n)
	case "Switch2":
		u.entry = late
		u.list = rapid.SampledFrom([][]int{{0, 1}, {1, 0}, {1, 1}, {2, 0}}).Draw(t, "cases")
	case "Repeat", "RetryUntilSuccessful":
		u.count = number(-1, 4)
	case "Timeout", "Delay", "Sleep":
		u.count = 50 * number(0, 8)
	case "LoopInt":
		u.list = rapid.SliceOfN(rapid.IntRange(0, 1), 0, 3).Draw(t, "list")
	case "SkipUnlessUpdated", "WaitValueUpdate", "WasEntryUpdated":
		u.entry = rapid.SampledFrom(modelEntries).Draw(t, "updated")
	}
}

// Random trees of all nodes, in which the game writes entries and halts the tree, do what the model does.
func TestRandomTreesAgainstTheModel(t *testing.T) {
	b := newBench(t)
	rapid.Check(t, func(rt *rapid.T) {
		root := randomUnit(rt, 4)
		how := match{ticks: 20, exactly: rapid.Bool().Draw(rt, "exactly"), halts: rapid.Bool().Draw(rt, "halts"), writes: rapid.IntRange(0, 4).Draw(rt, "writes")}
		seed := rapid.Uint64().Draw(rt, "seed")
		draws := rand.New(rand.NewPCG(seed, 1))
		b.tape = tape{random: draws.IntN}
		src := root.source()
		pool := run.NewPool(b.load(t, src, how.exactly), &quiet{})
		if diff := b.play(pool, root, how); diff != "" {
			rt.Fatalf("%s\n%s", diff, src)
		}
	})
}
