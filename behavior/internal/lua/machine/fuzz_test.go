package machine

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/internal/lua/bytecode"
	"github.com/thicket-sim/thicket/behavior/internal/lua/source"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// FuzzCompile looks for sources that bring the parser or the generator down, and for words that
// do not lie where they say.
func FuzzCompile(f *testing.F) {
	for _, src := range []string{"local x = 1", "for i = 1, 2 do print(i) end", "return function(...) return ... end", "x = {1, [2] = 3, a = 'b';}", "::a:: goto a", "local a <const> = [==[x]==]", "if a then elseif b then else end --[[", "f'x'{y}:z(1)", "a.b['c'].d = 'e' .. 1 ^ 2"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		last := 0
		for _, w := range source.Words(src) {
			if w.From < last || w.To > len(src) || w.From >= w.To {
				t.Fatalf("a word from %d to %d behind %d", w.From, w.To, last)
			}
			last = w.To
		}
		c, err := Compile(syntax.Pos{File: "f.lua"}, src, Limits{Source: 1 << 16})
		if err != nil {
			for _, e := range err.(syntax.ErrorList) {
				if e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
					t.Fatalf("an error without a place or a text: %v", e)
				}
			}
			return
		}
		for i, p := range c.Functions() {
			if p.Number != i || len(p.Code) == 0 || p.Size > bytecode.MaxRegs+3 {
				t.Fatalf("function %d is %+v", i, p)
			}
		}
	})
}

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
