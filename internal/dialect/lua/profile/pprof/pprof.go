// Package pprof writes where the time of scripts goes in the format of pprof.
package pprof

import (
	"io"

	"github.com/google/pprof/profile"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	profiled "github.com/thicket-sim/thicket/internal/dialect/lua/profile"
)

// Write writes samples as a profile that pprof reads.
func Write(w io.Writer, samples []profiled.Sample) error {
	b := builder{functions: map[function]*profile.Function{}, locations: map[machine.Frame]*profile.Location{}}
	b.SampleType = []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "time", Unit: "nanoseconds"}}
	b.DefaultSampleType = "time"
	b.PeriodType = &profile.ValueType{Type: "time", Unit: "nanoseconds"}
	count := int64(0)
	for _, s := range samples {
		b.DurationNanos += s.Took.Nanoseconds()
		count += s.Count
		out := &profile.Sample{Value: []int64{s.Count, s.Took.Nanoseconds()}}
		for _, f := range s.Stack {
			out.Location = append(out.Location, b.location(f))
		}
		b.Sample = append(b.Sample, out)
	}
	b.Period = max(b.DurationNanos/max(count, 1), 1)
	if err := b.CheckValid(); err != nil {
		return err
	}
	return b.Profile.Write(w)
}

// builder numbers functions and places.
type builder struct {
	profile.Profile
	functions map[function]*profile.Function
	locations map[machine.Frame]*profile.Location
}

type function struct {
	name, file string
	begin      int32
}

func (b *builder) location(f machine.Frame) *profile.Location {
	if l := b.locations[f]; l != nil {
		return l
	}
	of := function{f.Name, f.File, f.Begin}
	fn := b.functions[of]
	if fn == nil {
		fn = &profile.Function{ID: uint64(len(b.Function) + 1), Name: f.Name, SystemName: f.Name, Filename: f.File, StartLine: int64(f.Begin)}
		b.functions[of], b.Function = fn, append(b.Function, fn)
	}
	l := &profile.Location{ID: uint64(len(b.Location) + 1), Line: []profile.Line{{Function: fn, Line: int64(f.Line)}}}
	b.locations[f], b.Location = l, append(b.Location, l)
	return l
}
