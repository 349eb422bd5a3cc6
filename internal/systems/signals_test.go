package systems_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

const twoTeams = `
world: { width: 100, height: 100, edges: bounce }
teams: [{ id: red, color: "#ff0000" }, { id: blue, color: "#0000ff" }]
bots:
  - { id: a, name: A, count: 3, teamId: red, speedMps: 1 }
  - { id: b, name: B, count: 2, teamId: red, speedMps: 1 }
  - { id: c, name: C, count: 2, teamId: blue, speedMps: 1 }
  - { id: d, name: D, count: 2, speedMps: 1 }
`

// program returns a tree for a session's game.
func program(t testing.TB, s *live.Session, root string) *run.Program {
	t.Helper()
	src := "<BehaviorTree><Root>" + root + "</Root></BehaviorTree>"
	p, _, err := trees.LoadSource("tree.xml", []byte(src), s.Scene().Setup.Registry)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An event that another registry has numbered is not sent as one of the game's with its number.
func TestASignalOfAnotherRegistryIsAFault(t *testing.T) {
	reg := &host.Registry{}
	var foreign host.EventID
	err := reg.AddAction(host.Action{Name: "call_out", Tick: func(c *host.Call) host.Status {
		c.World.(host.Society).Signal(c.Body, host.Sender, host.Event{ID: foreign})
		return host.Success
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := openWith(t, twoTeams, live.Options{Registry: reg})
	do(t, s, &session.Event{Name: "knock", All: true}) // so that the number has a name
	counts := s.Game().Counts.EventCounts()
	s.Game().Pools.SwitchClass(0, program(t, s, `<Sequence><call_out/></Sequence>`))
	foreign = host.SymbolsOf(reg).Event("ring")
	steps(s, 2)
	list, n := s.Game().Faults.List()
	if want := "signal of event 0 of another registry"; n == 0 || list[0].Text != want {
		t.Errorf("%d faults, first of %v, want %q", n, list, want)
	}
	if got := s.Game().Counts.EventCounts(); !maps.Equal(got, counts) {
		t.Errorf("the counts of events are %v, want %v", got, counts)
	}
}

// A signal comes to those whom it is for before the next tick, in the order of
// sending; a group is a team or, without one, a class.
func TestSignalsComeBeforeTheNextTick(t *testing.T) {
	send := func(filter string) string {
		return `<Sequence><Signal name="hey" filter="` + filter + `"/><Halt/></Sequence>`
	}
	for _, c := range []struct {
		filter string
		sender int // a class
		want   []int
	}{
		{"Sender", 1, []int{4, 5}},
		{"Group", 1, []int{1, 2, 3, 4, 5, 1, 2, 3, 4, 5}},
		{"GroupExcludingSender", 1, []int{1, 2, 3, 5, 1, 2, 3, 4}},
		{"Group", 3, []int{8, 9, 8, 9}},
		{"GroupExcludingSender", 2, []int{7, 6}},
	} {
		t.Run(fmt.Sprint(c.filter, " of class ", c.sender), func(t *testing.T) {
			s := open(t, twoTeams)
			box := listen(t, s, 0, 1, 2, 3)
			sender := program(t, s, send(c.filter))
			both := *sender
			both.Semantics = &earsOf{sender.Semantics, box}
			s.Game().Pools.SwitchClass(c.sender, &both)
			steps(s, 1)
			if len(box.got) > 0 {
				t.Errorf("in the tick of sending: %q", box.got)
			}
			steps(s, 2)
			var want []string
			for _, bot := range c.want {
				want = append(want, fmt.Sprintf("tick 2: bot %d: hey null", bot))
			}
			if diff := cmp.Diff(want, box.got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// earsOf writes down the events that a tree gets, beside what it does.
type earsOf struct {
	run.Semantics
	box *mailbox
}

func (e *earsOf) Event(x *run.Exec, ev host.Event) {
	e.box.Event(x, ev)
	if h, ok := e.Semantics.(run.EventHandler); ok {
		h.Event(x, ev)
	}
}

// Texts that trees log come tick by tick and by bot, on any number of workers.
func TestLogsComeInOrder(t *testing.T) {
	var want []string
	for workers := 1; workers <= 4; workers += 3 {
		s := openWith(t, strings.ReplaceAll(twoTeams, "count: 3", "count: 5000"), live.Options{Workers: workers})
		g := s.Game()
		for class := range 4 {
			g.Pools.SwitchClass(class, program(t, s, `<Loop><Sequence><Log message="a"/><Log message="b"/><Wait duration="0.05"/></Sequence></Loop>`))
		}
		var got []string
		g.TreeLog.On(func(e host.LogEntry) { got = append(got, e.String()) })
		steps(s, 3)
		g.TreeLog.On(nil)
		steps(s, 2)
		if want == nil {
			want = got
			first := "tree.xml:1:37: tree tree.xml, bot 1, tick 1: a (1)"
			if len(got) != 2*2*5006 || got[0] != first || !strings.Contains(got[2], "bot 2, tick 1: a") {
				t.Fatalf("%d texts, the first %q", len(got), got[0])
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-want +got)\n%s", workers, diff)
		}
	}
}

// What trees keep in a world is that world's alone, and all trees of it share it.
func TestBotsOfAllClassesShareAScope(t *testing.T) {
	limited := func(s *live.Session) *run.Program {
		return program(t, s, `<Selector><LimitConcurrentUsers max="4"><Sequence><Log message="in"/><Wait duration="0.05"/></Sequence></LimitConcurrentUsers><Halt/></Selector>`)
	}
	for range 2 {
		s := open(t, twoTeams)
		p := limited(s)
		do(t, s, &session.Add{Class: "a", Count: 3}) // bots 10 to 12, of the first class
		for _, id := range []components.ID{1, 2, 3} {
			gone := who(id)
			do(t, s, &session.Remove{Bot: &gone})
		}
		var inside []host.BotID
		s.Game().TreeLog.On(func(e host.LogEntry) { inside = append(inside, e.Bot) })
		for class := range 4 {
			s.Game().Pools.SwitchClass(class, p)
		}
		steps(s, 1)
		if diff := cmp.Diff([]host.BotID{4, 5, 6, 7}, inside); diff != "" {
			t.Errorf("who got in of bots 4 to 12 (-want +got)\n%s", diff)
		}
	}
}

// Trees whose bots share places and signals give the same world on any number of
// workers.
func TestSharingIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	const root = `<Loop><Selector>
		<LimitConcurrentUsers max="70"><Sequence><Wander/><Wait duration="0.1" variation="0.2"/><Signal name="ho" filter="Group"/></Sequence></LimitConcurrentUsers>
		<GroupScope name="a" allowedConcurrentUsers="9"><Sequence><WaitForEvent name="ho"/><Wander/><LuaGate code="return entity.x &gt; 50"><Halt/></LuaGate></Sequence></GroupScope>
		<SuppressFailure><Timeout duration="0.1"/></SuppressFailure>
	</Selector></Loop>`
	var want []uint64
	for _, workers := range []int{1, 2, 5} {
		s := openWith(t, strings.ReplaceAll(twoTeams, "count: 2", "count: 200"), live.Options{Workers: workers})
		p := program(t, s, root)
		for class := range 4 {
			s.Game().Pools.SwitchClass(class, p)
		}
		var got []uint64
		for range 40 {
			steps(s, 1)
			got = append(got, s.Game().Digest())
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-want +got)\n%s", workers, diff)
		}
	}
}

// scopes draws a tree in which bots take places from each other.
func scopes(r *rand.Rand, depth int) string {
	of := func(list ...string) string { return list[r.IntN(len(list))] }
	if depth == 0 {
		return of("<Wander/>", `<Wait duration="0.1" variation="0.2"/>`, `<Timeout duration="0.1"/>`,
			`<Signal name="ho" filter="Group"/>`, `<WaitForEvent name="ho"/>`, "<Fail/>")
	}
	var kids strings.Builder
	for range 1 + r.IntN(3) {
		kids.WriteString(scopes(r, depth-1))
	}
	open := of("LimitConcurrentUsers max='%d'", "GroupScope name='a' allowedConcurrentUsers='%d'", "Loop count='%d'", "RandomGate opensWithChance='0.%d'")
	name, _, _ := strings.Cut(open, " ")
	inside := of("Selector", "Sequence", "Parallel")
	return fmt.Sprintf("<"+open+"><"+inside+">%s</"+inside+"></%s>", r.IntN(10), kids.String(), name)
}

// So do random trees for any number of bots.
func TestRandomScopesAreTheSameOnAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		root := "<Loop><SuppressFailure><Selector>" + scopes(r, 2) + scopes(r, 2) + "</Selector></SuppressFailure></Loop>"
		scene := strings.ReplaceAll(twoTeams, "count: 2", fmt.Sprint("count: ", 1+r.IntN(60)))
		var want []uint64
		for _, workers := range longtest.Ends(1, 2, 4, 7) {
			s := openWith(t, scene, live.Options{Workers: workers})
			p := program(t, s, root)
			for class := range 4 {
				s.Game().Pools.SwitchClass(class, p)
			}
			var got []uint64
			for range 12 {
				steps(s, 1)
				got = append(got, s.Game().Digest())
			}
			s.Close()
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, %d workers (-want +got)\n%s\n%s", seed, workers, root, diff)
			}
		}
	}
}

// watcher counts the leaves that it is told of.
type watcher struct{ leaves int }

func (w *watcher) Leaf(int32, tree.NodeID, host.Notice, host.Status) { w.leaves++ }
func (w *watcher) Node(int32, tree.NodeID, host.Notice, host.Status) {}

// Bots that think in turn can be watched, one or several, and it changes nothing.
func TestBotsThatShareCanBeWatched(t *testing.T) {
	digest := func(watched ...components.ID) uint64 {
		s := open(t, twoTeams)
		p := program(t, s, `<Loop><Selector><LimitConcurrentUsers max="2"><Wander/></LimitConcurrentUsers><Halt/></Selector></Loop>`)
		for class := range 4 {
			s.Game().Pools.SwitchClass(class, p)
		}
		heard := map[components.ID]*watcher{}
		for _, id := range watched {
			heard[id] = &watcher{}
			if err := s.Game().Watchers.Watch(id, tell(heard[id])); err != nil {
				t.Fatal(err)
			}
		}
		steps(s, 5)
		for id, w := range heard {
			if w.leaves == 0 {
				t.Errorf("nothing was shown of %d", id)
			}
		}
		return s.Game().Digest()
	}
	want := digest()
	if digest(1) != want || digest(3, 1, 2) != want {
		t.Error("watching changes the world")
	}
}
