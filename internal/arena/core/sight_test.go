package core_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// wall is a rectangle that a plain ray is tested against.
type wall struct{ x, y, w, h float64 }

// meets cuts the way from a to b down to what is within the wall.
func (r wall) meets(ax, ay, bx, by float64) bool {
	from, to := 0.0, 1.0
	for _, axis := range [2][4]float64{{ax, bx - ax, r.x, r.x + r.w}, {ay, by - ay, r.y, r.y + r.h}} {
		at, d, lo, hi := axis[0], axis[1], axis[2], axis[3]
		if d == 0 {
			if at < lo || at > hi {
				return false
			}
			continue
		}
		in, out := (lo-at)/d, (hi-at)/d
		from, to = max(from, min(in, out)), min(to, max(in, out))
	}
	return from <= to
}

// TestSeeingIsThatOfAPlainSearch holds who is seen, and who is the nearest of
// them, to a search through all with a plain ray.
func TestSeeingIsThatOfAPlainSearch(t *testing.T) {
	looks, seen, hidden := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		radius, angle := rapid.IntRange(2, 40).Draw(rt, "radius"), rapid.SampledFrom([]int{30, 120, 200, 360}).Draw(rt, "angle")
		var b strings.Builder
		fmt.Fprintf(&b, "seed: %d\nworld: { width: 40, height: 30 }\nteams: [{ id: red }, { id: blue }]\nobstacles:\n", rapid.IntRange(1, 999).Draw(rt, "seed"))
		var walls []wall
		for range rapid.IntRange(1, 6).Draw(rt, "walls") {
			r := wall{
				float64(rapid.IntRange(0, 34).Draw(rt, "x")), float64(rapid.IntRange(0, 24).Draw(rt, "y")),
				float64(rapid.IntRange(1, 6).Draw(rt, "w")), float64(rapid.IntRange(1, 6).Draw(rt, "h")),
			}
			walls = append(walls, r)
			fmt.Fprintf(&b, "  - { rect: [%v, %v, %v, %v] }\n", r.x, r.y, r.w, r.h)
		}
		b.WriteString("bots:\n")
		for _, team := range []string{"red", "blue"} {
			fmt.Fprintf(&b, "  - { id: %s, name: %s, teamId: %s, count: 12, speedMps: 0, sight: { radius: %d, angle: %d }, behavior: { kind: wander } }\n", team, team, team, radius, angle)
		}
		s, err := live.Start("scene.yaml", []byte(b.String()), live.Options{})
		if err != nil {
			rt.Fatalf("%v\n%s", err, b.String())
		}
		defer s.Close()
		g := &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
		g.Steps(3)
		bots := s.Snapshot().Bots
		sees := func(p, q *session.BodyView) bool {
			dx, dy := float64(q.X)-float64(p.X), float64(q.Y)-float64(p.Y)
			d := math.Hypot(dx, dy)
			if d > float64(radius) {
				return false
			}
			cos := math.Cos(float64(angle) / 2 * math.Pi / 180)
			if angle < 360 && dx*float64(p.HX)+dy*float64(p.HY) < cos*d {
				return false
			}
			for _, r := range walls {
				if r.meets(float64(p.X), float64(p.Y), float64(q.X), float64(q.Y)) {
					hidden++
					return false
				}
			}
			seen++
			return true
		}
		for i := range bots {
			p := &bots[i]
			nearest, best := 0.0, math.Inf(1)
			for j := range bots {
				q := &bots[j]
				if i == j {
					continue
				}
				looks++
				if got, want := g.ValueFor(p.ID, "sees", host.IntValue(int64(q.ID))).Bool(), sees(p, q); got != want {
					rt.Fatalf("%d sees %d: %v, wanted %v\n%s", p.ID, q.ID, got, want, b.String())
				}
				d := float64(q.X-p.X)*float64(q.X-p.X) + float64(q.Y-p.Y)*float64(q.Y-p.Y)
				if p.Team != q.Team && sees(p, q) && d < best {
					nearest, best = float64(q.ID), d
				}
			}
			if got := g.ValueFor(p.ID, "body_id", host.StringValue("enemy")).Number(); got != nearest {
				rt.Fatalf("the nearest foe of %d is %v, wanted %v\n%s", p.ID, got, nearest, b.String())
			}
		}
	})
	t.Logf("%d looks, %d seen, %d hidden", looks, seen, hidden)
	if !testing.Short() && (seen < looks/200 || hidden < looks/200) {
		t.Errorf("of %d looks %d see and %d are hidden: too few", looks, seen, hidden)
	}
}
