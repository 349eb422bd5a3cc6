package mbt_test

import "testing"

// asks returns a scene with a query, and asking a tree that goes where it says.
func asks(options string) string { return "queries: [{ id: q, options: [" + options + "] }]" }

const asking = `<QueryTPS name="q" register="RefPoint"/>`

// queryFacts are about queries.
var queryFacts = map[string]fact{
	"query-unknown": {hold: func(t *testing.T) {
		refused(t, `<QueryTPS name="SDKGrunt_OpenCmbat" register="RefPoint"/>`, `unknown query "SDKGrunt_OpenCmbat"; did you mean "SDKGrunt_OpenCombat"?`)
	}},
	"query-order": {hold: func(t *testing.T) {
		p := stage{
			tree: went(asking + `<Move to="RefPoint" speed="Run"/>`),
			more: asks(`{ points: { grid_around_puppet: 4 }, conditions: { min_distance_to_puppet: 50 } }, ` +
				`{ points: { grid_around_puppet: 4 }, density: 4, conditions: { min_distance_to_puppet: 3 }, weights: { distance_to_attentionTarget: -1 } }, ` +
				`{ points: { grid_around_puppet: 10 }, density: 10, weights: { distance_to_puppet: 1 } }`),
		}.open(t)
		p.ends("done", 5, 30)
		p.at(one, 24, 50, 0.1)
	}},
	"query-score": {hold: func(t *testing.T) {
		for weight, want := range map[string]float32{"-1": 25, "1": 80} {
			_ = want
			p := stage{
				tree: went(asking + `<Move to="RefPoint" speed="Sprint"/>`),
				more: asks(`{ points: { grid_around_puppet: 80 }, density: 20, conditions: { min_distance_to_puppet: 4 }, weights: { distance_to_puppet: ` + weight + ` } }`),
			}.open(t)
			p.Put(one, 0, 0, 1, 0)
			p.until(400)
			b := p.Bot(one)
			// The nearest wins with -1. With 1 all beyond 50 m count the same, and the first of them is taken.
			if weight == "-1" && b.X+b.Y > 20.5 || weight == "1" && (b.X < 59 || b.X > 61 || b.Y > 1) {
				t.Errorf("weight %s: it goes to (%v, %v)", weight, b.X, b.Y)
			}
		}
	}},
	"query-strict": {hold: func(t *testing.T) {
		tree := went(asking)
		at := func(least string) string {
			return asks(`{ points: { grid_around_puppet: 5 }, density: 5, conditions: { min_distance_to_attentionTarget: ` + least + `, max_distance_to_attentionTarget: 5.5 } }`)
		}
		p := stage{tree: tree, more: at("5")}.open(t)
		p.Put(two, 30, 50, 0, 1) // a point of the grid is at 5 m
		p.ends("failed", 1, 5)
		q := stage{tree: tree, more: at("4.9")}.open(t)
		q.Put(two, 30, 50, 0, 1)
		q.ends("done", 1, 5)
	}},
	"query-occupies": {hold: func(t *testing.T) {
		p := stage{tree: went(toSpot + `<Wait duration="5"/>`), mate: `<Sequence><Wait duration="0.2"/><Selector><Sequence>` + toSpot + `<SetState key="got" value="yes"/></Sequence><SetState key="got" value="no"/></Selector><Halt/></Sequence>`,
			more: wide, walls: behind, covers: spotBehind}.open(t)
		p.Steps(10)
		if got := p.State(three, "got"); got != `"no"` {
			t.Errorf("the second got the cover: %s", got)
		}
		p.ends("done", 1, 60)
	}},
	"query-own-cover": {hold: func(t *testing.T) {
		p := inCover(toSpot).open(t).arrive()
		p.ends("failed", 1, 10)
	}},
	"query-no-target": {hold: func(t *testing.T) {
		p := stage{tree: went(`<QueryTPS name="q" register="Cover"/>`), more: asks(`{ points: { cover_from_attentionTarget_around_puppet: 15 } }`),
			covers: `{ id: open, at: [25, 50], radius: 1, tags: [cover] },`}.open(t)
		p.Put(two, 99, 99, 0, 1)
		p.ends("done", 1, 5)
	}},
}
