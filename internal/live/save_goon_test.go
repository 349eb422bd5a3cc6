package live_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// grounds are scenes of each kind.
func grounds(t *testing.T) []*ground {
	folder := t.TempDir()
	for name, text := range ownFiles {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := func(file string) ground {
		return ground{name: file, file: filepath.Join(folder, file+".yaml"), folder: folder, ahead: 5, pairs: pairsOfOwn}
	}
	past, over := own("own"), own("ownover")
	past.name, past.history, past.pairs, past.some = "own with a history", true, pairsOfOwn/3, someOfOwn
	over.sure, over.pairs, over.some, over.ahead, over.begin = "resume", pairsOfOwn/3, someOfOwn, 30, []func() session.Command{func() session.Command { return &session.Pause{} }}
	all := []*ground{&past, &over}
	for _, file := range []string{"own", "ownarena", "ownbrains", "ownempty"} {
		g := own(file)
		switch file {
		case "own", "ownarena":
			g.begin = append(g.begin, func() session.Command {
				return &session.Join{Name: "Eve", Heading: components.Heading{X: 1}, SpeedMPS: 2}
			})
		case "ownbrains":
			g.some, g.pairs = 15, pairsOfOwn/6
		case "ownempty":
			g.some, g.pairs = someOfOwn, pairsOfOwn/3
		}
		if file == "own" {
			g.begin = append(g.begin, func() session.Command { return &session.Control{Class: "hare", Name: "save"} })
		}
		all = append(all, &g)
	}
	for _, name := range []string{"tag", "crowd", "cowardly", "siege", "skirmish", "meadow", "monsters", "squad"} {
		file := onDisk(t, name)
		g := &ground{name: name, file: file, folder: filepath.Dir(file), ahead: 40, some: someOfShipped}
		if name == "crowd" {
			g.bots = 300
		}
		all = append(all, g)
	}
	return all
}

// pairsOfOwn says how many of the ordered pairs of commands are tried in the scenes that are
// made for it.
var pairsOfOwn = map[bool]int{true: 30, false: 12}[longtest.On]

var pairs = flag.Int("pairs", 0, "try so many ordered pairs of commands in each scene that is made for it, and all commands in the others; without it, some")

// How many of the orders are tried in a shipped scene, and in those of one's own that add
// little to the others.
const (
	someOfShipped = 4
	someOfOwn     = 25
)

// did carries out an order in sessions that are the same, and wants the same reply of all. The
// name of the command is empty where there is nothing to do.
func did(t *testing.T, what string, g *ground, o order, all ...*live.Session) (command string, ok bool) {
	t.Helper()
	first := o.make(g, all[0])
	if first == nil {
		return "", false
	}
	var reply string
	for i, s := range all {
		c := reflect.New(reflect.TypeOf(first).Elem())
		c.Elem().Set(reflect.ValueOf(first).Elem())
		err := s.Do(c.Interface().(session.Command))
		said := fmt.Sprint(c.Interface().(session.Command).Answer(), err)
		switch {
		case i == 0:
			reply, ok = said, err == nil
		case said != reply && !(err != nil && !ok): // errors tell where files are looked for
			t.Errorf("%s: %q replies %s in session %d, wanted %s", what, o.name, said, i, reply)
		}
	}
	return live.CommandName(first), ok
}

// same wants sessions to be the same: their digests, and all that saves have.
func same(t *testing.T, what string, all ...*live.Session) {
	t.Helper()
	want := all[0].Digest()
	for i, s := range all[1:] {
		if got := s.Digest(); got != want {
			t.Errorf("%s: digest %016x of session %d, wanted %016x", what, got, i+1, want)
		}
	}
	if t.Failed() {
		return
	}
	first := sectionsOf(t, save(t, all[0]))
	for i, s := range all[1:] {
		other := sectionsOf(t, save(t, s))
		for k, p := range first {
			if p.name != "scene" && (k >= len(other) || !bytes.Equal(p.data, other[k].data)) {
				t.Errorf("%s: session %d saves another section %q", what, i+1, p.name)
			}
		}
	}
}

func sectionsOf(t *testing.T, save []byte) (list []part) {
	resealed(t, save, func(parts []part) []part { list = parts; return parts })
	return list
}

// Whatever a command did, the game goes on from a save and from a fork as if nothing had been:
// at once, and from a save of what was restored. Every command is in the list.
func TestGamesGoOnAfterEachCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every command in every shipped scene, and what follows")
	}
	t.Parallel()
	accepted, covered := map[string]bool{}, map[string]bool{}
	for _, g := range grounds(t) {
		t.Run(g.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, uint64(len(g.name))))
			list := random.Perm(len(orders))
			if g.some > 0 && *pairs == 0 {
				sure := slices.IndexFunc(orders, func(o order) bool { return o.name == g.sure })
				if list = list[:g.some]; sure >= 0 {
					list = append(list, sure)
				}
			}
			for _, i := range list {
				o, s := orders[i], g.open(t)
				what := g.name + ": " + o.name
				if name, ok := did(t, what, g, o, s); name != "" {
					accepted[o.name] = accepted[o.name] || ok
					covered[name] = true
					goesOnThrough(t, what, g, s)
				}
				if s.Close(); t.Failed() {
					return
				}
			}
		})
	}
	for _, o := range orders {
		if want := !strings.HasPrefix(o.name, alwaysRefused); accepted[o.name] != want {
			t.Errorf("%q is accepted in some scene: %v", o.name, !want)
		}
	}
	for _, name := range live.CommandNames() {
		if !covered[name] {
			t.Errorf("the command %q is in no order", name)
		}
	}
}

// goesOnThrough wants a session to go on from saves as it does without.
func goesOnThrough(t *testing.T, what string, g *ground, s *live.Session) {
	t.Helper()
	b := save(t, s)
	restored := g.restore(t, what, b)
	defer restored.Close()
	fork, err := s.Fork()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer fork.Close()
	same(t, what, s, restored, fork)
	steps(7, s, restored, fork)
	same(t, what+", 7 ticks later", s, restored, fork)
	again := g.restore(t, what+", for the second time", save(t, restored))
	defer again.Close()
	steps(9, s, restored, fork, again)
	same(t, what+", after a second save", s, restored, fork, again)
}

// Two commands follow one another with a save, or none, between them and after them.
func TestGamesGoOnAfterPairsOfCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: many pairs of commands, each with a save")
	}
	t.Parallel()
	for _, g := range grounds(t) {
		if g.pairs == 0 {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, uint64(len(g.name))))
			list := random.Perm(len(orders) * len(orders))
			n := g.pairs
			if *pairs > 0 {
				n = min(*pairs, len(list))
			}
			list = list[:n]
			slices.Sort(list)
			for _, p := range list {
				a, b := orders[p/len(orders)], orders[p%len(orders)]
				what := fmt.Sprintf("%s: %s, then %s", g.name, a.name, b.name)
				s := g.open(t)
				if name, _ := did(t, what, g, a, s); name != "" {
					steps(2, s)
					restored := g.restore(t, what, save(t, s))
					if name, _ := did(t, what, g, b, s, restored); name != "" {
						same(t, what, s, restored)
						steps(3, s, restored)
						goesOnThrough(t, what, g, s)
						steps(16, restored)
						same(t, what+", the one from between them", s, restored)
					}
					restored.Close()
				}
				if s.Close(); t.Failed() {
					return
				}
			}
		})
	}
}

// A fork has the past of its session, and goes back in it as that does.
func TestForksRememberThePast(t *testing.T) {
	s := remembering(t, "tag", session.History{Seconds: 1000})
	steps(40, s)
	if err := s.Do(&session.Seed{Seed: 5}); err != nil {
		t.Fatal(err)
	}
	steps(40, s)
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	for _, tick := range []int{10, 60, 80} {
		for _, one := range []*live.Session{s, fork} {
			if err := one.Seek(tick); err != nil {
				t.Fatal(err)
			}
		}
		same(t, fmt.Sprintf("at tick %d", tick), s, fork)
	}
	fork.Branch()
	steps(5, fork)
	if from, to := s.Remembered(); from != 0 || to != 80 {
		t.Errorf("the session remembers %d to %d after its fork went on, wanted 0 to 80", from, to)
	}
}

// A command asks for a tree whose file is not there, and again when it is.
func TestGamesGoOnAfterATreeThatCameLate(t *testing.T) {
	g := grounds(t)[2]
	s := g.open(t)
	defer s.Close()
	ask := func() session.Command { return &session.Switch{Class: "fox", File: "new.yaml"} }
	if err := s.Do(ask()); err == nil {
		t.Fatal("there is no such file")
	}
	restored := g.restore(t, "before", save(t, s))
	defer restored.Close()
	if err := os.WriteFile(filepath.Join(g.folder, "new.yaml"), []byte("kind: wander\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []*live.Session{s, restored} {
		if err := one.Do(ask()); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "at once", s, restored)
	goesOnThrough(t, "the game", g, s)
	goesOnThrough(t, "the restored one", g, restored)
}
