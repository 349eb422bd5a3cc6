package why_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// walk has a guard that fights whoever comes nearer than 6 m, and Ann, who comes.
const walk = `
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: blue }, { id: red }]
places: [{ id: door, at: [10, 10], radius: 1, tags: [heal] }]
weapons: [{ id: stick, damage: 1, range: 1, cooldown: 1s }]
bots:
  - id: guard
    name: Guard
    count: 1
    speedMps: 0
    teamId: blue
    health: 100
    weapons: [stick]
    sight: { radius: 50 }
    behavior:
      kind: selector
      children:
        - kind: sequence
          children:
            - { kind: condition, name: health_below, args: { limit: 0.5 } }
            - { kind: action, name: flee }
        - kind: sequence
          children:
            - { kind: condition, name: distance_below, args: { who: enemy, limit: 6 } }
            - { kind: action, name: say, args: { text: "Halt!" } }
            - kind: selector
              children:
                - kind: sequence
                  children:
                    - { kind: condition, name: health_below, args: { limit: 0.9 } }
                    - { kind: action, name: rest }
                - { kind: action, name: face, args: { who: enemy } }
        - { kind: action, name: stand }
  - { id: a, name: Ann, count: 0, minCount: 0, maxCount: 9, speedMps: 2, health: 50, teamId: red, behavior: { kind: action, name: move_to, args: { x: 10, y: 10 } } }
`

// played is a game that ends after some ticks, or never for 0, and in which nothing else
// happens.
type played struct{ lasts, ticks int64 }

func (p *played) Before() (bool, error) { return p.lasts == 0 || p.ticks < p.lasts, nil }

func (p *played) After() error {
	p.ticks++
	return nil
}

func opener(scene string, lasts int64, commands ...session.Command) why.Open {
	return func() (*live.Session, why.Player, error) {
		s, err := live.Start("scene.yaml", []byte(scene), live.Options{OnNotice: func(string) {}})
		for _, c := range commands {
			if err == nil {
				err = s.Do(c)
			}
		}
		return s, &played{lasts: lasts}, err
	}
}

// guarded returns the game of walk, in which the guard's bot stands at (10, 10).
func guarded(lasts int64) why.Open {
	return opener(walk, lasts,
		&session.Place{Who: session.Who{Name: "Guard 1"}, At: session.Point(10, 10)},
		&session.Add{Class: "a", Count: 1, At: session.Point(30, 10)})
}

func moment(t *testing.T, text string) why.Time {
	t.Helper()
	at, err := why.ParseTime(text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func explain(t *testing.T, open why.Open, q why.Question) *why.Report {
	t.Helper()
	r, err := why.Explain(context.Background(), open, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// brief has what a node answered and why.
func brief(n *why.Node) string {
	text := fmt.Sprintf("%d %s %s", n.Line, n.Detail, n.Answer)
	for _, r := range n.Because {
		text += "; " + r.Text
	}
	return text
}

func TestExplain(t *testing.T) {
	r := explain(t, guarded(0), why.Question{Bot: "Guard 1", At: moment(t, "9s")})
	if r.Tick != 90 || r.Seconds != 9 || r.ID != 1 || r.Class != "guard" || r.Moment.Does != "face" {
		t.Errorf("%+v does %s", r, r.Moment.Does)
	}
	var asked []string
	for i := range r.Moment.Nodes {
		n := &r.Moment.Nodes[i]
		if n.Decides != (n.Node == r.Moment.Node) || n.Decides && !n.Path {
			t.Errorf("line %d decides %v, on the path %v", n.Line, n.Decides, n.Path)
		}
		if n.Path {
			asked = append(asked, brief(n))
		}
	}
	want := []string{"17  success", "23  success", "27  success", `33 face who="enemy" success; cosine of the angle left: 1 >= 0.999`}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("the path (-want +got)\n%s", diff)
	}
	// Ann comes 0.2 m nearer in each tick, from 20 m.
	if r.Since.Tick != 71 || r.Since.Older {
		t.Errorf("since %+v", r.Since)
	}
	f := r.Change.Flips[0]
	flip := []string{brief(&f.From), brief(&f.To)}
	if diff := cmp.Diff([]string{
		`25 distance_below who="enemy" limit=6 failure; distance to Ann 1: 6.2 >= 6 m`, `25 distance_below who="enemy" limit=6 success; distance to Ann 1: 5.9999 < 6 m`,
	}, flip); diff != "" {
		t.Errorf("what flipped (-want +got)\n%s", diff)
	}
	moved := []why.Moved{{ID: 1, Name: "Guard 1", X: 10, Y: 10}, {ID: 2, Name: "Ann 1", Metres: 0.2, X: 16, Y: 10}}
	if diff := cmp.Diff(moved, r.Change.Moved); diff != "" {
		t.Errorf("who moved (-want +got)\n%s", diff)
	}
	var again why.Report
	if b, err := json.Marshal(r); err != nil || json.Unmarshal(b, &again) != nil || again.Since != r.Since || len(again.Moment.Nodes) != len(r.Moment.Nodes) {
		t.Errorf("as JSON: %v", err)
	}
}

// What did not begin in the game is not said to have.
func TestSinceTheBeginning(t *testing.T) {
	r := explain(t, guarded(0), why.Question{Bot: "1", At: moment(t, "50")})
	if r.Since != (why.Since{Tick: 1, Seconds: 4.9}) || r.Change != nil {
		t.Errorf("%+v, %+v", r.Since, r.Change)
	}
	saved := func() (*live.Session, why.Player, error) {
		s, p, err := guarded(0)()
		if err != nil {
			return nil, nil, err
		}
		defer s.Close()
		for range 20 {
			s.Step()
		}
		var b bytes.Buffer
		if err := s.Save(&b); err != nil {
			return nil, nil, err
		}
		s, err = live.Restore(&b, live.Options{})
		return s, p, err
	}
	r = explain(t, saved, why.Question{Bot: "1", At: why.Next})
	if r.Tick != 21 || !r.Since.Older || r.Since.Tick != 21 {
		t.Errorf("a save: tick %d, %+v", r.Tick, r.Since)
	}
	r = explain(t, guarded(30), why.Question{Bot: "1", At: why.End})
	if r.Tick != 30 {
		t.Errorf("the end: tick %d", r.Tick)
	}
}

func TestDiff(t *testing.T) {
	for _, ticks := range [][2]string{{"90", "60"}, {"60", "9s"}} {
		with := moment(t, ticks[1])
		r := explain(t, guarded(0), why.Question{Bot: "1", At: moment(t, ticks[0]), Diff: &with})
		d := r.Diff
		if d.To.Tick != r.Tick || d.From.Tick == r.Tick || len(d.Flips) != 1 || d.Flips[0].To.Line != 25 || d.Flips[0].To.Answer == d.Flips[0].From.Answer {
			t.Errorf("%v: %+v", ticks, d)
		}
	}
}

// ways has what would have to be different, a way each.
func ways(r *why.Report) (all []string) {
	for _, w := range r.Other.Ways {
		var turns []string
		for _, turn := range w.Turns {
			turns = append(turns, fmt.Sprintf("%d %v", turn.Node.Line, turn.To))
		}
		all = append(all, strings.Join(turns, ", ")+": "+w.Does)
	}
	return all
}

func TestOther(t *testing.T) {
	for _, c := range []struct {
		tick, not, instead string
		tried              int64
		ways               []string
	}{
		{"50", "", "face", 50, []string{"25 true: face"}},
		{"50", "", "say", 50, []string{"25 true: face"}}, // on the way to another
		{"50", "stand", "", 50, []string{"21 true: flee", "25 true: face"}},
		{"90", "", "stand", 90, []string{"25 false: stand"}},
		{"90", "face", "", 90, []string{"21 true: flee", "25 false: stand", "31 true: rest"}},
		{"50", "", "flee", 50, []string{"21 true: flee"}},
		// asked only once another is turned
		{"50", "", "rest", 50, []string{"25 true, 31 true: rest"}},
	} {
		r := explain(t, guarded(0), why.Question{Bot: "1", At: moment(t, c.tick), Not: c.not, Instead: c.instead})
		if diff := cmp.Diff(c.ways, ways(r)); diff != "" || r.Other.Tick != c.tried {
			t.Errorf("tick %s, not %q, instead %q, tried at %d (-want +got)\n%s", c.tick, c.not, c.instead, r.Other.Tick, diff)
		}
	}
}

func TestNothingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: all that could have been otherwise")
	}
	const deep = `
world: { width: 9, height: 9 }
bots:
  - id: a
    name: A
    count: 1
    speedMps: 0
    initialState: { x: 0 }
    behavior:
      kind: selector
      children:
        - { kind: sequence, children: [%s { kind: action, name: roam }] }
        - { kind: action, name: stand }
`
	r := explain(t, opener(fmt.Sprintf(deep, strings.Repeat("{ kind: state_equals, key: x, value: 1 }, ", 4)), 0), why.Question{Bot: "1", At: moment(t, "5"), Instead: "roam"})
	if len(r.Other.Ways) != 0 || !strings.Contains(r.Other.None, "up to 3 together") {
		t.Errorf("four conditions: %+v", r.Other)
	}
	many := strings.Repeat("{ kind: selector, children: [{ kind: state_equals, key: x, value: 1 }, { kind: stand }] }, ", 40)
	many = strings.ReplaceAll(many, "kind: stand }", "kind: action, name: stand }")
	r = explain(t, opener(fmt.Sprintf(deep, many+"{ kind: state_equals, key: x, value: 2 }, { kind: state_equals, key: x, value: 3 }, { kind: state_equals, key: x, value: 4 }, "), 0), why.Question{Bot: "1", At: moment(t, "5"), Instead: "roam"})
	if len(r.Other.Ways) == 0 && (r.Other.None != "the search was given up" || r.Other.Branches > 200) {
		t.Errorf("many conditions: %+v", r.Other)
	}
}

func TestErrors(t *testing.T) {
	five := moment(t, "5")
	for _, c := range []struct {
		q    why.Question
		want string
	}{
		{why.Question{Bot: "Gard 1", At: five}, `nobody is called "Gard 1"; did you mean "Guard 1"?`},
		{why.Question{Bot: "77", At: five}, "up to tick 5 there is nobody with id 77"},
		{why.Question{Bot: "1", At: moment(t, "300")}, "the game ends with tick 100, wanted tick 300"},
		{why.Question{Bot: "1", At: five, Diff: &five}, "tick 5 is compared with itself, wanted another one"},
		{why.Question{Bot: "1", At: five, Instead: "fcae"}, `the tree guard has no action "fcae"; did you mean "face"?`},
		{why.Question{Bot: "1", At: five, Instead: "x"}, `the tree guard has no action "x"; it has flee, say, rest, face, stand`},
		{why.Question{Bot: "1", At: five, Instead: "stand"}, `Guard 1 does "stand" at tick 5 already`},
		{why.Question{Bot: "1", At: five, Not: "face"}, `Guard 1 does not do "face" at tick 5: it does stand`},
	} {
		if _, err := why.Explain(context.Background(), guarded(100), c.q); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, wanted %s", c.q, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := why.Explain(ctx, guarded(0), why.Question{Bot: "1", At: five}); err != context.Canceled {
		t.Errorf("stopped: %v", err)
	}
}

func TestParseTime(t *testing.T) {
	for _, text := range []string{"", "0", "-3", "1.5", "s", "0s", "-1s", "NaNs", "Infs", "12 s", "1m"} {
		if at, err := why.ParseTime(text); err == nil {
			t.Errorf("%q is %+v", text, at)
		}
	}
}

// A picture has the nodes, and the text the numbers.
func TestTextAndPicture(t *testing.T) {
	r := explain(t, guarded(0), why.Question{Bot: "1", At: moment(t, "72"), Not: "face"})
	var text, svg bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"So it does since tick 71, for 0.1 s; before that stand.", "before distance to Ann 1: 6.2 >= 6 m", "Ann 1 had moved 0.2 m, to 16, 10", "25:15 condition  distance_below who=\"enemy\" limit=6 did not hold"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if got := svg.String(); strings.Count(got, "<rect class=") != 13 || !strings.Contains(got, "Guard 1 at tick 72: face") || !strings.Contains(got, "distance to Ann 1: 5.8 &lt; 6 m") {
		t.Errorf("the picture\n%s", got)
	}
	if err := r.Text(errWriter{}); err != io.ErrShortWrite {
		t.Errorf("a text that cannot be written: %v", err)
	}
}

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
