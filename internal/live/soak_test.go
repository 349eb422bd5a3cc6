package live_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

var soak = flag.Duration("soak", shortSoak, "play each shipped scene for so much simulated time, while bots come and go and its files are edited")

const shortSoak = 2 * time.Second

// slowToSoak are the scenes that are soaked only where tests may take long, or for longer: the
// others have the same kinds of trees, and a herd.
var slowToSoak = []string{"crowd", "wilds"}

// TestSoak plays each scene twice. In both games bots come and go, and the files of the scene
// are edited and read again: its trees and scripts change, and change back. The second game has
// another number of workers, is saved every minute, goes on beside itself from every tenth
// save, is seen, and is told to read files that are broken. Both must go the same way, and
// take as much memory and as many goroutines at their end as after a quarter of their time.
// Ticks of the last quarter of an hour may take twice the processor time of those of the first.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all shipped scenes")
	}
	for _, name := range scenes.Shipped() {
		if slices.Contains(slowToSoak, name) && *soak == shortSoak && !longtest.On {
			continue
		}
		t.Run(name, func(t *testing.T) { soakScene(t, name) })
	}
}

func soakScene(t *testing.T, name string) {
	file := onDisk(t, name)
	open := func(workers int) *live.Session {
		options := muted
		options.Workers = workers
		s, err := live.Open(file, options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	alone, s := open(1), open(2)
	e := &editor{t: t, scene: file, edits: soakEdits[name]}
	ticks := int(soak.Seconds() * s.Scene().Setup.TickRate)
	every := max(ticks/12, 1)
	minute := min(int(60*s.Scene().Setup.TickRate), every)
	var beside *live.Session // from a save of s
	var saved bytes.Buffer
	var quarter usage // of both games alone
	var took []time.Duration
	for tick := 1; tick <= ticks; tick++ {
		if tick%37 == 0 {
			for _, s := range []*live.Session{alone, s, beside} {
				if s != nil {
					comeAndGo(t, s, tick/37)
				}
			}
		}
		if tick%every == every/2 {
			e.misedit(s)
			e.edit(alone, s)
			s.Snapshot()
		}
		if tick%minute == minute/3 {
			saved.Reset()
			if err := s.Save(&saved); err != nil {
				t.Fatal(err)
			}
			if tick/minute%10 == 3 {
				beside = restored(t, &saved, s.Digest())
			}
		}
		alone.Step()
		began := cputime.Now()
		s.Step()
		took = append(took, cputime.Now()-began)
		if beside != nil {
			beside.Step()
			// the save has the files of its time, so that it ends before they change
			if tick%every == every/2-1 || tick%minute == minute-1 {
				if a, b := s.Digest(), beside.Digest(); a != b {
					t.Fatalf("tick %d: a game from a save has the digest %016x, wanted %016x", tick, b, a)
				}
				beside.Close()
				beside = nil
			}
		}
		if tick%every == 0 {
			if a, b := alone.Digest(), s.Digest(); a != b {
				t.Fatalf("tick %d: digest %016x, of the game that nobody disturbs %016x", tick, b, a)
			}
		}
		if beside == nil && quarter.goroutines == 0 && tick >= ticks/4 {
			quarter = used()
		}
	}
	if beside != nil {
		beside.Close()
		beside = nil
	}
	end := used()
	runtime.KeepAlive(alone)
	if end.goroutines > quarter.goroutines {
		t.Errorf("%d goroutines, after a quarter of the time %d", end.goroutines, quarter.goroutines)
	}
	notes := int64(8*cap(took) + saved.Cap()) // what this test keeps
	// short games still grow to their size
	if most := quarter.heap + quarter.heap/4 + 4<<20 + notes; end.heap > most && *soak >= 10*time.Minute {
		t.Errorf("%d kB in use, after a quarter of the time %d kB", end.heap>>10, quarter.heap>>10)
	}
	part := max(len(took)/4, 1)
	first, last := median(took[:part]), median(took[len(took)-part:])
	if last > 2*first && *soak >= time.Hour { // shorter quarters have more of a day or of a night
		t.Errorf("a tick takes %v in the last quarter, in the first %v", last, first)
	}
	t.Logf("%d ticks; heap of both %d kB, then %d kB; goroutines %d, then %d; median tick %v, then %v",
		ticks, quarter.heap>>10, end.heap>>10, quarter.goroutines, end.goroutines, first, last)
}

// restored returns the session of a save, which must have its digest. Who asked for it closes it.
func restored(t *testing.T, save io.Reader, digest uint64) *live.Session {
	t.Helper()
	s, err := live.Restore(save, muted)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Digest(); got != digest {
		t.Fatalf("restored it has the digest %016x, wanted %016x", got, digest)
	}
	return s
}

// onDisk writes a shipped scene with its files into a folder.
func onDisk(t *testing.T, name string) string {
	t.Helper()
	folder := t.TempDir()
	src, file, _ := scenes.Source(name)
	all, err := scenes.Companions(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(all, scenes.Companion{Name: path.Base(file), Src: src}) {
		to := filepath.Join(folder, filepath.FromSlash(c.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, c.Src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, path.Base(file))
}

// comeAndGo adds a bot to a class in turn and removes one of it, and lets somebody join or
// leave. Classes at their bounds refuse.
func comeAndGo(t *testing.T, s *live.Session, turn int) {
	t.Helper()
	classes := s.Scene().Setup.Classes
	class := classes[turn%len(classes)].ID
	_ = s.Do(&session.Add{Class: class})
	_ = s.Do(&session.Remove{Class: class})
	var c session.Command = &session.Join{Name: "Ada"}
	if turn%2 == 1 {
		c = &session.Leave{Player: session.Who{Name: "Ada"}}
	}
	if err := s.Do(c); err != nil && turn > 1 {
		t.Fatal(err)
	}
}

type usage struct {
	heap       int64
	goroutines int
}

func used() usage {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return usage{int64(m.HeapAlloc), runtime.NumGoroutine()}
}

func median(list []time.Duration) time.Duration {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}
