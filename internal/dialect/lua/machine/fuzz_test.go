package machine

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// FuzzRun looks for programs that bring the machine down, outlast their budget, or take another
// way the second time.
func FuzzRun(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.src)
	}
	for seed := range uint64(20) {
		f.Add(program(seed))
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, err := Compile(syntax.Pos{File: "f.lua"}, src, Limits{Source: 1 << 16})
		if err != nil {
			return
		}
		run := func() (string, int64, int64) {
			s := NewState(Options{Limits: Limits{Memory: 4 << 20}})
			told := ""
			if err := s.Protect(Budget{Steps: 100_000}, func() { s.Call(s.Function(c).V()) }); err != nil {
				told = err.Error()
			}
			if strings.Contains(told, "runtime error: ") {
				t.Fatal(told)
			}
			if s.th.depth != 0 || s.th.top != 0 || s.calls != 0 || s.nesting != 0 {
				t.Fatalf("the stack is left at %d calls, %d values", s.th.depth, s.th.top)
			}
			return told, s.Left(), s.Taken()
		}
		told, left, taken := run()
		if again, left2, taken2 := run(); told != again || left != left2 || taken != taken2 {
			t.Fatalf("%s, %d steps left, %d bytes; then %s, %d, %d", told, left, taken, again, left2, taken2)
		}
	})
}
