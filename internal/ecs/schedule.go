package ecs

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Clock tells simulated time.
type Clock struct {
	Tick int64   // ticks since the start
	DT   float64 // seconds in a tick
}

// Time returns the seconds from the start to the end of tick Tick. It is a product
// and not a sum, so it does not drift.
func (c Clock) Time() float64 { return float64(c.Tick) * c.DT }

// Ticks returns the least number of ticks that lasts so many seconds. A quotient that
// is a whole number but for its rounding counts as that number: 70 ms are 7 ticks
// of 10 ms. It is at most 2^62.
func (c Clock) Ticks(seconds float64) int64 {
	return int64(min(math.Ceil(seconds/c.DT*(1-1e-12)), 1<<62))
}

// Stage is a part of a tick. The stages of a tick run in the order of their
// numbers.
type Stage uint8

const (
	Command  Stage = iota // joins, leaves, tunables and events from outside
	Sense                 // positions and state become what bots see
	Think                 // trees run and leave intents
	Act                   // intents become movement
	Rules                 // contacts between bodies, and what games add
	Populate              // what was deferred, floors and ceilings, spawns
	Publish               // snapshots for those who watch
	stages
)

var stageNames = [stages]string{"command", "sense", "think", "act", "rules", "populate", "publish"}

// String returns the stage's name in lower case.
func (s Stage) String() string {
	if s < stages {
		return stageNames[s]
	}
	return fmt.Sprintf("Stage(%d)", uint8(s))
}

// System does one part of every tick.
type System interface {
	// Update moves the world on by one tick. Structural changes are for the
	// Command and Populate stages; in others, Defer them.
	Update(*World)
}

// SystemFunc is a function as a System.
type SystemFunc func(*World)

var _ System = SystemFunc(nil)

// Update calls f.
func (f SystemFunc) Update(w *World) { f(w) }

// Timing is the cost of a system since Measure was switched on.
type Timing struct {
	Stage  Stage
	System string        // the name that it was added by
	Runs   int           // updates measured
	Total  time.Duration // wall clock of all of them
}

// schedule is the clock and the systems of a world, by stage and in the order of
// adding.
type schedule struct {
	clock   Clock
	systems [stages][]scheduled
	measure bool
}

type scheduled struct {
	System
	timing Timing
	own    bool // a game added it
}

// commands are structural changes that wait for the next Populate stage.
type commands struct {
	waiting []func(*World)
	running []func(*World) // empty but for its capacity, outside of carryOut
}

// Add puts a system at the end of a stage, from the next Step on. The name tells
// it apart from others of the stage, in Timings and in listings. Add
// panics if the stage has a system of that name or is no stage, or s is nil. Systems that a
// game added, see [World.AddOwn], run behind it, whenever they were added.
func (w *World) Add(stage Stage, name string, s System) { w.add(stage, name, s, false) }

// AddOwn is Add for a system that a game added, which a save names and cannot make.
func (w *World) AddOwn(stage Stage, name string, s System) { w.add(stage, name, s, true) }

// Own lists the systems that a game added, stage by stage and in the order of adding.
func (w *World) Own() (list []string) {
	for stage := range stages {
		for _, s := range w.schedule.systems[stage] {
			if s.own {
				list = append(list, fmt.Sprintf("%s of stage %v", s.timing.System, stage))
			}
		}
	}
	return list
}

func (w *World) add(stage Stage, name string, s System, own bool) {
	if s == nil {
		panic(fmt.Sprintf("ecs: system %q is nil", name))
	}
	if stage >= stages {
		panic(fmt.Sprintf("ecs: system %q added to %v, which is no stage", name, stage))
	}
	for _, other := range w.schedule.systems[stage] {
		if other.timing.System == name {
			panic(fmt.Sprintf("ecs: stage %v has a system %q already", stage, name))
		}
	}
	list := w.schedule.systems[stage]
	at := len(list)
	if !own {
		if first := slices.IndexFunc(list, func(s scheduled) bool { return s.own }); first >= 0 {
			at = first
		}
	}
	w.schedule.systems[stage] = slices.Insert(list, at, scheduled{s, Timing{Stage: stage, System: name}, own})
}

// Systems counts the systems of a stage.
func (w *World) Systems(stage Stage) int { return len(w.schedule.systems[stage]) }

// Defer asks for a structural change from inside a system. It is carried out at
// the start of the next Populate stage, before its systems, in the order of
// asking; changes deferred there in turn wait for the tick after. Only the
// goroutine that the world belongs to may ask, or the order would differ from run
// to run.
func (w *World) Defer(change func(*World)) {
	if change == nil {
		panic("ecs: Defer(nil), wanted a change")
	}
	w.commands.waiting = append(w.commands.waiting, change)
}

// Step makes one tick: the clock moves on, then all systems run, stage by stage.
func (w *World) Step() {
	w.schedule.clock.Tick++
	for stage := range stages {
		if stage == Populate {
			w.carryOut()
		}
		systems := w.schedule.systems[stage]
		for i := range systems {
			if w.schedule.measure {
				systems[i].updateTimed(w)
			} else {
				systems[i].Update(w)
			}
		}
	}
}

// PassTo moves the clock on to a tick that was made elsewhere: no system runs. What has
// changed until then, the caller writes.
func (w *World) PassTo(tick int64) { w.schedule.clock.Tick = tick }

// carryOut runs the changes that wait, and keeps room for those to come.
func (w *World) carryOut() {
	c := &w.commands
	c.waiting, c.running = c.running, c.waiting
	for _, change := range c.running {
		change(w)
	}
	clear(c.running)
	c.running = c.running[:0]
}

func (s *scheduled) updateTimed(w *World) {
	start := time.Now()
	s.Update(w)
	s.timing.Total += time.Since(start)
	s.timing.Runs++
}

// Measure switches the timing of systems on, from zero, or off. It is off in a
// new world: only then does a tick read no wall clock.
func (w *World) Measure(on bool) {
	w.schedule.measure = on
	if !on {
		return
	}
	for stage := range stages {
		for i := range w.schedule.systems[stage] {
			t := &w.schedule.systems[stage][i].timing
			t.Runs, t.Total = 0, 0
		}
	}
}

// Timings returns the timings of all systems in the order in which they run.
func (w *World) Timings() []Timing {
	var all []Timing
	for stage := range stages {
		for _, s := range w.schedule.systems[stage] {
			all = append(all, s.timing)
		}
	}
	return all
}
