package live_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func remembering(t testing.TB, name string, h session.History) *live.Session {
	t.Helper()
	s, err := live.Open(name, live.Options{Workers: 2, History: h, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// A session goes back to any tick and forward again: everything is as it was then, with the
// commands that came, and a session without a history is the same.
func TestSeekGoesBackAndForward(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tag", "siege", "skirmish", "monsters"} {
		t.Run(name, func(t *testing.T) {
			s, plain := remembering(t, name, session.History{Seconds: 1000}), open(t, name, 1)
			class := s.Scene().Setup.Classes[0].ID
			var digests []uint64
			const ticks = 150
			for tick := range ticks {
				if tick%40 == 17 {
					for _, on := range []*live.Session{s, plain} {
						_ = on.Do(&session.Tune{Class: class, Key: "speedMps", Value: float64(1 + tick%7)})
						_ = on.Do(&session.Event{Name: "ping", All: true})
						_ = on.Do(&session.Remove{Class: "nobody"})
					}
				}
				digests = append(digests, s.Digest())
				s.Step()
				plain.Step()
			}
			digests = append(digests, s.Digest())
			if s.Digest() != plain.Digest() {
				t.Error("a history changes the game")
			}
			for _, tick := range []int{100, 3, 149, 57, 0, 58, 150, 17} {
				if err := s.Seek(tick); err != nil {
					t.Fatal(err)
				}
				if got := s.World().Clock().Tick; got != int64(tick) || s.Digest() != digests[tick] {
					t.Errorf("at tick %d the digest is %016x, wanted %016x", got, s.Digest(), digests[tick])
				}
			}
			for tick := 18; tick <= ticks; tick++ { // steps play again what was
				s.Step()
				if s.Digest() != digests[tick] {
					t.Fatalf("stepping on to tick %d the digest is %016x, wanted %016x", tick, s.Digest(), digests[tick])
				}
			}
			s.Step()
			plain.Step()
			if s.Digest() != plain.Digest() {
				t.Error("from the end of the past it goes on another way")
			}
		})
	}
}

// The past is as it was until Branch: commands are refused in it, and after Branch what came
// later is forgotten.
func TestBranchGoesItsOwnWay(t *testing.T) {
	s := remembering(t, "tag", session.History{Seconds: 1000})
	for range 100 {
		s.Step()
	}
	there := s.Digest()
	if err := s.Seek(40); err != nil {
		t.Fatal(err)
	}
	tune := &session.Tune{Class: s.Scene().Setup.Classes[0].ID, Key: "speedMps", Value: 3}
	if err := s.Do(tune); err == nil || !strings.Contains(err.Error(), "in its past, at tick 40 of 100: Branch") {
		t.Errorf("error %v, wanted that it is in its past", err)
	}
	s.Branch()
	if err := s.Do(tune); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		s.Step()
	}
	if s.Digest() == there {
		t.Error("the same game in spite of another speed")
	}
	if from, to := s.Remembered(); from != 0 || to != 100 {
		t.Errorf("remembered %d to %d, wanted 0 to 100", from, to)
	}
	other := s.Digest()
	for _, tick := range []int{40, 39, 100} {
		if err := s.Seek(tick); err != nil {
			t.Fatal(err)
		}
	}
	if s.Digest() != other {
		t.Error("the new past is not what was")
	}
}

func TestSeekRefusesWhatIsNotRemembered(t *testing.T) {
	s := open(t, "tag", 1)
	if err := s.Seek(0); err == nil || !strings.Contains(err.Error(), "no history") {
		t.Errorf("error %v", err)
	}
	s = remembering(t, "tag", session.History{Seconds: 4})
	var ticks, from, to int64
	for from == 0 { // how soon key frames come depends on how long they take
		s.Step()
		ticks++
		from, to = s.Remembered()
	}
	if to != ticks || from > ticks-4*30 {
		t.Errorf("remembered %d to %d, wanted the last 4 seconds of %d ticks", from, to, ticks)
	}
	for _, tick := range []int64{from - 1, to + 1, -5} {
		if err := s.Seek(int(tick)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("wanted %d to %d", from, to)) {
			t.Errorf("tick %d: error %v", tick, err)
		}
	}
	if err := s.Seek(int(from)); err != nil {
		t.Error(err)
	}
}

// Memory is bounded: frames go, the oldest first.
func TestHistoryKeepsToItsBytes(t *testing.T) {
	s := remembering(t, "siege", session.History{Seconds: 1e6, Bytes: 50_000})
	for from := int64(0); from == 0; from, _ = s.Remembered() { // until the test times out
		s.Step()
	}
}

// What was reloaded is reloaded in the past, too, as it was then.
func TestReloadsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("s.yaml", `
world: { width: 50, height: 50 }
bots: [{ id: bot, name: Bot, count: 5, speedMps: 2, behavior: { file: t.yaml } }]
`)
	write("t.yaml", "kind: wander\n")
	s := remembering(t, filepath.Join(dir, "s.yaml"), session.History{Seconds: 1000})
	var digests []uint64
	for tick := range 90 {
		if tick == 30 {
			write("t.yaml", "kind: chase_nearest\n")
		}
		if tick == 60 {
			write("t.yaml", "kind: flee_nearest\n")
		}
		if tick == 30 || tick == 60 {
			if _, err := s.Reload(); err != nil {
				t.Fatal(err)
			}
		}
		digests = append(digests, s.Digest())
		s.Step()
	}
	write("t.yaml", "kind: gone\n")
	for _, tick := range []int{10, 75, 31, 30, 61, 5} {
		if err := s.Seek(tick); err != nil {
			t.Fatal(err)
		}
		if s.Digest() != digests[tick] {
			t.Errorf("tick %d: another game", tick)
		}
	}
	for tick := 6; tick < 90; tick++ {
		s.Step()
		if s.Digest() != digests[tick] {
			t.Fatalf("stepping on to tick %d: another game", tick)
		}
	}
}

// A seek that may rest comes to the same tick in several calls, each of them short, and is on its
// way there in between.
func TestSeekForRests(t *testing.T) {
	t.Parallel()
	s := remembering(t, "siege", session.History{Seconds: 1000})
	var digests []uint64
	for range 200 {
		digests = append(digests, s.Digest())
		s.Step()
	}
	calls := 0
	for _, to := range []int64{150, 140} { // at most one of them is right after what is kept
		for there, last := false, int64(-1); !there; calls++ {
			var err error
			if there, err = s.SeekFor(int(to), 1); err != nil {
				t.Fatal(err)
			}
			now := s.World().Clock().Tick
			if last == -1 && now > to {
				continue // what is kept is being opened, and the session is where it was
			}
			if now <= last || now > to || there != (now == to) {
				t.Fatalf("at tick %d after tick %d on the way to %d, there %v", now, last, to, there)
			}
			if last = now; s.Digest() != digests[now] {
				t.Errorf("at tick %d the digest is %016x, wanted %016x", now, s.Digest(), digests[now])
			}
		}
	}
	if calls < 3 {
		t.Errorf("%d calls to go to two ticks", calls)
	}
}

// While what is kept is opened the session goes on as it was: it can be stepped, sent elsewhere
// and closed.
func TestSeekForLeavesTheSessionAlone(t *testing.T) {
	s := remembering(t, "siege", session.History{Seconds: 1000})
	var digests []uint64
	for range 200 {
		digests = append(digests, s.Digest())
		s.Step()
	}
	seek := func(to int, most time.Duration) bool {
		t.Helper()
		there, err := s.SeekFor(to, most)
		if err != nil {
			t.Fatal(err)
		}
		return there
	}
	for range 3 {
		if there := seek(20, 0); there || s.World().Clock().Tick < 200 {
			t.Fatalf("at tick %d after no time, there %v", s.World().Clock().Tick, there)
		}
		s.Step()
	}
	seek(190, 0) // elsewhere
	if !seek(20, math.MaxInt64) || s.Digest() != digests[20] {
		t.Errorf("at tick %d with digest %016x, wanted %016x at 20", s.World().Clock().Tick, s.Digest(), digests[20])
	}
	if !seek(203, math.MaxInt64) {
		t.Error("not back in the present")
	}
	now := s.Digest()
	seek(20, 0)
	if s.Branch(); s.Digest() != now {
		t.Error("the session is another one after it was to go back")
	}
	s.Step()
	seek(20, 0)
	s.Close()
}

// A second session at a moment of the past goes its own way, and the first does not notice.
func TestASecondSessionAtAMomentOfThePast(t *testing.T) {
	t.Parallel()
	s, err := live.Open("siege", live.Options{Workers: 2, History: session.History{Seconds: 60}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var digests []uint64
	for tick := range 200 {
		if tick == 120 {
			if err := s.Do(&session.Add{Class: "red-soldier"}); err != nil {
				t.Fatal(err)
			}
		}
		digests = append(digests, s.Digest())
		s.Step()
	}
	want := s.Digest()
	other, err := s.At(77)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for tick := 77; tick < 200; tick++ {
		if tick != 120 && other.Digest() != digests[tick] { // the command came after the one of tick 120
			t.Fatalf("tick %d is another one", tick)
		}
		other.Step()
	}
	if other.Digest() != want {
		t.Error("the second session came to another end")
	}
	third, err := s.At(50)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	third.Branch()
	if err := third.Do(&session.Remove{Class: "red-soldier", Count: 2}); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		third.Step()
	}
	if from, to := s.Remembered(); from != 0 || to != 200 || s.Digest() != want {
		t.Errorf("the session remembers %d to %d, and its digest is %016x, wanted %016x", from, to, s.Digest(), want)
	}
	if err := s.Seek(130); err != nil || s.Digest() != digests[130] {
		t.Errorf("the past has changed, %v", err)
	}
	if _, err := s.At(201); err == nil {
		t.Error("a moment that has not come is remembered")
	}
}
