package systems_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// contacts lists the ticks of the first n in which two bodies that stand side
// by side make contact.
func contacts(t *testing.T, rate float64, cooldown string, n int) (ticks []int) {
	t.Helper()
	s := open(t, fmt.Sprintf(`
tickRate: %g
world: { width: 1, height: 1 }
bots: [{ id: c, name: C, count: 2, speedMps: 0 }]
rules: [{ on: contact, radius: 9, from: {}, to: {}, cooldown: %s }]`, rate, cooldown))
	for tick := range n {
		s.Step()
		if len(s.Game().Contacts()) > 0 {
			ticks = append(ticks, tick+1)
		}
	}
	return ticks
}

func TestCooldown(t *testing.T) {
	for _, test := range []struct {
		rate     float64
		cooldown string
		want     []int
	}{
		{10, "0", []int{1, 2, 3, 4, 5, 6, 7, 8}},
		{10, "0.1", []int{1, 2, 3, 4, 5, 6, 7, 8}},
		{10, "200ms", []int{1, 3, 5, 7}},
		{10, "0.21", []int{1, 4, 6, 8}}, // 2.1 ticks end in the third, 4.2 in the fifth
		{10, "0.25", []int{1, 4, 6}},
		{10, "0.05", []int{1, 2, 3, 4, 5, 6, 7, 8}},
		{100, "70ms", []int{1, 8}}, // 0.07 * 100 is more than 7 in floating point
		{10, "1h", []int{1}},
	} {
		if got := contacts(t, test.rate, test.cooldown, 8); !slices.Equal(got, test.want) {
			t.Errorf("cooldown %s at %g ticks a second: contacts in %v, wanted %v", test.cooldown, test.rate, got, test.want)
		}
	}
}

// Bodies that stay close touch as often as the cooldown says, whatever the tick rate.
func TestContactsComeAtTheirRate(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{20, 25, 29.97, 30, 40, 50, 60} {
		for _, seconds := range []float64{0.05, 0.07, 0.13, 0.33, 1} {
			got := len(contacts(t, rate, fmt.Sprint(seconds), int(120*rate)))
			if want := 120 / seconds; math.Abs(float64(got)/want-1) > 0.01 {
				t.Errorf("cooldown %v s at %v Hz: %d contacts in 120 s, wanted %.0f", seconds, rate, got, want)
			}
		}
	}
}

// A pair goes on from the later of two ends of cooldowns, and from the tick that it touches in
// where both were over before.
func TestAPairCarriesWhatBothHaveWaited(t *testing.T) {
	const cooldown = 0.25 // two and a half ticks
	for _, test := range []struct {
		name  string
		apart []int // ticks in which the second body is away
		want  []int
	}{
		{"close", nil, []int{1, 4, 6, 9, 11}},
		{"away when it could", []int{4}, []int{1, 5, 8, 10}},
		{"away long", []int{2, 3, 4, 5, 6}, []int{1, 7, 10, 12}},
	} {
		s := open(t, fmt.Sprintf(`
tickRate: 10
world: { width: 100, height: 1 }
bots: [{ id: c, name: C, count: 2, speedMps: 0 }]
rules: [{ on: contact, radius: 9, from: {}, to: {}, cooldown: %v }]`, cooldown))
		do(t, s, &session.Place{Who: who(1), At: session.Point(0, 0)})
		var got []int
		for tick := 1; tick <= 12; tick++ {
			x := 0.0
			if slices.Contains(test.apart, tick) {
				x = 50
			}
			do(t, s, &session.Place{Who: who(2), At: session.Point(x, 0)})
			if s.Step(); len(s.Game().Contacts()) > 0 {
				got = append(got, tick)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: contacts in %v, wanted %v", test.name, got, test.want)
		}
	}
}

// Two games that differ only in what was carried to the last contact have other digests, and
// a save has it.
func TestWhatACooldownCarriesIsKept(t *testing.T) {
	play := func(until int) *live.Session { // apart until then
		s := open(t, `
tickRate: 10
world: { width: 100, height: 1 }
bots: [{ id: c, name: C, count: 2, speedMps: 0 }]
rules: [{ on: contact, radius: 9, from: {}, to: {}, cooldown: 0.25 }]`)
		do(t, s, &session.Place{Who: who(1), At: session.Point(0, 0)})
		do(t, s, &session.Place{Who: who(2), At: session.Point(50, 0)})
		steps(s, until)
		do(t, s, &session.Place{Who: who(2), At: session.Point(0, 0)})
		steps(s, 4-until)
		return s
	}
	carried, fresh := play(0), play(3) // the last contact of both is in tick 4
	if carried.Game().DigestOfBodies() == fresh.Game().DigestOfBodies() {
		t.Error("the digest of bodies does not see it")
	}
	var details [2]systems.Detail
	for i, s := range []*live.Session{carried, fresh} {
		if s.Game().Detail(&details[i]); len(s.Game().Contacts()) != 1 {
			t.Fatal("no contact in tick 4")
		}
	}
	if slices.Equal(details[0].Parts, details[1].Parts) {
		t.Error("the detail does not see it")
	}
	for range 9 {
		again, err := live.Restore(bytes.NewReader(saveOf(t, carried)), live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		stepAll(1, carried, again)
		if again.Digest() != carried.Digest() {
			t.Fatalf("tick %d after a save is another", carried.World().Clock().Tick)
		}
	}
}

// TestReachIsMeasuredAroundTheEdge puts two bots at opposite edges, two metres
// apart where the field wraps.
func TestReachIsMeasuredAroundTheEdge(t *testing.T) {
	for _, test := range []struct {
		edges  string
		radius float64
		want   int
	}{
		{"wrap", 2, 1}, {"wrap", 1.9999, 0}, {"clamp", 2, 0}, {"clamp", 18, 1}, {"clamp", 17.9999, 0},
	} {
		s := open(t, fmt.Sprintf(`
world: { width: 20, height: 20, edges: %s }
bots: [{ id: c, name: C, count: 2, speedMps: 0 }]
rules: [{ on: contact, radius: %g, from: {}, to: {} }]`, test.edges, test.radius))
		do(t, s, &session.Place{Who: who(1), At: session.Point(1, 5)})
		do(t, s, &session.Place{Who: who(2), At: session.Point(19, 5)})
		s.Step()
		if got := len(s.Game().Contacts()); got != test.want {
			t.Errorf("%s, radius %g: %d contacts, wanted %d", test.edges, test.radius, got, test.want)
		}
	}
}

// TestAConditionMayAskTheGame uses a function of the game in a rule.
func TestAConditionMayAskTheGame(t *testing.T) {
	registry := systems.NewRegistry()
	err := registry.AddFunc(host.Func{Name: "is_odd", Result: host.Bool, Local: true, Eval: func(c *host.Call) host.Value {
		return host.BoolValue(c.Bot%2 == 1)
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := openWith(t, `
world: { width: 1, height: 1 }
bots: [{ id: c, name: C, count: 4, speedMps: 0, initialState: { c: true } }]
rules:
  - on: contact
    radius: 9
    from: { kind: selector, children: [{ kind: condition, name: is_odd }] }
    to: { c: true }`, live.Options{Registry: registry})
	s.Step()
	want := []session.Contact{{Rule: 0, From: 1, To: 2}, {Rule: 0, From: 3, To: 4}}
	if got := s.Game().Contacts(); !slices.Equal(got, want) {
		t.Errorf("contacts %v, wanted %v", got, want)
	}
}

// TestARemovedBotTakesItsCooldownAlong gives a new bot the slot of one that was
// in a contact.
func TestARemovedBotTakesItsCooldownAlong(t *testing.T) {
	s := open(t, `
world: { width: 1, height: 1 }
bots: [{ id: c, name: C, count: 2, speedMps: 0 }]
rules: [{ on: contact, radius: 9, from: {}, to: {}, cooldown: 1h }]`)
	s.Step()
	do(t, s, &session.Remove{Class: "c", Count: 2})
	do(t, s, &session.Add{Class: "c", Count: 2})
	s.Step()
	if want := []session.Contact{{From: 3, To: 4}}; !slices.Equal(s.Game().Contacts(), want) {
		t.Errorf("contacts %v, wanted %v", s.Game().Contacts(), want)
	}
}

// TestAPileIsAsMuchWorkAsACrowd has thousands within reach of each other.
func TestAPileIsAsMuchWorkAsACrowd(t *testing.T) {
	const n, most = 3000, 80
	for name, scene := range map[string]string{
		"bot by bot": `
bots: [{ id: c, name: C, count: %d, speedMps: 0, behavior: { kind: wander } }]
rules: [{ on: contact, radius: 9, from: {}, to: {}, cooldown: 0 }]`,
		"herd": `
bots:
  - id: c
    name: C
    count: %d
    speedMps: 0
    initialState: { it: false }
    start: [{ count: 1500, state: { it: true } }]
    behavior: { kind: selector, children: [{ kind: flee_nearest, where: { key: it, value: true } }, { kind: wander }] }
rules: [{ on: contact, radius: 9, from: { it: true }, to: { it: false }, cooldown: 0 }]`,
	} {
		for _, workers := range []int{1, 2} {
			s := openWith(t, "world: { width: 1, height: 1 }"+fmt.Sprintf(scene, n), live.Options{Workers: workers})
			s.Step()
			if got := len(s.Game().Contacts()); got != n/2 {
				t.Fatalf("%s: %d contacts, wanted %d", name, got, n/2)
			}
			if each := s.Game().ContactWork() / n; each > most {
				t.Errorf("%s, %d workers: the rule looks at %d bodies for each bot, wanted %d at most", name, workers, each, most)
			}
		}
	}
}

// TestOneAmongManyTouchesTheLowestInReach scatters bots around one whom the rule begins
// with, also over the edges of a torus, and expects what a scan of all finds.
func TestOneAmongManyTouchesTheLowestInReach(t *testing.T) {
	t.Parallel()
	const n, radius = 40, 5
	r := rand.New(rand.NewPCG(7, 7))
	made := 0
	for i := range 60 {
		edges, behavior := "wrap", ""
		if i%2 == 0 {
			edges = "clamp"
		}
		if i%3 == 0 { // in a herd
			behavior = "behavior: { kind: flee_nearest, where: { key: it, value: true } }"
		}
		s := openWith(t, fmt.Sprintf(`
world: { width: 60, height: 40, edges: %s }
bots:
  - { id: many, name: M, count: %d, speedMps: 0, initialState: { it: false }, %s }
  - { id: one, name: O, count: 1, speedMps: 0, initialState: { it: true } }
rules: [{ on: contact, radius: %d, from: { it: true }, to: { it: false } }]`, edges, n, behavior, radius), live.Options{Workers: 1 + i%3})
		ax, ay := r.Float64()*60, r.Float64()*40
		for id := range components.ID(n + 1) {
			x, y := ax+(r.Float64()-0.5)*30, ay+(r.Float64()-0.5)*30
			if edges == "wrap" {
				x, y = x-60*math.Floor(x/60), y-40*math.Floor(y/40)
			} else {
				x, y = min(max(x, 0), 60), min(max(y, 0), 40)
			}
			do(t, s, &session.Place{Who: who(id + 1), At: session.Point(x, y)})
		}
		s.Step()
		bots, f := s.Snapshot().Bots, s.Scene().Setup.Field()
		from := slices.IndexFunc(bots, func(b session.BodyView) bool { return b.Class == "one" })
		var want []session.Contact
		for _, b := range bots { // by id
			if b.ID != bots[from].ID && f.Dist2(bots[from].X, bots[from].Y, b.X, b.Y) <= radius*radius {
				want = []session.Contact{{From: bots[from].ID, To: b.ID}}
				made++
				break
			}
		}
		if got := s.Game().Contacts(); !slices.Equal(got, want) {
			t.Fatalf("%s, %d workers: contacts %v, wanted %v", edges, 1+i%3, got, want)
		}
	}
	if made < 20 || made == 60 {
		t.Errorf("contacts in %d of 60 games: too few or many to tell", made)
	}
}

// TestThousandsAppearOnOneSpot has a herd whose cells become as small as positions can
// tell apart, when the game begins and as it goes on.
func TestThousandsAppearOnOneSpot(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"200, 200", "0, 0", "400, 400", "123.4, 0.1"} {
		s := open(t, fmt.Sprintf(`
world: { width: 400, height: 400 }
places: [{ id: spot, at: [%s], radius: 0 }]
bots: [{ id: c, name: C, count: 3000, speedMps: 0, initialState: { it: 0 }, home: spot, behavior: { kind: flee_nearest, where: { key: it, value: 1 } } }]`, at))
		for range 3 {
			s.Step()
		}
		bots := s.Snapshot().Bots
		for _, b := range bots {
			if b.X != bots[0].X || b.Y != bots[0].Y {
				t.Fatalf("at %s: bot %d is at (%v, %v)", at, b.ID, b.X, b.Y)
			}
		}
	}
}
