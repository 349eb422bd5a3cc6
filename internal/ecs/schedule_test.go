package ecs

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStepRunsStagesInOrderAndSystemsAsAdded(t *testing.T) {
	w := New(Options{TickRate: 10})
	var log []string
	add := func(stage Stage, name string) {
		w.Add(stage, name, SystemFunc(func(w *World) {
			log = append(log, fmt.Sprintf("%d %v/%s %.1f", w.Clock().Tick, stage, name, w.Clock().Time()))
		}))
	}
	for _, stage := range []Stage{Publish, Populate, Rules, Act, Think, Sense, Command} {
		add(stage, "z")
	}
	add(Act, "a")
	add(Command, "a")
	w.Step()
	want := []string{
		"1 command/z 0.1", "1 command/a 0.1", "1 sense/z 0.1", "1 think/z 0.1", "1 act/z 0.1", "1 act/a 0.1",
		"1 rules/z 0.1", "1 populate/z 0.1", "1 publish/z 0.1",
	}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Error(diff)
	}
	log = nil
	w.Step()
	if log[0] != "2 command/z 0.2" || w.Clock().Tick != 2 {
		t.Errorf("the second tick begins with %q and leaves %v", log[0], w.Clock())
	}
}

func TestAddRefuses(t *testing.T) {
	w := New(Options{})
	none := SystemFunc(func(*World) {})
	w.Add(Act, "movement", none)
	w.Add(Rules, "movement", none)
	wantPanic(t, `stage act has a system "movement" already`, func() { w.Add(Act, "movement", none) })
	wantPanic(t, "Stage(7), which is no stage", func() { w.Add(Publish+1, "late", none) })
	wantPanic(t, `system "nobody" is nil`, func() { w.Add(Act, "nobody", nil) })
}

func TestDeferredChangesComeBeforePopulateInOrder(t *testing.T) {
	w := New(Options{Classes: 1})
	var log []string
	note := func(text string) { log = append(log, fmt.Sprintf("%d %s", w.Clock().Tick, text)) }
	later := func(text string) {
		w.Defer(func(got *World) {
			if got != w {
				t.Error("another world")
			}
			note(text)
		})
	}
	later("before the step")
	w.Add(Think, "think", SystemFunc(func(w *World) {
		note("think")
		if w.Clock().Tick == 1 {
			later("first")
			w.Defer(func(w *World) {
				w.Spawn(0, At(0, 0))
				later("nested")
			})
			later("second")
		}
	}))
	w.Add(Rules, "rules", SystemFunc(func(w *World) { note(fmt.Sprint("rules ", w.Len())) }))
	w.Add(Populate, "populate", SystemFunc(func(w *World) {
		note(fmt.Sprint("populate ", w.Len()))
		if w.Clock().Tick == 1 {
			later("from populate")
		}
	}))
	w.Step()
	w.Step()
	w.Step()
	want := []string{
		"1 think", "1 rules 0", "1 before the step", "1 first", "1 second", "1 populate 1",
		"2 think", "2 rules 1", "2 nested", "2 from populate", "2 populate 1",
		"3 think", "3 rules 1", "3 populate 1",
	}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Error(diff)
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	for _, measure := range []bool{false, true} {
		w := New(Options{Classes: 1})
		w.Spawn(0, At(0, 0))
		for stage := range stages {
			w.Add(stage, "empty", SystemFunc(func(*World) {}))
		}
		runs := 0
		change := func(*World) { runs++ }
		w.Add(Act, "defer", SystemFunc(func(w *World) { w.Defer(change) }))
		w.Measure(measure)
		if n := testing.AllocsPerRun(100, w.Step); n != 0 {
			t.Errorf("measure %v: Step allocates %v times", measure, n)
		}
		if int64(runs) != w.Clock().Tick {
			t.Errorf("%d changes in %d ticks", runs, w.Clock().Tick)
		}
	}
}

func TestTimings(t *testing.T) {
	w := New(Options{})
	w.Add(Publish, "fast", SystemFunc(func(*World) {}))
	w.Add(Sense, "slow", SystemFunc(func(*World) { time.Sleep(time.Millisecond) }))
	runs := func() (slow, fast int) {
		all := w.Timings()
		if len(all) != 2 || all[0].System != "slow" || all[0].Stage != Sense || all[1].System != "fast" {
			t.Fatalf("timings %v", all)
		}
		return all[0].Runs, all[1].Runs
	}
	w.Step()
	if slow, fast := runs(); slow != 0 || fast != 0 || w.Timings()[0].Total != 0 {
		t.Errorf("measured while off: %v", w.Timings())
	}
	w.Measure(true)
	w.Step()
	w.Step()
	if slow, fast := runs(); slow != 2 || fast != 2 || w.Timings()[0].Total < 2*time.Millisecond {
		t.Errorf("after two ticks: %v", w.Timings())
	}
	w.Measure(false)
	w.Step()
	if slow, _ := runs(); slow != 2 {
		t.Errorf("measured after the end: %v", w.Timings())
	}
	w.Measure(true)
	if slow, _ := runs(); slow != 0 || w.Timings()[0].Total != 0 {
		t.Errorf("not from zero: %v", w.Timings())
	}
}

func TestTicksLastAtLeastTheirSeconds(t *testing.T) {
	for _, c := range []struct {
		rate, seconds float64
		want          int64
	}{
		{100, 0.07, 7}, // 0.07 * 100 is 7.000000000000001
		{30, 0, 0},
		{30, 0.1, 3},
		{30, 0.1001, 4},
		{10, 1e-9, 1},
		{60, 1.0 / 60, 1},
		{60, 1e300, 1 << 62},
	} {
		if got := (Clock{DT: 1 / c.rate}).Ticks(c.seconds); got != c.want {
			t.Errorf("%v s at %v ticks a second are %d ticks, want %d", c.seconds, c.rate, got, c.want)
		}
	}
	for rate := range 240 {
		clock := Clock{DT: 1 / float64(rate+1)}
		for ms := range 3000 {
			s := float64(ms) / 1000
			if n, want := clock.Ticks(s), int64((ms*(rate+1)+999)/1000); n != want {
				t.Fatalf("%d ms at %d ticks a second are %d ticks, want %d", ms, rate+1, n, want)
			}
		}
	}
}
