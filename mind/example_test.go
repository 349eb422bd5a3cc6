package mind_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"github.com/thicket-sim/thicket/mind"
)

// Crab is an agent that a game has already.
type Crab struct{ Food int }

// Hungry is a condition, Eat and Rest are actions of its tree.
func (c *Crab) Hungry() bool      { return c.Food < 2 }
func (c *Crab) Eat() mind.Status  { c.Food++; fmt.Println("eats"); return mind.Success }
func (c *Crab) Rest() mind.Status { fmt.Println("rests"); return mind.Running }

// Agents of a game get trees: most often from an embed.FS or os.DirFS.
func Example() {
	files := fstest.MapFS{"ai/crab.bt": {Data: []byte(`selector {
		condition Hungry { action Eat() }
		action Rest()
	}`)}}
	minds, err := mind.New(mind.Options[*Crab]{Files: files, Methods: true})
	check(err)
	crab := &Crab{}
	_, err = minds.Add(crab, "ai/crab.bt") // once for each crab
	check(err)
	for range 4 {
		minds.Tick(1.0 / 60) // in every update, and then
		minds.ThinkAll(1)
	}
	fmt.Println(minds.Why(crab))
	// Output:
	// eats
	// eats
	// rests
	// rests
	// agent 1, tree ai/crab.bt: Rest for 0.0 s, since 0.1 s (2 turns)
	// before: Eat for 0.0 s, since 0.0 s (2 turns)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
