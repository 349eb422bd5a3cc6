package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// whoWords are the values that a parameter who accepts, beside ids of classes
// and of bodies.
var whoWords = []string{
	"enemy", "friend", "hurt_friend", "anybody", "player", "target", "attacker", "leader", "seen", "last_seen", "self",
}

// whoDoc explains them to users.
const whoDoc = "whom: `enemy`, `friend`, `anybody` or `player`, the nearest that the bot sees; `hurt_friend`, the nearest friend without its full health; " +
	"a bot class, its nearest bot that the bot sees; `target`, whom it chose; `attacker`, who hurt it last; `leader`, whom it follows; `seen`, the foe that it " +
	"keeps its eyes on, `last_seen`, the one before it was lost; `self`; or the id of a body"

// Who returns the body that an argument means, or -1, which it tells whoever looks.
func (t Turn) Who(arg int) int32 {
	q := t.who(arg)
	if q < 0 && t.Watched {
		t.nobody(arg)
	}
	return q
}

func (t Turn) who(arg int) int32 {
	v := &t.Args[arg]
	if v.Kind() != host.String {
		id := v.Number()
		if !(id >= 1 && id <= math.MaxUint32) {
			return -1
		}
		return t.BodyOf(components.ID(id))
	}
	b := t.Body
	switch word := v.Text(); word {
	case "enemy":
		return t.Sight.NearestFoe(b)
	case "friend":
		return t.Sight.friend(b, false)
	case "hurt_friend":
		return t.Sight.friend(b, true)
	case "anybody":
		return t.Sight.NearestSeen(b, anyClass)
	case "player":
		return t.Sight.NearestSeen(b, ecs.Human)
	case "target":
		return t.Living(t.Mind[b].Target)
	case "attacker":
		return t.Living(t.Health[b].HurtBy)
	case "leader":
		return t.Living(t.Mind[b].Leader)
	case "seen":
		return t.Living(t.Eyes[b].Seen)
	case "last_seen":
		return t.Living(t.Eyes[b].Last)
	case "self":
		return b
	default:
		classes := t.Game.Setup.Classes
		for i := range classes {
			if classes[i].ID == word {
				return t.Sight.NearestSeen(b, int16(i))
			}
		}
		return -1
	}
}

// Living returns the slot of a living body, or -1.
func (bs *bodies) Living(id components.ID) int32 {
	b := bs.BodyOf(id)
	if b < 0 || bs.out(b) {
		return -1
	}
	return b
}
