package arena

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// whoWords are those that a parameter who understands, beside the ids of classes
// and the numbers of bodies.
var whoWords = []string{
	"enemy", "friend", "hurt_friend", "anybody", "player", "target", "attacker", "leader", "seen", "last_seen", "self",
}

// whoDoc explains them.
const whoDoc = "whom: `enemy`, `friend`, `anybody` or `player`, the nearest that the bot sees; `hurt_friend`, the nearest friend without its full health; " +
	"a bot class, its nearest bot that the bot sees; `target`, whom it chose; `attacker`, who hurt it last; `leader`, whom it follows; `seen`, the foe that it " +
	"keeps its eyes on, `last_seen`, the one before it was lost; `self`; or the id of a body"

// who is the body that an argument means, or -1.
func (t Turn) who(arg int) int32 {
	v := &t.Args[arg]
	if v.Kind() != host.String {
		return t.body(components.ID(v.Number()))
	}
	b := t.Body
	switch word := v.Text(); word {
	case "enemy":
		return t.foe(b)
	case "friend":
		return t.friend(b, false)
	case "hurt_friend":
		return t.friend(b, true)
	case "anybody":
		return t.anybody(b, anyClass)
	case "player":
		return t.anybody(b, ecs.Human)
	case "target":
		return t.living(t.mind[b].Target)
	case "attacker":
		return t.living(t.health[b].HurtBy)
	case "leader":
		return t.living(t.mind[b].Leader)
	case "seen":
		return t.living(t.sight[b].Seen)
	case "last_seen":
		return t.living(t.sight[b].Last)
	case "self":
		return b
	default:
		classes := t.g.Setup.Classes
		for i := range classes {
			if classes[i].ID == word {
				return t.anybody(b, int16(i))
			}
		}
		return -1
	}
}

// living is the row of a body that is there and lives, or -1.
func (a *Arena) living(id components.ID) int32 {
	b := a.body(id)
	if b < 0 || a.health[b].Dead {
		return -1
	}
	return b
}
