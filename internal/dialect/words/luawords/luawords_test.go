package luawords

import (
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// The rows are what the sandbox has, and their examples run.
func TestRowsAreTheLibraries(t *testing.T) {
	t.Parallel()
	limits := lua.LimitsOf(limit.Values{})
	s := machine.NewState(machine.Options{Limits: limits, Random: func() float64 { return 0.5 }, Print: func(syntax.Pos, string) {}})
	var rows, libraries []string
	for _, w := range Words() {
		rows = append(rows, w.Name)
		if !strings.HasSuffix(w.Doc, ".") || w.Example == "" {
			t.Errorf("%s: %q, %q", w.Name, w.Doc, w.Example)
		}
		if !strings.Contains(w.Example, w.Name) {
			t.Errorf("%s: its example is %s", w.Name, w.Example)
		}
		c, err := machine.Compile(syntax.Pos{File: "sample.lua", Line: 1, Col: 1}, "local found = "+w.Example, limits)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(machine.Budget{Steps: 10_000}, s.Function(c)); err != nil {
			t.Errorf("%s: %v", w.Example, err)
		}
	}
	for _, lib := range []string{"string", "table", "math"} {
		for _, name := range s.Library(lib) {
			libraries = append(libraries, lib+"."+name)
		}
	}
	for _, name := range libraries {
		if !slices.Contains(rows, name) {
			t.Errorf("no row of %s", name)
		}
	}
	for _, name := range rows {
		if strings.Contains(name, ".") && !slices.Contains(libraries, name) {
			t.Errorf("a row of %s, which is not there", name)
		}
	}
	for k := range s.Globals().Pairs {
		name, _ := k.Text()
		if isFunction := s.Global(name).Function() != nil; isFunction && !slices.Contains(rows, name) && machine.Absent(name) == "" {
			t.Errorf("no row of %s", name)
		}
	}
	for name, want := range map[string]string{"os.time": "os", "loadstring": "loadstring", "math.floor": "", "osmosis": ""} {
		if got := machine.Absent(name); got != want {
			t.Errorf("%s: %q is absent, want %q", name, got, want)
		}
	}
}
