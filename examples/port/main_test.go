package main

import (
	"testing"

	"github.com/thicket-sim/thicket/thickettest"
)

// TestPort holds the game after its port to the one before.
func TestPort(t *testing.T) {
	if err := run(nil); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"names"}); err != nil {
		t.Fatal(err)
	}
}

// TestSameTells finds a difference.
func TestSameTells(t *testing.T) {
	old, now := newMine(), newMine()
	minds, err := newMinds(now)
	if err != nil {
		t.Fatal(err)
	}
	now.Miners[3].Bag = 4
	if err := same(old, now, newBrains(old), minds, 600); err == nil {
		t.Error("another bag makes no difference")
	}
}

// TestTrees plays the tests of the tree, with leaves from the file and with real ones.
func TestTrees(t *testing.T) {
	mine := newMine()
	thickettest.Minds(t, "*.test.yaml", options(), func(_ string, x, _ float64) *Miner { return &Miner{X: x, mine: mine} })
}

func BenchmarkTick(b *testing.B) {
	b.Run("before", func(b *testing.B) {
		m := newMine()
		brains := newBrains(m)
		b.ReportAllocs()
		for b.Loop() {
			m.step()
			think(m, brains)
		}
	})
	b.Run("after", func(b *testing.B) {
		m := newMine()
		minds, err := newMinds(m)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			m.step()
			minds.Tick(dt)
			minds.ThinkAll(1)
		}
	})
}
