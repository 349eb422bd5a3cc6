package main

import (
	"fmt"
	"os"
	"slices"
	"time"
)

const (
	bots   = 10_000
	rounds = 21                    // in which all take turns
	turn   = 20 * time.Millisecond // about, of one player
)

func main() {
	for _, m := range matches {
		if err := compare(m); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// compare prints the median time of each player, and how many times that of the
// first it is.
func compare(m match) error {
	all, err := m.players(bots)
	if err != nil {
		return err
	}
	if err := agree(all); err != nil {
		return err
	}
	times := make([][]float64, len(all)) // ns a bot and tick
	ticks := make([]int, len(all))
	for i, p := range all {
		start := time.Now()
		for range 10 {
			p.tick()
		}
		ticks[i] = 1 + int(10*turn/max(time.Since(start), 1))
	}
	for range rounds {
		for i, p := range all {
			start := time.Now()
			for range ticks[i] {
				p.tick()
			}
			times[i] = append(times[i], float64(time.Since(start).Nanoseconds())/float64(ticks[i])/bots)
		}
	}
	fmt.Printf("%s tree, %d bots, median of %d rounds\n", m.tree, bots, rounds)
	for i, p := range all {
		slices.Sort(times[i])
		t := times[i][rounds/2]
		fmt.Printf("%-24s %8.2f ns a bot  %8.1f x\n", p.name, t, t/times[0][rounds/2])
	}
	return nil
}

// agree has each play some seconds and demands that bots do the same in all in
// every tick.
func agree(all []player) error {
	for tick := range 100 {
		for _, p := range all {
			p.tick()
			if got, want := p.done(), all[0].done(); got != want {
				return fmt.Errorf("tick %d: bots of %s did %v, those of %s %v", tick, p.name, got, all[0].name, want)
			}
		}
	}
	return nil
}
