package session_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/state"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
)

func open(t testing.TB, name string, workers int) *session.Session {
	t.Helper()
	s, err := session.Open(name, session.Options{Workers: workers, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func save(t testing.TB, s *session.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func restore(t testing.TB, b []byte, workers int) *session.Session {
	t.Helper()
	s, err := session.Restore(bytes.NewReader(b), session.Options{Workers: workers, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ticksOf are ticks at which a scene is saved: the first two, and others that differ from
// scene to scene.
func ticksOf(name string, n, upTo int) []int {
	r := rand.New(rand.NewPCG(uint64(len(name)), 7))
	ticks := []int{0, 1}
	for len(ticks) < n {
		ticks = append(ticks, 2+r.IntN(upTo))
	}
	return ticks
}

// A session that was saved at any tick and restored with another number of workers goes on
// as if nothing had been.
func TestShippedScenesGoOnFromASave(t *testing.T) {
	for _, name := range scenes.Shipped() {
		for _, ticks := range ticksOf(name, 3, 900) {
			t.Run(fmt.Sprintf("%s at %d", name, ticks), func(t *testing.T) {
				s := open(t, name, 1)
				for range ticks {
					s.Step()
				}
				b := save(t, s)
				other := restore(t, b, 3)
				if again := save(t, other); !bytes.Equal(b, again) {
					t.Error("what was restored is saved as other bytes")
				}
				for i := range 201 {
					if i > 1 && i%40 != 0 {
						s.Step()
						other.Step()
					} else if want, got := s.Digest(), other.Digest(); got != want {
						t.Fatalf("%d ticks later the digest is %016x, wanted %016x", i, got, want)
					}
				}
			})
		}
	}
}

// Nothing is forgotten: after save and restore every field of a session is what it was,
// but for those of this list.
func TestNoFieldIsForgotten(t *testing.T) {
	for _, name := range scenes.Shipped() {
		for _, ticks := range ticksOf(name, 3, 400)[1:] {
			t.Run(fmt.Sprintf("%s at %d", name, ticks), func(t *testing.T) {
				s := open(t, name, 1)
				for range ticks {
					s.Step()
				}
				other := restore(t, save(t, s), 1)
				skip := func(field string) bool { return mayDiffer[field] != "" }
				for _, diff := range state.Compare(s, other, 10, skip) {
					t.Error(diff)
				}
			})
		}
	}
}

// mayDiffer are the fields that need not be as they were, with the reason.
var mayDiffer = map[string]string{
	"session.Session.news":    "whom to tell is asked for anew",
	"session.Session.history": "each remembers its own",
	"session.Session.options": "those of Restore",
	"syntax.noted.store":      "the files come from the save",
	"scenes.Scene.source":     "the files come from the save",
	"ecs.schedule.systems":    "what they keep is scratch of a tick, or is compared where else it stands",
	"ecs.World.touched":       "whoever restores has touched all",
	"systems.Game.thinking":   "scratch of a tick",
	"systems.Game.moving":     "scratch of a tick",
	"systems.Game.herds":      "where the bots of herds are is made anew; what they decided, snapshots show",
	"systems.columns.x":       "sensed anew in each tick",
	"systems.columns.y":       "sensed anew in each tick",
	"systems.columns.hx":      "sensed anew in each tick",
	"systems.columns.hy":      "sensed anew in each tick",
	"systems.facets.index":    "made anew in each tick",
	"systems.contacts.from":   "scratch",
	"systems.contacts.to":     "scratch",
	"systems.contacts.firsts": "scratch",
	"systems.contacts.near":   "scratch",
	"systems.ruleState.index": "made anew in each tick",
	"systems.ruleState.tree":  "made anew in each tick",
	"systems.treeLog.begun":   "of the tick that is played",
	"systems.Game.extensions": "an arena has a list of its own, see its TestARestoredArenaIsTheOneThatWasSaved",
	"systems.Game.parts":      "the same by key",
	"systems.Game.mortal":     "the same by what it can do, as are the next six",
	"systems.Game.spawners":   "the same",
	"systems.Game.indexers":   "the same",
	"systems.Game.stocked":    "the same",
	"systems.Game.grounded":   "the same",
	"systems.Game.vital":      "the same",
	"systems.Game.mover":      "the same",
	"ecs.shape.builder":       "the store's",
	"ecs.kind.lag":            "rows are up to date when they are asked for",
	"dst.program.users":       "files of the user's root that were looked for so far",
	"ecs.slots.entity":        "the store's",
	"ecs.World.store":         "where the store puts entities; the test above compares all rows as they are saved",
	"run.planes.blocks":       "made of the rows when they are asked for",
	"run.Pool.shared":         "scripts; the test above compares all that they keep as it is saved",
	"run.Pool.side":           "the same",
	"systems.shared.kept":     "the same",
	"systems.ears.list":       "the same",
	"run.Pool.nested":         "scratch",
	"run.Pool.near":           "listed anew when asked for",
	"run.Pool.beside":         "listed anew when asked for",
	"run.Pool.rowOf":          "scratch",
}

// A save in which anything is not as it was written is refused, wherever that is, and
// nothing is made of it.
func TestDamagedSavesAreRefused(t *testing.T) {
	s := open(t, "siege", 1)
	for range 200 {
		s.Step()
	}
	whole := save(t, s)
	refused := func(what string, b []byte) {
		if other, err := session.Restore(bytes.NewReader(b), session.Options{}); err == nil {
			other.Close()
			t.Errorf("%s: it was restored", what)
		}
	}
	r := rand.New(rand.NewPCG(3, 5))
	for range 1000 {
		b, bit := bytes.Clone(whole), r.IntN(8*len(whole))
		b[bit/8] ^= 1 << (bit % 8)
		refused(fmt.Sprintf("bit %d of byte %d is another", bit%8, bit/8), b)
	}
	for range 200 {
		n := r.IntN(len(whole))
		refused(fmt.Sprintf("%d bytes of %d", n, len(whole)), whole[:n])
	}
	refused("a byte more", append(bytes.Clone(whole), 0))
	refused("nothing", nil)
}

// A fork is the same session, and goes its own way.
func TestForksGoTheirOwnWay(t *testing.T) {
	s := open(t, "skirmish", 2)
	for range 100 {
		s.Step()
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	if err := fork.Do(&session.Seed{Seed: 99}); err != nil {
		t.Fatal(err)
	}
	other, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for range 150 {
		s.Step()
		fork.Step()
		other.Step()
	}
	if s.Digest() != other.Digest() {
		t.Error("a fork that nobody touched went another way")
	}
	if s.Digest() == fork.Digest() {
		t.Error("a fork with another seed went the same way")
	}
}

// What was reloaded, switched and paused stays so.
func TestWhatCommandsDidIsSaved(t *testing.T) {
	s := open(t, "tag", 1)
	commands := []session.Command{
		&session.Join{Name: "Ann", SpeedMPS: 3, Heading: components.Heading{X: 1}},
		&session.Tune{Class: s.Scene().Setup.Classes[0].ID, Key: "speedMps", Value: 7},
		&session.Pause{},
	}
	for _, c := range commands {
		if err := s.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	other := restore(t, save(t, s), 2)
	if !other.Paused() {
		t.Error("it is not paused")
	}
	for _, on := range []*session.Session{s, other} {
		if err := on.Do(&session.Resume{}); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			on.Step()
		}
	}
	if s.Digest() != other.Digest() {
		t.Error("another game")
	}
	if id, ok := other.Game().ByName("Ann"); !ok || id == 0 {
		t.Error("nobody is called Ann")
	}
}
