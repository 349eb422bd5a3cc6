package machine

import (
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

const pi = math.Pi

var huge = math.Inf(1)

func mathLibrary() []function {
	list := []function{
		{"atan2", two(libm.Atan2)}, {"fmod", fmod}, {"frexp", frexp}, {"ldexp", ldexp},
		{"max", extreme(func(a, b float64) bool { return a > b })}, {"min", extreme(func(a, b float64) bool { return a < b })},
		{"mod", fmod}, {"modf", modf}, {"pow", two(libm.Pow)}, {"random", random}, {"randomseed", func(c *Call) int { return 0 }},
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
		turns := f.name == "cos" || f.name == "sin" || f.name == "tan"
		list = append(list, function{f.name, func(c *Call) int {
			x := c.CheckNumber(1)
			if turns && math.Abs(x) > far {
				c.S.Charge(farSteps)
			}
			return c.Give(Number(f.f(x)))
		}})
	}
	return list
}

// far is the angle from which on its whole turns are computed with many digits, which takes as long
// as farSteps.
const far, farSteps = 1 << 19, 60

func two(f func(a, b float64) float64) func(*Call) int {
	return func(c *Call) int { return c.Give(Number(f(c.CheckNumber(1), c.CheckNumber(2)))) }
}

func extreme(better func(a, b float64) bool) func(*Call) int {
	return func(c *Call) int {
		best := c.CheckNumber(1)
		for i := 2; i <= c.n; i++ {
			if f := c.CheckNumber(i); better(f, best) {
				best = f
			}
		}
		return c.Give(Number(best))
	}
}

func frexp(c *Call) int {
	fraction, exp := math.Frexp(c.CheckNumber(1))
	c.Push(Number(fraction))
	c.Push(Number(float64(exp)))
	return 2
}

func ldexp(c *Call) int { return c.Give(Number(math.Ldexp(c.CheckNumber(1), c.CheckWhole(2)))) }

func modf(c *Call) int {
	f := c.CheckNumber(1)
	integer, fraction := math.Modf(f)
	if math.IsInf(f, 0) {
		fraction = math.Copysign(0, f)
	}
	c.Push(Number(integer))
	c.Push(Number(fraction))
	return 2
}

// random is math.random over the owner's stream.
func random(c *Call) int {
	from, to := 1.0, 0.0
	switch c.n {
	case 0:
		return c.Give(Number(c.S.Draw()))
	case 1:
		to = math.Floor(c.CheckNumber(1))
	case 2:
		from, to = math.Floor(c.CheckNumber(1)), math.Floor(c.CheckNumber(2))
	default:
		c.S.Raise("wrong number of arguments to 'random'")
	}
	if !(from <= to) {
		c.ArgError(c.n, "the interval from %s to %s is empty", number.Show(from), number.Show(to))
	}
	return c.Give(Number(from + math.Floor(float64(c.S.Draw()*(to-from+1)))))
}

func fmod(c *Call) int {
	a, b := c.CheckNumber(1), c.CheckNumber(2)
	if math.Abs(a) > math.Abs(b)*(1<<40) { // it takes long then
		c.S.Charge(500)
	}
	return c.Give(Number(math.Mod(a, b)))
}
