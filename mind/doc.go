// Package mind gives the agents that a game already has a behaviour tree each. It knows no
// scene, no session and no world of its own: what trees ask and do are functions of the
// game's own type, most often its methods.
//
//	minds, err := mind.New(mind.Options[*Crab]{Files: files, Methods: true})
//	check(err)
//	crab := &Crab{}
//	_, err = minds.Add(crab, "ai/crab.bt") // once for each crab
//	check(err)
//	for range 4 {
//		minds.Tick(1.0 / 60) // in every update, and then
//		minds.ThinkAll(1)
//	}
//
// # Turns
//
// The game decides who thinks when: it may call [Mind.Think] in every tick, in every fourth or
// never, in any order. [Mind.Every] and [Minds.ThinkAll] do it for games that have no wishes.
// Times in trees are the time of the game, which [Minds.Tick] tells, however often a mind thinks.
//
// # What a tree sees
//
// Functions of an agent are asked when the tree comes to them. What trees see of other agents
// by a parameter `where`, and the values that they compare by name, are those that agents had at
// the last Tick.
//
// # Faults
//
// A leaf that panics has failed: the game goes on, and [Options.OnFault] is told with the place
// in the tree, the agent and a stack. [Mind.Think] never panics.
//
// # Determinism
//
// The same calls in the same order give the same game. Random numbers of trees depend on
// [Options.Seed], the order of adding, the turns of a mind and the node. Watching changes nothing.
//
// # Goroutines
//
// Minds belong to one goroutine at a time, and call leaves on that one only. With several
// workers, ThinkAll runs Local leaves on the goroutines of the workers.
package mind
