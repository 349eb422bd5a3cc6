package libm

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/big"
	"testing"
)

// functions of one argument: what they are asked for, from and to in powers of 2, and
// what the reference says.
var functions = []struct {
	name     string
	f        func(float64) float64
	from, to int
	signed   bool
	want     func(x *big.Float, f float64) *big.Float
}{
	{"sin", Sin, -40, 1023, true, func(_ *big.Float, x float64) *big.Float { s, _ := bigSinCos(x); return s }},
	{"cos", Cos, -40, 40, true, func(_ *big.Float, x float64) *big.Float { _, c := bigSinCos(x); return c }},
	{"tan", Tan, -40, 30, true, func(_ *big.Float, x float64) *big.Float { s, c := bigSinCos(x); return s.Quo(s, c) }},
	{"asin", Asin, -40, 0, true, func(x *big.Float, _ float64) *big.Float { return bigAtan(x.Quo(x, bigBeside(x))) }},
	{"acos", Acos, -40, 0, false, func(x *big.Float, _ float64) *big.Float { return bigAtan(zero().Quo(bigBeside(x), x)) }},
	{"atan", Atan, -400, 60, true, func(x *big.Float, _ float64) *big.Float { return bigAtan(x) }},
	{"exp", Exp, -60, 9, true, func(x *big.Float, _ float64) *big.Float { return bigExp(x) }},
	{"log", Log, -1000, 1000, false, func(x *big.Float, f float64) *big.Float { return bigLog(x, math.Log(f)) }},
	{"log10", Log10, -3, 300, false, func(x *big.Float, f float64) *big.Float {
		l := bigLog(x, math.Log(f))
		return l.Quo(l, bigLog(newBig(10), math.Ln10))
	}},
	{"sinh", Sinh, -60, 9, true, func(x *big.Float, _ float64) *big.Float { a, b := bigHalves(x); return a.Sub(a, b) }},
	{"cosh", Cosh, -60, 9, true, func(x *big.Float, _ float64) *big.Float { a, b := bigHalves(x); return a.Add(a, b) }},
	{"tanh", Tanh, -60, 5, true, func(x *big.Float, _ float64) *big.Float {
		a, b := bigHalves(x)
		return zero().Quo(zero().Sub(a, b), zero().Add(a, b))
	}},
}

func bigBeside(x *big.Float) *big.Float {
	r := zero().Mul(x, x)
	return r.Sqrt(r.Sub(newBig(1), r))
}

func bigHalves(x *big.Float) (grows, falls *big.Float) {
	e := bigExp(x)
	return zero().SetMantExp(e, -1), zero().Quo(newBig(0.5), e)
}

// numbers is a stream of arguments, which are spread over powers of 2.
type numbers uint64

func (s *numbers) next(from, to int, signed bool) float64 {
	*s = *s*6364136223846793005 + 1442695040888963407
	x := math.Ldexp(1+float64(*s>>12)/(1<<52), from-1+int(*s>>7&0xffff)%(to-from+1))
	if signed && *s>>40&1 == 1 {
		return -x
	}
	return x
}

// nearest wants got to be the nearest number to a value, unless that is so near to the
// middle of two that both will do, or no normal number.
func nearest(t *testing.T, what string, got float64, value *big.Float) {
	t.Helper()
	want, _ := value.Float64()
	if got == want || math.Abs(want) < 0x1p-1022 && math.Abs(got-want) <= 0x1p-1074 {
		return
	}
	step := math.Abs(math.Nextafter(want, math.Inf(1)) - want)
	rest, _ := zero().Sub(value, newBig(want)).Float64()
	if math.Abs(math.Abs(rest/step)-0.5) > 0x1p-35 || math.Abs(got-want) > step {
		t.Errorf("%s = %v (%x), wanted %v (%x), %v steps from there", what, got, got, want, want, rest/step)
	}
}

func TestFunctionsAreNearest(t *testing.T) {
	count := 1500
	if testing.Short() {
		count = 100
	}
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			s := numbers(1)
			for range count {
				x := s.next(f.from, f.to, f.signed)
				got := f.f(x)
				if math.IsInf(got, 0) || got == 0 {
					continue // see TestEdges
				}
				nearest(t, f.name+"("+newBig(x).Text('g', 17)+")", got, f.want(newBig(x), x))
			}
		})
	}
	t.Run("pow", func(t *testing.T) {
		s := numbers(2)
		for range count {
			x, y := s.next(-20, 20, false), s.next(-30, 8, true)
			got := Pow(x, y)
			if math.IsInf(got, 0) || got == 0 {
				continue
			}
			l := bigLog(newBig(x), math.Log(x))
			nearest(t, "pow", got, bigExp(l.Mul(l, newBig(y))))
		}
	})
	t.Run("atan2", func(t *testing.T) {
		s := numbers(3)
		for range count {
			y, x := s.next(-60, 60, true), s.next(-60, 60, false)
			nearest(t, "atan2", Atan2(y, x), bigAtan(zero().Quo(newBig(y), newBig(x))))
			want := bigAtan(zero().Quo(newBig(y), newBig(-x)))
			if half := zero().Set(bigHalfPi()); y > 0 {
				want.Add(want, half.Add(half, half))
			} else {
				want.Sub(want, half.Add(half, half))
			}
			nearest(t, "atan2", Atan2(y, -x), want)
		}
	})
	t.Run("hypot", func(t *testing.T) {
		s := numbers(4)
		for range count {
			x, y := s.next(-1000, 1000, true), s.next(-60, 60, true)
			for _, x := range []float64{x, y * 0.75, y * 1e-9} {
				sum := zero().Add(zero().Mul(newBig(x), newBig(x)), zero().Mul(newBig(y), newBig(y)))
				nearest(t, "hypot", Hypot(x, y), sum.Sqrt(sum))
			}
		}
	})
}

// TestBitsAreTheSameEverywhere pins the bits of many results. They were made on amd64;
// a machine on which this fails would play other games.
func TestBitsAreTheSameEverywhere(t *testing.T) {
	want := map[string]uint64{
		"sin": 0x61421427d1916fc8, "cos": 0x167665dfdd281545, "tan": 0xd9e33a86916d9a7, "asin": 0x9a66717b04049790,
		"acos": 0x554a32c309a9dcd1, "atan": 0xf3e4b9d8445fe1fc, "exp": 0x7a593aea9b0c7f61, "log": 0x9adb34100b2e03e8,
		"log10": 0xf339ff838d7c7fd8, "sinh": 0x962b74c98ee4f8d3, "cosh": 0x5493cac8102134f2, "tanh": 0x23785a1528de19f,
	}
	for _, f := range functions {
		h, s := fnv.New64a(), numbers(5)
		for range 20_000 {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(f.f(s.next(f.from, f.to, f.signed)))))
		}
		if got := h.Sum64(); got != want[f.name] {
			t.Errorf("%s: the bits of the results hash to %#x, wanted %#x", f.name, got, want[f.name])
		}
	}
}

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

// Where a function has no nearest number, C says what it gives.
func TestEdges(t *testing.T) {
	minus0 := math.Copysign(0, -1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"sin 0", Sin(0), 0}, {"sin -0", Sin(minus0), minus0}, {"sin inf", Sin(inf), nan}, {"sin nan", Sin(nan), nan}, {"sin tiny", Sin(5e-324), 5e-324},
		{"cos 0", Cos(0), 1}, {"cos -inf", Cos(-inf), nan}, {"tan -0", Tan(minus0), minus0}, {"tan inf", Tan(inf), nan},
		{"asin 1", Asin(1), math.Pi / 2}, {"asin -1", Asin(-1), -math.Pi / 2}, {"asin 1.5", Asin(1.5), nan}, {"asin -0", Asin(minus0), minus0},
		{"acos 1", Acos(1), 0}, {"acos -1", Acos(-1), math.Pi}, {"acos 0", Acos(0), math.Pi / 2}, {"acos 2", Acos(2), nan},
		{"atan inf", Atan(inf), math.Pi / 2}, {"atan -inf", Atan(-inf), -math.Pi / 2}, {"atan -0", Atan(minus0), minus0}, {"atan 1e300", Atan(1e300), math.Pi / 2},
		{"atan2 0 0", Atan2(0, 0), 0}, {"atan2 -0 0", Atan2(minus0, 0), minus0}, {"atan2 0 -0", Atan2(0, minus0), math.Pi}, {"atan2 -0 -1", Atan2(minus0, -1), -math.Pi},
		{"atan2 1 0", Atan2(1, 0), math.Pi / 2}, {"atan2 -1 0", Atan2(-1, 0), -math.Pi / 2}, {"atan2 inf inf", Atan2(inf, inf), math.Pi / 4},
		{"atan2 inf -inf", Atan2(inf, -inf), 3 * math.Pi / 4}, {"atan2 1 inf", Atan2(1, inf), 0}, {"atan2 1 -inf", Atan2(1, -inf), math.Pi},
		{"atan2 -inf 1", Atan2(-inf, 1), -math.Pi / 2}, {"atan2 tiny", Atan2(5e-324, 1), 5e-324}, {"atan2 far", Atan2(1e-300, 1e300), 0}, {"atan2 nan", Atan2(nan, 1), nan},
		{"exp 0", Exp(0), 1}, {"exp inf", Exp(inf), inf}, {"exp -inf", Exp(-inf), 0}, {"exp nan", Exp(nan), nan}, {"exp 710", Exp(710), inf},
		{"exp 709.78", Exp(709.78), 1.7928227943945155e308}, {"exp -745.13", Exp(-745.13), 5e-324}, {"exp -746", Exp(-746), 0},
		{"log 0", Log(0), -inf}, {"log -0", Log(minus0), -inf}, {"log -1", Log(-1), nan}, {"log inf", Log(inf), inf}, {"log 1", Log(1), 0}, {"log tiny", Log(5e-324), -744.4400719213812},
		{"log10 1000", Log10(1000), 3}, {"log10 1e-7", Log10(1e-7), -7}, {"log10 0", Log10(0), -inf}, {"log10 nan", Log10(nan), nan},
		{"sinh -0", Sinh(minus0), minus0}, {"sinh 710", Sinh(710), 1.1169973830808555e308}, {"sinh -711", Sinh(-711), -inf}, {"sinh inf", Sinh(inf), inf},
		{"cosh 0", Cosh(0), 1}, {"cosh -710", Cosh(-710), 1.1169973830808555e308}, {"cosh 712", Cosh(712), inf}, {"cosh nan", Cosh(nan), nan}, {"cosh -inf", Cosh(-inf), inf},
		{"tanh -0", Tanh(minus0), minus0}, {"tanh 30", Tanh(30), 1}, {"tanh -inf", Tanh(-inf), -1}, {"tanh nan", Tanh(nan), nan},
		{"hypot inf nan", Hypot(-inf, nan), inf}, {"hypot nan", Hypot(nan, 1), nan}, {"hypot 3 4", Hypot(-3, 4), 5}, {"hypot large", Hypot(3e300, 4e300), 5e300}, {"hypot 0", Hypot(minus0, 0), 0},
		{"pow whole", Pow(3, 5), 243}, {"pow exact", Pow(10, 22), 1e22}, {"pow root", Pow(2, 0.5), math.Sqrt2}, {"pow -2 3", Pow(-2, 3), -8}, {"pow -2 2", Pow(-2, 2), 4},
		{"pow -2 0.5", Pow(-2, 0.5), nan}, {"pow 0 0", Pow(0, 0), 1}, {"pow nan 0", Pow(nan, 0), 1}, {"pow 1 nan", Pow(1, nan), 1}, {"pow nan 1", Pow(nan, 1), nan},
		{"pow 0 -1", Pow(0, -1), inf}, {"pow -0 -1", Pow(minus0, -1), -inf}, {"pow -0 -2", Pow(minus0, -2), inf}, {"pow -0 3", Pow(minus0, 3), minus0}, {"pow 0 2", Pow(0, 2), 0},
		{"pow -1 inf", Pow(-1, inf), 1}, {"pow 2 inf", Pow(2, inf), inf}, {"pow 2 -inf", Pow(2, -inf), 0}, {"pow 0.5 inf", Pow(0.5, inf), 0}, {"pow 0.5 -inf", Pow(-0.5, -inf), inf},
		{"pow inf 2", Pow(inf, 2), inf}, {"pow inf -1", Pow(inf, -1), 0}, {"pow -inf 3", Pow(-inf, 3), -inf}, {"pow -inf -3", Pow(-inf, -3), minus0}, {"pow -inf 0.5", Pow(-inf, 0.5), inf},
		{"pow large", Pow(2, 1024), inf}, {"pow 2 1023", Pow(2, 1023), 0x1p1023}, {"pow 2 -1074", Pow(2, -1074), 5e-324}, {"pow 2 -1080", Pow(2, -1080), 0},
		{"pow 1e300 tiny", Pow(1e300, 1e-300), 1}, {"pow huge y", Pow(1.0000001, 1e300), inf}, {"pow -1 2^53+", Pow(-1, 1e300), 1},
	} {
		if math.Float64bits(c.got) != math.Float64bits(c.want) && !(c.got != c.got && c.want != c.want) {
			t.Errorf("%s: %v, wanted %v", c.name, c.got, c.want)
		}
	}
}

func BenchmarkSin(b *testing.B) {
	for i := range b.N {
		Sin(float64(i) * 0.01)
	}
}
