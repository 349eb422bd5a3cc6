package machine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// A sampler changes neither when a script is stopped nor what it has left.
func TestASamplerTakesNoSteps(t *testing.T) {
	const src = `
		local function work(n)
			local t = {}
			for i = 1, n do t[i] = tostring(i) .. "x" end
			return table.concat(t)
		end
		for i = 1, 40 do work(i) end
	`
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	play := func(steps int64, by *Sampler) (seen []string) {
		s := NewState(Options{})
		by.Watch(s)
		for range 3 {
			var inner *syntax.Error
			err := s.Protect(Budget{Steps: steps}, func() {
				inner = s.ProtectApart(Budget{Steps: steps / 2}, func() { s.Call(s.Function(c).V()) })
				s.Call(s.Function(c).V())
			})
			seen = append(seen, fmt.Sprint(err, inner, s.Left()))
		}
		return seen
	}
	for _, steps := range []int64{1, 30, 399, 400, 401, 1000, 2345, 5000, 1_000_000} {
		took, within := time.Duration(0), false
		sampler := &Sampler{
			Around: func(stack []Frame) []Frame { return append(stack, Frame{Name: "all"}) },
			Take: func(stack []Frame, d time.Duration) {
				took += d
				within = within || slices.ContainsFunc(stack, func(f Frame) bool { return f.Name == "work" && f.File == "t.lua" && f.Begin == 2 })
			},
		}
		if plain, sampled := play(steps, nil), play(steps, sampler); fmt.Sprint(plain) != fmt.Sprint(sampled) {
			t.Errorf("%d steps: %v, with a sampler %v", steps, plain, sampled)
		}
		if steps >= 5000 && (took <= 0 || !within) {
			t.Errorf("%d steps: the samples say %v, and that work ran is %v", steps, took, within)
		}
	}
}
