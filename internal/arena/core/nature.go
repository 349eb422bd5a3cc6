package core

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
)

// What nature can be, each in its order.
var (
	Seasons    = []string{"autumn", "winter", "spring", "summer"} // of a year
	Phases     = []string{"day", "dusk", "night"}                 // of a day
	Moons      = []string{"new", "quarter", "half", "threequarter", "full"}
	Weathers   = []string{"dry", "rain", "snow", "acidrain", "lunarhail"}
	Nightmares = []string{"none", "calm", "warn", "wild", "dawn"}
)

const (
	dayPhase = iota
	duskPhase
	nightPhase
)

// Nature holds a scene's settings of the season, the moon and the weather.
type Nature struct {
	On    bool // the scene says something
	Clock bool // where there is no Day: one of 480 s begins in the morning, whose dusk and night follow the season
	// What it begins with: indexes of the lists above. A Phase stays where there is
	// no clock.
	Season, Phase, Moon, Weather, Nightmare int
	Days                                    [4]float64 // how long each season lasts; one of 0 does not come
	Left                                    float64    // days of the first season; 0: half of them
	Temperature                             float64    // degrees
	Cave                                    bool       // no sky: below the ground
}

// NewNature returns the nature of a scene that says nothing of it: autumn, by day, with
// a new moon, dry and mild.
func NewNature() Nature { return Nature{Days: [4]float64{20, 15, 20, 15}, Temperature: 35} }

// NatureKey is a part of nature that can be set, in a scene and while it is played: one
// of some words, or a number between two.
type NatureKey struct {
	Name        string
	Words       []string
	Least, Most float64
	Doc         string
}

// NatureKeys are all of them.
var NatureKeys = []NatureKey{
	{Name: "season", Words: Seasons, Doc: "The season. It has all its days before it."},
	{Name: "daysLeft", Least: 1, Most: 1e6, Doc: "How many days of the season are left."},
	{Name: "phase", Words: Phases, Doc: "The part of the day. A clock goes on from its next beginning."},
	{Name: "moon", Words: Moons, Doc: "The moon. It grows from new to full in ten days, and wanes in ten."},
	{Name: "weather", Words: Weathers, Doc: "What falls from the sky."},
	{Name: "temperature", Least: -100, Most: 200, Doc: "Degrees."},
	{Name: "nightmare", Words: Nightmares, Doc: "How wild ruins are."},
}

// CheckNature returns the part of nature of a name, and the value as a number: an index
// of its words. The error of a name or a value that is none is to be shown where it
// stands.
func CheckNature(name string, v host.Value) (key int, n float64, err *syntax.Error) {
	var names []string
	for i := range NatureKeys {
		names = append(names, NatureKeys[i].Name)
	}
	key = slices.Index(names, name)
	if key < 0 {
		return 0, 0, (&syntax.Error{Msg: fmt.Sprintf("unknown part of nature %q", name)}).Suggest(name, names)
	}
	k := &NatureKeys[key]
	if k.Words == nil {
		if n = v.Number(); v.Kind() != host.Int && v.Kind() != host.Number || math.IsNaN(n) || n < k.Least || n > k.Most {
			return 0, 0, &syntax.Error{Msg: fmt.Sprintf("%s: wanted a number between %v and %v, found %v", name, k.Least, k.Most, v)}
		}
		return key, n, nil
	}
	word := slices.Index(k.Words, v.Text())
	if v.Kind() != host.String || word < 0 {
		return 0, 0, (&syntax.Error{Msg: fmt.Sprintf("%s: wanted %s, found %v", name, markup.Or(k.Words), v)}).Suggest(v.Text(), k.Words)
	}
	return key, float64(word), nil
}

// Set begins a scene with a value that CheckNature accepted.
func (n *Nature) Set(key int, v float64) {
	switch NatureKeys[key].Name {
	case "season":
		n.Season = int(v)
	case "daysLeft":
		n.Left = v
	case "phase":
		n.Phase = int(v)
	case "moon":
		n.Moon = int(v)
	case "weather":
		n.Weather = int(v)
	case "temperature":
		n.Temperature = v
	case "nightmare":
		n.Nightmare = int(v)
	}
}

// nature says how nature stands.
type nature struct {
	Nature
	gone    float64 // days of the season
	moonDay int     // of moonDays
	day     int64   // since the first
	changes int64   // how often anything changed that bots may wait for
}

// moonDays are the days of a moon, each with its phase: the new and the full moon last
// one, the others three each.
var moonDays = func() []int {
	days := []int{0}
	for _, m := range []int{1, 2, 3} {
		days = append(days, m, m, m)
	}
	days = append(days, 4)
	for _, m := range []int{3, 2, 1} {
		days = append(days, m, m, m)
	}
	return days
}()

func (n *nature) init(cl *calendar) {
	n.Nature = cl.Config.Nature
	if n.Days == [4]float64{} {
		n.Nature = NewNature()
	}
	if n.Left == 0 {
		n.Left = math.Ceil(n.Days[n.Season] / 2)
	}
	n.gone = max(0, n.Days[n.Season]-n.Left)
	n.setMoon(n.Moon)
	if cl.day.length > 0 {
		n.Phase = cl.phaseNow()
	}
}

func (n *nature) setMoon(moon int) { n.Moon, n.moonDay = moon, slices.Index(moonDays, moon) }

// nextDay brings the season and the moon on by a day.
func (n *nature) nextDay() {
	n.moonDay = (n.moonDay + 1) % len(moonDays)
	n.Moon = moonDays[n.moonDay]
	n.gone, n.Left = n.gone+1, n.Left-1
	if n.Left > 0 {
		return
	}
	for range Seasons {
		n.Season = (n.Season + 1) % len(Seasons)
		if n.Days[n.Season] > 0 {
			break
		}
	}
	n.gone, n.Left = 0, max(1, n.Days[n.Season])
}

// turn brings nature up to the clock.
func (n *nature) turn(cl *calendar) {
	if cl.day.length == 0 {
		return
	}
	day := cl.dayNumber()
	phase := cl.phaseNow()
	if day == n.day && phase == n.Phase {
		return
	}
	for ; n.day < day; n.day++ {
		if n.On {
			n.nextDay()
		}
	}
	n.Phase = cl.phaseNow() // of a new season, maybe
	n.changes++
}

// SetNature changes a part of the nature of a game while it is played. The value is one
// that CheckNature accepted.
func SetNature(g *systems.Game, key int, v float64) error {
	for _, e := range g.Extensions() {
		if a, ok := e.(*Arena); ok {
			a.rouse()
			return a.calendar.setNature(key, v)
		}
	}
	return errors.New("this game has no arena")
}

func (cl *calendar) setNature(key int, v float64) error {
	n := &cl.nature
	switch name := NatureKeys[key].Name; name {
	case "season":
		n.Season = int(v)
		n.gone, n.Left = 0, max(1, n.Days[n.Season])
	case "daysLeft":
		n.gone, n.Left = max(0, n.Days[n.Season]-v), v
	case "moon":
		n.setMoon(int(v))
	case "phase":
		if err := cl.beginPhase(int(v)); err != nil {
			return err
		}
		n.Phase = int(v)
	default:
		n.Set(key, v)
	}
	n.On = true
	n.changes++
	return nil
}

// natureNames lists the names of the facts that bots can ask nature for.
var natureNames = []string{
	"season", "autumn", "winter", "spring", "summer", "season_days_left", "season_days_gone", "phase", "phase_share", "day", "day_share", "moon", "moon_grows", "weather", "temperature", "nightmare",
	"cave", "changes",
}

// ask answers one of natureNames.
func (n *nature) ask(cl *calendar, name string) host.Value {
	word := host.StringValue
	switch name {
	case "season":
		return word(Seasons[n.Season])
	case "autumn", "winter", "spring", "summer":
		return host.NumberValue(n.Days[slices.Index(Seasons, name)])
	case "season_days_left":
		return host.NumberValue(n.Left)
	case "season_days_gone":
		return host.NumberValue(n.gone)
	case "phase":
		return word(Phases[n.Phase])
	case "phase_share":
		return host.NumberValue(cl.phaseShare())
	case "day":
		return host.IntValue(n.day)
	case "day_share":
		return host.NumberValue(cl.dayShare())
	case "moon":
		return word(Moons[n.Moon])
	case "moon_grows":
		return host.BoolValue(n.moonDay < len(moonDays)/2)
	case "weather":
		return word(Weathers[n.Weather])
	case "temperature":
		return host.NumberValue(n.Temperature)
	case "nightmare":
		return word(Nightmares[n.Nightmare])
	case "cave":
		return host.BoolValue(n.Cave)
	}
	return host.IntValue(n.changes)
}
