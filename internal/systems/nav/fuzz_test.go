package nav

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// FuzzMap makes maps of whatever numbers, and walks on those that are maps.
func FuzzMap(f *testing.F) {
	f.Add([]byte{0, 10, 10, 40, 5, 1, 60, 60, 9, 5, 20, 20, 90, 30, 50, 40, 60, 80, 30, 90}, float32(0.5), false)
	f.Add([]byte{0, 0, 0, 100, 1, 0, 0, 2, 100, 1, 0, 0, 0, 1, 100}, float32(0), true)
	f.Add([]byte{1, 50, 50, 50, 1, 0, 0, 1}, float32(3), true)
	f.Add([]byte{5, 0, 0, 100, 0, 100, 100, 1, 1, 0, 100}, float32(0.001), false)
	f.Fuzz(func(t *testing.T, numbers []byte, radius float32, wrap bool) {
		if len(numbers) > 200 {
			return
		}
		const side = 100
		next := func() float64 {
			if len(numbers) == 0 {
				return 0
			}
			n := numbers[0]
			numbers = numbers[1:]
			switch {
			case n == 255:
				return math.NaN()
			case n == 254:
				return math.Inf(1)
			case n > 200: // next to a whole number
				return float64(n-200) + 1e-7
			}
			return float64(n) / 2
		}
		var shapes []Shape
		for len(numbers) > 0 {
			switch kind := numbers[0]; {
			case kind%8 == 0:
				numbers = numbers[1:]
				shapes = append(shapes, Rect{next(), next(), next(), next()})
			case kind%8 == 1:
				numbers = numbers[1:]
				shapes = append(shapes, Circle{next(), next(), next()})
			default:
				numbers = numbers[1:]
				var p Polygon
				for range kind % 8 {
					p.Points = append(p.Points, Point{next(), next()})
				}
				shapes = append(shapes, p)
			}
		}
		m, err := New(spatial.Field{Width: side, Height: side, Wrap: wrap}, shapes, Options{Radius: radius})
		if err != nil {
			return
		}
		goal := m.Free(components.Position{X: 99, Y: 1})
		flow := m.Flow(goal)
		p := m.Free(components.Position{X: 3, Y: 98})
		_, left, _ := flow.Toward(p)
		for range 60 {
			way, far, ok := flow.Toward(p)
			if !ok {
				break
			}
			if far > left+float32(m.hair) {
				t.Fatalf("%v m to go at %v, %v before", far, p, left)
			}
			left = far
			q := m.Step(p, stride(m, p, way, 5))
			if plainBlocked(m, q) || !plainClear(m, p, q) || q == p && p != goal {
				t.Fatalf("from %v toward %v: got to %v", p, way, q)
			}
			p = q
		}
	})
}
