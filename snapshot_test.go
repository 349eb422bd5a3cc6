package thicket_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

const race = `tickRate: 10
world: { width: 20, height: 20%s }
bots:
  - { id: hen, name: Hen, minCount: 0, count: 2, speedMps: 10, initialState: { colour: red, age: 3 }, behavior: { kind: action, name: gallop } }
  - { id: egg, name: Egg, count: 1, behavior: { kind: action, name: gallop } }
`

// openRace starts a race in which hens go to the right, a metre a tick.
func openRace(t *testing.T, more string) *thicket.Session {
	t.Helper()
	reg := thicket.NewRegistry()
	if err := reg.AddAction(thicket.Action{Name: "gallop", Local: true, Tick: func(c *thicket.Call) thicket.Status {
		c.Head(1, 0)
		return thicket.Success
	}}); err != nil {
		t.Fatal(err)
	}
	s, err := thicket.Start("race.yaml", fmt.Appendf(nil, race, more), thicket.Options{Registry: reg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for id, x := range map[thicket.ID]float64{1: 5, 2: 19.5, 3: 1} {
		if err := s.Do(&thicket.Place{Who: thicket.Who{ID: id}, At: thicket.Point(x, 7)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// All has bots and players by ascending id, and takes no memory.
func TestAll(t *testing.T) {
	s := openRace(t, "")
	for _, c := range []thicket.Command{&thicket.Join{Name: "Ann"}, &thicket.Add{Class: "hen"}, &thicket.Join{Name: "Bob"}, &thicket.Remove{Bot: &thicket.Who{ID: 1}}} {
		if err := s.Do(c); err != nil && !strings.Contains(err.Error(), "full") {
			t.Fatal(err)
		}
	}
	snap := s.Snapshot()
	var names []string
	for b := range snap.All() {
		names = append(names, b.Name)
	}
	if got := strings.Join(names, ", "); got != "Hen 2, Egg 1, Ann, Hen 3, Bob" {
		t.Errorf("all are %s", got)
	}
	for b := range snap.All() {
		if b != snap.Body(b.ID) {
			t.Error("a copy of a body")
		}
		break
	}
	n := 0
	if allocs := testing.AllocsPerRun(10, func() {
		for b := range snap.All() {
			n += int(b.ID)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// Between draws bodies on their way, around joined edges too, and nobody who was put elsewhere.
func TestBetween(t *testing.T) {
	s := openRace(t, ", edges: wrap")
	at := func(was, now *thicket.Snapshot, alpha float64) string {
		var all []string
		for b := range was.Between(now, alpha) {
			all = append(all, fmt.Sprintf("%d %.2f", b.ID, b.X))
		}
		return strings.Join(all, ", ")
	}
	was := s.Snapshot()
	s.Step()
	now := s.Snapshot() // hens at 6 and 0.5
	for alpha, want := range map[float64]string{
		0: "1 5.00, 2 19.50, 3 1.00", 0.25: "1 5.25, 2 19.75, 3 1.05", 0.75: "1 5.75, 2 0.25, 3 1.15", 1: "1 6.00, 2 0.50, 3 1.20", 7: "1 6.00, 2 0.50, 3 1.20",
	} {
		if got := at(was, now, alpha); got != want {
			t.Errorf("alpha %v: %s, wanted %s", alpha, got, want)
		}
	}
	if got := at(now, now, 0.5); got != "1 6.00, 2 0.50, 3 1.20" {
		t.Errorf("at one moment: %s", got)
	}
	if got := at(&thicket.Snapshot{}, now, 0.5); got != "1 6.00, 2 0.50, 3 1.20" {
		t.Errorf("without a moment before: %s", got)
	}
	s.Step()
	if got := at(was, s.Snapshot(), 0.5); got != "1 6.50, 2 1.00, 3 1.30" { // half a tick of two behind
		t.Errorf("over two ticks: %s", got)
	}
	was = s.Snapshot()
	for _, c := range []thicket.Command{
		&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(12, 7)}, &thicket.Remove{Bot: &thicket.Who{ID: 2}}, &thicket.Join{Name: "Ann", At: thicket.Point(3, 3)},
	} {
		if err := s.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	s.Step()
	now = s.Snapshot()
	if got := at(was, now, 0.5); got != "1 13.00, 3 1.50, 4 3.00" {
		t.Errorf("put elsewhere, gone and new: %s", got)
	}
	if n := testing.AllocsPerRun(10, func() {
		for b := range was.Between(now, 0.3) {
			if b.X != b.X {
				t.Error(b.X)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if f := now.Field; f != (session.Field{Width: 20, Height: 20, Wrap: true}) {
		t.Errorf("a field of %+v", f)
	}
}

// A key that is found once reads as its name does.
func TestKey(t *testing.T) {
	s := openRace(t, "")
	colour, err := s.Key("colour")
	if err != nil {
		t.Fatal(err)
	}
	age, err := s.Key("age")
	if err != nil {
		t.Fatal(err)
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	for _, snap := range []*thicket.Snapshot{s.Snapshot(), fork.Snapshot()} {
		for b := range snap.All() {
			if got, want := b.Value(colour), b.Get("colour"); got != want {
				t.Errorf("%s: colour %v, wanted %v", b.Name, got, want)
			}
			if got, want := b.Value(age), b.Get("age"); got != want {
				t.Errorf("%s: age %v, wanted %v", b.Name, got, want)
			}
		}
	}
	if got := s.Snapshot().Body(1).Value(age).Number(); got != 3 {
		t.Errorf("age %v", got)
	}
	if _, err := s.Key("color"); err == nil || !strings.Contains(err.Error(), `unknown state key "color"; did you mean "colour"?`) {
		t.Errorf("an unknown key: %v", err)
	}
}

// A command that is sent stays as it is, and its reply is a value.
func TestSend(t *testing.T) {
	s := openRace(t, "")
	join := thicket.Join{Name: "Ann"}
	for want := thicket.ID(4); want < 7; want++ {
		reply, err := s.Send(&join)
		if err != nil || len(reply.IDs) != 1 || reply.IDs[0] != want || len(join.IDs) > 0 {
			t.Fatalf("reply %+v, %v, the command %+v", reply, err, join)
		}
		join.Name = fmt.Sprint("Ann ", want)
	}
	reply, err := s.Send(&thicket.Add{Class: "hen", Count: -1})
	var no *thicket.Refusal
	if !errors.As(err, &no) || len(reply.IDs) > 0 || reply.Note != "" {
		t.Errorf("refused: %+v, %v", reply, err)
	}
	if _, err := s.Send(nil); err == nil {
		t.Error("nothing was sent")
	}
}
