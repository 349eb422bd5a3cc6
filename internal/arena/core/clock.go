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

// seasonSegments lists how many segments of a day are light and dusk, by season; the rest is
// night.
var seasonSegments = [4][2]float64{{8, 6}, {5, 5}, {5, 8}, {11, 1}}

// day is the time of day.
type day struct {
	length float64 `save:"-"` // seconds; 0: there are no days; of the scene
	start  float64 `save:"-"` // hour; of the scene
	shift  float64 // hours by which commands moved the clock
	light  bool
}

// calendar is the time of day and of the year.
type calendar struct {
	*bodies `save:"-"`
	day     day
	nature  nature
}

func (d *day) init(cl *calendar) {
	d.length, d.start = cl.Config.Day.Length, cl.Config.Day.Start
	if d.length == 0 && cl.Config.Nature.Clock {
		d.length, d.start = gameDay, morning
	}
	cl.nature.init(cl)
	d.light = cl.isDay()
	if phase := cl.Config.Nature.Phase; phase != dayPhase && d.length > 0 {
		if cl.beginPhase(phase) == nil {
			cl.nature.Phase, d.light = phase, cl.isDay()
			cl.nature.day = cl.dayNumber()
		}
	}
}

// hours returns the hours since the midnight before the game began; noon of that day
// where there are no days.
func (cl *calendar) hours() float64 {
	if cl.day.length == 0 {
		return 12
	}
	now := float64(cl.Now) * cl.dt
	return cl.day.start + float64(now/cl.day.length*24) + cl.day.shift
}

// hour returns the time of day, 0 to 24; noon where there are no days.
func (cl *calendar) hour() float64 { return math.Mod(cl.hours(), 24) }

// parts returns the hour at which it gets light, and for how many hours it is light and
// dusk from then on; the rest of the day is night.
func (cl *calendar) parts() (dawn, light, dim float64) {
	if d := &cl.Config.Day; d.Length > 0 {
		light = d.Dusk - d.Dawn
		if light < 0 {
			light += 24
		}
		dim = min(evening, light/2)
		return d.Dawn, light - dim, dim
	}
	bright, dusk := cl.nature.segments()
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
func (cl *calendar) sinceDawn() float64 {
	dawn, _, _ := cl.parts()
	return math.Mod(cl.hour()-dawn+24, 24)
}

// phaseNow returns the part of the day by the clock.
func (cl *calendar) phaseNow() int {
	_, light, dim := cl.parts()
	switch h := cl.sinceDawn(); {
	case h < light:
		return dayPhase
	case h < light+dim:
		return duskPhase
	}
	return nightPhase
}

// phaseShare returns how much of the part of the day is over, 0 to 1.
func (cl *calendar) phaseShare() float64 {
	if cl.day.length == 0 {
		return 0
	}
	_, light, dim := cl.parts()
	from, to := 0.0, light
	switch cl.phaseNow() {
	case duskPhase:
		from, to = light, light+dim
	case nightPhase:
		from, to = light+dim, 24
	}
	return (cl.sinceDawn() - from) / (to - from)
}

// dayShare returns how much of the day is over since it got light, 0 to 1.
func (cl *calendar) dayShare() float64 {
	if cl.day.length == 0 {
		return 0
	}
	return cl.sinceDawn() / 24
}

// dayNumber returns how often it has got light since the game began.
func (cl *calendar) dayNumber() int64 {
	dawn, _, _ := cl.parts()
	return int64(math.Floor((cl.hours()-dawn)/24) - math.Floor((cl.day.start-dawn)/24))
}

// beginPhase moves the clock on to where a part of the day begins the next time. Where
// there is no clock, it is that part from now on.
func (cl *calendar) beginPhase(phase int) error {
	if cl.day.length == 0 {
		return nil
	}
	_, light, dim := cl.parts()
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
	cl.day.shift += math.Mod(at-cl.sinceDawn()+24, 24) + after
	return nil
}

// isDay reports whether it is light.
func (cl *calendar) isDay() bool {
	if cl.day.length == 0 {
		return cl.nature.Phase != nightPhase
	}
	return cl.phaseNow() != nightPhase
}

// turnClock brings nature on, and tells all living bots of dawn and dusk.
func (cl *calendar) turnClock() {
	cl.nature.turn(cl)
	light := cl.isDay()
	if light == cl.day.light {
		return
	}
	cl.day.light = light
	event := eventDusk
	if light {
		event = eventDawn
	}
	cl.Game.Journal.Occur(session.Occurrence{Kind: session.Daylight, Text: event.String()})
	for _, b := range cl.ByID {
		if !cl.Dead(b) {
			cl.send(cl.ID(b), event, 0)
		}
	}
}
