package mind_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/mind"
)

// crab is an agent with one leaf of each form.
type crab struct {
	name   string
	x, y   float64
	side   string
	food   int
	dead   bool
	stones int
	saw    *crab
	did    []string
	mind   *mind.Mind[*crab]
	act    func(*crab) mind.Status // what Act does
}

func (c *crab) do(what string) mind.Status { c.did = append(c.did, what); return mind.Success }

func (c *crab) Tame() bool          { return c.side == "blue" }
func (c *crab) Hungry() bool        { return c.food < 3 }
func (c *crab) Food() int           { return c.food }
func (c *crab) Weight() float64     { return 0.5 * float64(c.food) }
func (c *crab) Side() string        { return c.side }
func (c *crab) Foe(o *crab) bool    { return c.side != o.side }
func (c *crab) Rest() mind.Status   { c.do("Rest"); return mind.Running }
func (c *crab) Eat() mind.Status    { c.food++; return c.do("Eat") }
func (c *crab) Act() mind.Status    { return c.act(c) }
func (c *crab) Unrelated(int) error { return errors.New("not a leaf") }
func (c *crab) Stumble() mind.Status {
	c.stones++
	panic(fmt.Sprint("a stone ", c.stones))
}

type walk struct {
	Near     *crab
	Metres   float64 `doc:"how far" unit:"m"`
	MaxTicks int     `default:"5"`
	Gait     string  `default:"walk"`
	Back     bool    `default:"false"`
}

type steps struct {
	Left   uint16
	Metres float64
	Begun  bool
	Last   [2]int32
}

func (c *crab) Walk(p walk, m *steps) mind.Status {
	if !m.Begun {
		*m = steps{Left: uint16(p.MaxTicks), Begun: true}
	}
	m.Left, m.Metres, m.Last = m.Left-1, m.Metres+p.Metres, [2]int32{m.Last[1], -int32(m.Left)}
	c.saw = p.Near
	c.do(fmt.Sprintf("%s %g %d %v", p.Gait, m.Metres, m.Last[0], p.Back))
	if m.Left == 0 {
		m.Begun = false
		return mind.Success
	}
	return mind.Running
}

func (c *crab) Sees(p struct{ Other *crab }) bool { c.saw = p.Other; return p.Other != nil }

// options offer all of a crab.
func options(f files) mind.Options[*crab] {
	return mind.Options[*crab]{
		Files: f.fs(), Methods: true, Step: 0.1,
		Leaves: []mind.Leaf[*crab]{
			{Name: "Walk", Doc: "Walks.", Do: mind.Keep((*crab).Walk)},
			{Name: "Sees", Do: mind.With((*crab).Sees)},
			{Name: "Hungry", Doc: "Whether it is hungry.", Local: true},
		},
		Name:     func(c *crab) string { return c.name },
		Position: func(c *crab) (x, y float64) { return c.x, c.y },
		Alive:    func(c *crab) bool { return !c.dead },
		OnFault:  func(c *crab, f mind.Fault) {},
	}
}

func start(t *testing.T, o mind.Options[*crab]) *mind.Minds[*crab] {
	t.Helper()
	m, err := mind.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func add(t *testing.T, m *mind.Minds[*crab], c *crab, tree string) *crab {
	t.Helper()
	var err error
	if c.mind, err = m.Add(c, tree); err != nil {
		t.Fatal(err)
	}
	return c
}

func tick(m *mind.Minds[*crab], n int) {
	for range n {
		m.Tick(0.1)
		m.ThinkAll(1)
	}
}

func wantDid(t *testing.T, c *crab, want ...string) {
	t.Helper()
	if !slices.Equal(c.did, want) {
		t.Errorf("%s did %q, wanted %q", c.name, c.did, want)
	}
	c.did = nil
}

// TestMethodsAreLeaves has a tree call methods of each form.
func TestMethodsAreLeaves(t *testing.T) {
	m := start(t, options(files{"crab.bt": `selector {
	condition Food() == 1 && Weight() < 0.6 && !Tame() { action Rest() }
	condition Hungry { action Eat() }
	action Walk( 2 )
}`}))
	ann := add(t, m, &crab{name: "Ann", side: "red"}, "crab.bt")
	tick(m, 3)
	wantDid(t, ann, "Eat", "Rest", "Rest")
	ann.side = "blue"
	tick(m, 8)
	wantDid(t, ann, "Eat", "Eat", "walk 2 0 false", "walk 4 -5 false", "walk 6 -4 false", "walk 8 -3 false", "walk 10 -2 false", "walk 2 0 false")
	if a := testing.AllocsPerRun(100, func() { ann.did = ann.did[:0]; m.Tick(0.1); ann.food = 1; ann.side = "red"; ann.mind.Think() }); a != 0 {
		t.Errorf("%v allocations a turn", a)
	}
}

// printed has methods for package fmt.
type printed struct{}

func (*printed) String() string { return "printed" }
func (*printed) Label() string  { return "label" }

func TestMethodsOfFmtAreNoLeaves(t *testing.T) {
	m, err := mind.New(mind.Options[*printed]{Files: fstest.MapFS{}, Methods: true})
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	if err := m.Manifest(&names); err != nil || strings.Contains(names.String(), `"String"`) || !strings.Contains(names.String(), `"Label"`) {
		t.Errorf("%v\n%s", err, &names)
	}
}

// TestWrongFormsAreErrors wants an error of New for what trees could not call.
func TestWrongFormsAreErrors(t *testing.T) {
	for want, leaf := range map[string]mind.Leaf[*crab]{
		"leaf Fly: *mind_test.crab has no exported method of that name":                                           {Name: "Fly"},
		"leaf Walk: found func(*mind_test.crab, mind_test.walk, *mind_test.steps) host.Status, wanted one of the": {Name: "Walk"},
		"leaf P: parameter struct { To []int }.To: found a slice, wanted bool":                                    {Name: "P", Do: mind.With(func(*crab, struct{ To []int }) bool { return true })},
		"leaf M: struct { To string }.To is a string, wanted truth values, numbers":                               {Name: "M", Do: mind.Keep(func(*crab, struct{}, *struct{ To string }) mind.Status { return 0 })},
		"parameter struct { N int \"default:\\\"x\\\"\" }.N: strconv": {Name: "D", Do: mind.With(func(*crab, struct {
			N int `default:"x"`
		}) bool {
			return true
		})},
	} {
		_, err := mind.New(mind.Options[*crab]{Leaves: []mind.Leaf[*crab]{leaf}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, wanted %q", err, want)
		}
	}
	if _, err := mind.New(mind.Options[*crab]{Methods: true}); err == nil || !strings.Contains(err.Error(), "method Walk of *mind_test.crab is an action with parameters: offer it in Options.Leaves") {
		t.Errorf("a method with parameters: %v", err)
	}
}

// TestWhatTheGameLacksIsAnErrorOfTheTree wants the place of each.
func TestWhatTheGameLacksIsAnErrorOfTheTree(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"a leaf", "a.bt", "selector {\n\taction Eatt()\n}", `a.bt:2:9: unknown action "Eatt"; did you mean "Eat"?`},
		{"a state", "a.yaml", "kind: condition\nname: Sees\nargs: { other: { key: Sid, value: red } }\n", `a.yaml:1:1: unknown state "Sid", wanted a value or a relation of the game; did you mean "Side"?`},
		{"a state of its own", "a.yaml", "kind: selector\nchildren:\n  - { kind: state_equals, key: Syde, value: red }\n", `a.yaml:3:5: unknown state "Syde", wanted a value or a relation of the game; did you mean "Side"?`},
		{"a relation to itself", "a.yaml", "kind: state_equals\nkey: Foe\nvalue: true\n", `"Foe" is a relation of two agents, wanted a value of one`},
		{"a value of a relation", "a.xml", `<BehaviorTree><Root><Walk metres="1" near="Foe=7"/></Root></BehaviorTree>`, `a.xml:1:21: "Foe" is a relation of two agents: found the value 7, wanted true or false`},
		{"a position", "a.xml", `<BehaviorTree><Root><Walk metres="1"/></Root></BehaviorTree>`, `a.xml:1:21: Walk looks for the nearest agent, and the game tells no Position, see mind.Options`},
		{"a file", "a.bt", "selector {\n\tbehavior b\n}", "a.bt:2:"},
	} {
		o := options(files{c.file: c.text})
		if c.name == "a position" {
			o.Position = nil
		}
		m := start(t, o)
		_, err := m.Add(&crab{}, c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, wanted %q", c.name, err, c.want)
		}
		if _, again := m.Add(&crab{}, c.file); fmt.Sprint(again) != fmt.Sprint(err) {
			t.Errorf("%s: the second time the error is %v", c.name, again)
		}
	}
	if _, err := start(t, options(nil)).Add(&crab{}, "none.bt"); err == nil || !strings.Contains(err.Error(), "none.bt") {
		t.Errorf("no file: %v", err)
	}
	o := options(files{"a.xml": `<BehaviorTree><Root><Sequence nam="x"><Eat/></Sequence></Root></BehaviorTree>`})
	o.Strict = true
	if _, err := start(t, o).Add(&crab{}, "a.xml"); err == nil || !strings.Contains(err.Error(), "a.xml:1:") {
		t.Errorf("a notice, strictly: %v", err)
	}
	o.Strict = false
	m := start(t, o)
	if add(t, m, &crab{}, "a.xml"); len(m.Notices()) == 0 {
		t.Error("no notice of an attribute that a Sequence does not have")
	}
}

// TestWhereSelects looks for others by a state, by a relation, and by what the game lets one see.
func TestWhereSelects(t *testing.T) {
	f := files{
		"any.yaml": "{ kind: condition, name: Sees }",
		"red.yaml": "{ kind: condition, name: Sees, args: { other: { key: Side, value: red } } }",
		"foe.yaml": "{ kind: condition, name: Sees, args: { other: { key: Foe, value: true } } }",
	}
	for _, near := range []bool{false, true} {
		o := options(f)
		var all []*crab
		if near {
			o.Near = func(c *crab, list []*crab) []*crab {
				for _, other := range all {
					if math.Hypot(other.x-c.x, other.y-c.y) < 7 {
						list = append(list, other)
					}
				}
				return list
			}
		}
		m := start(t, o)
		me := add(t, m, &crab{name: "Me", side: "red"}, "any.yaml")
		left := add(t, m, &crab{x: -2, side: "red"}, "any.yaml")
		right := add(t, m, &crab{x: 1, side: "blue"}, "any.yaml")
		far := add(t, m, &crab{x: 9, side: "green"}, "any.yaml")
		all = []*crab{me, left, right, far}
		see := func(tree string, want *crab) {
			t.Helper()
			if err := me.mind.Use(tree); err != nil {
				t.Fatal(err)
			}
			if m.Tick(0.1); me.saw == want {
				me.saw = me
			}
			if me.mind.Think(); me.saw != want {
				t.Errorf("near %t: by %s it sees %+v, wanted %+v", near, tree, me.saw, want)
			}
		}
		see("any.yaml", right)
		see("red.yaml", left)
		see("foe.yaml", right)
		right.x = -20
		if near {
			see("foe.yaml", nil)
		} else {
			see("foe.yaml", far)
			far.dead = true
			see("foe.yaml", right)
		}
		right.side = "red"
		left.mind.Drop()
		if !near {
			see("red.yaml", right)
		}
		if a := testing.AllocsPerRun(100, func() { m.Tick(0.1); me.mind.Think() }); a != 0 && !lossy {
			t.Errorf("near %t: %v allocations a turn", near, a)
		}
	}
}

// TestTurnsAndTime has minds think in every fourth tick: the time of a timer is the game's.
func TestTurnsAndTime(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector { decorator timer( 2000 ) { action Act() } }"}))
	n := 0
	at := map[int][]int{}
	for _, every := range []int{1, 4} {
		c := add(t, m, &crab{act: func(*crab) mind.Status { at[every] = append(at[every], n); return mind.Failure }}, "a.bt")
		c.mind.Every(every)
	}
	for n = 1; n <= 60; n++ {
		tick(m, 1)
	}
	for every, times := range at {
		if len(times) < 3 || times[1]-times[0] < 20 || times[1]-times[0] >= 20+2*every {
			t.Errorf("every %d ticks: acts at %v, wanted gaps of 2 s, 20 ticks", every, times)
		}
	}
	// Minds with the same n are spread.
	m = start(t, options(files{"a.bt": "action Eat()"}))
	var all []*crab
	for range 40 {
		c := add(t, m, &crab{}, "a.bt")
		c.mind.Every(4)
		all = append(all, c)
	}
	tick(m, 1)
	fed := 0
	for _, c := range all {
		fed += c.food
	}
	if fed != 10 {
		t.Errorf("%d of 40 minds had a turn, wanted 10", fed)
	}
}

// TestTimeOfUnevenTicks gives ticks of any length: time is their sum.
func TestTimeOfUnevenTicks(t *testing.T) {
	o := options(files{"a.xml": `<BehaviorTree><Root><Loop><Sequence><Act/><Wait duration="1"/></Sequence></Loop></Root></BehaviorTree>`})
	o.Step = 0
	m := start(t, o)
	now, acted := 0.0, []float64{}
	add(t, m, &crab{act: func(*crab) mind.Status { acted = append(acted, now); return mind.Success }}, "a.xml")
	for i := range 400 {
		d := 0.004 + 0.03*float64(i%3)
		now += d
		m.Tick(d)
		m.ThinkAll(1)
	}
	if len(acted) < 10 {
		t.Fatalf("acted %d times", len(acted))
	}
	for i := range acted[1:] {
		if gap := acted[i+1] - acted[i]; gap < 0.98 || gap > 1.2 {
			t.Errorf("a gap of %.3f s after %.3f s, wanted 1 s and a turn", gap, acted[i])
		}
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a tick of %v seconds is taken", bad)
				}
			}()
			m.Tick(bad)
		}()
	}
}

// TestHoldKeepsMemory stuns an agent in the middle of a walk.
func TestHoldKeepsMemory(t *testing.T) {
	m := start(t, options(files{"a.bt": "action Walk( 1 )"}))
	ann := add(t, m, &crab{name: "Ann"}, "a.bt")
	tick(m, 2)
	ann.mind.Hold(true)
	tick(m, 10)
	if s := ann.mind.Think(); s != mind.Failure {
		t.Errorf("a held mind answers %v", s)
	}
	wantDid(t, ann, "walk 1 0 false", "walk 2 -5 false")
	ann.mind.Hold(false)
	tick(m, 1)
	wantDid(t, ann, "walk 3 -4 false")
}

// TestDropInTheMiddleOfATurn has agents take each other, and themselves, out of the game.
func TestDropInTheMiddleOfATurn(t *testing.T) {
	m := start(t, options(files{"a.bt": "sequence { action Act() action Eat() }"}))
	var all []*crab
	for i := range 6 {
		all = append(all, add(t, m, &crab{name: fmt.Sprint(i), act: func(*crab) mind.Status { return mind.Success }}, "a.bt"))
	}
	all[1].act = func(c *crab) mind.Status { // itself, one before and one after it
		c.mind.Drop()
		all[0].mind.Drop()
		all[4].mind.Drop()
		all[4].mind.Drop()
		m.Of(all[4]).Drop()
		baby := &crab{name: "baby", act: func(*crab) mind.Status { return mind.Success }}
		add(t, m, baby, "a.bt")
		all = append(all, baby)
		if m.Of(c) != nil || m.Of(baby) == nil {
			t.Error("who is dropped has a mind, or who was added has none")
		}
		return mind.Success
	}
	tick(m, 1)
	for i, want := range []int{1, 1, 1, 1, 0, 1, 0} {
		if all[i].food != want {
			t.Errorf("%s ate %d times in the first tick, wanted %d", all[i].name, all[i].food, want)
		}
	}
	tick(m, 1)
	for i, want := range []int{1, 1, 2, 2, 0, 2, 1} {
		if all[i].food != want {
			t.Errorf("%s ate %d times in two ticks, wanted %d", all[i].name, all[i].food, want)
		}
	}
	var left []string
	for c, b := range m.All() {
		if left = append(left, c.name); b != c.mind {
			t.Errorf("%s has another mind", c.name)
		}
	}
	if !slices.Equal(left, []string{"2", "3", "5", "baby"}) {
		t.Errorf("left are %v", left)
	}
	if all[1].mind.Think() != mind.Failure || all[1].food != 1 {
		t.Error("who is dropped thinks")
	}
	// Add for who came back, and another tree in the middle of a turn.
	all[1].act = func(c *crab) mind.Status {
		if err := c.mind.Use("a.bt"); err != nil {
			t.Error(err)
		}
		return mind.Success
	}
	add(t, m, all[1], "a.bt")
	tick(m, 2)
	if all[1].food != 3 {
		t.Errorf("who came back ate %d times in all, wanted 3", all[1].food)
	}
	// What is asked of one that is gone is nothing to who came in its place.
	view := all[5].mind.Watch()
	all[5].mind.Drop()
	heir := add(t, m, &crab{act: func(*crab) mind.Status { return mind.Success }}, "a.bt")
	all[5].mind.Hold(true)
	all[5].mind.Every(100)
	view.Update()
	view.Close()
	if again := all[5].mind.Watch(); !again.Gone {
		t.Error("who is gone can be watched")
	}
	tick(m, 2)
	if heir.food != 2 {
		t.Errorf("the heir ate %d times, wanted 2", heir.food)
	}
	if err := all[0].mind.Use("a.bt"); err == nil {
		t.Error("who is gone gets a tree")
	}
	if _, err := m.Add(all[2], "a.bt"); err == nil || !strings.Contains(err.Error(), "the agent 2 has a mind already") {
		t.Errorf("a second mind: %v", err)
	}
}

// TestPanicsAreFaults has an agent panic with another text in each turn.
func TestPanicsAreFaults(t *testing.T) {
	o := options(files{"a.bt": "selector {\n\taction Stumble()\n\taction Eat()\n}"})
	var told []mind.Fault
	var of []*crab
	o.OnFault = func(c *crab, f mind.Fault) { told, of = append(told, f), append(of, c) }
	m := start(t, o)
	ann := add(t, m, &crab{name: "Ann"}, "a.bt")
	tick(m, 10)
	if ann.food != 10 {
		t.Errorf("it ate %d times, wanted 10: a panic is a failure", ann.food)
	}
	all, n := m.Faults()
	if len(told) != 5 || len(all) != 5 || n != 10 {
		t.Fatalf("%d faults told, %d listed of %d; wanted 5, 5 of 10", len(told), len(all), n)
	}
	f := told[0]
	if f.Name != "Ann" || f.Text != "panic: a stone 1" || f.Pos != "a.bt:2:2" || f.Node != "Stumble" || of[0] != ann || !strings.Contains(strings.Split(f.Stack, "\n")[0], "mind_test.(*crab).Stumble") {
		t.Errorf("the first fault is %+v", f)
	}
	// The last fault of who drops itself has its name, too.
	ann.act = func(c *crab) mind.Status { c.mind.Drop(); panic("farewell") }
	o.Files = files{"bye.bt": "action Act()"}.fs()
	m = start(t, o)
	add(t, m, ann, "bye.bt")
	tick(m, 1)
	if last := told[len(told)-1]; last.Text != "panic: farewell" || last.Name != "Ann" {
		t.Errorf("the last fault is %+v", last)
	}
	// Who is told of a fault may do what it likes.
	o.OnFault = func(c *crab, f mind.Fault) {
		if _, err := m.Reload(); err != nil {
			t.Error(err)
		}
		c.mind.Drop()
	}
	m = start(t, o)
	ann.act = func(c *crab) mind.Status { panic("once more") }
	add(t, m, ann, "bye.bt")
	tick(m, 2)
	if _, n := m.Faults(); n != 1 || m.Of(ann) != nil {
		t.Errorf("%d faults, wanted 1", n)
	}
}

// TestFaultsOfManyAreFew has many agents panic in a tick, each with a text of its own: the first are
// told, for any number of workers. A value that panics is a fault, too.
func TestFaultsOfManyAreFew(t *testing.T) {
	for _, workers := range []int{1, 4} {
		o := options(files{"a.yaml": "{ kind: state_equals, key: Side, value: red }", "b.bt": "action Act()"})
		o.Leaves = append(o.Leaves, mind.Leaf[*crab]{Name: "Act", Local: true}, mind.Leaf[*crab]{Name: "Side", Do: func(c *crab) string {
			if c.name == "1500" {
				panic("no side")
			}
			return c.side
		}})
		var told []string
		o.OnFault = func(c *crab, f mind.Fault) { told = append(told, fmt.Sprint(c.name, " ", f.Name, " ", f.Text)) }
		m := start(t, o)
		for i := range 2000 {
			c := &crab{name: fmt.Sprint(i)}
			c.act = func(c *crab) mind.Status { panic("I am " + c.name) }
			add(t, m, c, []string{"b.bt", "b.bt", "b.bt", "a.yaml"}[i%4])
			if i == 1500 {
				c.mind.Use("a.yaml")
			}
		}
		told = nil
		for range 3 {
			m.Tick(0.1)
			m.ThinkAll(workers)
		}
		want := []string{"0 0 panic: I am 0", "1 1 panic: I am 1", "2 2 panic: I am 2", "4 4 panic: I am 4", "5 5 panic: I am 5"}
		if !slices.Equal(told, want) {
			t.Errorf("%d workers: told of %q, wanted %q", workers, told, want)
		}
		if all, n := m.Faults(); len(all) != 6 || all[0].Pos != "state Side" || n < 3*1499 {
			t.Errorf("%d workers: %d faults listed of %d, the first %v", workers, len(all), n, all[0])
		}
	}
}

// TestMindsInsideATurn refuses what cannot be done there, as a fault.
func TestMindsInsideATurn(t *testing.T) {
	o := options(files{"a.bt": "action Act()"})
	var texts []string
	o.OnFault = func(_ *crab, f mind.Fault) { texts = append(texts, f.Text) }
	m := start(t, o)
	c := add(t, m, &crab{}, "a.bt")
	for _, act := range []func(){
		func() { c.mind.Think() }, func() { m.Tick(1) }, func() { m.ThinkAll(1) }, func() { m.Reload() }, func() { m.Digest() },
		func() { m.Save(&bytes.Buffer{}, nil) },
	} {
		c.act = func(*crab) mind.Status { act(); return mind.Success }
		m.Tick(0.1)
		if c.mind.Think() != mind.Failure {
			t.Error("it was done")
		}
	}
	for i, what := range strings.Fields("Think Tick ThinkAll Reload Digest") {
		if i >= len(texts) || texts[i] != "panic: mind: "+what+" is called in the middle of a turn" {
			t.Errorf("faults %q, wanted one of %s", texts, what)
		}
	}
}

// TestAddingAndRemovingGivesMemoryBack adds and removes 100,000 agents.
func TestAddingAndRemovingGivesMemoryBack(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector { condition Hungry { action Eat() } action Walk( 1 ) }"}))
	heap := func() int64 {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	add(t, m, &crab{}, "a.bt").mind.Drop()
	was := heap()
	var all []*crab
	for range 100_000 { // at once
		all = append(all, add(t, m, &crab{}, "a.bt"))
	}
	full := heap()
	for _, c := range all {
		c.mind.Drop()
	}
	all = nil
	if now := heap(); now-was > (full-was)/5 {
		t.Errorf("%d bytes before, %d with 100,000 agents, %d without", was, full, now)
	}
	add(t, m, &crab{}, "a.bt")
	was = heap()
	for i := range 100_000 { // one after the other
		c := add(t, m, &crab{}, "a.bt")
		if i%1000 == 0 {
			tick(m, 1)
		}
		c.mind.Drop()
	}
	if now := heap(); now-was > 100_000 {
		t.Errorf("%d bytes before, %d after 100,000 agents that came and went", was, now)
	}
	n := 0
	for range m.All() {
		n++
	}
	if n != 1 {
		t.Errorf("%d minds are left, wanted 1", n)
	}
}
