package chronicle_test

import (
	"testing"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// walkers returns a snapshot of so many bodies, a tenth of a second after
// the one before; those with odd ids fight.
func walkers(tick int64, bodies int) *session.Snapshot {
	s := &session.Snapshot{Tick: tick, Time: float64(tick) / 10, Sides: []session.SideView{{Team: "red", Score: float64(tick)}}}
	for i := range bodies {
		b := session.BodyView{ID: components.ID(i + 1), Class: "cat", Health: 0.5}
		if i%2 == 0 {
			b.Action = "fight"
		}
		s.Bots = append(s.Bots, b)
	}
	return s
}

func TestAChartRemembersHowAGameWent(t *testing.T) {
	var c chronicle.Chart
	for tick := range int64(100) {
		c.Add(walkers(tick, 10), time.Duration(tick), 0)
	}
	all := c.Between(40, 59)
	if len(all) != 20 || all[0].Tick != 40 || all[0].Took != 40 || all[19].Scores[0] != 59 {
		t.Fatalf("%d moments from 40 to 59: %+v", len(all), all)
	}
	if m := all[0]; m.Classes[0] != 10 || c.Classes[0] != "cat" || m.Actions[0] != 5 || c.Actions[0] != "fight" || m.Actions[1] != 5 || c.Actions[1] != "" {
		t.Errorf("%+v of classes %q and actions %q", m, c.Classes, c.Actions)
	}
	body := c.Body(3, 40, 59, nil)
	if len(body) != 20 || body[7].Speed >= 0 || body[7].Health != 0.5 || c.Actions[body[7].Action] != "fight" {
		t.Errorf("body 3: %+v", body)
	}
	if len(c.Body(11, 0, 99, nil)) != 0 {
		t.Error("a body that was never there has a past")
	}
	c.Add(walkers(50, 1), 0, 0)
	if n := len(c.Between(0, 1000)); n != 100 {
		t.Errorf("%d moments after one was added again, wanted 100", n)
	}
	c.Forget(49)
	c.Add(walkers(50, 1), 0, 0)
	if all := c.Between(0, 1000); len(all) != 51 || all[50].Classes[0] != 1 {
		t.Errorf("%d moments after another way from 49", len(all))
	}
}

// However long a game is, a chart keeps no more than it has room for; of a crowd it keeps who is
// asked for.
func TestAChartIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("plays long games")
	}
	var c chronicle.Chart
	for tick := range int64(900) {
		c.Add(walkers(tick, 2000), 0, 0)
	}
	if n := len(c.Body(7, 0, 900, nil)); n > 1<<20/2000 || n < 400 {
		t.Errorf("%d moments of one of 2,000 bodies", n)
	}
	if n := len(c.Between(0, 900)); n != 900 {
		t.Errorf("%d moments, wanted all", n)
	}
	for tick := int64(900); tick < 20_000; tick++ {
		c.Add(walkers(tick, 1), 0, 0)
	}
	if n := len(c.Between(0, 20_000)); n > 12_000 || n < 6000 {
		t.Errorf("%d moments", n)
	}
	var crowd chronicle.Chart
	crowd.Add(walkers(1, 3000), 0, 9)
	if len(crowd.Body(9, 0, 9, nil)) != 1 || len(crowd.Body(8, 0, 9, nil)) != 0 {
		t.Error("of a crowd the chart keeps another one than was asked for")
	}
}

// A chart that is told of every tick says how fast bodies went by themselves: the short way around
// joined edges, and without what they were put elsewhere. A part that nobody saw is a gap.
func TestAChartMeasuresWhatBodiesDid(t *testing.T) {
	s, err := live.Start("a.yaml", []byte(`
tickRate: 30
world: { width: 40, height: 40, edges: wrap }
bots: [{ id: cat, name: Cat, count: 3, speedMps: 4, behavior: { kind: wander } }]
`), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var c chronicle.Chart
	var snap session.Snapshot
	c.Add(s.Snapshot(), 0)
	around := 0
	for tick := range 900 {
		if tick%100 == 50 {
			if err := s.Do(&session.Place{Who: session.Who{ID: 1}, At: &session.Spot{X: float64(tick) / 30, Y: 20}}); err != nil {
				t.Fatal(err)
			}
		}
		before := s.World().Position.Get(2)
		s.Step()
		if after := s.World().Position.Get(2); max(after.X-before.X, before.X-after.X, after.Y-before.Y, before.Y-after.Y) > 20 {
			around++
		}
		if tick < 600 || tick > 700 {
			c.Tick(s, &snap, time.Millisecond)
		}
	}
	if around == 0 {
		t.Fatal("nobody went around an edge")
	}
	gaps := 0
	for id := components.ID(1); id <= 3; id++ {
		for i, m := range c.Body(id, 1, 900, nil) {
			if m.Gap {
				gaps++
				continue
			}
			if m.Speed < 3.9 || m.Speed > 4.1 {
				t.Errorf("body %d went %g m/s up to tick %d, wanted 4 (moment %d)", id, m.Speed, m.Tick, i)
			}
		}
	}
	all := c.Between(0, 900)
	if gaps != 3 || len(all) < 260 {
		t.Errorf("%d gaps of 3 bodies in %d moments, wanted one each", gaps, len(all))
	}
}
