package stage

import (
	"reflect"
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/codedtest"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// Each field of what a save has of a stage is saved, or is known to follow from what is.
func TestEveryFieldOfTheStageIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: StageState{}, Code: func(of any, c lua.Codec) {
			of.(*StageState).CodeCounts(c)
			of.(*StageState).Code(c)
		}},
		{Sample: Entity{}, Code: func(of any, c lua.Codec) { of.(*Entity).Code(c) }},
		{Sample: listener{}, Code: func(of any, c lua.Codec) { of.(*listener).code(c) }},
		{Sample: Task{}, Code: func(of any, c lua.Codec) { of.(*Task).Code(c) }},
	}, Derived: map[string]string{
		"StageState.Skies.telling": "holds within a turn of the world",
		"Entity.given":             "has the bits of tags",
		"Entity.Motion.course":     "is found anew",
		"Entity.listeners":         "counts events",
		"Task.Obj.Value":           "is the task",
		"Task.Obj.Env":             "is not used",
		"Task.Obj.Metatable":       "all tasks have one",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *Entity:
			o.Obj, o.At = &glua.LTable{}, [2]float64{float64(n)}
		case *Task:
			o.f, o.Obj.Value = glua.LNumber(n), o
		}
	}, Presence: reflect.TypeFor[*Actor]()} // saved is whether there is one; what it has, for itself
	k.EveryField(t)
}
