package inspect_test

import (
	"testing"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/systems"
)

// walkers is a snapshot of so many bodies that walk along x at 2 m/s, a tenth of a second after
// the one before; those with odd ids fight.
func walkers(tick int64, bodies int) *systems.Snapshot {
	s := &systems.Snapshot{Tick: tick, Time: float64(tick) / 10, Sides: []systems.SideView{{Team: "red", Score: float64(tick)}}}
	for i := range bodies {
		b := systems.BodyView{ID: components.ID(i + 1), Class: "cat", X: float32(tick) * 0.2, Health: 0.5}
		if i%2 == 0 {
			b.Action = "fight"
		}
		s.Bots = append(s.Bots, b)
	}
	return s
}

func TestAChartRemembersHowAGameWent(t *testing.T) {
	var c inspect.Chart
	for tick := range int64(100) {
		if s := walkers(tick, 10); c.Due(s, 10) {
			c.Add(s, time.Duration(tick), 0)
		}
	}
	all := c.Between(40, 59)
	if len(all) != 20 || all[0].Tick != 40 || all[0].Took != 40 || all[19].Scores[0] != 59 {
		t.Fatalf("%d moments from 40 to 59: %+v", len(all), all)
	}
	if m := all[0]; m.Classes[0] != 10 || c.Classes[0] != "cat" || m.Actions[0] != 5 || c.Actions[0] != "fight" || m.Actions[1] != 5 || c.Actions[1] != "" {
		t.Errorf("%+v of classes %q and actions %q", m, c.Classes, c.Actions)
	}
	body := c.Body(3, 40, 59, nil)
	if len(body) != 20 || body[0].Speed < 1.99 || body[7].Speed > 2.01 || body[7].Health != 0.5 || c.Actions[body[7].Action] != "fight" {
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
	var c inspect.Chart
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
	var crowd inspect.Chart
	crowd.Add(walkers(1, 3000), 0, 9)
	if len(crowd.Body(9, 0, 9, nil)) != 1 || len(crowd.Body(8, 0, 9, nil)) != 0 {
		t.Error("of a crowd the chart keeps another one than was asked for")
	}
}
