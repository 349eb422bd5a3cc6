package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// nursery holds the bots that trees have asked for in this tick, those that they
// have sent away, and those that are out of sight.
type nursery struct {
	births []birth
	gone   []components.ID
	hidden []bool // by body; shorter than the columns while nobody is hidden
}

// hides reports whether a body is out of sight.
func (n *nursery) hides(body int32) bool { return int(body) < len(n.hidden) && n.hidden[body] }

// birth is a bot that is yet to appear.
type birth struct {
	id    components.ID
	class int
	at    components.Position
}

var _ host.Nursery = leafWorld{}

// Hider is an Extension that can take bodies out of sight.
type Hider interface {
	Hide(body int32, hidden bool)
}

// Bear promises the id that the next bot of the Populate stage gets.
func (v leafWorld) Bear(class string, x, y float32) host.BotID {
	n := &v.g.nursery
	of := slices.IndexFunc(v.g.Setup.Classes, func(c Class) bool { return c.ID == class || c.Prefab == class })
	if of < 0 {
		return 0
	}
	room := v.g.Tuning.ceiling(of) - v.g.World.Count(of)
	for _, b := range n.births {
		if b.class == of {
			room--
		}
	}
	if room <= 0 {
		return 0
	}
	id := v.g.World.NextID() + components.ID(len(n.births))
	n.births = append(n.births, birth{id, of, components.Position{X: x, Y: y}})
	return id
}

func (v leafWorld) Settle(id host.BotID, x, y float32) {
	births := v.g.nursery.births
	if i := slices.IndexFunc(births, func(b birth) bool { return b.id == id }); i >= 0 {
		births[i].at = components.Position{X: x, Y: y}
	}
}

func (v leafWorld) Vanish(body int32) {
	v.g.nursery.gone = append(v.g.nursery.gone, components.ID(v.g.columns.id[body]))
}

func (v leafWorld) Hide(body int32, hidden bool) {
	n := &v.g.nursery
	n.hidden = column.Grow(n.hidden, int(body)+1)
	n.hidden[body] = hidden
	for _, e := range v.g.extensions {
		if h, ok := e.(Hider); ok {
			h.Hide(body, hidden)
		}
	}
}

// deliver makes the bots that were asked for, with the ids that were promised, and
// takes away those that were sent away.
func (po *population) deliver() {
	n := &po.nursery
	births := n.births
	n.births = nil
	for _, b := range births {
		po.bear(b)
	}
	gone := n.gone
	n.gone = nil
	for _, id := range gone {
		if po.World.Alive(id) && po.World.ClassOf(id) != ecs.Human {
			po.remove(id)
		}
	}
}

// bear makes a bot at the very point that its birth names, confined to the field.
func (po *population) bear(b birth) {
	body := po.newBody(b.class)
	body.Position, _ = po.Setup.Confine(b.at, components.Heading{})
	po.World.Spawn(b.class, body)
	row := po.settle(b.id, body.Position, po.Setup.Classes[b.class].State)
	po.begin(b.class, b.id, row)
	po.journal.occurTo(session.Born, b.id, po.classID(b.class))
}
