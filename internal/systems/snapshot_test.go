package systems_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestASnapshotTakesNoTimeForThoseWhoAreGone plays what hours of bots that come
// and go leave behind: few bots, and millions of ids that were given.
func TestASnapshotTakesNoTimeForThoseWhoAreGone(t *testing.T) {
	young, old := open(t, herd), open(t, herd)
	for range 40 {
		w := old.World()
		first := w.SpawnBatch(ecs.Human, 50_000, nil, func(int, *ecs.Body) {})
		for id := first; id < w.NextID(); id++ {
			w.Remove(id)
		}
	}
	do(t, old, &session.Add{Class: "sheep", Count: 1})
	do(t, young, &session.Add{Class: "sheep", Count: 1})
	if diff := cmp.Diff(names(young), names(old)); diff != "" {
		t.Error(diff)
	}
	fastest := func(s *live.Session) time.Duration {
		var snap session.Snapshot
		best := time.Hour
		for range 30 {
			begin := cputime.Now()
			s.SnapshotInto(&snap)
			best = min(best, cputime.Now()-begin)
		}
		return best
	}
	if y, o := fastest(young), fastest(old); o > 20*y {
		t.Errorf("a snapshot takes %v after two million ids, %v before them", o, y)
	}
}

func TestSnapshotsFollowWhoComesAndGoes(t *testing.T) {
	s := open(t, herd)
	var snap session.Snapshot
	for i, step := range []struct {
		do   func()
		want []string
	}{
		{func() {}, []string{"Sheep 1", "Sheep 2", "Sheep 3", "Sheep 4", "Dog 1"}},
		{func() { do(t, s, &session.Remove{Bot: &session.Who{Name: "Sheep 2"}}) }, []string{"Sheep 1", "Sheep 3", "Sheep 4", "Dog 1"}},
		{func() { do(t, s, &session.Add{Class: "sheep", Count: 2}) }, []string{"Sheep 1", "Sheep 3", "Sheep 4", "Dog 1", "Sheep 5", "Sheep 6"}},
		{func() {
			do(t, s, &session.Add{Class: "sheep", Count: 1})
			do(t, s, &session.Remove{Bot: &session.Who{Name: "Sheep 7"}})
			do(t, s, &session.Remove{Bot: &session.Who{Name: "Sheep 1"}})
		}, []string{"Sheep 3", "Sheep 4", "Dog 1", "Sheep 5", "Sheep 6"}},
	} {
		step.do()
		s.SnapshotInto(&snap)
		var got []string
		for j := range snap.Bots {
			got = append(got, snap.Bots[j].Name)
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("step %d: %s", i, diff)
		}
	}
}

func TestASnapshotAllocatesNothing(t *testing.T) {
	for _, name := range []string{"tag", "siege"} {
		s := shipped(t, name, 0, 1)
		steps(s, 60)
		var snap session.Snapshot
		s.SnapshotInto(&snap)
		if n := testing.AllocsPerRun(100, func() { s.SnapshotInto(&snap) }); n != 0 {
			t.Errorf("%s: %v allocations a snapshot", name, n)
		}
	}
}

func TestASnapshotFindsBodiesAndTheirState(t *testing.T) {
	s := open(t, herd)
	do(t, s, &session.Remove{Bot: &session.Who{Name: "Sheep 2"}})
	do(t, s, &session.Join{Name: "Ann"})
	snap := s.Snapshot()
	for _, list := range [][]session.BodyView{snap.Bots, snap.Players} {
		for i := range list {
			if got := snap.Body(list[i].ID); got != &list[i] {
				t.Errorf("body %d is %+v, want %s", list[i].ID, got, list[i].Name)
			}
			for _, v := range list[i].State {
				if got := list[i].Get(v.Key); got != v.Value {
					t.Errorf("%s has %s %v, want %v", list[i].Name, v.Key, got, v.Value)
				}
			}
		}
	}
	for _, id := range []components.ID{0, 2, 99} {
		if b := snap.Body(id); b != nil {
			t.Errorf("nobody has id %d, found %s", id, b.Name)
		}
	}
	if v := snap.Bots[0].Get("no such key"); v != (host.Value{}) {
		t.Errorf("a key that no bot has is %v, want none", v)
	}
}

func TestGroupsAreTeamsThenClassesThenPlayers(t *testing.T) {
	s := open(t, twoTeams)
	do(t, s, &session.Join{Name: "Ann"})
	g := s.Game()
	want := map[string]int{"A 1": 0, "B 1": 0, "C 1": 1, "D 1": 2 + 3}
	for name, group := range want {
		id, _ := g.ByName(name)
		if got := g.GroupOf(id); got != group {
			t.Errorf("%s is in group %d, want %d", name, got, group)
		}
	}
	ann, _ := g.ByName("Ann")
	g.World.Team.Of(ann).Index = components.NoTeam
	if got := g.GroupOf(ann); got != 2+4 {
		t.Errorf("a player without a team is in group %d, want the last, 6", got)
	}
}
