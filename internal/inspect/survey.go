package inspect

import (
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/session"
)

// Survey is how often the nodes of a tree ran for the bots of a class: each look is at one
// bot in one tick.
type Survey struct {
	Looks int
	ran   []int32 // by node
}

// Ran is in how many of the looks a node was evaluated.
func (v *Survey) Ran(n tree.NodeID) (times int) {
	if int(n) < len(v.ran) {
		times = int(v.ran[n])
	}
	return times
}

// Survey looks at the bots of the followed bot's class that have its tree, at another one in
// each of so many of the last ticks: a copy of the session plays these once more, which takes
// as long as they took, and the session itself does not notice. It fails in a session without
// a history, and looks at nobody where the bot has no tree.
func (f *Follower) Survey(s *session.Session, ticks int) (*Survey, error) {
	v := &Survey{}
	p := f.Program()
	from, _ := s.Remembered()
	if p == nil || f.game.World.ClassOf(f.id) == ecs.Human {
		return v, nil
	}
	class, now := f.game.World.ClassOf(f.id), f.game.World.Clock().Tick
	v.ran = make([]int32, len(p.Tree.Nodes))
	other, err := s.At(int(max(now-int64(max(ticks, 1)), from)))
	if err != nil {
		return nil, err
	}
	defer other.Close()
	for at := 0; other.World().Clock().Tick < now; at++ {
		members := other.Game().Members(class)
		if len(members) == 0 {
			other.Step()
			continue
		}
		var look Follower
		look.Follow(other.Game(), members[at%len(members)])
		look.BeginTick()
		other.Step()
		q := look.Program()
		if q == nil || q.Tree.Name != p.Tree.Name || len(look.asked) != len(v.ran) {
			continue
		}
		v.Looks++
		for n, asked := range look.asked {
			if asked {
				v.ran[n]++
			}
		}
	}
	return v, nil
}
