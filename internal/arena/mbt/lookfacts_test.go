package mbt_test

import "testing"

// lookFacts are about looking and turning.
var lookFacts = map[string]fact{
	"look-no-target": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Look at="Target"/>`)}.open(t)
		p.Put(two, 99, 99, 0, 1)
		p.ends("runs", 0, 60)
	}},
	"aim-no-target": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Aim at="Target"/>`)}.open(t)
		p.Put(two, 99, 99, 0, 1)
		p.ends("done", 1, 2)
	}},
	"aim-default": {hold: func(t *testing.T) { stage{tree: went(`<Aim/>`)}.open(t).ends("done", 3, 5) }},
	"aim-sum": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Aim durationOnceWithinThreshold="1"/>`)}.open(t)
		for tick := range 40 {
			hx := float32(1)
			if tick >= 7 && tick < 17 {
				hx = -1 // it is turned away for a second
			}
			p.Put(one, 20, 50, hx, 0).Step()
			if p.State(one, "is") != "" {
				if tick < 20 || tick > 25 {
					t.Errorf("done in tick %d, wanted 1 s of aiming in all, and 1 s of none", tick)
				}
				return
			}
		}
		t.Error("it is never done")
	}},
	"aim-timeout": {hold: func(t *testing.T) {
		p := stage{tree: went(`<Aim/>`)}.open(t)
		for tick := range 100 {
			p.Put(one, 20, 50, -1, 0).Step()
			if p.State(one, "is") == `"done"` {
				if tick < 79 || tick > 84 {
					t.Errorf("done in tick %d, wanted 8 s", tick)
				}
				p.notices("longer than 8 s")
				return
			}
		}
		t.Error("it is never done")
	}},
	"turnbody-attributes": {hold: func(t *testing.T) {
		p := stage{tree: went(`<TurnBody towards="RefPoint"/>`), covers: refPlace}.open(t)
		p.ends("done", 3, 6)
		if b := p.Bot(one); b.HY < 0.95 {
			t.Errorf("it heads to (%v, %v), wanted down", b.HX, b.HY)
		}
		q := stage{tree: went(`<TurnBody towards="RefPoint"/>`), covers: refPlace}.open(t)
		for range 90 {
			q.Put(one, 20, 50, 1, 0).Step() // it is kept from turning
		}
		q.Is(`"done"`)
		q.notices("longer than 8 s")
	}},
	"turnbody-align-target": {hold: func(t *testing.T) {
		p := stage{tree: went(`<TurnBody alignWith="Target"/>`)}.open(t)
		p.Put(one, 20, 50, 0, 1)
		p.ends("done", 3, 6)
		if b := p.Bot(one); b.HY < 0.99 {
			t.Errorf("it heads to (%v, %v), wanted its own heading", b.HX, b.HY)
		}
		q := stage{tree: went(`<TurnBody alignWith="Target"/>`)}.open(t)
		q.Put(two, 99, 99, 0, 1)
		q.ends("done", 1, 2)
		q.notices("nothing to turn to")
	}},
	"turnbody-towards-wins": {hold: func(t *testing.T) {
		p := stage{tree: went(`<TurnBody towards="Target" alignWith="RefPoint"/>`), covers: refPlace}.open(t)
		p.Put(one, 20, 50, 0, 1)
		p.ends("done", 3, 6)
		if b := p.Bot(one); b.HX < 0.95 {
			t.Errorf("it heads to (%v, %v), wanted to the target", b.HX, b.HY)
		}
	}},
}
