package core_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/session"
)

const threeBots = "\nbots: [{ id: a, name: A, count: 3 }]"

// nature joins what nature is like.
func nature(g *arenatest.Game, names ...string) string {
	var all []string
	for _, name := range names {
		v := g.Value("nature", host.StringValue(name))
		text := v.String()
		if v.Kind() == host.String {
			text = v.Text()
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func set(g *arenatest.Game, key string, v host.Value) error {
	return g.Do(&session.Nature{Set: []session.State{{Key: key, Value: v}}})
}

func TestNatureOfASceneWithoutAny(t *testing.T) {
	g := arenatest.Open(t, "world: { solid: true }"+threeBots, 1).Steps(100)
	if got := nature(g, "season", "phase", "moon", "weather", "nightmare"); got != "autumn day new dry none" {
		t.Error(got)
	}
	for name, want := range map[string]float64{"season_days_left": 10, "season_days_gone": 10, "temperature": 35, "day": 0, "day_share": 0, "winter": 15} {
		g.Number("nature", want, name)
	}
}

// With a clock a day has 480 s: here ten ticks are a hundred seconds.
func TestTheClockFollowsTheSeason(t *testing.T) {
	for season, want := range map[string]string{ // by 16 parts of the first day in the middle of the season
		"autumn": "day 8 dusk 6 night 2", "winter": "day 5 dusk 5 night 6", "spring": "day 5 dusk 8 night 3", "summer": "day 11 dusk 1 night 4",
	} {
		g := arenatest.Open(t, "tickRate: 0.1\nnature: { clock: true, season: "+season+", autumn: 20, winter: 20, spring: 20, summer: 20 }"+threeBots, 1)
		count := map[string]int{}
		for range 48 { // of 10 s
			count[nature(g, "phase")]++
			g.Step()
		}
		if got := fmt.Sprintf("day %d dusk %d night %d", count["day"]/3, count["dusk"]/3, count["night"]/3); got != want {
			t.Errorf("%s: %s, wanted %s (%v)", season, got, want, count)
		}
		g.Number("nature", 1, "day")
		g.Number("nature", 9, "season_days_left")
	}
}

func TestDuskIsTheEndOfTheLight(t *testing.T) {
	g := arenatest.Open(t, "tickRate: 10\nday: { length: 24s, start: 17, dawn: 6, dusk: 20 }"+threeBots, 1)
	for _, want := range []struct {
		phase string
		share float64
		night bool
	}{{"day", 11.5 / 12, false}, {"dusk", 0.25, false}, {"dusk", 0.75, false}, {"night", 0.05, true}} {
		g.Steps(5)
		if got := nature(g, "phase"); got != want.phase {
			t.Errorf("%s, wanted %v", got, want)
		}
		g.Number("nature", want.share, "phase_share")
		g.Truth("is_night", want.night)
		g.Steps(5)
	}
}

// A day later the moon has grown and the season is older; after its last day comes the
// next one that there is.
func TestDaysBringSeasonAndMoonOn(t *testing.T) {
	g := arenatest.Open(t, "tickRate: 10\nday: { length: 1s, start: 5, dawn: 6, dusk: 20 }\nnature: { daysLeft: 2, winter: 0, spring: 7, moon: threequarter }"+threeBots, 1)
	var got []string
	for range 7 {
		got = append(got, nature(g, "season", "season_days_left", "moon", "moon_grows"))
		g.Steps(10)
	}
	want := "autumn 2 threequarter true, autumn 1 threequarter true, spring 7 threequarter true, spring 6 full false, spring 5 threequarter false"
	if joined := strings.Join(got, ", "); !strings.HasPrefix(joined, want) {
		t.Errorf("%s\nwanted %s", joined, want)
	}
}

func TestNatureIsSet(t *testing.T) {
	g := arenatest.Open(t, "tickRate: 10\nday: { length: 24s, start: 8, dawn: 6, dusk: 20 }"+threeBots, 1).Steps(1)
	before := g.Digest()
	for key, v := range map[string]host.Value{
		"season": host.StringValue("winter"), "weather": host.StringValue("snow"), "temperature": host.NumberValue(-4), "moon": host.StringValue("full"),
		"phase": host.StringValue("night"), "nightmare": host.StringValue("wild"), "daysLeft": host.NumberValue(3),
	} {
		if err := set(g, key, v); err != nil {
			t.Error(err)
		}
	}
	if got := nature(g, "weather", "moon", "phase", "nightmare"); got != "snow full night wild" {
		t.Error(got)
	}
	g.Number("nature", -4, "temperature")
	g.Number("nature", 0, "day")
	g.Truth("is_night", true)
	if g.Digest() == before {
		t.Error("the digest is that of another nature")
	}
	if g.Steps(1); g.Events("dusk") != 3 {
		t.Errorf("%d heard of the dark", g.Events("dusk"))
	}
	g.Steps(100)
	g.Number("nature", 1, "day")
}

func TestNatureThatCannotBeSet(t *testing.T) {
	g := arenatest.Open(t, "tickRate: 10\nday: { length: 24s, start: 8, dawn: 6, dusk: 6 }"+threeBots, 1)
	for _, c := range []struct {
		key  string
		v    host.Value
		want string
	}{
		{"saeson", host.StringValue("winter"), `unknown part of nature "saeson"; did you mean "season"?`},
		{"season", host.StringValue("witner"), `season: wanted autumn, winter, spring or summer, found "witner"; did you mean "winter"?`},
		{"season", host.NumberValue(1), `season: wanted autumn, winter, spring or summer, found 1`},
		{"temperature", host.StringValue("hot"), `temperature: wanted a number between -100 and 200, found "hot"`},
		{"phase", host.StringValue("dusk"), "phase: a day of this scene has no dusk"},
	} {
		if err := set(g, c.key, c.v); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, wanted %s", c.key, err, c.want)
		}
	}
	if err := g.Do(&session.Nature{}); err == nil {
		t.Error("nothing was set, without an error")
	}
	g.Number("nature", 0, "changes")
}

// A part of the day that a scene without a clock is told stays; a game whose arena
// sleeps wakes it.
func TestThePhaseOfASceneWithoutAClockStays(t *testing.T) {
	g := arenatest.Open(t, "name: none"+threeBots, 1)
	if err := set(g, "phase", host.StringValue("night")); err != nil {
		t.Fatal(err)
	}
	g.Arena = core.Of(g.Game())
	g.Steps(30).Truth("is_night", true)
}
