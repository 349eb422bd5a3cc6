package graph

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// plenty is enough for every test that is meant to end.
var plenty = machine.Budget{Steps: 20_000_000}

// kept is a state of a test with what it needs to be saved.
type kept struct {
	*machine.State
	graph   Graph
	places  Places
	threads []*machine.Thread
	printed strings.Builder
}

func (*kept) Kind(machine.Value) (byte, error) { return 0, nil }
func (*kept) New(byte, any) machine.Value      { return machine.Nil }
func (*kept) Code(Codec, machine.Value)        {}

func (k *kept) Make(f *machine.Function, name string, of []machine.Value) bool {
	if name == "adder" {
		f.Become(k.adder(of[0]))
	}
	return name == "adder"
}

func (k *kept) adder(n machine.Value) *machine.Function {
	return k.NewFunction("adder", func(c *machine.Call) int {
		a, _ := c.Kept()[0].Number()
		c.Push(machine.Number(a + c.CheckNumber(1)))
		return 1
	}, n)
}

func (k *kept) root(c Codec) {
	if n := c.Length(len(k.threads)); n != len(k.threads) {
		k.threads = make([]*machine.Thread, n)
	}
	for i := range k.threads {
		c.Thread(&k.threads[i])
	}
}

const keptSource = `
function wait(...) return pause(...) end
function counter() local n = 0 return function() n = n + 1 return n end, function(v) n = v end end
Class = {} Class.__index = Class
function Class:get() return self.x end
function Class.new(x) return setmetatable({ x = x }, Class) end
`

// newKept makes a state that has run its sources, and is fixed.
func newKept(t testing.TB, sources ...string) *kept {
	k := &kept{}
	k.State = machine.NewState(machine.Options{Print: func(_ syntax.Pos, text string) { k.printed.WriteString(text + "\n") }})
	k.Define("pause", k.NewFunction("pause", func(c *machine.Call) int { return c.Stop() }).V())
	k.Define("adder", k.NewFunction("adder", func(c *machine.Call) int { c.Push(k.adder(c.Get(1)).V()); return 1 }).V())
	k.Define("thread", k.NewFunction("thread", func(c *machine.Call) int {
		k.threads = append(k.threads, k.NewThread(c.CheckFunction(1)))
		return 0
	}).V())
	k.graph = k.places.Graph()
	k.run(t, keptSource)
	k.graph.Fix(k.State)
	for i, src := range sources {
		k.places.KnowAs(fmt.Sprint("source ", i), k.compile(t, src))
	}
	return k
}

func (k *kept) compile(t testing.TB, src string) *machine.Chunk {
	c, err := machine.Compile(syntax.Pos{File: "k.lua"}, src, machine.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (k *kept) run(t testing.TB, src string) {
	c := k.compile(t, src)
	k.places.Know(c)
	k.call(t, c)
}

func (k *kept) call(t testing.TB, c *machine.Chunk) {
	if err := k.Protect(plenty, func() { k.Call(k.Function(c).V()) }); err != nil {
		t.Fatal(err)
	}
}

func (k *kept) step(t testing.TB) {
	for _, th := range k.threads {
		if err := k.Protect(plenty, func() { k.Resume(th) }); err != nil {
			t.Fatal(err)
		}
	}
}

func (k *kept) save(t testing.TB) []byte {
	b, err := k.graph.Encode(k, k.root)
	if err != nil {
		t.Fatal(err)
	}
	all := fnv.New64a()
	all.Write(b)
	if got := k.graph.Sum(k, k.root); got != all.Sum64() {
		t.Errorf("the sum is %016x, that of the bytes %016x", got, all.Sum64())
	}
	return b
}

const keptFirst = `
inc, set = counter()
inc() inc()
obj = Class.new(7)
obj.self, obj.list, obj[1.5] = obj, { 1, 2, nil, 4 }, true
obj.gone = 1 obj.gone = nil obj.last = "x"
mixed = {} for i = 1, 60 do mixed["k" .. i] = i end for i = 1, 60, 2 do mixed["k" .. i] = nil end mixed[obj] = inc mixed[-3] = 0/0
sum = adder(10)
words = ("a b c d"):gmatch("%a")
words()
local shared = 0
thread(function(...)
	for i = 1, 5 do
		local mine = i
		local f = function() mine = mine + 1 shared = shared + 1 return mine end
		f()
		for k, v in pairs({ a = 1, b = 2 }) do
			print(i, k, v, wait(i), f(), ({ 1, 2, wait(), (select("#", wait())) })[2], shared)
		end
	end
end)
thread(function() while shared < 100 do shared = shared + 10 wait() end print("full") end)
thread(function() local function deep(n, ...) if n == 0 then wait() return ... end local a = deep(n - 1, n, ...) wait() return a, select("#", ...) end print(deep(4)) end)
thread(function() return wait() end)
`

const keptSecond = `
print(inc(), obj:get(), obj.self == obj, #obj.list, obj.list[4], obj[1.5], mixed[obj] == inc, mixed[-3] ~= mixed[-3], sum(5), words(), words())
set(50) print(inc())
local s = "" for k, v in pairs(obj) do s = s .. tostring(k) .. " " end print(s)
s = "" for k, v in pairs(mixed) do s = s .. tostring(k) .. " " end print(s)
obj.gone = 2 mixed.k1 = 1 s = "" for k, v in pairs(obj) do s = s .. tostring(k) .. " " end print(s)
`

// What is read from a save goes on exactly as what was saved.
func TestSavesGoOn(t *testing.T) {
	for cut := range 30 {
		one := newKept(t, keptFirst)
		one.call(t, one.places.chunks["source 0"])
		for range cut {
			one.step(t)
		}
		save := one.save(t)
		if again := one.save(t); !bytes.Equal(save, again) {
			t.Fatal("two saves of a state differ")
		}
		two := newKept(t, keptFirst)
		commit, err := two.graph.Decode(save, two, two.root)
		if err != nil {
			t.Fatal(err)
		}
		commit()
		if again := two.save(t); !bytes.Equal(save, again) {
			t.Fatalf("cut %d: a save of what was read differs", cut)
		}
		one.printed.Reset()
		for _, k := range []*kept{one, two} {
			k.run(t, keptSecond)
			for range 40 {
				k.step(t)
			}
		}
		if one.printed.String() != two.printed.String() || !strings.Contains(one.printed.String(), "3\t7\ttrue\t4\t4\ttrue\ttrue\ttrue\t15\tb\tc") {
			t.Fatalf("cut %d: saved:\n%s\nread:\n%s", cut, one.printed.String(), two.printed.String())
		}
		if a, b := one.save(t), two.save(t); !bytes.Equal(a, b) {
			t.Fatalf("cut %d: later saves differ", cut)
		}
	}
}

// A key that came before the list had its place is saved in the list alone.
func TestSavesOfListsThatGrewTogether(t *testing.T) {
	one, two := newKept(t), newKept(t)
	one.run(t, "t = { k = 1 } t[13] = 6 t[30] = 7 t[14] = 8 t[14] = nil t[4] = 1 t[12] = 2")
	commit, err := two.graph.Decode(one.save(t), two, two.root)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	for _, k := range []*kept{one, two} {
		k.run(t, "local s = '' for k, v in pairs(t) do s = s .. k .. '=' .. v .. ' ' end print(#t, s)")
	}
	if want := "13\t4=1 12=2 13=6 k=1 30=7 \n"; one.printed.String() != want || two.printed.String() != want {
		t.Errorf("saved %s, read %s, wanted %s", one.printed.String(), two.printed.String(), want)
	}
	if !bytes.Equal(one.save(t), two.save(t)) {
		t.Error("a save of what was read differs")
	}
}

// Functions are found by their place, so that they go on with another source.
func TestSavesMoveToAnotherSource(t *testing.T) {
	const old, fresh = `f = function(x) return x + 1 end`, `f = function(x) return x + 2 end`
	one, two := newKept(t, old), newKept(t, fresh)
	one.call(t, one.places.chunks["source 0"])
	commit, err := two.graph.Decode(one.save(t), two, two.root)
	if err != nil {
		t.Fatal(err)
	}
	commit()
	if two.run(t, `print(f(1))`); two.printed.String() != "3\n" {
		t.Errorf("f(1) is %s", two.printed.String())
	}
}

func TestSavesThatDoNotFit(t *testing.T) {
	one := newKept(t, `f = function() end`)
	one.call(t, one.places.chunks["source 0"])
	two := newKept(t)
	if _, err := two.graph.Decode(one.save(t), two, two.root); err == nil || !strings.Contains(err.Error(), "saved with a script that is not there: source 0") {
		t.Errorf("without its source: %v", err)
	}
	one.run(t, `g = function() end`)
	delete(one.places.names, one.LastRun("k.lua"))
	if _, err := one.graph.Encode(one, one.root); err == nil || !strings.HasPrefix(err.Error(), "k.lua:1:5: its scripts keep a function of k.lua") {
		t.Errorf("a function without a place: %v", err)
	}
}

// No bytes bring down what reads them, and what they made works.
func TestDamagedSaves(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: many damaged saves")
	}
	one := newKept(t, keptFirst)
	one.call(t, one.places.chunks["source 0"])
	for range 3 {
		one.step(t)
	}
	save := one.save(t)
	r := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 1500 {
		b := bytes.Clone(save)
		for range 1 + r.IntN(3) {
			switch i := r.IntN(len(b)); r.IntN(4) {
			case 0:
				b[i] = byte(r.IntN(256))
			case 1:
				b[i] ^= 1 << r.IntN(8)
			case 2:
				b = append(b[:i], b[min(i+1+r.IntN(4), len(b)):]...)
			case 3:
				b[i] = byte(r.IntN(8))
			}
		}
		two := newKept(t, keptFirst)
		commit, err := two.graph.Decode(b, two, two.root)
		if err != nil {
			var other saveError
			if !errors.Is(err, ErrDamaged) && !errors.As(err, &other) && !strings.Contains(err.Error(), "saved") {
				t.Errorf("refused with %v", err)
			}
			continue
		}
		read++
		commit()
		for _, th := range two.threads {
			for range 5 {
				_ = two.Protect(machine.Budget{Steps: 10_000}, func() { two.Resume(th) })
			}
		}
		_ = two.Protect(machine.Budget{Steps: 10_000}, func() { two.Call(two.Function(two.compile(t, keptSecond)).V()) })
	}
	if read < 20 {
		t.Errorf("only %d damaged saves could be read, so the test shows little", read)
	}
}

// What values weigh is the same after a save was read.
func TestWeight(t *testing.T) {
	weigh := func(k *kept) int64 {
		var w Scale
		w.Weigh(k.State)
		return w.Bytes
	}
	one := newKept(t, keptFirst)
	before := weigh(one)
	one.run(t, "all = {} for i = 1, 100 do all[i] = { x = i, f = function() return i end, long = ('x'):rep(1000) } end")
	if grown := weigh(one) - before; grown < 100*1300 || grown > 150_000 {
		t.Errorf("a hundred tables weigh %d", grown)
	}
	two := newKept(t, keptFirst)
	two.graph.Place, two.graph.Chunk = one.graph.Place, one.graph.Chunk
	commit, err := two.graph.Decode(one.save(t), two, two.root)
	if err != nil {
		t.Fatal(err)
	}
	if commit(); weigh(one) != weigh(two) {
		t.Errorf("%d bytes, and %d after a save was read", weigh(one), weigh(two))
	}
}
