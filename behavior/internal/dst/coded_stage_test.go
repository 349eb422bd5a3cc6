package dst

import (
	"reflect"
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/dst/codedtest"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// Each field of what a save has of a stage is saved, or is known to follow from what is.
func TestEveryFieldOfTheStageIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: stageState{}, Code: func(of any, c lua.Codec) {
			of.(*stageState).codeCounts(c)
			of.(*stageState).code(c)
		}},
		{Sample: entity{}, Code: func(of any, c lua.Codec) { of.(*entity).code(c) }},
		{Sample: listener{}, Code: func(of any, c lua.Codec) { of.(*listener).code(c) }},
		{Sample: task{}, Code: func(of any, c lua.Codec) { of.(*task).code(c) }},
	}, Derived: map[string]string{
		"stageState.skies.telling": "holds within a turn of the world",
		"entity.given":             "has the bits of tags",
		"entity.motion.course":     "is found anew",
		"entity.listeners":         "counts events",
		"task.obj.Value":           "is the task",
		"task.obj.Env":             "is not used",
		"task.obj.Metatable":       "all tasks have one",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *entity:
			o.obj, o.at = &glua.LTable{}, [2]float64{float64(n)}
		case *task:
			o.f, o.obj.Value = glua.LNumber(n), o
		}
	}, Presence: reflect.TypeFor[*actor]()} // saved is whether there is one; what it has, for itself
	k.EveryField(t)
}
