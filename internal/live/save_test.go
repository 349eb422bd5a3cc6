package live_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

func open(t testing.TB, name string, workers int) *live.Session {
	t.Helper()
	s, err := live.Open(name, live.Options{Workers: workers, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// openFew opens a scene on one worker, with at most so many bots.
func openFew(t testing.TB, name string, most int) *live.Session {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err == nil && scene.Bots() > most {
		err = scene.Scale(most)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{Workers: 1, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func save(t testing.TB, s *live.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func restore(t testing.TB, b []byte, workers int) *live.Session {
	t.Helper()
	s, err := live.Restore(bytes.NewReader(b), live.Options{Workers: workers, OnNotice: func(string) {}})
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

// moment is one at which a session was saved.
type moment struct {
	tick int
	save []byte
	held *live.Held    // of the same moment
	from *live.Session // restored with another number of workers
}

// lateBy is after how many ticks what was held is written.
const lateBy = 30

// Each scene is played once, and saved at some ticks of it. Nothing is forgotten: after save and
// restore every field of a session is what it was, but for those of mayDiffer. With another number
// of workers it goes on as if nothing had been. A session that is held is written as it was then,
// however it goes on meanwhile.
func TestShippedScenesGoOnFromASave(t *testing.T) {
	t.Parallel()
	upTo, playOn, most := 300, 80, 2000
	if longtest.On {
		upTo, playOn, most = 900, 200, math.MaxInt
	}
	for _, name := range scenes.Shipped() {
		if testing.Short() && name != "tag" && name != "siege" { // each is played for every save
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, ticks := openFew(t, name, most), ticksOf(name, 3, upTo)
			if name == "camp" && !longtest.On {
				ticks = ticksOf(name, 3, 60)[2:] // a save of it takes long
			}
			var moments []moment
			for tick := range slices.Max(ticks) + playOn + 1 {
				if slices.Contains(ticks, tick) {
					moments = append(moments, saved(t, tick, s))
				}
				for _, m := range moments {
					m.compare(t, tick-m.tick, playOn, s)
				}
				s.Step()
			}
		})
	}
}

// saved saves a session, and compares it with what is restored of that.
func saved(t *testing.T, tick int, s *live.Session) moment {
	m := moment{tick: tick, save: save(t, s)}
	var err error
	if m.held, err = s.Hold(); err != nil {
		t.Fatal(err)
	}
	if tick > 0 { // before it, what was restored has begun, and the session has not
		same := restore(t, m.save, 1)
		defer same.Close()
		skip := func(field string) bool { return mayDiffer[field] != "" }
		for _, diff := range state.Compare(s, same, 10, state.Rules{Skip: skip}) {
			t.Errorf("tick %d: %v", tick, diff)
		}
	}
	m.from = restore(t, m.save, 3)
	if !bytes.Equal(save(t, m.from), m.save) {
		t.Errorf("tick %d: what was restored is saved as other bytes", tick)
	}
	return m
}

// compare looks at a session so many ticks after the moment, and plays what was restored beside it
// for playOn of them.
func (m moment) compare(t *testing.T, later, playOn int, s *live.Session) {
	if later == lateBy {
		var late bytes.Buffer
		if err := m.held.Write(&late); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(late.Bytes(), m.save) {
			t.Errorf("tick %d: what was held is not what was saved", m.tick)
		}
		if bytes.Equal(save(t, s), m.save) {
			t.Errorf("tick %d: nothing has happened meanwhile", m.tick)
		}
	}
	if later > playOn {
		return
	}
	if later < 2 || later%40 == 0 {
		if want, got := s.Digest(), m.from.Digest(); got != want {
			t.Fatalf("tick %d, and %d later: the digest is %016x, wanted %016x", m.tick, later, got, want)
		}
	}
	m.from.Step()
}

// mayDiffer are the fields that need not be as they were, with the reason.
var mayDiffer = map[string]string{
	"live.Session.news":          "whom to tell is asked for anew",
	"live.Session.history":       "each remembers its own",
	"live.Session.options":       "those of Restore",
	"live.Session.owner":         "who has the turn",
	"live.Session.method":        "who had the turn last",
	"sourcefile.noted.store":     "the files come from the save",
	"scenes.Scene.source":        "the files come from the save",
	"sourcefile.Files.instead":   "told where a file is missing, and none is",
	"scenes.Scene.sealed":        "the folder is one of Restore's options",
	"ecs.schedule.systems":       "what they keep is scratch of a tick, or is compared where else it stands",
	"ecs.World.touched":          "whoever restores has touched all",
	"systems.pools.thinking":     "scratch of a tick",
	"systems.Game.moving":        "scratch of a tick",
	"script.index.round":         "an index of files is made when it is first asked",
	"script.index.of":            "likewise",
	"script.index.open":          "likewise",
	"systems.commons.herds":      "where the bots of herds are is made anew; what they decided, snapshots show",
	"systems.columns.x":          "sensed anew in each tick",
	"systems.columns.y":          "sensed anew in each tick",
	"systems.columns.hx":         "sensed anew in each tick",
	"systems.columns.hy":         "sensed anew in each tick",
	"systems.facets.index":       "made anew in each tick",
	"systems.contacts.from":      "scratch",
	"systems.contacts.to":        "scratch",
	"systems.contacts.firsts":    "scratch",
	"systems.contacts.near":      "scratch",
	"systems.ruleState.index":    "made anew in each tick",
	"systems.ruleState.tree":     "made anew in each tick",
	"systems.treeLog.begun":      "of the tick that is played",
	"systems.commons.extensions": "an arena has a list of its own, see its TestARestoredArenaIsTheOneThatWasSaved",
	"systems.Game.parts":         "the same by key",
	"systems.commons.mortal":     "the same by what it can do, as are the next six",
	"systems.Game.spawners":      "the same",
	"systems.Game.indexers":      "the same",
	"systems.Game.stocked":       "the same",
	"systems.Game.grounded":      "the same",
	"systems.Game.vital":         "the same",
	"systems.commons.mover":      "the same",
	"systems.commons.own":        "a program sets it again",
	"ecs.shape.builder":          "the store's",
	"ecs.kind.lag":               "rows are up to date when they are asked for",
	"script.Code.Users":          "files of the user's root that were looked for so far",
	"ecs.slots.entity":           "the store's",
	"ecs.World.store":            "where the store puts entities; the test above compares all rows as they are saved",
	"run.planes.blocks":          "made of the rows when they are asked for",
	"run.Pool.shared":            "scripts; the test above compares all that they keep as it is saved",
	"run.Pool.side":              "the same",
	"systems.shared.kept":        "the same",
	"systems.ears.list":          "the same",
	"run.Pool.nested":            "scratch",
	"run.Pool.near":              "listed anew when asked for",
	"run.Pool.beside":            "listed anew when asked for",
	"run.Pool.rowOf":             "scratch",
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
		frugal(t, what, func() {
			if other, err := live.Restore(bytes.NewReader(b), live.Options{}); err == nil {
				other.Close()
				t.Errorf("%s: it was restored", what)
			}
		})
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

// frugal fails where something takes more than 500 MB, in all.
func frugal(t testing.TB, what string, f func()) {
	t.Helper()
	const most = 500 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > most {
		t.Errorf("%s: it took %d MB, wanted %d at most", what, (after.TotalAlloc-before.TotalAlloc)>>20, most>>20)
	}
}

// otherContents returns how many changes are tried of a scene.
func otherContents(scene string) int {
	if scene == "camp" && !longtest.On {
		return 12 // to restore it takes longest
	}
	return 60
}

// A save whose checksums are right, but not what is in it, is refused or makes a session;
// nothing of it is used before it was checked.
func TestSavesWithOtherContentsDoNoHarm(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: hundreds of changed saves")
	}
	for _, name := range []string{"siege", "camp", "bases", "squad", "crowd"} {
		t.Run(name, func(t *testing.T) {
			scene, err := scenes.Load(name, scenes.Options{})
			if err == nil && name == "crowd" {
				err = scene.Scale(500)
			}
			if err != nil {
				t.Fatal(err)
			}
			s, err := live.New(scene, silent(live.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 100 {
				s.Step()
			}
			whole := save(t, s)
			random := rand.New(rand.NewPCG(8, 9))
			restored := 0
			for i := range otherContents(name) {
				var change string
				b := resealed(t, whole, func(parts []part) []part {
					at := random.IntN(len(parts))
					b := parts[at].data
					if len(b) == 0 {
						return parts
					}
					n := random.IntN(len(b))
					change = fmt.Sprintf("%d: byte %d of %d of section %q", i, n, len(b), parts[at].name)
					switch random.IntN(3) {
					case 0:
						b[n] ^= 1 << random.IntN(8)
					case 1:
						b[n] = byte(random.IntN(256))
					case 2:
						parts[at].data = slices.Concat(b[:n], b[min(n+1+random.IntN(8), len(b)):])
					}
					return parts
				})
				frugal(t, change, func() {
					defer func() {
						if fault := recover(); fault != nil {
							t.Errorf("%s: %v\n%s", change, fault, debug.Stack())
						}
					}()
					if other, err := live.Restore(bytes.NewReader(b), silent(live.Options{})); err == nil {
						for range 3 {
							other.Step()
						}
						other.Close()
						restored++
					}
				})
			}
			t.Logf("%d of %d were restored", restored, otherContents(name))
		})
	}
}

// part is a section of a file.
type part struct {
	name string
	data []byte
}

// resealed returns a save with other sections, whose checksums are right.
func resealed(t testing.TB, save []byte, change func([]part) []part) []byte {
	t.Helper()
	format := sections.Format{Kind: "save", Title: "save", Oldest: 3, Newest: 3}
	r, err := sections.NewReader(bytes.NewReader(save), format, sections.Limits{})
	var parts []part
	for err == nil {
		var one part
		if one.name, err = r.Next(); err == nil {
			one.data, err = r.All()
			parts = append(parts, one)
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := sections.NewWriter(&out, format)
	for _, one := range change(parts) {
		if err == nil {
			err = w.Section(one.name, one.data)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
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
	for range 60 {
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
	for _, on := range []*live.Session{s, other} {
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
	if _, many := other.Game().ByName("Ann"); many != 1 {
		t.Error("nobody is called Ann")
	}
}
