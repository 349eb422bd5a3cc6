package live_test

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// round opens a scene as its round n has it: with a seed that is n-1 higher.
func round(t *testing.T, name string, n, workers int) *live.Session {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scene.Setup.Seed += uint64(n - 1)
	s, err := live.New(scene, silent(live.Options{Workers: workers}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestRestartedScenesAreFresh compares the second round of each shipped scene, after a first one
// that left all the traces a game has, with a game that begins with the seed of that round.
func TestRestartedScenesAreFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all shipped scenes")
	}
	t.Parallel()
	for _, name := range scenes.Shipped() {
		ticks := 100
		if name == "camp" || name == "wilds" {
			ticks = 30
		}
		s, fresh := round(t, name, 1, 3), round(t, name, 2, 1)
		steps(ticks, s)
		do(t, s, &session.Restart{})
		for range ticks {
			if a, b := s.Digest(), fresh.Digest(); a != b {
				t.Errorf("%s: tick %d of round 2 has the digest %016x, wanted %016x", name, s.World().Clock().Tick, a, b)
				break
			}
			s.Step()
			fresh.Step()
		}
	}
}

// TestRestartKeepsPeopleAndTunables: a fresh game that is tuned and joined in the same way is the same.
func TestRestartKeepsPeopleAndTunables(t *testing.T) {
	t.Parallel()
	tune := func(s *live.Session) {
		do(t, s, &session.Tune{Class: "red-soldier", Key: "health", Value: 150})
		do(t, s, &session.Tune{Class: "red-soldier", Key: "speedMps", Value: 5})
	}
	s, fresh := round(t, "siege", 1, 2), round(t, "siege", 2, 1)
	steps(10, s)
	tune(s)
	tune(fresh)
	do(t, s, &session.Join{Name: "Ann", SpeedMPS: 3})
	do(t, s, &session.Join{Name: "Bo", SpeedMPS: 4})
	var snap session.Snapshot
	s.SnapshotInto(&snap)
	ann := snap.Players[0].Team
	do(t, s, &session.Leave{Player: session.Who{Name: "Bo"}})
	do(t, s, &session.Join{Name: "Cy", SpeedMPS: 2})
	steps(40, s)
	again := &session.Restart{Wait: true}
	do(t, s, again)
	do(t, fresh, &session.Join{Name: "Ann", SpeedMPS: 3})
	do(t, fresh, &session.Join{Name: "Cy", SpeedMPS: 2})
	s.SnapshotInto(&snap)
	if len(snap.Players) != 2 || snap.Players[0].Name != "Ann" || snap.Players[0].Team != ann || snap.Players[1].Name != "Cy" ||
		len(again.IDs) != 2 || again.IDs[0] != snap.Players[0].ID || again.IDs[1] != snap.Players[1].ID {
		t.Errorf("round 2 has the players %v, told as %v", snap.Players, again.IDs)
	}
	if s.Step(); s.World().Clock().Tick != 0 {
		t.Error("a round that waits is played")
	}
	do(t, s, &session.Resume{})
	steps(60, s)
	steps(60, fresh)
	if a, b := s.Game().DigestOfBodies(), fresh.Game().DigestOfBodies(); a != b { // without how many people ever joined
		t.Errorf("bodies of round 2 have the sum %016x, wanted %016x", a, b)
	}
	if live.Round(s) != 2 {
		t.Errorf("round %d, wanted 2", live.Round(s))
	}
}

// TestRestartsInSavesRecordingsAndThePast plays three rounds, saved in the second, and goes back in it.
func TestRestartsInSavesRecordingsAndThePast(t *testing.T) {
	t.Parallel()
	var data, save bytes.Buffer
	s, err := live.Open("siege", silent(live.Options{Workers: 2, History: session.History{Seconds: 60}}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rec, err := s.Record(&data)
	if err != nil {
		t.Fatal(err)
	}
	do(t, s, &session.Join{Name: "Ann"})
	steps(50, s)
	do(t, s, &session.Restart{})
	steps(70, s)
	if err := s.Save(&save); err != nil {
		t.Fatal(err)
	}
	steps(20, s)
	end := s.Digest()
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if from, to := s.Remembered(); from != 0 || to != 90 {
		t.Errorf("ticks %d to %d are remembered, wanted those of the round, 0 to 90", from, to)
	}
	for _, tick := range []int{0, 30, 90} {
		if err := s.Seek(tick); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Digest(); got != end || live.Round(s) != 2 {
		t.Errorf("back from the past: %016x in round %d, wanted %016x in round 2", got, live.Round(s), end)
	}
	again, err := live.Restore(bytes.NewReader(save.Bytes()), silent(live.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	steps(20, again)
	if got := again.Digest(); got != end || live.Round(again) != 2 {
		t.Errorf("a save of round 2 goes on to %016x in round %d, wanted %016x in round 2", got, live.Round(again), end)
	}
	do(t, s, &session.Restart{})
	do(t, again, &session.Restart{})
	steps(20, s)
	steps(20, again)
	if a, b := s.Digest(), again.Digest(); a != b || live.Round(again) != 3 {
		t.Errorf("round %d after a save: %016x, wanted %016x in round 3", live.Round(again), b, a)
	}
	if n, cut, err := replaytest.Play(t, data.Bytes(), 3, nil); n != 140 || cut != nil || err != nil {
		t.Errorf("the recording of two rounds: %d ticks, %v, %v, wanted 140", n, cut, err)
	}
}
