// Port is a small game before and after its port to package mind: before.go has the game's own
// tree library and a tree in code, after.go the leaves as methods, and miner.bt the tree.
//
// It plays both, and prints what differs. With the word names it writes what trees can call.
package main

import (
	_ "embed"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/tool"
)

//go:embed before.go
var before string

//go:embed after.go
var after string

//go:embed miner.bt
var tree string

func main() {
	mine := newMine()
	tool.Minds(options(), func(_ string, x, _ float64) *Miner { return &Miner{X: x, mine: mine} })
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	old, now := newMine(), newMine()
	brains := newBrains(old)
	minds, err := newMinds(now)
	if err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "names" {
		return minds.Manifest(os.Stdout)
	}
	if err := same(old, now, brains, minds, 60*60); err != nil {
		return err
	}
	fmt.Printf("both the same for a minute: %d pieces of ore\n", now.Wagon)
	fmt.Printf("lines of Go        %3d  %3d\n", lines(before), lines(after))
	fmt.Printf("lines of trees     %3d  %3d\n", 0, lines(tree))
	fmt.Printf("allocations, tick  %3d  %3d\n",
		allocations(func() { old.step(); think(old, brains) }),
		allocations(func() { now.step(); minds.Tick(dt); minds.ThinkAll(1) }))
	return nil
}

// same plays both games, and wants the same of each miner in each tick.
func same(old, now *Mine, brains []*brain, minds *mind.Minds[*Miner], ticks int) error {
	for tick := range ticks {
		old.step()
		think(old, brains)
		now.step()
		minds.Tick(dt)
		minds.ThinkAll(1)
		for i, m := range now.Miners {
			if o := old.Miners[i]; o.X != m.X || o.Bag != m.Bag || o.did != m.did {
				return fmt.Errorf("tick %d, miner %d: %s at %g m with %d, before the port %s at %g m with %d", tick, i, m.did, m.X, m.Bag, o.did, o.X, o.Bag)
			}
		}
	}
	return nil
}

// lines counts those that are neither empty nor a comment.
func lines(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// allocations counts those of a tick, on average.
func allocations(tick func()) uint64 {
	const ticks = 600
	var from, to runtime.MemStats
	runtime.ReadMemStats(&from)
	for range ticks {
		tick()
	}
	runtime.ReadMemStats(&to)
	return (to.Mallocs - from.Mallocs) / ticks
}
