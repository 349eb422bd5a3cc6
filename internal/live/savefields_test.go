package live

import (
	"reflect"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// Whatever people see of a game or a body is compared by diff.
func TestEveryFieldOfAViewIsCompared(t *testing.T) {
	var game session.Snapshot
	game.Bots = []session.BodyView{{ID: 1, Name: "Fox"}}
	for _, view := range []any{&game, &session.BodyView{ID: 1, Name: "Fox", Goal: session.GoalView{Kind: session.GoalPlace, Place: "den"}, Building: session.BuildingView{Kind: "egg"}}} {
		changeEach(t, reflect.ValueOf(view).Elem(), "", func(field string) {
			var diff []FieldDiff
			switch now := view.(type) {
			case *session.Snapshot:
				diff = gamesThatDiffer(&session.Snapshot{Bots: game.Bots}, now)
			case *session.BodyView:
				before := session.BodyView{ID: 1, Name: "Fox", Goal: session.GoalView{Kind: session.GoalPlace, Place: "den"}, Building: session.BuildingView{Kind: "egg"}}
				diff = bodiesThatDiffer(&before, now, &game, &game)
			}
			if len(diff) == 0 {
				t.Errorf("%T%s is not compared", view, field)
			}
		})
	}
}

// changeEach changes every field of a struct, one at a time, and back. Lists get an element.
func changeEach(t *testing.T, v reflect.Value, path string, look func(field string)) {
	t.Helper()
	for i := range v.NumField() {
		f, name := v.Field(i), path+"."+v.Type().Field(i).Name
		before := reflect.New(f.Type()).Elem()
		before.Set(f)
		switch {
		case name == ".ID" || name == ".Goal.ID" || name == ".Bots" || name == ".Players":
			continue // by which bodies are told apart, of another kind of goal, compared one by one
		case f.Kind() == reflect.Struct:
			changeEach(t, f, name, look)
			continue
		case f.Kind() == reflect.Slice:
			one := reflect.New(f.Type().Elem()).Elem()
			if key := one.FieldByName("Key"); key.IsValid() {
				one.Set(reflect.ValueOf(session.StateView{Key: "it", Value: host.BoolValue(true)}))
			}
			if team := one.FieldByName("Score"); team.IsValid() {
				one.Set(reflect.ValueOf(session.SideView{Team: "red", Score: 1}))
			}
			f.Set(reflect.Append(f, one))
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.Kind() == reflect.String:
			f.SetString("other")
		case f.CanInt():
			f.SetInt(f.Int() + 1)
		case f.CanUint():
			f.SetUint(f.Uint() + 1)
		case f.CanFloat():
			f.SetFloat(f.Float() + 1)
		}
		look(name)
		f.Set(before)
	}
}
