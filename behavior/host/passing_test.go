package host_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// TestPassingValuesGiveTheirNumbersBack lets ten bodies have a new value each in
// every tick, beside values that trees ask for.
func TestPassingValuesGiveTheirNumbersBack(t *testing.T) {
	var s host.Symbols
	calm := s.Sym(host.StringValue("calm"))
	column := make([]uint32, 10)
	release := s.Hold(func(keep func([]uint32)) { keep(column) })
	highest := host.Sym(0)
	for tick := range 20_000 {
		s.Sweep()
		for body := range column {
			value := host.NumberValue(float64(tick*len(column) + body))
			y := s.Passing(value)
			column[body], highest = uint32(y), max(highest, y)
		}
		if tick == 5 {
			s.Sym(host.NumberValue(57)) // now a tree asks for it
		}
		for body, y := range column {
			value := host.NumberValue(float64(tick*len(column) + body))
			if s.Value(host.Sym(y)) != value || s.Hash(host.Sym(y)) != value.Hash() || s.Passing(value) != host.Sym(y) {
				t.Fatalf("tick %d: body %d has %v, wanted %v", tick, body, s.Value(host.Sym(y)), value)
			}
		}
	}
	if highest > 5000 {
		t.Errorf("numbers up to %d for 200,000 values, of which ten were there at a time", highest)
	}
	asked := s.Sym(host.NumberValue(57))
	if s.Value(calm).Text() != "calm" || s.Value(asked).Number() != 57 || asked > 100 {
		t.Error("a value that a tree asks for has lost its number")
	}
	release()
	for i := range 10_000 {
		s.Passing(host.StringValue(fmt.Sprint(i)))
	}
	last := s.Passing(host.StringValue("last"))
	s.Sweep()
	if y := s.Passing(host.StringValue("new")); y > last {
		t.Errorf("a world that is gone holds values: the next number is %d, beyond %d", y, last)
	}
	if y := s.Sym(host.StringValue("calm")); y != calm {
		t.Errorf("calm has number %d, wanted %d", y, calm)
	}
}
