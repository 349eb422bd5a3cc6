package stage

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Parts are the components of an entity: a table of scripts that stands for them. What it lacks
// is made when it is first read.
type Parts struct {
	object machine.Table
	of     *Entity
}

// Code visits what is not in the table itself.
func (p *Parts) Code(c script.Codec) { script.MustPointer(c, &p.of) }

// NewParts makes the table of an entity's components; of none for one that is being read.
func (st *Stage) NewParts(of *Entity) *machine.Table {
	p := &Parts{of: of}
	st.partsKin.Init(&p.object)
	p.object.SetMeta(st.partsMeta)
	return &p.object
}

// mostLost bounds the components that an entity has lost, because scripts can make up names
// without end.
const mostLost = 1000

// openParts offers the list of an entity's components.
func (st *Stage) openParts() {
	st.Makers[script.MadeParts] = func([]machine.Value) func(*machine.Call) int {
		return func(c *machine.Call) int { return c.Give(st.makePart(c.CheckTable(1), c.Get(2))) }
	}
	st.partsMeta = st.Lua.NewTable()
	st.Lua.SetField(st.partsMeta, "__index", st.Made(script.MadeParts))
	st.method(st.World, method{"parts", func(c *machine.Call, e *Entity) int { return c.Give(st.NewParts(e).V()) }})
	st.method(st.World, method{"lose", func(c *machine.Call, e *Entity) int {
		name := c.CheckText(2)
		if slices.Contains(e.lost, name) {
			return 0
		}
		if len(e.lost) >= mostLost {
			st.Lua.Raise("RemoveComponent: more than %d components were taken from the entity", mostLost)
		}
		e.own().lost = append(slices.Clip(e.lost), name)
		return 0
	}})
}

// makePart makes a component that a list lacks; nil if such an entity has none.
func (st *Stage) makePart(list *machine.Table, name machine.Value) machine.Value {
	p, ok := list.Host().(*Parts)
	of, isText := name.Text()
	if !ok || !isText || of == "brain" || slices.Contains(p.of.lost, of) { // brain is one in name only; what is lost does not come back
		return machine.Nil
	}
	v := st.component(name, p.of.Object().V(), machine.Nil)
	if v.Truth() {
		st.Lua.Set(list, name, v)
	}
	return v
}
