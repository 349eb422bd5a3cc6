package mbt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// page is an example of the guide page, as printed but for the quotes, played by bots of
// the team red on a field of 100 x 100 m, 10 ticks a second.
type page struct {
	*staged
	foe    host.BotID
	logged []string // what the trees logged, with the tick
}

// read plays the file testdata/guide/NAME.xml by so many bots, with more keys of the scene.
// They stand 10 m apart from (20, 50) upwards, and their foe at (90, 50), out of sight.
func read(t *testing.T, name string, bots int, more string) *page {
	t.Helper()
	name, edit, _ := strings.Cut(name, ", ")
	src, err := os.ReadFile(filepath.Join("testdata", "guide", name+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	if edit == "in a loop" {
		src = []byte(strings.NewReplacer("<Root>", "<Root><Loop>", "</Root>", "</Loop></Root>").Replace(string(src)))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "page.xml"), src, 0o644); err != nil {
		t.Fatal(err)
	}
	scene := fmt.Sprintf(`
seed: 7
vocabularies: [mbt]
tickRate: 10
world: { width: 100, height: 100 }
teams: [{ id: red }, { id: blue }]
%s
bots:
  - { id: one, name: One, teamId: red, count: %d, speedMps: 4, health: 100, sight: { radius: 40 }, behavior: { file: page.xml } }
  - { id: foe, name: Foe, teamId: blue, count: 1, speedMps: 0, health: 100, tags: [player] }
`, more, bots)
	p := &page{staged: &staged{}}
	s, err := live.Start(filepath.Join(dir, "scene.yaml"), []byte(scene), live.Options{
		Workers: 1, Registry: guide(t), OnNotice: func(string) {}, OnFault: func(f host.Fault) { p.faults = append(p.faults, f.Text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Game().TreeLog.On(func(e host.LogEntry) { p.logged = append(p.logged, fmt.Sprintf("%d %s", e.Tick, e.Text)) })
	p.Game = &arenatest.Game{T: t, Session: s, Arena: core.Of(s.Game())}
	for i := range bots {
		p.Put(host.BotID(i+1), 20, 50+10*float32(i), 1, 0)
	}
	p.foe = host.BotID(bots + 1)
	p.Put(p.foe, 90, 50, 1, 0)
	return p
}

// send sends an event to the first bot.
func (p *page) send(event string) {
	p.T.Helper()
	if err := p.Do(&session.Event{Bot: &session.Who{ID: one}, Name: event}); err != nil {
		p.T.Fatal(err)
	}
}

// shows steps and wants what the first bot does and says, with the ticks in which that
// changes.
func (p *page) shows(ticks int, want string) {
	p.T.Helper()
	var got []string
	was := ""
	for range ticks {
		b := p.Steps(1).Bot(one)
		now := strings.TrimSpace(b.Action + " " + b.Speech)
		if now != was {
			got = append(got, fmt.Sprintf("%d %s", p.World().Clock().Tick, now))
		}
		was = now
	}
	if text := strings.Join(got, "; "); text != want {
		p.T.Errorf("it shows %q, wanted %q", text, want)
	}
}

// Example 1: one chases the player, all others taunt; when he is gone another one chases.
func TestGuideLimit(t *testing.T) {
	p := read(t, "limit", 3, "")
	p.Put(p.foe, 50, 50, 1, 0)
	does := func() (all []string) {
		for _, b := range p.Steps(1).Snapshot().Bots {
			if b.ID != p.foe {
				all = append(all, b.Action)
			}
		}
		return all
	}
	for range 40 {
		if got := does(); fmt.Sprint(got) != "[ChasePlayer TauntPlayer TauntPlayer]" {
			t.Fatalf("tick %d: %v", p.World().Clock().Tick, got)
		}
	}
	if p.at(one, 36, 50, 0.5); p.Bot(two).X != 20 || p.Bot(three).X != 20 {
		t.Error("one who taunts has moved")
	}
	if err := p.Do(&session.Remove{Bot: &session.Who{ID: one}}); err != nil {
		t.Fatal(err)
	}
	chase := 0
	for range 40 { // a taunt takes 1.5 s
		chase = strings.Count(fmt.Sprint(does()), "ChasePlayer")
		if chase > 1 {
			t.Fatalf("tick %d: %d chase", p.World().Clock().Tick, chase)
		}
	}
	if chase != 1 {
		t.Error("nobody chases in the place of him who is gone")
	}
}

// Example 2: it says a line for 2 s, plays an animation for 1.5 s, waits for 2 s, and says
// the other line.
func TestGuideAnimate(t *testing.T) {
	p := read(t, "animate", 1, "")
	p.shows(76, "1 Communicate Hello; 21 Animate; 37 ; 56 Communicate WeShouldGetSomeFood; 76 Communicate")
}

// Example 3: who has seen an enemy goes to it, and who has not looks around. The root ends
// with either, and starts again with its variables as they are, as in a loop.
func TestGuideVariables(t *testing.T) {
	p := read(t, "variables", 1, "")
	p.shows(20, "1 Animate")
	p.warns("the root SUCCEEDED and the tree starts again in the next tick with its variables and timestamps as they are; finished: (1) Animate. (1) Selector.")

	p = read(t, "variables", 1, "")
	p.Put(p.foe, 40, 50, 1, 0)
	p.send("OnEnemySeen")
	p.shows(60, "1 Move")
	p.at(one, 40, 50, 1)

	for _, example := range []string{"variables", "variables, in a loop"} {
		p = read(t, example, 1, "")
		p.Steps(20)
		p.Put(p.foe, 40, 50, 1, 0)
		if p.Steps(20); p.Bot(one).Action != "Move" {
			t.Errorf("%s: it does %s while it sees a foe", example, p.Bot(one).Action)
		}
		p.Put(p.foe, 90, 90, 1, 0)
		if p.Steps(300); p.Bot(one).Action != "Animate" {
			t.Errorf("%s: it does %s long after it lost sight", example, p.Bot(one).Action)
		}
	}
}

// Example 4: who was never hurt goes on at once, and others 5 s later: with caution where
// somebody of the group has died in the last 10 s.
func TestGuideTimestamps(t *testing.T) {
	read(t, "timestamps", 1, "").shows(30, "1 MoveConfidentallyTowardsTarget")
	for died, want := range map[string]string{
		"":                "51 MoveConfidentallyTowardsTarget",
		"GroupMemberDied": "51 MoveCautiouslyTowardsTarget",
	} {
		p := read(t, "timestamps", 1, "")
		p.send("OnEnemyDamage")
		if died != "" {
			p.send(died)
		}
		p.shows(60, want)
	}
	p := read(t, "timestamps", 1, "")
	p.send("GroupMemberDied")
	p.send("OnEnemyDamage")
	p.Steps(40)
	p.send("OnEnemyDamage")
	p.Steps(40)
	p.send("OnEnemyDamage")
	p.shows(60, "131 MoveConfidentallyTowardsTarget") // more than 10 s after the death
}

// Example 5: it waits until it sees an enemy, and says so.
func TestGuideEvents(t *testing.T) {
	p := read(t, "events", 1, "")
	p.shows(30, "")
	p.Put(p.foe, 50, 50, 1, 0)
	p.shows(22, "31 Communicate ThereHeIs; 51 Communicate; 52 ")
}

// Example 6: the log tells that it looks for a cover, and how that and the way there went.
func TestGuideLogs(t *testing.T) {
	const wall = "obstacles: [{ rect: [30, 45, 1, 10] }%s]\nplaces: [{ id: spot, at: [28, 50], radius: 1, tags: [cover] }]"
	const walled = ", { rect: [26, 47, 1, 6] }, { rect: [26, 46, 4, 1] }, { rect: [26, 53, 4, 1] }"
	for more, want := range map[string]string{
		"":                        "1 Finding cover; 2 Failed to find cover; 3 Finding cover",
		fmt.Sprintf(wall, ""):     "1 Finding cover; 2 Advancing; 22 Advanced",
		fmt.Sprintf(wall, walled): "1 Finding cover; 2 Advancing; 2 Failed to advance",
	} {
		p := read(t, "logs", 1, more)
		p.Put(p.foe, 40, 50, 1, 0).Steps(30)
		if got := strings.Join(p.logged[:3], "; "); got != want {
			t.Errorf("%s\nlogged %q, wanted %q", more, got, want)
		}
	}
}
