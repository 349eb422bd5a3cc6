package stage

import (
	"reflect"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dst/codedtest"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

var kinOfEntities = machine.NewKin[Entity](codedtest.State)

// Each field of what a save has of a stage is saved, or is known to follow from what is.
func TestEveryFieldOfTheStageIsSaved(t *testing.T) {
	k := codedtest.Check{Types: []codedtest.Type{
		{Sample: StageState{}, Code: func(of any, c machine.Codec) {
			of.(*StageState).CodeCounts(c)
			of.(*StageState).Code(c)
		}},
		{Sample: Entity{}, Code: func(of any, c machine.Codec) { of.(*Entity).Code(c) }},
		{Sample: rarely{}, Code: func(of any, c machine.Codec) { (&Entity{rarely: of.(*rarely)}).Code(c) }},
		{Sample: listener{}, Code: func(of any, c machine.Codec) { of.(*listener).code(c) }},
		{Sample: Thread{}, Code: func(of any, c machine.Codec) { of.(*Thread).Code(c) }},
		{Sample: Parts{}, Code: func(of any, c machine.Codec) { of.(*Parts).Code(c) }},
		{Sample: Task{}, Code: func(of any, c machine.Codec) { of.(*Task).Code(c) }},
	}, Derived: map[string]string{
		"StageState.Skies.telling": "holds within a turn of the world",
		"Entity.given":             "has the bits of tags",
		"Entity.Motion.course":     "is found anew",
		"listener.event":           "is saved once for all who listen to it",
		"Entity.object":            "is the record of which this is a part",
		"Task.Obj":                 "so is it",
		"Thread.Obj":               "so is it",
		"Parts.object":             "so is it",
	}, Fill: func(pointer any, n int) {
		switch o := pointer.(type) {
		case *Entity:
			kinOfEntities.Init(&o.object)
			o.rarely, o.At = hasNone, [2]float64{float64(n)}
		case *rarely:
			o.What = strings.Repeat("x", n)
		case *Thread:
			o.Obj = machine.NewData(o, nil)
		case *Task:
			o.f, o.Obj = machine.Number(float64(n)), machine.NewData(o, nil)
		}
	}, Presence: reflect.TypeFor[*Actor]()} // saved is whether there is one; what it has, for itself
	k.EveryField(t)
}
