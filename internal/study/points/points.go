// Package points makes designs of experiments: it chooses the points of a space of factors to
// look at. The same arguments give the same points on every machine.
package points

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Factor is one dimension: a range, or values that are listed.
type Factor struct {
	Low, High float64 // of a range
	Step      float64 // a coordinate is Low and so many steps; 0: it is any number of the range
	Levels    int     // above 0: that many values, and a coordinate is the index of one
}

// Max is the number of points a design can have.
const Max = 1_000_000

// at returns the coordinate of a part of a factor, 0 up to but not 1.
func (f *Factor) at(part float64) float64 {
	if f.Levels > 0 {
		return math.Floor(part * float64(f.Levels))
	}
	if f.Step <= 0 {
		return f.Low + float64(part*(f.High-f.Low))
	}
	steps := math.Floor((f.High-f.Low)/f.Step+1e-9) + 1
	return f.Low + float64(math.Floor(part*steps)*f.Step)
}

// Snap returns the coordinate of a factor that is nearest to a number.
func (f *Factor) Snap(x float64) float64 {
	low, high := f.Low, f.High
	if f.Levels > 0 {
		low, high = 0, float64(f.Levels-1)
		x = math.Round(x)
	} else if f.Step > 0 {
		high = f.Low + float64(math.Floor((f.High-f.Low)/f.Step+1e-9)*f.Step)
		x = f.Low + float64(math.Round((x-f.Low)/f.Step)*f.Step)
	}
	return min(max(x, low), high)
}

// Grid is every combination of levels, and of values of ranges: all steps where these are no
// more than perRange, else so many values from end to end. The last factor changes first.
func Grid(factors []Factor, perRange int) ([][]float64, error) {
	if perRange < 1 {
		return nil, fmt.Errorf("a grid of %d values a range, wanted 1 or more", perRange)
	}
	values := make([][]float64, len(factors))
	total := 1
	for i := range factors {
		values[i] = factors[i].grid(perRange)
		if total *= len(values[i]); total > Max {
			return nil, fmt.Errorf("the grid has more than %d points", Max)
		}
	}
	all := make([][]float64, 0, total)
	for n := range total {
		p := make([]float64, len(factors))
		for i := len(factors) - 1; i >= 0; i-- {
			p[i] = values[i][n%len(values[i])]
			n /= len(values[i])
		}
		all = append(all, p)
	}
	return all, nil
}

func (f *Factor) grid(most int) (all []float64) {
	if f.Levels > 0 {
		for i := range f.Levels {
			all = append(all, float64(i))
		}
		return all
	}
	if f.Step > 0 {
		if steps := math.Floor((f.High-f.Low)/f.Step + 1e-9); steps < float64(most) {
			for i := range int(steps) + 1 {
				all = append(all, f.Low+float64(float64(i)*f.Step))
			}
			return all
		}
	}
	if most == 1 {
		return []float64{f.Snap((f.Low + f.High) / 2)}
	}
	for i := range most {
		x := f.Snap(f.Low + float64((f.High-f.Low)*float64(i)/float64(most-1)))
		if len(all) == 0 || x != all[len(all)-1] {
			all = append(all, x)
		}
	}
	return all
}

// Random is n points, each drawn alone.
func Random(factors []Factor, n int, seed uint64) ([][]float64, error) {
	if err := count(n); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 1))
	return fill(factors, n, func(_, _ int) float64 { return r.Float64() }), nil
}

// Latin returns a Latin hypercube: of n points each has another of n equal parts of every factor.
func Latin(factors []Factor, n int, seed uint64) ([][]float64, error) {
	if err := count(n); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 2))
	parts := make([][]int, len(factors))
	for i := range parts {
		parts[i] = r.Perm(n)
	}
	return fill(factors, n, func(p, i int) float64 { return (float64(parts[i][p]) + r.Float64()) / float64(n) }), nil
}

func count(n int) error {
	if n < 1 || n > Max {
		return fmt.Errorf("%d points, wanted 1 to %d", n, Max)
	}
	return nil
}

func fill(factors []Factor, n int, part func(p, i int) float64) [][]float64 {
	all := make([][]float64, n)
	for p := range all {
		all[p] = make([]float64, len(factors))
		for i := range factors {
			all[p][i] = factors[i].at(min(part(p, i), 1-0x1p-53))
		}
	}
	return all
}

// direction is a dimension of a Sobol sequence: a primitive polynomial, by its degree and its
// inner coefficients, and the first direction numbers. They are those of S. Joe and F. Y. Kuo,
// "Constructing Sobol sequences with better two-dimensional projections" (2008),
// new-joe-kuo-6.21201. The first dimension, van der Corput's, needs none.
type direction struct {
	degree, inner uint
	first         []uint32
}

var directions = []direction{
	{1, 0, []uint32{1}},
	{2, 1, []uint32{1, 3}},
	{3, 1, []uint32{1, 3, 1}},
	{3, 2, []uint32{1, 1, 1}},
	{4, 1, []uint32{1, 1, 3, 3}},
	{4, 4, []uint32{1, 3, 5, 13}},
	{5, 2, []uint32{1, 1, 5, 5, 17}},
	{5, 4, []uint32{1, 1, 5, 5, 5}},
	{5, 7, []uint32{1, 1, 7, 11, 19}},
	{5, 11, []uint32{1, 1, 5, 1, 1}},
	{5, 13, []uint32{1, 1, 1, 3, 11}},
	{5, 14, []uint32{1, 3, 5, 5, 31}},
	{6, 1, []uint32{1, 3, 3, 9, 7, 49}},
	{6, 13, []uint32{1, 1, 1, 15, 21, 21}},
	{6, 16, []uint32{1, 3, 1, 13, 27, 49}},
	{6, 19, []uint32{1, 1, 1, 15, 7, 5}},
	{6, 22, []uint32{1, 3, 1, 15, 13, 25}},
	{6, 25, []uint32{1, 1, 5, 5, 19, 61}},
	{7, 1, []uint32{1, 3, 7, 11, 23, 15, 103}},
}

// MaxSobol is the number of factors a Sobol sequence can have.
var MaxSobol = len(directions) + 1

const sobolBits = 32

// numbers returns the direction numbers of a dimension, as fractions of 2 to the 32nd.
func numbers(dimension int) (v [sobolBits]uint32) {
	if dimension == 0 {
		for i := range v {
			v[i] = 1 << (sobolBits - 1 - i)
		}
		return v
	}
	d := directions[dimension-1]
	for i := range v {
		if i < int(d.degree) {
			v[i] = d.first[i] << (sobolBits - 1 - i)
			continue
		}
		x := v[i-int(d.degree)]
		x ^= x >> d.degree
		for k := uint(1); k < d.degree; k++ {
			if d.inner>>(d.degree-1-k)&1 == 1 {
				x ^= v[i-int(k)]
			}
		}
		v[i] = x
	}
	return v
}

// Sobol returns the first n points of a Sobol sequence, shifted by digits that follow from the
// seed.
func Sobol(factors []Factor, n int, seed uint64) ([][]float64, error) {
	if err := count(n); err != nil {
		return nil, err
	}
	if len(factors) > MaxSobol {
		return nil, fmt.Errorf("%d factors, a Sobol sequence has at most %d", len(factors), MaxSobol)
	}
	r := rand.New(rand.NewPCG(seed, 3))
	v, x := make([][sobolBits]uint32, len(factors)), make([]uint32, len(factors))
	shift := make([]uint32, len(factors))
	for i := range factors {
		v[i], shift[i] = numbers(i), r.Uint32()
	}
	return fill(factors, n, func(p, i int) float64 {
		if p > 0 { // in the order of a Gray code: one number away from the point before
			x[i] ^= v[i][bits.TrailingZeros32(uint32(p))]
		}
		return float64(x[i]^shift[i]) / (1 << sobolBits)
	}), nil
}
