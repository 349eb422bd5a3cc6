package session

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems"
)

// Whatever field a body or a game is shown with, a difference in it is told, in words: a new
// field is not forgotten. Ids are what bodies are found by.
func TestEveryFieldThatDiffersIsTold(t *testing.T) {
	changed := func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			v.SetString("another")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Float32, reflect.Float64:
			v.SetFloat(v.Float() + 0.5)
		case reflect.Int, reflect.Int32, reflect.Int64:
			v.SetInt(v.Int() + 1)
		case reflect.Uint8, reflect.Uint32:
			v.SetUint(v.Uint() + 1)
		default:
			switch list := v.Addr().Interface().(type) {
			case *[]systems.StateView:
				*list = []systems.StateView{{Key: "it", Value: host.BoolValue(true)}}
			case *[]systems.ItemView:
				*list = []systems.ItemView{{Kind: "ore", X: 1}}
			case *[]systems.SideView:
				*list = []systems.SideView{{Team: "red", Score: 1}}
			case *[]systems.Contact:
				*list = []systems.Contact{{From: 1, To: 2}}
			case *systems.GoalView:
				list.Kind, list.X = systems.GoalPoint, 3
			case *systems.BuildingView:
				list.Kind, list.Finished = "egg", 0.5
			default:
				t.Fatalf("%s: set a value of it here", v.Type())
			}
		}
	}
	tell := func(name string, fields []FieldDiff) {
		if len(fields) == 0 {
			t.Errorf("%s differs, and nothing is told", name)
		}
		for _, f := range fields {
			if strings.ContainsAny(f.A+f.B, "{}[]") || f.A == f.B {
				t.Errorf("%s: %q and %q", f.Name, f.A, f.B)
			}
		}
	}
	plain := systems.Snapshot{}
	for i := range reflect.TypeFor[systems.BodyView]().NumField() {
		name := reflect.TypeFor[systems.BodyView]().Field(i).Name
		if name == "ID" {
			continue
		}
		a, b := systems.BodyView{}, systems.BodyView{}
		changed(reflect.ValueOf(&b).Elem().Field(i))
		tell(name, bodiesThatDiffer(&a, &b, &plain, &plain))
	}
	for i := range reflect.TypeFor[systems.Snapshot]().NumField() {
		name := reflect.TypeFor[systems.Snapshot]().Field(i).Name
		if slices.Contains([]string{"Bots", "Players"}, name) {
			continue
		}
		a, b := systems.Snapshot{}, systems.Snapshot{}
		changed(reflect.ValueOf(&b).Elem().Field(i))
		tell(name, gamesThatDiffer(&a, &b))
	}
}

// Of items the kinds are counted, and where there are as many of one, the first is named that
// lies elsewhere.
func TestItemsThatDiffer(t *testing.T) {
	ore := func(x float32) systems.ItemView { return systems.ItemView{Kind: "ore", X: x, Y: 2} }
	a := systems.Snapshot{Items: []systems.ItemView{ore(1), ore(3), {Kind: "gold"}}}
	b := systems.Snapshot{Items: []systems.ItemView{ore(1), ore(4.25)}}
	want := []FieldDiff{{"items: gold", "1", "0"}, {"items: ore 2", "lies at 3, 2 m", "lies at 4.25, 2 m"}}
	if got := gamesThatDiffer(&a, &b); !slices.Equal(got, want) {
		t.Errorf("%v, wanted %v", got, want)
	}
}
