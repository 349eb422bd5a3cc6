package mind_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/mind"
)

// TestWorkersAndWatchersChangeNothing watches some of many minds, whose trees are Local, and one that comes
// and goes, and compares with a game that nobody looks at.
func TestWorkersAndWatchersChangeNothing(t *testing.T) {
	play := func(workers int, look, cover bool) (digest uint64, fed, faults int64) {
		o := options(files{"a.bt": "selector {\n\tcondition Hungry { action Eat() }\n\tsequence { action Walk( 1 ) action Stumble() }\n}", "b.bt": "selector { condition Hungry { action Eat() } action Walk( 1 ) }"})
		for _, name := range strings.Fields("Eat Stumble") {
			o.Leaves = append(o.Leaves, mind.Leaf[*crab]{Name: name, Local: true})
		}
		for i := range o.Leaves {
			o.Leaves[i].Local = true
		}
		m := start(t, o)
		if cover {
			m.Cover()
		}
		var all []*crab
		for i := range 2400 {
			all = append(all, add(t, m, &crab{name: fmt.Sprint(i), food: i % 5}, []string{"a.bt", "a.bt", "b.bt"}[i%3]))
			all[i].mind.Every(1 + i%3)
			all[i].mind.Hold(i%11 == 0)
		}
		var views []*mind.View
		for i := range 12 {
			if look && i%5 == 0 {
				views = append(views, all[i*7].mind.Watch())
			}
			m.Tick(0.1)
			m.ThinkAll(workers)
			if look && i%7 == 0 {
				views[0].Close()
				views = views[1:]
			}
			if i == 8 {
				all[70].mind.Drop()
			}
		}
		for _, c := range all {
			fed += int64(c.food)
		}
		first, faults := m.Faults()
		for _, f := range first {
			faults = faults*31 + int64(len(f.Name)) + f.Tick
		}
		return m.Digest(), fed, faults
	}
	digest, fed, faults := play(1, false, false)
	counts := []int{3, 1, 2, 4}
	if testing.Short() {
		counts = counts[:1] // each plays two games
	}
	for _, workers := range counts {
		for _, look := range []bool{false, true} {
			d, f, n := play(workers, look, workers == 3)
			if d != digest || f != fed || n != faults {
				t.Errorf("%d workers, watched %t: digest %x, fed %d, faults %d; wanted %x, %d, %d", workers, look, d, f, n, digest, fed, faults)
			}
		}
	}
}

// TestLocalLeavesCallNothing has a Local leaf drop its agent: that is a fault.
func TestLocalLeavesCallNothing(t *testing.T) {
	o := options(files{"a.bt": "action Act()"})
	o.Leaves = append(o.Leaves, mind.Leaf[*crab]{Name: "Act", Local: true})
	m := start(t, o)
	c := add(t, m, &crab{act: func(c *crab) mind.Status { c.mind.Drop(); return mind.Success }}, "a.bt")
	tick(m, 1)
	if all, _ := m.Faults(); len(all) != 1 || !strings.Contains(all[0].Text, "Drop is called by a Local leaf") || m.Of(c) == nil {
		t.Errorf("faults %v", all)
	}
}

// step is the seconds of a step, as minds multiply it.
var step = 0.1

// TestDoing asks what an agent does, without a view: nothing before its first turn, and while it is held.
func TestDoing(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector { condition Hungry { action Eat() } action Walk( 1 ) }"}))
	ann := add(t, m, &crab{name: "Ann", food: 1}, "a.bt")
	doing := func(want mind.Deed) {
		t.Helper()
		if got := ann.mind.Doing(); got != want {
			t.Errorf("it does %+v, wanted %+v", got, want)
		}
	}
	doing(mind.Deed{})
	tick(m, 2)
	doing(mind.Deed{Action: "Eat", Since: 0.1, Turns: 2})
	tick(m, 2)
	doing(mind.Deed{Action: "Walk", Since: 3 * step, Turns: 2})
	if a := testing.AllocsPerRun(100, func() { ann.mind.Doing(); ann.mind.Name() }); a != 0 {
		t.Errorf("%g allocations", a)
	}
	ann.mind.Hold(true)
	doing(mind.Deed{})
	ann.mind.Hold(false)
	if ann.mind.Drop(); ann.mind.Name() != "" {
		t.Errorf("it is %s and gone", ann.mind.Name())
	}
	doing(mind.Deed{})
}

// TestView looks at a tree with answers and reasons.
func TestView(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector {\n\tcondition Hungry && !Tame { action Eat() }\n\tcondition Food() > 4 { action Rest() }\n\taction Walk( 1 )\n}"}))
	ann := add(t, m, &crab{name: "Ann", food: 1}, "a.bt")
	tick(m, 2)
	v := ann.mind.Watch()
	if v.Turns != 2 || v.Name != "Ann" || v.Tree != "a.bt" || v.Rows[0].Answer != "" {
		t.Errorf("before a turn: %+v", v)
	}
	tick(m, 1)
	v.Update()
	const want = `running  behavior a
running    selector
failure      condition Hungry && !Tame  [Hungry: no]
-              action Eat
failure      condition Food > 4  [Food: 3 <= 4]
-              action Rest
running      action Walk( 1, null, 5, "walk", false )
`
	if got := v.String(); got != want {
		t.Errorf("the view is\n%s, wanted\n%s", got, want)
	}
	if r := v.Rows[2]; r.At != "a.bt:2:2" || r.Role != "condition" || r.Ran != 1 || r.Depth != 2 || r.Answer != "failure" {
		t.Errorf("a row is %+v", r)
	}
	if r := v.Rows[3]; r.Answer != "" || r.Ran != 0 || r.Role != "action" {
		t.Errorf("a row that was not asked is %+v", r)
	}
	if v.Time != 3*step {
		t.Errorf("the time is %g", v.Time)
	}
	if want := []mind.Deed{{"Eat", 0.1, 2}, {"Walk", 3 * step, 1}}; !slices.Equal(v.Deeds, want) {
		t.Errorf("deeds %+v, wanted %+v", v.Deeds, want)
	}
	const why = `: Walk for %s s, since 0.3 s (1 turn)
  condition Hungry && !Tame: failure, Hungry: no
  condition Food > 4: failure, Food: 3 <= 4
before: Eat for 0.2 s, since 0.1 s (2 turns)`
	if got, want := m.Why(ann), "Ann, tree a.bt"+fmt.Sprintf(why, "0.0"); got != want {
		t.Errorf("why: %s\nwanted %s", got, want)
	}
	ann.mind.Hold(true)
	tick(m, 5)
	if v.Update(); !v.Held {
		t.Error("the view does not tell that the mind is held")
	}
	if got, want := m.Why(ann), "Ann, tree a.bt, held"+fmt.Sprintf(why, "0.5"); got != want {
		t.Errorf("why: %s\nwanted %s", got, want)
	}
	ann.mind.Drop()
	if v.Update(); !v.Gone || m.Why(ann) != "no mind" {
		t.Errorf("the mind is dropped, and the view says %+v", v)
	}
	v.Close()
	v.Close()
	v.Update()
}

// TestViewShowsFaults has the first of two leaves panic, each time that it is asked: the view says so
// beside it, also where nobody is told any more, and no longer when it is not asked.
func TestViewShowsFaults(t *testing.T) {
	o := options(files{"a.bt": "selector { condition Hungry { action Stumble() } action Eat() }"})
	m := start(t, o)
	for _, name := range []string{"Ann", "Bob"} {
		v := add(t, m, &crab{name: name, food: -5}, "a.bt").mind.Watch()
		tick(m, 8)
		v.Update()
		for _, r := range v.Rows {
			if want := r.Detail == "Stumble"; slices.Equal(r.Why, []string{"panic: a stone 8"}) != want {
				t.Errorf("%s: %s %s because of %q", name, r.Kind, r.Detail, r.Why)
			}
		}
		tick(m, 1)
		if v.Update(); strings.Contains(v.String(), "panic") {
			t.Errorf("%s:\n%s", name, v)
		}
	}
}

// TestViewShowsEventsAndLog sends an event to a tree that logs.
func TestViewShowsEventsAndLog(t *testing.T) {
	o := options(files{"b.xml": `<BehaviorTree><Root><Loop><Sequence><Log message="step"/><WaitForEvent name="bang"/><Eat/></Sequence></Loop></Root></BehaviorTree>`})
	var logged []string
	o.OnLog = func(c *crab, text string) { logged = append(logged, c.name+" "+text) }
	m := start(t, o)
	ann := add(t, m, &crab{name: "Ann"}, "b.xml")
	v := ann.mind.Watch()
	tick(m, 2)
	wantDid(t, ann)
	if err := ann.mind.Send("bang", 3); err != nil {
		t.Fatal(err)
	}
	tick(m, 1)
	wantDid(t, ann, "Eat")
	v.Update()
	if want := []string{"b.xml:1:37: step (1)", "event bang 3", "b.xml:1:37: step (1)"}; !slices.Equal(v.Log, want) {
		t.Errorf("the view's log is %q, wanted %q", v.Log, want)
	}
	if want := []string{"Ann b.xml:1:37: step (1)", "Ann b.xml:1:37: step (1)"}; !slices.Equal(logged, want) {
		t.Errorf("logged is %q, wanted %q", logged, want)
	}
	if err := ann.mind.Send("bang", []int{}); err == nil {
		t.Error("an event with a list is taken")
	}
	ann.mind.Drop()
	if err := ann.mind.Send("bang", nil); err == nil {
		t.Error("an event for a mind that is dropped is taken")
	}
}

// TestSignalsReachTheGroup has a tree tell its group, across a save.
func TestSignalsReachTheGroup(t *testing.T) {
	o := options(files{
		"a.xml": `<BehaviorTree><Root><Loop><Sequence><Signal name="bang" filter="GroupExcludingSender"/><Wait duration="100"/></Sequence></Loop></Root></BehaviorTree>`,
		"b.xml": `<BehaviorTree><Root><Loop><Sequence><WaitForEvent name="bang"/><Eat/></Sequence></Loop></Root></BehaviorTree>`,
	})
	for _, groups := range []bool{false, true} {
		if o.Group = nil; groups {
			o.Group = func(c *crab) string { return c.side }
		}
		m := start(t, o)
		by := map[string]*crab{}
		for name, side := range map[string]string{"Bob": "red", "Cid": "blue"} {
			by[name] = add(t, m, &crab{name: name, side: side}, "b.xml")
		}
		tick(m, 1)
		by["Ann"] = add(t, m, &crab{name: "Ann", side: "red"}, "a.xml")
		m.Tick(0.1)
		by["Ann"].mind.Think()
		var save bytes.Buffer
		if err := m.Save(&save, func(c *crab) string { return c.name }); err != nil {
			t.Fatal(err)
		}
		m = start(t, o)
		if err := m.Load(&save, func(id string) (*crab, bool) { c, ok := by[id]; return c, ok }); err != nil {
			t.Fatal(err)
		}
		tick(m, 2)
		if want := map[bool]int{false: 1, true: 0}[groups]; by["Bob"].food != 1 || by["Cid"].food != want {
			t.Errorf("groups %t: Bob ate %d times, wanted 1, Cid %d, wanted %d", groups, by["Bob"].food, by["Cid"].food, want)
		}
		if faults, n := m.Faults(); n > 0 {
			t.Errorf("%d faults, the first %v", n, faults[0])
		}
	}
}

// TestCover counts what all agents do.
func TestCover(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector {\n\tcondition Hungry { action Eat() }\n\tcondition Tame { action Rest() }\n\taction Walk( 1 )\n}"}))
	add(t, m, &crab{food: 2}, "a.bt")
	write := m.Cover()
	add(t, m, &crab{food: 1}, "a.bt")
	tick(m, 4)
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"8    2   condition Hungry { action Eat() }\n", "a.bt: 6 of 7 nodes", "condition Tame: never true; action Rest: never asked"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestManifest lists what trees can call.
func TestManifest(t *testing.T) {
	var b bytes.Buffer
	if err := start(t, options(nil)).Manifest(&b); err != nil {
		t.Fatal(err)
	}
	var all struct {
		Sections []struct {
			Title   string
			Entries []struct {
				Name, Kind, Doc, Result string
				Params                  []struct{ Name, Type, Unit, Doc, Default string }
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range all.Sections[0].Entries {
		got[e.Name] = strings.TrimSpace(fmt.Sprintln(e.Kind, e.Result, e.Doc, e.Params))
	}
	for name, want := range map[string]string{
		"Walk":   "action  Walks. [{metres a number m how far } {near a map {key, value}   everybody} {max_ticks a whole number   5} {gait a text   \"walk\"} {back true or false   false}]",
		"Hungry": "condition  Whether it is hungry. []",
		"Food":   "function a whole number  []",
		"Foe":    "relation   []",
		"Rest":   "action   []",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, wanted %q", name, got[name], want)
		}
	}
	if len(got) != 12 {
		t.Errorf("%d entries, wanted 12: %v", len(got), got)
	}
}

// TestManifestIsAVocabulary reads what is written: with it tools offer the same names.
func TestManifestIsAVocabulary(t *testing.T) {
	for _, foreign := range []bool{false, true} {
		o := options(nil)
		o.Foreign = foreign
		if foreign {
			o.Position = nil
		}
		var b bytes.Buffer
		if err := start(t, o).Manifest(&b); err != nil {
			t.Fatal(err)
		}
		v, err := vocabulary.Parse("names.json", b.Bytes(), limit.Values{})
		if err != nil {
			t.Fatal(err)
		}
		reg, err := trees.RegistryOf(v, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(reg.ActionNames(), reg.FuncNames()); got != "[Walk Act Eat Rest Stumble] [Sees Hungry Food Food_below Food_at_least Side Tame Weight Weight_below Weight_at_least]" {
			t.Errorf("the tools have %s", got)
		}
		if s := v.Senses(); s.Placed == foreign || fmt.Sprint(s.States, s.Relations) != "[Hungry Food Side Tame Weight] [Foe]" {
			t.Errorf("foreign %t: senses %v", foreign, s)
		}
		if reg.Overlay("unvanquished").Vocabulary != foreign {
			t.Errorf("words of Unvanquished: %t", !foreign)
		}
		if p := reg.Action("Walk").Params; p[2].Default != host.IntValue(5) || p[1].Kind != host.Where || p[0].Optional {
			t.Errorf("parameters %v", p)
		}
	}
}
