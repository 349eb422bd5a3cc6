package live_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// project is a folder of files that a test edits, and the session that plays
// its scene.yaml. Its action `rest` remembers how often a bot did it.
type project struct {
	*live.Session
	t      testing.TB
	dir    string
	rested map[components.ID]uint32 // how often, as the bot remembers it
}

func newProject(t testing.TB, workers int, files map[string]string) *project {
	p := &project{t: t, dir: t.TempDir(), rested: map[components.ID]uint32{}}
	for name, text := range files {
		p.write(name, text)
	}
	reg := systems.NewRegistry()
	for _, name := range []string{"rest", "nap"} {
		err := reg.AddAction(host.Action{
			Name: name, Bits: 16, Params: []host.Param{{Name: "depth", Kind: host.Number, Optional: true}},
			Tick: func(c *host.Call) host.Status {
				n := c.Load(0, 16) + 1
				c.Store(0, 16, n)
				p.rested[c.Bot] = n
				c.Head(1, float64(n))
				return host.Success
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open(filepath.Join(p.dir, "scene.yaml"), live.Options{Registry: reg, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p.Session = s
	return p
}

// write replaces a file as editors do: a new file takes the place of the old.
func (p *project) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.WriteFile(path+"~", []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) steps(n int) {
	for range n {
		p.Step()
	}
}

// reload reloads and returns the message, in which the folder is left out.
func (p *project) reload() string {
	p.t.Helper()
	c := &session.Reload{}
	if err := p.Do(c); err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), p.dir+"/", "")
	}
	return strings.ReplaceAll(c.Note, p.dir+"/", "")
}

func (p *project) want(message string) {
	p.t.Helper()
	if got := p.reload(); got != message {
		p.t.Errorf("reload says\n%s\nwanted\n%s", got, message)
	}
}

// remembers holds what two bots remember against what is wanted.
func (p *project) remembers(id components.ID, want uint32) {
	p.t.Helper()
	if got := p.rested[id]; got != want {
		p.t.Errorf("bot %d remembers %d, wanted %d", id, got, want)
	}
}

const den = `
world: { width: 100, height: 100 }
bots:
  - { id: hare, name: Hare, count: 2, speedMps: 1, behavior: { file: hare.yaml } }
  - { id: hound, name: Hound, count: 3, speedMps: 1, behavior: { kind: action, name: rest } }
`

const hare = `
kind: selector
children:
  - { kind: state_equals, key: tired, value: true }
  - kind: sequence
    children:
      - { kind: action, name: rest }
`

func TestABotKeepsWhatItRemembersOfNodesThatStay(t *testing.T) {
	p := newProject(t, 1, map[string]string{"scene.yaml": den, "hare.yaml": hare})
	p.steps(3)
	p.remembers(1, 3)
	p.remembers(3, 3)

	p.want("nothing has changed")

	// an argument, and more nodes before and behind
	p.write("hare.yaml", strings.NewReplacer(
		"{ kind: state_equals, key: tired, value: true }", "{ kind: state_equals, key: tired, value: false }",
		"name: rest }", "name: rest, args: { depth: 2 } }\n      - { kind: action, name: nap }").Replace(hare))
	p.want("reloaded hare.yaml for 2 bots")
	p.steps(1)
	p.remembers(1, 1) // nap, which is new, wrote last
	p.write("hare.yaml", hare)
	p.want("reloaded hare.yaml for 2 bots")
	p.steps(1)
	p.remembers(1, 5)

	// another action in its place, and back: anew both times
	p.write("hare.yaml", strings.ReplaceAll(hare, "rest", "nap"))
	p.want("reloaded hare.yaml for 2 bots")
	p.steps(2)
	p.remembers(1, 2)
	p.write("hare.yaml", hare)
	p.want("reloaded hare.yaml for 2 bots")
	p.steps(1)
	p.remembers(1, 1)
	p.remembers(3, 8) // hounds noticed nothing of all that

	// the tree of a class that stands in the scene
	p.write("scene.yaml", strings.ReplaceAll(den, "{ kind: action, name: rest }", "{ kind: action, name: rest, args: { depth: 1 } }"))
	p.want(`reloaded class "hound" for 3 bots`)
	p.steps(1)
	p.remembers(3, 9)
	p.write("scene.yaml", strings.ReplaceAll(den, "{ kind: action, name: rest }", "{ kind: sequence, children: [{ kind: action, name: rest }] }"))
	p.want(`reloaded class "hound" for 3 bots`)
	p.steps(1)
	p.remembers(3, 1)
}

func TestABrokenFileKeepsTheOldTree(t *testing.T) {
	p := newProject(t, 1, map[string]string{"scene.yaml": den, "hare.yaml": hare})
	calm := newProject(t, 1, map[string]string{"scene.yaml": den, "hare.yaml": hare})
	same := func() {
		t.Helper()
		p.steps(2)
		calm.steps(2)
		if p.Digest() != calm.Digest() {
			t.Fatal("a reload that failed changed the game")
		}
	}
	same()
	p.write("hare.yaml", "kind: selector\nchildren:\n  - { kind: action, name: rets }\n  - { kind: sequence }\n")
	p.want("error: hare.yaml:3:27: unknown action \"rets\"; did you mean \"rest\"?\n" +
		"hare.yaml:4:5: sequence without children, wanted a list (it may be empty: [])")
	same()
	p.write("scene.yaml", "bots:\n  - { id: hare, nmae: Hare }\n")
	if got := p.reload(); !strings.HasPrefix(got, "error: scene.yaml:2:") {
		t.Errorf("reload says %s", got)
	}
	same()
	if err := os.Remove(filepath.Join(p.dir, "scene.yaml")); err != nil {
		t.Fatal(err)
	}
	p.want("error: scene.yaml:1:1: no such file")
	same()
	p.write("scene.yaml", den)
	if err := os.Remove(filepath.Join(p.dir, "hare.yaml")); err != nil {
		t.Fatal(err)
	}
	if got := p.reload(); !strings.HasPrefix(got, `error: scene.yaml:4:70: no file "hare.yaml" beside this one`) {
		t.Errorf("reload says %s", got)
	}
	same()
	p.write("hare.yaml", hare)
	p.want("nothing has changed")
	same()
	p.write("hare.yaml", strings.ReplaceAll(hare, "tired", "sleepy"))
	p.want("reloaded hare.yaml for 2 bots")
	same()
}

// The same reload before the same tick gives the same world on any number of
// workers.
func TestReloadsAreDeterministic(t *testing.T) {
	const scene = `
world: { width: 60, height: 60, edges: bounce }
behaviors: { hide: { file: hide.yaml } }
bots:
  - { id: a, name: A, count: 700, speedMps: 2, initialState: { it: false }, start: [{ count: 3, state: { it: true } }],
      behavior: { kind: selector, children: [{ kind: state_equals, key: it, value: true }, { file: x }] } }
  - { id: b, name: B, count: 700, speedMps: 1, behavior: hide }
  - { id: c, name: C, count: 50, speedMps: 1, initialState: { behavior: hide } }
rules:
  - { on: contact, radius: 1, from: { it: true }, to: { it: false }, set: { to: { it: true } }, cooldown: 1s }
`
	first := strings.ReplaceAll(scene, "{ file: x }", "{ kind: wander }")
	second := strings.NewReplacer("{ file: x }", "{ kind: flee_nearest, where: { key: it, value: true } }",
		"radius: 1,", "radius: 2,", "speedMps: 2", "speedMps: 3", "behavior: hide }\n  - { id: c", "behavior: { kind: wander } }\n  - { id: c").Replace(scene)
	play := func(workers int) (digest uint64, message string) {
		p := newProject(t, workers, map[string]string{"scene.yaml": first, "hide.yaml": "kind: flee_nearest"})
		p.steps(20)
		p.write("scene.yaml", second)
		p.write("hide.yaml", "kind: sequence\nchildren: [{ kind: action, name: rest }, { kind: chase_nearest }]")
		message = p.reload()
		p.steps(20)
		return p.Digest(), message
	}
	want, message := play(1)
	const told = `reloaded hide.yaml for 750 bots, class "a" for 700 bots, speedMps of class "a", class "b" for 700 bots, rules`
	if message != told {
		t.Errorf("reload says\n%s\nwanted\n%s", message, told)
	}
	for _, workers := range []int{2, 4} {
		if got, _ := play(workers); got != want {
			t.Errorf("%d workers: digest %x, wanted %x", workers, got, want)
		}
	}
}

// For trees that remember nothing a reload is what giving the class another tree
// is, in herds and out of them.
func TestReloadIsASwitchForTreesThatRememberNothing(t *testing.T) {
	const scene = `
world: { width: 60, height: 60, edges: wrap }
bots:
  - { id: a, name: A, count: 300, speedMps: 2, initialState: { it: false }, start: [{ count: 3, state: { it: true } }], behavior: { file: a.yaml } }
  - { id: b, name: B, count: 300, speedMps: 1, initialState: { it: false }, behavior: { kind: wander } }
`
	flee := "kind: selector\nchildren: [{ kind: state_equals, key: it, value: true }, { kind: flee_nearest, where: { key: it, value: true } }]"
	trees := []string{
		"kind: wander", flee, "kind: chase_nearest\nwhere: { key: it, value: true }",
		"kind: sequence\nchildren: [{ kind: action, name: rest }, { kind: wander }]", flee,
	}
	files := map[string]string{"scene.yaml": scene, "a.yaml": trees[0]}
	for i, tree := range trees {
		files[string(rune('0'+i))+".yaml"] = tree
	}
	one, other := newProject(t, 1, files), newProject(t, 2, files)
	for i := range trees {
		one.write("a.yaml", trees[i])
		one.reload()
		do(t, other.Session, &session.Switch{Class: "a", File: string(rune('0'+i)) + ".yaml"})
		for tick := range 10 {
			if one.Digest() != other.Digest() {
				t.Fatalf("tree %d, tick %d: another world", i, tick)
			}
			one.steps(1)
			other.steps(1)
		}
	}
}

// The numbers of a class follow the file, except where somebody tuned them; who
// is there, where and in what state does not.
func TestReloadOfNumbers(t *testing.T) {
	const scene = `
world: { width: 100, height: 100 }
playerJoinStates: { calm: true }
bots:
  - { id: hare, name: Hare, count: 4, minCount: 2, maxCount: 9, speedMps: 2, initialState: { calm: true },
      tunable: [{ key: speedMps, min: 0, max: 5 }, { key: maxCount, min: 0, max: 20 }], behavior: { kind: wander } }
  - { id: hound, name: Hound, count: 1, speedMps: 3, behavior: { kind: wander } }
`
	p := newProject(t, 1, map[string]string{"scene.yaml": scene})
	do(t, p.Session, &session.Tune{Bot: &session.Who{ID: 2}, Key: "speedMps", Value: 5})
	p.steps(3)
	before := p.Snapshot()
	p.write("scene.yaml", strings.NewReplacer("count: 4, minCount: 2, maxCount: 9, speedMps: 2", "count: 7, minCount: 6, maxCount: 7, speedMps: 4",
		"max: 5", "max: 6", "calm: true", "calm: false").Replace(scene))
	p.want(`reloaded playerJoinStates, minCount of class "hare", maxCount of class "hare", speedMps of class "hare", ` +
		`initialState of class "hare", tunable of class "hare"; ` +
		`scene.yaml:5:29: count of class "hare" has changed; that waits until the scene begins anew`)
	after := p.Snapshot()
	for i := range after.Bots {
		after.Bots[i].Stride = before.Bots[i].Stride // the new speed's
	}
	if diff := cmp.Diff(before.Bots, after.Bots, cmp.Comparer(func(a, b host.Value) bool { return a.Hash() == b.Hash() })); diff != "" {
		t.Errorf("bots changed by the reload:\n%s", diff)
	}
	speed := func(id components.ID) float32 {
		mps := *p.World().Speed.Of(id)
		return mps.MPS
	}
	if speed(1) != 4 || speed(2) != 5 || speed(5) != 3 {
		t.Errorf("speeds %v, %v, %v, wanted 4, 5 (tuned), 3", speed(1), speed(2), speed(5))
	}
	p.Step()
	if n := p.World().Count(0); n != 6 {
		t.Errorf("%d hares, wanted the new minCount 6", n)
	}
	if err := p.Do(&session.Add{Class: "hare", Count: 5}); err != nil || p.World().Count(0) != 7 {
		t.Errorf("%d hares, wanted the new maxCount 7: %v", p.World().Count(0), err)
	}
	if got := body(t, p.Session, 6).State[0].Value; got.Bool() {
		t.Error("a new bot has the old initialState")
	}
	player := do(t, p.Session, &session.Join{}).IDs[0]
	if got := body(t, p.Session, player).State[0].Value; got.Bool() {
		t.Error("a player has the old playerJoinStates")
	}
	do(t, p.Session, &session.Tune{Class: "hare", Key: "speedMps", Value: 6})
	// a ceiling below the floor that a command has set
	do(t, p.Session, &session.Tune{Class: "hare", Key: "maxCount", Value: 7})
	p.write("scene.yaml", strings.NewReplacer("count: 4, minCount: 2, maxCount: 9, speedMps: 2", "count: 8, minCount: 8, maxCount: 9, speedMps: 1").Replace(scene))
	p.reload()
	p.Step()
	if n := p.World().Count(0); n != 7 || speed(1) != 6 {
		t.Errorf("%d hares of %v m/s, wanted what was tuned: 7, 6", n, speed(1))
	}
}

// What says how a scene begins waits until it does, and is told.
func TestReloadTellsWhatHasToWait(t *testing.T) {
	p := newProject(t, 1, map[string]string{"scene.yaml": den, "hare.yaml": hare})
	p.write("scene.yaml", `
tickRate: 10
world: { width: 120, height: 100 }
bots:
  - { id: hare, name: Bunny, count: 2, speedMps: 1, behavior: { file: hare.yaml } }
  - { id: fox, name: Fox, speedMps: 1, behavior: { kind: wander } }
`)
	const wait = "; that waits until the scene begins anew"
	p.want("nothing has changed; scene.yaml:2:1: tickRate has changed" + wait + "; scene.yaml:3:1: world has changed" + wait +
		"; scene.yaml:5:17: name of class \"hare\" has changed" + wait + "; scene.yaml:6:7: class \"fox\" is new" + wait +
		"; scene.yaml:1:1: class \"hound\" is gone" + wait)
	p.steps(2)
	p.remembers(3, 2)
	p.want("nothing has changed")
	p.write("scene.yaml", den)
	p.want(`reloaded class "hound" for 3 bots, speedMps of class "hound"`)
	p.steps(1)
	p.remembers(3, 3)
}

// Whoever was given another tree keeps it, in its new version.
func TestReloadAndTreesThatWereGiven(t *testing.T) {
	const scene = `
world: { width: 100, height: 100 }
behaviors:
  calm: { kind: action, name: rest }
  wild: { kind: wander }
bots:
  - { id: hare, name: Hare, count: 3, speedMps: 1, behavior: { kind: wander } }
  - { id: hound, name: Hound, count: 2, speedMps: 1, initialState: { behavior: calm } }
  - { id: fox, name: Fox, count: 2, speedMps: 1, behavior: calm }
`
	p := newProject(t, 1, map[string]string{"scene.yaml": scene, "own.yaml": "kind: action\nname: nap", "unused.yaml": "kind: wander"})
	do(t, p.Session, &session.Switch{Bot: &session.Who{ID: 2}, File: "own.yaml"})
	do(t, p.Session, &session.Switch{Class: "hare", File: "unused.yaml"}) // takes it away again
	do(t, p.Session, &session.Switch{Bot: &session.Who{ID: 2}, File: "own.yaml"})
	do(t, p.Session, &session.Switch{Class: "hare", Behavior: "wild"})
	do(t, p.Session, &session.Switch{Bot: &session.Who{ID: 2}, File: "own.yaml"})
	p.steps(2)
	p.remembers(2, 2)
	p.remembers(4, 2)
	p.remembers(6, 2)
	if err := os.Remove(filepath.Join(p.dir, "unused.yaml")); err != nil { // nobody runs it any more
		t.Fatal(err)
	}
	if diff := cmp.Diff([]scenes.File{
		{Name: filepath.Join(p.dir, "scene.yaml"), Of: []string{"the scene"}},
		{Name: filepath.Join(p.dir, "own.yaml"), Of: []string{"a command"}},
		{Name: filepath.Join(p.dir, "unused.yaml"), Of: []string{"a command"}},
	}, p.Files()); diff != "" {
		t.Errorf("files (-want +got)\n%s", diff)
	}
	p.write("own.yaml", "{ kind: action, name: nap, args: { depth: 3 } }")
	p.write("scene.yaml", strings.NewReplacer("calm: { kind: action, name: rest }", "calm: { kind: action, name: rest, args: { depth: 3 } }",
		"behavior: { kind: wander } }", "behavior: { kind: action, name: rest } }").Replace(scene))
	p.want(`reloaded behaviour "calm" for 4 bots, class "hare" for no bot, own.yaml for 1 bot`)
	p.steps(1)
	p.remembers(2, 3)
	p.remembers(4, 3)
	p.remembers(6, 3)
	p.remembers(1, 0) // its class was switched to wild
	if got := body(t, p.Session, 1).Action; got != "wander" {
		t.Errorf("bot 1 does %s", got)
	}

	// a behaviour that comes from a file now is another tree, and so is that of a
	// class that names another behaviour
	p.write("calm.yaml", "kind: action\nname: rest")
	p.write("scene.yaml", strings.NewReplacer("calm: { kind: action, name: rest }", "calm: { file: calm.yaml }",
		"behavior: calm }\n", "behavior: wild }\n").Replace(scene)+"# fox")
	p.want(`reloaded class "hare" for no bot, behaviour "calm", class "fox" for 2 bots`)
	p.steps(1)
	p.remembers(4, 1)
	if got := body(t, p.Session, 6).Action; got != "wander" {
		t.Errorf("bot 6 does %s", got)
	}
	// a behaviour that is gone leaves bots with the tree that they have
	p.write("scene.yaml", strings.NewReplacer("  calm: { kind: action, name: rest }\n", "", "behavior: calm }\n", "behavior: wild }\n").Replace(scene))
	p.want(`reloaded behaviour "calm"`)
	p.steps(1)
	p.remembers(4, 2)
}

func TestReloadOfRules(t *testing.T) {
	const scene = `
world: { width: 10, height: 10 }
bots:
  - { id: a, name: A, count: 2, initialState: { a: true }, speedMps: 0, behavior: { kind: wander } }
rules:
  - { on: contact, radius: 100, from: { a: true }, to: { a: true }, cooldown: 1s, send: hit }
`
	p := newProject(t, 1, map[string]string{"scene.yaml": scene})
	hits := func(event string, want int64) {
		t.Helper()
		if got := p.Game().Counts.EventCounts()[event]; got != want {
			t.Errorf("%d of %s, wanted %d", got, event, want)
		}
	}
	p.steps(1)
	hits("hit", 2)
	// the cooldown of the first rule goes on, that of the second begins
	p.write("scene.yaml", scene+"  - { on: contact, radius: 100, from: { b: 1 }, to: { a: true }, cooldown: 1s, send: bang }\n")
	p.want("reloaded rules")
	p.steps(10)
	hits("hit", 2)
	hits("bang", 0)
	p.write("scene.yaml", scene+"  - { on: contact, radius: 100, from: { a: true }, to: { a: true }, cooldown: 1s, send: bang }\n")
	p.want("reloaded rules")
	p.steps(1)
	hits("hit", 2)
	hits("bang", 2)
	p.write("scene.yaml", scene[:strings.Index(scene, "rules:")])
	p.want("reloaded rules")
	p.steps(60)
	hits("hit", 2)
}

// A rule goes on from the end of the cooldown before, also with another one.
func TestReloadOfACooldown(t *testing.T) {
	scene := func(cooldown string) string {
		return `
tickRate: 10
world: { width: 10, height: 10 }
bots: [{ id: a, name: A, count: 2, speedMps: 0, behavior: { kind: wander } }]
rules: [{ on: contact, radius: 100, from: {}, to: {}, cooldown: ` + cooldown + ` }]`
	}
	p := newProject(t, 1, map[string]string{"scene.yaml": scene("0.25")})
	var got []int
	for tick := 1; tick <= 16; tick++ {
		if next := map[int]string{5: "0.35", 8: "0.2", 12: "0.25"}[tick]; next != "" {
			p.write("scene.yaml", scene(next))
			p.want("reloaded rules")
		}
		if p.steps(1); len(p.Game().Contacts()) > 0 {
			got = append(got, tick)
		}
	}
	// due at 3.5, and 3.5 ticks later at 7; every two ticks to 11; from 11 on at 13.5 and 16
	if want := []int{1, 4, 7, 9, 11, 14, 16}; !slices.Equal(got, want) {
		t.Errorf("contacts in %v, wanted %v", got, want)
	}
}

func TestReloadIsRefused(t *testing.T) {
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if _, err := s.Reload(); err == nil || err.Error() != "a shipped scene has no files that could change" {
		t.Error(err)
	}
	if got := s.Files(); len(got) > 0 {
		t.Errorf("files %v", got)
	}
}

// A scene in memory stays as it is; the files that it refers to are reloaded.
func TestReloadOfASceneInMemory(t *testing.T) {
	dir := t.TempDir()
	tree := filepath.Join(dir, "hare.yaml")
	if err := os.WriteFile(tree, []byte("kind: wander"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start(filepath.Join(dir, "scene.yaml"),
		[]byte("bots: [{ id: hare, name: Hare, count: 1, speedMps: 1, behavior: { file: hare.yaml } }]"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if diff := cmp.Diff([]scenes.File{{Name: tree, Of: []string{`class "hare"`}}}, s.Files()); diff != "" {
		t.Errorf("files (-want +got)\n%s", diff)
	}
	if err := os.WriteFile(tree, []byte("kind: selector\nchildren: []"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Reload(); err != nil || len(r.Changes) != 1 || r.Changes[0].Bots != 1 {
		t.Errorf("%v, %v", r, err)
	}
	s.Step()
	if got := body(t, s, 1).Action; got != "" {
		t.Errorf("it does %s", got)
	}
}
