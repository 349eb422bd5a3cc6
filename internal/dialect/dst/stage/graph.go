package stage

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// stateTags are the tags of states that are tags of the entity, too.
var stateTags = []string{
	"attack", "autopredict", "boathopping", "busy", "dirt", "doing", "fishing", "flight", "hiding", "idle", "invisible", "lure", "moving", "nibble",
	"noattack", "nopredict", "pausepredict", "sleeping", "working",
}

// stateTagged reports whether the state that an entity is in gives it one of stateTags. A
// creature whose state graph nobody has looked at yet is idle.
func (fi *finder) stateTagged(e *Entity, tag string) bool {
	sg, ok := e.Obj.RawGetString("sg").(*glua.LTable)
	if !ok {
		return tag == "idle" && e.Kind == IsBody && e.Bot != nil
	}
	tags, ok := lua.Field(sg, "tags").(*glua.LTable)
	return ok && tags.RawGetString(tag) == glua.LTrue
}

// leaveTags lets go of what scripts said of tags that are its state's: of one of them,
// or of all, as when it enters another state.
func (e *Entity) leaveTags(tag glua.LValue) {
	e.Motion.course.until = 0
	if len(e.tags)+len(e.untags) == 0 {
		return
	}
	for _, t := range stateTags {
		if tag == glua.LNil || tag == glua.LString(t) {
			e.tags, e.untags = without(e.tags, t), without(e.untags, t)
		}
	}
}

// openGraphs offers Thicket's own files what state graphs need.
func (st *Stage) openGraphs() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		{"statetags", st.Give(func() glua.LValue {
			t := st.L.NewTable()
			for _, tag := range stateTags {
				t.RawSetString(tag, glua.LTrue)
			}
			return t
		})},
		{"leavetags", func(L *glua.LState) int { st.entityOf(L.Get(1)).leaveTags(L.Get(2)); return 0 }},
		{"animations", st.Give(func() glua.LValue {
			return st.Lua.Call(st.Lua.Function(script.OwnChunk("animstate")), st.World, st.L.Get(1))
		})},
		{"creaturegraph", st.Give(func() glua.LValue {
			return st.Lua.Call(st.Lua.Function(script.OwnChunk("stategraphs/creature")), st.World)
		})},
	} {
		st.World.RawSetString(f.name, st.L.NewFunction(f.call))
	}
}
