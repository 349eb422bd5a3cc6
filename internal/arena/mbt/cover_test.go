package mbt_test

import "testing"

// TestWhoIsInACoverTooNearToItsWallLeansOut has a cover at which nobody can stand, because it
// is nearer to its wall than a body is wide: who stands on the free spot next to it is in that
// cover, fires from beside it, and finds it as one to shoot from.
func TestWhoIsInACoverTooNearToItsWallLeansOut(t *testing.T) {
	for _, c := range []struct{ name, cover string }{{"beside", "62.6"}, {"too near", "62.2"}} {
		p := stage{
			tree:   went(`<QueryTPS name="SDKGrunt_CoverToShootFrom" register="Cover"/>` + atSpot + `<ShootFromCover duration="3"/>`),
			class:  `, weapons: [gun]`,
			walls:  "{ rect: [60, 49.8, 2, 0.4] }",
			covers: `{ id: spot, at: [` + c.cover + `, 50], radius: 1, tags: [cover] },`,
		}.open(t)
		p.Put(one, 66, 44, -1, 0).Put(two, 50, 50, 1, 0)
		p.ends("done", 30, 100)
		p.counted("OnEnterCover", 1)
		if n := p.Events("damaged"); n < 5 {
			t.Errorf("%s: it hits %d times from its cover", c.name, n)
		}
	}
}
