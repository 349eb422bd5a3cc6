package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/ground/libm"
)

func (s *State) mathLibrary() []function {
	list := []function{
		{"atan2", two(libm.Atan2)}, {"fmod", s.fmod}, {"frexp", frexp}, {"ldexp", s.ldexp},
		{"max", extreme(func(a, b glua.LNumber) bool { return a > b })},
		{"min", extreme(func(a, b glua.LNumber) bool { return a < b })},
		{"mod", s.fmod}, {"modf", modf}, {"pow", two(libm.Pow)}, {"random", s.random}, {"randomseed", noSeed},
	}
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{
		{"abs", math.Abs}, {"acos", libm.Acos}, {"asin", libm.Asin}, {"atan", libm.Atan}, {"ceil", math.Ceil},
		{"cos", libm.Cos}, {"cosh", libm.Cosh}, {"deg", func(x float64) float64 { return x / (math.Pi / 180) }},
		{"exp", libm.Exp}, {"floor", math.Floor}, {"log", libm.Log}, {"log10", libm.Log10},
		{"rad", func(x float64) float64 { return x * (math.Pi / 180) }}, {"sin", libm.Sin}, {"sinh", libm.Sinh},
		{"sqrt", math.Sqrt}, {"tan", libm.Tan}, {"tanh", libm.Tanh},
	} {
		list = append(list, function{f.name, func(L *glua.LState) int {
			L.Push(glua.LNumber(f.f(float64(L.CheckNumber(1)))))
			return 1
		}})
	}
	return list
}

func two(f func(a, b float64) float64) glua.LGFunction {
	return func(L *glua.LState) int {
		L.Push(glua.LNumber(f(float64(L.CheckNumber(1)), float64(L.CheckNumber(2)))))
		return 1
	}
}

func extreme(better func(a, b glua.LNumber) bool) glua.LGFunction {
	return func(L *glua.LState) int {
		best := L.CheckNumber(1)
		for i := 2; i <= L.GetTop(); i++ {
			if v := L.CheckNumber(i); better(v, best) {
				best = v
			}
		}
		L.Push(best)
		return 1
	}
}

func frexp(L *glua.LState) int {
	fraction, exp := math.Frexp(float64(L.CheckNumber(1)))
	L.Push(glua.LNumber(fraction))
	L.Push(glua.LNumber(exp))
	return 2
}

func (s *State) ldexp(L *glua.LState) int {
	L.Push(glua.LNumber(math.Ldexp(float64(L.CheckNumber(1)), s.index(L.CheckNumber(2)))))
	return 1
}

func modf(L *glua.LState) int {
	f := float64(L.CheckNumber(1))
	whole, fraction := math.Modf(f)
	if math.IsInf(f, 0) {
		fraction = 0
	}
	L.Push(glua.LNumber(whole))
	L.Push(glua.LNumber(fraction))
	return 2
}

// random is math.random over the owner's stream.
func (s *State) random(L *glua.LState) int {
	from, to := 1.0, 0.0
	switch L.GetTop() {
	case 0:
		L.Push(glua.LNumber(s.Draw()))
		return 1
	case 1:
		to = math.Floor(float64(L.CheckNumber(1)))
	case 2:
		from, to = math.Floor(float64(L.CheckNumber(1))), math.Floor(float64(L.CheckNumber(2)))
	default:
		s.Raise("wrong number of arguments to 'random'")
	}
	if !(from <= to) {
		s.Raise("bad argument to 'random': the interval from %s to %s is empty", Number(from), Number(to))
	}
	L.Push(glua.LNumber(from + math.Floor(float64(s.Draw()*(to-from+1)))))
	return 1
}

// Draw returns a number in [0, 1) from the owner's stream.
func (s *State) Draw() float64 {
	if s.opt.Random == nil {
		return 0.5
	}
	return s.opt.Random()
}

// noSeed takes a seed and does nothing: the stream belongs to the owner.
func noSeed(*glua.LState) int { return 0 }

func (s *State) fmod(L *glua.LState) int {
	a, b := float64(L.CheckNumber(1)), float64(L.CheckNumber(2))
	s.chargeMod(a, b)
	L.Push(glua.LNumber(math.Mod(a, b)))
	return 1
}
