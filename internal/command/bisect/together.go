package bisect

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/live"
)

// together finds where two runs part in what no digest has: this build plays both side by
// side, and compares after each tick what saves would have. Until then r has what
// differs in the first tick of which both recordings have sums that differ, and keeps that where
// this build plays one of the two another way.
func (o *Options) together(r *Report) error {
	var both [2]*witness
	for i, name := range r.Runs {
		w, err := o.play(name)
		if err != nil {
			return err
		}
		defer w.close()
		both[i] = w
	}
	var began []string // parts that differ in the beginning, where no body does
	for tick := r.Begins; tick <= r.Tick; tick++ {
		var sums [2][]live.PartSum
		for i, w := range both {
			d, err := w.to(tick)
			if err == nil && d == nil {
				sums[i], err = w.s.Sums()
			}
			if err != nil || d != nil {
				return err
			}
		}
		d := live.CompareSums(tick, sums[0], sums[1])
		if d == nil {
			continue
		}
		d.Parts = slices.DeleteFunc(d.Parts, func(part string) bool { return slices.Contains(began, part) })
		if len(d.Parts) == 0 {
			continue
		}
		bodies := live.DiffBodies(both[0].s, both[1].s)
		if tick == r.Begins && len(bodies) == 0 {
			began = d.Parts
			continue
		}
		r.differ(d)
		r.takeIn(bodies)
		return nil
	}
	return nil
}

// takeIn lists bodies that differ in what no digest has.
func (r *Report) takeIn(all []live.BodyDiff) {
	r.More = max(0, len(all)-maxBodies)
	for i := range all[:min(len(all), maxBodies)] {
		one := &all[i]
		b := Body{ID: one.ID, Name: one.Name, Class: one.Class, Body: len(one.Fields) > 0, Memory: one.Memory, Fields: one.Fields}
		switch one.Only {
		case "first":
			b.Only = r.Runs[0]
		case "second":
			b.Only = r.Runs[1]
		}
		r.Bodies = append(r.Bodies, b)
	}
}
