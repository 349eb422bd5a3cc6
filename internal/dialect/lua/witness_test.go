package lua

import (
	"fmt"
	"reflect"
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The frames and registers of gopher-lua lie in memory as they are read here.
func TestWitnessIsLaidOutAsTheMachine(t *testing.T) {
	state := reflect.TypeFor[glua.LState]()
	for _, test := range []struct {
		field  string
		mirror reflect.Type
		names  []string
	}{
		{"currentFrame", reflect.TypeFor[vmFrame](), []string{"Idx", "Fn", "Parent", "Pc", "Base", "LocalBase"}},
		{"reg", reflect.TypeFor[vmRegisters](), []string{"array"}},
	} {
		f, _ := state.FieldByName(test.field)
		for i, name := range test.names {
			got, ok := f.Type.Elem().FieldByName(name)
			if want := test.mirror.Field(i); !ok || got.Offset != want.Offset || got.Type.Kind() != want.Type.Kind() {
				t.Errorf("%s.%s is %v, wanted as %v", test.field, name, got, want)
			}
		}
	}
}

// What scripts compare is told with its sides as they are written, and costs no instruction.
func TestWitness(t *testing.T) {
	const script = `local hunger, name = 0.25, "ann"
local function low(limit) return hunger < limit end
return function()
	if name ~= "bob" and hunger >= 0.1 then
		return low(0.5) and not (hunger > 0.3) or hunger == 7 or hunger <= 0.1 and hunger <= 0.2
	end
end`
	for _, compare := range []bool{false, true} {
		s := NewState(Options{})
		chunk, err := Compile(syntax.Pos{File: "ann.lua"}, script, Limits{Compare: compare})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		var left [2]int64
		if err := s.Protect(10_000, func(*glua.LState) {
			f := s.Call(s.Function(chunk))
			before := s.Left()
			s.Call(f)
			left[0] = before - s.Left()
			before = s.Left()
			s.Witness(func(c Comparison) {
				r := (&host.Reason{What: c.What}).IsValue(c.Found, c.Relation, c.Bound).Against(c.Versus)
				got = append(got, r.Text(nil))
			}, func() { s.Call(f) })
			left[1] = before - s.Left()
			s.Call(f)
		}); err != nil {
			t.Fatal(err)
		}
		want := []string{`name: "ann" != "bob"`, "hunger: 0.25 >= 0.1", "hunger: 0.25 < limit 0.5", "hunger: 0.25 <= 0.3"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("compare %v (-want +got)\n%s", compare, diff)
		}
		if left[0] != left[1] || left[0] == 0 {
			t.Errorf("%v instructions, %v while somebody witnesses", left[0], left[1])
		}
	}
}

func TestSidesOfComparisons(t *testing.T) {
	for line, want := range map[string]string{
		`return self.inst.components.hunger:GetPercent() < TUNING.LOW`: `self.inst.components.hunger:GetPercent()|<|TUNING.LOW|true`,
		`if (x < 3) then`:                             `x|<|3|true`,
		`local far = d(a, b) < 3, 4`:                  `d(a, b)|<|3|true`,
		`return "a < b" == name -- n < 3`:             ``,
		`WhileNode(function() return a < b end, "<")`: `a|<|b|true`,
		`return a < b or c > d`:                       `|||false`,
	} {
		left, op, right, ok := sidesOf(line, host.Below, glua.LNumber(1), glua.LNumber(3))
		if got := fmt.Sprintf("%s|%s|%s|%v", left, op, right, ok); got != want && !(want == "" && !ok) {
			t.Errorf("%s: %s, wanted %s", line, got, want)
		}
	}
}
