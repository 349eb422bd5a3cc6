package bytecode

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// FuzzCompile looks for sources that bring the parser or the generator down, and for code that
// the machine must not trust.
func FuzzCompile(f *testing.F) {
	for _, src := range []string{"local x = 1", "for i = 1, 2 do print(i) end", "return function(...) return ... end", "x = {1, [2] = 3, a = 'b';}", "::a:: goto a", "local a <const> = [==[x]==]", "if a then elseif b then else end --[[", "f'x'{y}:z(1)", "a.b['c'].d = 'e' .. 1 ^ 2", "local a a = a and b or not c repeat local f = function() a = f end until f"} {
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
		c, err := Compile("f.lua", syntax.Pos{File: "f.lua"}, src, Limits{Source: 1 << 16, Depth: 200})
		if err != nil {
			for _, e := range err.(syntax.ErrorList) {
				if e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
					t.Fatalf("an error without a place or a text: %v", e)
				}
			}
			return
		}
		for i, p := range c.Functions() {
			if int(p.Number) != i {
				t.Fatalf("function %d has number %d", i, p.Number)
			}
			check(t, p)
		}
	})
}

// check looks whether code keeps within its registers, constants and instructions.
func check(t *testing.T, p *Proto) {
	if p.Size > MaxRegs+3 || len(p.Code) == 0 || p.Code[len(p.Code)-1].Op != Return {
		t.Fatalf("%d registers, %d instructions", p.Size, len(p.Code))
	}
	for pc := range p.Code {
		if at := p.PlaceOf(pc); at < 0 || int(at) > len(p.Chunk.Source()) {
			t.Fatalf("%d: at %d of %d bytes", pc, at, len(p.Chunk.Source()))
		}
	}
	for pc, in := range p.Code {
		jumps := false
		switch in.Op {
		case Const, GetGlobal, SetGlobal, Owned, GetField, SetField, Self, AddK, SubK, MulK, DivK:
			if int(in.C) >= len(p.Konsts) {
				t.Fatalf("%d: constant %d of %d", pc, in.C, len(p.Konsts))
			}
		case EqK, LtK, LeK, GtK, GeK:
			jumps = true
			if int(in.D) >= len(p.Konsts) {
				t.Fatalf("%d: constant %d of %d", pc, in.D, len(p.Konsts))
			}
		case Bool:
			jumps = in.C != 0
		case Jump, Loop, Test, Eq, Lt, Le, Count, Again, Each:
			jumps = true
		case GetUp, SetUp:
			if int(in.C) >= len(p.Caps) {
				t.Fatalf("%d: variable %d of %d", pc, in.C, len(p.Caps))
			}
		case Func:
			if int(in.C) >= len(p.Protos) {
				t.Fatalf("%d: function %d of %d", pc, in.C, len(p.Protos))
			}
		}
		if jumps && (in.C < 0 || int(in.C) >= len(p.Code)) {
			t.Fatalf("%d: a jump to %d of %d", pc, in.C, len(p.Code))
		}
		for _, r := range []uint8{in.A, in.B, in.X} {
			if r >= p.Size && in.Op != Call && in.Op != Tail && in.Op != Return && in.Op != List && in.Op != Each {
				t.Fatalf("%d: register %d of %d", pc, r, p.Size)
			}
		}
	}
}
