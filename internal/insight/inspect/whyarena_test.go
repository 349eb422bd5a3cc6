package inspect_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
)

// fieldOfAll has what the examples of the arena's catalogue name, and nothing else.
const fieldOfAll = `
vocabularies: [unvanquished, mbt]
world: { width: 100, height: 100 }
teams: [{ id: blue }, { id: red }]
settings: { g_skill: 3 }
places: [{ id: base, at: [50, 50], radius: 5, tags: [camp, heal, store, shop] }]
weapons: [{ id: bow, damage: 1, range: 9, cooldown: 1s, clip: 1, ammo: 3, reload: 1s }]
items: [{ kind: berry, count: 2, food: 0.5 }, { kind: ore, count: 2 }]
goods: [{ id: arrows, price: 2, ammo: 3 }, { id: shield, price: 4, armour: 0.2 }]
bots:
  - { id: knight, name: Knight, count: 1, speedMps: 0, health: 10, teamId: red, behavior: { kind: wander } }
`

// silent are the actions that cannot fail and compare nothing: their names and arguments say
// all that there is.
var silent = map[string]bool{
	"stand": true, "move_dir": true, "head": true, "stay": true, "look_around": true, "teleport": true,
	"reset_stuck": true, "clear_target": true, "set_health": true, "leave_health": true, "vanish": true, "say": true, "set_pose": true,
	"set_alertness": true, "signal": true, "set_state": true, "note": true, "start_watch": true,
}

// said returns the words of some of them on that field, one of each sort.
var said = map[string]string{
	"wait": "waited: 0.567 < 2 s", "move_to": "way to go: 10.8 > 0.51 m", "take": "distance to the nearest ore: 45.6 > 1.5 m",
	"become": "it is one already: knight", "drop": "carries no ore", "flee": "no enemy in sight within 30 m",
	"sees": "distance to Knight 1: 14 <= sight 30 m; no obstacle hides Knight 1", "distance": "no enemy in sight within 30 m: 10^9 >= 1 m",
	"distance_to_place": "distance to base: 35.1 >= 1 m", "at_place": "distance to base: 29.2 > 5 m", "count_friends": "friends in sight within 12 m: 3 >= 1",
	"carries": "carries no ore: 0 < 1", "can_buy": "purse: 0 < price 2", "is_pose": `pose of T94 1: "stand" != "crouch"`,
	"stopwatch": "stopwatch: 3.27 >= 1 s", "setting": "setting g_skill: 3", "is_day": "no days go by here: it is always day",
}

// Every action, condition and function of the arena says what its answer rests on.
func TestEverythingInTheArenaSaysWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game for each leaf")
	}
	scene, names := fieldOfAll, []string{}
	for _, section := range arena.Catalog() {
		if section.Files != "" {
			continue
		}
		for _, e := range section.Words {
			node := e.Example
			if node == "" || strings.Contains(node, "name: nature") { // no condition can ask for it with its arguments alone
				continue
			}
			scene += fmt.Sprintf("  - { id: t%d, name: T%d, count: 1, speedMps: 1, health: 10, teamId: blue, behavior: %s }\n", len(names), len(names), node)
			names = append(names, e.Name)
		}
	}
	s := start(t, scene)
	s.Step()
	for i, name := range names {
		id, _ := s.Game().ByName(fmt.Sprintf("T%d 1", i))
		var f inspect.Follower
		f.Follow(chronicle.Minds(s.Game()), id)
		f.BeginTick()
		s.Step()
		if len(f.Nodes()) == 0 {
			continue // it has vanished
		}
		if told := explained(t, func() (*live.Session, error) {
			return live.Start("scene.yaml", []byte(scene), quiet)
		}, id, s.World().Clock().Tick)[f.Nodes()[0].ID]; told != f.Why(f.Nodes()[0].ID) {
			t.Errorf("thicket why says of %s %q, wanted %q", name, told, f.Why(f.Nodes()[0].ID))
		}
		switch why := f.Why(f.Nodes()[0].ID); {
		case why == "" && !silent[name]:
			t.Errorf("%s says nothing", name)
		case why != "" && silent[name]:
			t.Errorf("%s is silent no more: %s", name, why)
		case said[name] != "" && why != said[name]:
			t.Errorf("%s says %q, wanted %q", name, why, said[name])
		}
	}
}

// quiet tells nobody of faults and notices.
var quiet = live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}}

// on goes on without commands.
type on struct{}

func (on) Before() (bool, error) { return true, nil }
func (on) After() error          { return nil }

// explained has what thicket why says of each node of a bot's tree that was asked in a tick;
// nil where none was.
func explained(t *testing.T, open func() (*live.Session, error), id components.ID, tick int64) map[tree.NodeID]string {
	t.Helper()
	at, err := why.ParseTime(strconv.FormatInt(tick, 10))
	if err != nil {
		t.Fatal(err)
	}
	r, err := why.Explain(context.Background(), func() (*live.Session, why.Player, error) {
		s, err := open()
		return s, on{}, err
	}, why.Question{Bot: strconv.Itoa(int(id)), At: at})
	if err != nil {
		t.Error(err)
		return nil
	}
	if r.Moment.Tick != tick {
		return nil // it sleeps
	}
	says := map[tree.NodeID]string{}
	for _, n := range r.Moment.Nodes {
		var texts []string
		for _, b := range n.Because {
			texts = append(texts, b.Text)
		}
		says[n.Node] = strings.Join(texts, "; ")
	}
	return says
}
