package stage

import "github.com/thicket-sim/thicket/internal/dialect/lua/machine"

// stateTags are the tags of states that are tags of the entity, too.
var stateTags = []string{
	"attack", "autopredict", "boathopping", "busy", "dirt", "doing", "fishing", "flight", "hiding", "idle", "invisible", "lure", "moving", "nibble",
	"noattack", "nopredict", "pausepredict", "sleeping", "working",
}

// stateTagged reports whether the state that an entity is in gives it one of stateTags. A
// creature whose state graph nobody has looked at yet is idle.
func (fi *finder) stateTagged(e *Entity, tag string) bool {
	sg := fi.get(e.Object(), slotGraph).Table()
	if sg == nil {
		return tag == "idle" && e.Kind == IsBody && e.Bot != nil
	}
	return hasState(fi.get(sg, slotTags).Table(), tag)
}

// leaveTags lets go of what scripts said of tags that are its state's: of one of them,
// or of all, as when it enters another state.
func (e *Entity) leaveTags(tag machine.Value) {
	e.Motion.course.until = 0
	if len(e.tags)+len(e.untags) == 0 {
		return
	}
	name, _ := tag.Text()
	for _, t := range stateTags {
		if tag.IsNil() || name == t {
			e.tags = without(e.tags, t)
			if len(e.untags) > 0 {
				e.untags = without(e.untags, t)
			}
		}
	}
}

// openGraphs offers Thicket's own files what state graphs need.
func (st *Stage) openGraphs() {
	st.Offer(st.World, "statetags", func(c *machine.Call) int {
		t := st.Lua.NewTable()
		for _, tag := range stateTags {
			st.Lua.SetField(t, tag, machine.Bool(true))
		}
		return c.Give(t.V())
	})
	st.method(st.World, method{"leavetags", func(c *machine.Call, e *Entity) int { e.leaveTags(c.Get(2)); return 0 }})
	st.Offer(st.World, "animations", func(c *machine.Call) int { return c.Give(st.RunOwn("animstate", c.Get(1))) })
	st.Offer(st.World, "creaturegraph", func(c *machine.Call) int { return c.Give(st.RunOwn("stategraphs/creature")) })
}
