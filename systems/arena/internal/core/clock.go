package core

import (
	"math"
)

// day is the time of day.
type day struct {
	length float64 // seconds; 0: there are no days
	start  float64 // hour
	light  bool
}

func (d *day) init(a *Arena) {
	d.length, d.start = a.Config.Day.Length, a.Config.Day.Start
	d.light = a.isDay()
}

// hour returns the time of day, 0 to 24; noon where there are no days.
func (a *Arena) hour() float64 {
	if a.day.length == 0 {
		return 12
	}
	now := float64(a.Now) * a.dt
	return math.Mod(a.day.start+now/a.day.length*24, 24)
}

// isDay reports whether it is light.
func (a *Arena) isDay() bool {
	if a.day.length == 0 {
		return true
	}
	h, d := a.hour(), &a.Config.Day
	if d.Dawn <= d.Dusk {
		return h >= d.Dawn && h < d.Dusk
	}
	return h >= d.Dawn || h < d.Dusk
}

// turnClock tells all living bots of dawn and dusk.
func (a *Arena) turnClock() {
	light := a.isDay()
	if light == a.day.light {
		return
	}
	a.day.light = light
	event := "dusk"
	if light {
		event = "dawn"
	}
	for _, b := range a.ByID {
		if !a.Dead(b) {
			a.send(a.ID(b), event, 0)
		}
	}
}
