package core

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/internal/ground/libm"
	"github.com/thicket-sim/thicket/session"
)

// The parts of the clock that a scene does not say.
const (
	gameDay  = 480.0 // seconds of a day of Nature.Clock
	morning  = 6.0   // the hour at which that begins
	segments = 16    // of a day
	evening  = 2.0   // hours of dusk before it gets dark, where Day says when
)

// seasonSegments are how many segments of a day are light and dusk, by season; the rest
// is night.
var seasonSegments = [4][2]float64{{8, 6}, {5, 5}, {5, 8}, {11, 1}}

// day is the time of day.
type day struct {
	length float64 `save:"-"` // seconds; 0: there are no days; of the scene
	start  float64 `save:"-"` // hour; of the scene
	shift  float64 // hours by which commands moved the clock
	light  bool
}

func (d *day) init(a *Arena) {
	d.length, d.start = a.Config.Day.Length, a.Config.Day.Start
	if d.length == 0 && a.Config.Nature.Clock {
		d.length, d.start = gameDay, morning
	}
	a.nature.init(a)
	d.light = a.isDay()
	if phase := a.Config.Nature.Phase; phase != dayPhase && d.length > 0 {
		if a.beginPhase(phase) == nil {
			a.nature.Phase, d.light = phase, a.isDay()
			a.nature.day = a.dayNumber()
		}
	}
}

// hours returns the hours since the midnight before the game began; noon of that day
// where there are no days.
func (a *Arena) hours() float64 {
	if a.day.length == 0 {
		return 12
	}
	now := float64(a.Now) * a.dt
	return a.day.start + float64(now/a.day.length*24) + a.day.shift
}

// hour returns the time of day, 0 to 24; noon where there are no days.
func (a *Arena) hour() float64 { return math.Mod(a.hours(), 24) }

// parts returns the hour at which it gets light, and for how many hours it is light and
// dusk from then on; the rest of the day is night.
func (a *Arena) parts() (dawn, light, dim float64) {
	if d := &a.Config.Day; d.Length > 0 {
		light = d.Dusk - d.Dawn
		if light < 0 {
			light += 24
		}
		dim = min(evening, light/2)
		return d.Dawn, light - dim, dim
	}
	bright, dusk := a.nature.segments()
	return morning, bright / segments * 24, dusk / segments * 24
}

// segments returns how many segments of today are light and dusk: those of the season
// in its middle, and on its way from the one before and to the one after it.
func (n *nature) segments() (light, dim float64) {
	p := 0.5
	if all := n.gone + n.Left; all > 0 {
		p = n.gone / all
	}
	near := (n.Season + 1) % 4
	if p < 0.5 {
		near = (n.Season + 3) % 4
	}
	mix := 0.5 - float64(0.5*libm.Sin(math.Pi*p))
	own, other := seasonSegments[n.Season], seasonSegments[near]
	light = math.Floor(own[0] + float64((other[0]-own[0])*mix) + 0.5)
	night := math.Floor(segments - own[0] - own[1] + float64((own[0]+own[1]-other[0]-other[1])*mix) + 0.5)
	return light, segments - light - night
}

// sinceDawn returns how many hours ago it got light, 0 to below 24.
func (a *Arena) sinceDawn() float64 {
	dawn, _, _ := a.parts()
	return math.Mod(a.hour()-dawn+24, 24)
}

// phaseNow returns the part of the day by the clock.
func (a *Arena) phaseNow() int {
	_, light, dim := a.parts()
	switch h := a.sinceDawn(); {
	case h < light:
		return dayPhase
	case h < light+dim:
		return duskPhase
	}
	return nightPhase
}

// phaseShare returns how much of the part of the day is over, 0 to 1.
func (a *Arena) phaseShare() float64 {
	if a.day.length == 0 {
		return 0
	}
	_, light, dim := a.parts()
	from, to := 0.0, light
	switch a.phaseNow() {
	case duskPhase:
		from, to = light, light+dim
	case nightPhase:
		from, to = light+dim, 24
	}
	return (a.sinceDawn() - from) / (to - from)
}

// dayShare returns how much of the day is over since it got light, 0 to 1.
func (a *Arena) dayShare() float64 {
	if a.day.length == 0 {
		return 0
	}
	return a.sinceDawn() / 24
}

// dayNumber returns how often it has got light since the game began.
func (a *Arena) dayNumber() int64 {
	dawn, _, _ := a.parts()
	return int64(math.Floor((a.hours()-dawn)/24) - math.Floor((a.day.start-dawn)/24))
}

// beginPhase moves the clock on to where a part of the day begins the next time. Where
// there is no clock, it is that part from now on.
func (a *Arena) beginPhase(phase int) error {
	if a.day.length == 0 {
		return nil
	}
	_, light, dim := a.parts()
	at, lasts := 0.0, light
	switch phase {
	case duskPhase:
		at, lasts = light, dim
	case nightPhase:
		at, lasts = light+dim, 24-light-dim
	}
	if lasts <= 0 {
		return fmt.Errorf("phase: a day of this scene has no %s", Phases[phase])
	}
	const after = 1e-9 // of an hour, so that it has begun
	a.day.shift += math.Mod(at-a.sinceDawn()+24, 24) + after
	return nil
}

// isDay reports whether it is light.
func (a *Arena) isDay() bool {
	if a.day.length == 0 {
		return a.nature.Phase != nightPhase
	}
	return a.phaseNow() != nightPhase
}

// turnClock brings nature on, and tells all living bots of dawn and dusk.
func (a *Arena) turnClock() {
	a.nature.turn(a)
	light := a.isDay()
	if light == a.day.light {
		return
	}
	a.day.light = light
	event := eventDusk
	if light {
		event = eventDawn
	}
	a.Game.Occur(session.Occurrence{Kind: session.Daylight, Text: event.String()})
	for _, b := range a.ByID {
		if !a.Dead(b) {
			a.send(a.ID(b), event, 0)
		}
	}
}
