package live

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/session"
)

// fieldList lists the differences of two things.
type fieldList []FieldDiff

// text adds a field where it differs.
func (l *fieldList) text(name, a, b string) {
	if a == b {
		return
	}
	nothing := func(s string) string {
		if s == "" {
			return "nothing"
		}
		return s
	}
	*l = append(*l, FieldDiff{name, nothing(a), nothing(b)})
}

// number adds a number with its unit. All digits are told: it may be the last that differs.
func (l *fieldList) number(name string, a, b float64, unit string) {
	l.text(name, amount(a, unit), amount(b, unit))
}

// single is number for what is kept with half the digits.
func (l *fieldList) single(name string, a, b float32, unit string) {
	l.text(name, digits(a)+unit, digits(b)+unit)
}

func (l *fieldList) count(name string, a, b int64) {
	l.text(name, humanize.Thousands(a), humanize.Thousands(b))
}

func (l *fieldList) yesNo(name string, a, b bool) {
	word := map[bool]string{true: "yes", false: "no"}
	l.text(name, word[a], word[b])
}

func amount(v float64, unit string) string { return strconv.FormatFloat(v, 'g', -1, 64) + unit }

func digits(v float32) string { return strconv.FormatFloat(float64(v), 'g', -1, 32) }

func point(x, y float32) string { return digits(x) + ", " + digits(y) }

// gamesThatDiffer compares two games as wholes, without their bodies.
func gamesThatDiffer(a, b *session.Snapshot) []FieldDiff {
	var l fieldList
	l.count("tick", a.Tick, b.Tick)
	l.number("time", a.Time, b.Time, " s")
	l.text("contacts", contacts(a), contacts(b))
	l.items(a.Items, b.Items)
	for _, team := range teams(a, b) {
		x, y := side(a, team), side(b, team)
		l.number("score of "+team, x.Score, y.Score, "")
		l.number("purse of "+team, x.Purse, y.Purse, "")
	}
	l.number("hour", a.Hour, b.Hour, "")
	l.yesNo("night", a.Night, b.Night)
	l.count("day", a.Day, b.Day)
	l.text("phase of the day", a.Phase, b.Phase)
	l.text("season", a.Season, b.Season)
	l.text("weather", a.Weather, b.Weather)
	l.text("result", a.Result, b.Result)
	l.text("winner", a.Winner, b.Winner)
	l.yesNo("arena", a.Arena, b.Arena)
	l.single("x where the field begins", a.Field.X, b.Field.X, " m")
	l.single("y where the field begins", a.Field.Y, b.Field.Y, " m")
	l.single("width of the field", a.Field.Width, b.Field.Width, " m")
	l.single("height of the field", a.Field.Height, b.Field.Height, " m")
	l.yesNo("joined edges", a.Field.Wrap, b.Field.Wrap)
	return l
}

// contacts names those of a tick: who touched whom by which rule.
func contacts(s *session.Snapshot) string {
	var all []string
	for _, c := range s.Contacts {
		all = append(all, fmt.Sprintf("%s with %s by rule %d", called(s, c.From), called(s, c.To), c.Rule+1))
	}
	return strings.Join(all, "; ")
}

// items compares what lies on the field by kinds, and where it lies.
func (l *fieldList) items(a, b []session.ItemView) {
	var kinds []string
	for _, item := range slices.Concat(a, b) {
		kinds = append(kinds, item.Kind)
	}
	slices.Sort(kinds)
	for _, kind := range slices.Compact(kinds) {
		of := func(list []session.ItemView) (of []session.ItemView) {
			for _, item := range list {
				if item.Kind == kind {
					of = append(of, item)
				}
			}
			return of
		}
		x, y := of(a), of(b)
		if slices.Equal(x, y) {
			continue
		}
		if len(x) != len(y) {
			l.count("items: "+kind, int64(len(x)), int64(len(y)))
			continue
		}
		i := 0
		for x[i] == y[i] {
			i++
		}
		n := strconv.Itoa(i + 1)
		l.text("items: "+kind+" "+n, "lies at "+point(x[i].X, x[i].Y)+" m", "lies at "+point(y[i].X, y[i].Y)+" m")
	}
}

// teams returns the teams of two matches.
func teams(a, b *session.Snapshot) (all []string) {
	for _, s := range slices.Concat(a.Sides, b.Sides) {
		if !slices.Contains(all, s.Team) {
			all = append(all, s.Team)
		}
	}
	return all
}

func side(s *session.Snapshot, team string) session.SideView {
	for _, side := range s.Sides {
		if side.Team == team {
			return side
		}
	}
	return session.SideView{}
}

// called returns a body by its name and id; empty for none.
func called(s *session.Snapshot, id components.ID) string {
	if id == 0 {
		return ""
	}
	if b := s.Body(id); b != nil {
		return fmt.Sprintf("%s (id %d)", b.Name, id)
	}
	return fmt.Sprintf("id %d, who is gone", id)
}

// bodiesThatDiffer compares a body in two games.
func bodiesThatDiffer(a, b *session.BodyView, in, other *session.Snapshot) []FieldDiff {
	var l fieldList
	l.text("name", a.Name, b.Name)
	l.text("class", a.Class, b.Class)
	l.text("form", a.Form, b.Form)
	l.text("team", a.Team, b.Team)
	l.text("position", point(a.X, a.Y)+" m", point(b.X, b.Y)+" m")
	l.text("heading", point(a.HX, a.HY), point(b.HX, b.HY))
	l.text("does", a.Action, b.Action)
	l.text("target", called(in, a.Target), called(other, b.Target))
	l.state(a, b)
	l.single("health", a.Health, b.Health, " of 1")
	l.single("health points", a.Points, b.Points, "")
	l.yesNo("dead", a.Dead, b.Dead)
	l.yesNo("hidden", a.Hidden, b.Hidden)
	l.yesNo("held", a.Held, b.Held)
	l.single("goes in a tick at most", a.Stride, b.Stride, " m")
	l.count("cargo", int64(a.Cargo), int64(b.Cargo))
	l.text("says", a.Speech, b.Speech)
	l.text("pose", a.Pose, b.Pose)
	l.text("weapon", a.Weapon, b.Weapon)
	l.count("shots a clip", int64(a.Clip), int64(b.Clip))
	l.count("shots loaded", int64(a.Loaded), int64(b.Loaded))
	l.count("shots to spare", int64(a.Spare), int64(b.Spare))
	l.count("kills", int64(a.Kills), int64(b.Kills))
	l.single("stopwatch", float32(a.Timer), float32(b.Timer), " s")
	l.yesNo("money is kept", a.Tracked, b.Tracked)
	l.single("stuck for", float32(a.Stuck), float32(b.Stuck), " s")
	l.number("money", a.Money, b.Money, "")
	l.text("goal", goal(&a.Goal, in), goal(&b.Goal, other))
	l.text("building", building(&a.Building), building(&b.Building))
	return l
}

// state compares the state of bodies by key.
func (l *fieldList) state(a, b *session.BodyView) {
	var keys []string
	for _, s := range slices.Concat(a.State, b.State) {
		keys = append(keys, s.Key)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		value := func(v *session.BodyView) string {
			for _, s := range v.State {
				if s.Key == key {
					return s.Value.String()
				}
			}
			return ""
		}
		l.text("state."+key, value(a), value(b))
	}
}

func goal(g *session.GoalView, in *session.Snapshot) string {
	at := " at " + point(g.X, g.Y) + " m"
	switch g.Kind {
	case session.GoalBody:
		return called(in, g.ID) + at
	case session.GoalPlace:
		return "the place " + g.Place + at
	case session.GoalPoint:
		return "the point" + at
	}
	return ""
}

func building(v *session.BuildingView) string {
	if v.Kind == "" {
		return ""
	}
	text := fmt.Sprintf("%s, %s of 1 built", v.Kind, digits(v.Finished))
	if v.Burning {
		text += ", burning"
	}
	if v.Powered {
		text += ", powered"
	}
	return text
}
