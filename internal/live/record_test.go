package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

func silent(o live.Options) live.Options {
	o.OnNotice, o.OnFault = func(string) {}, func(host.Fault) {}
	return o
}

// recorded plays a scene and records it. play is called before each tick.
func recorded(t testing.TB, name string, ticks int, play func(tick int, s *live.Session)) []byte {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if name == "crowd" {
		if err := scene.Scale(600); err != nil {
			t.Fatal(err)
		}
	}
	scene.Setup.Seed = 7
	s, err := live.New(scene, silent(live.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out bytes.Buffer
	r, err := s.Record(&out)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ticks {
		play(i, s)
		s.Step()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func nothing(int, *live.Session) {}

func TestRecordingsOfShippedScenesReplay(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all shipped scenes, twice")
	}
	t.Parallel()
	for _, name := range scenes.Shipped() {
		ticks := 320 // beyond the first full digest after the start
		if name == "camp" || name == "wilds" {
			ticks = 40
		}
		data := recorded(t, name, ticks, nothing)
		n, cut, err := replaytest.Play(t, data, 3, nil)
		if n != int64(ticks) || cut != nil || err != nil {
			t.Errorf("%s: %d ticks, %v, %v", name, n, cut, err)
		}
		t.Logf("%s: %d bytes a tick", name, len(data)/ticks)
	}
}

// TestRecordingHoldsAllCommands gives one of each kind, and some that are refused.
func TestRecordingHoldsAllCommands(t *testing.T) {
	inFolder(t, dialectFiles)
	id := func(n components.ID) session.Who { return session.Who{ID: n} }
	one := id(1)
	script := [][]session.Command{
		{&session.Add{Class: "wage", Count: 2, At: session.Point(3, 4)}, &session.Add{Class: "none"}},
		{&session.Remove{Class: "unv"}, &session.Remove{Bot: &one}},
		{&session.Place{Who: id(2), At: session.Point(1, 2), Heading: &components.Heading{X: 0.6, Y: -0.8}}, &session.Place{Who: id(2), At: session.Point(math.NaN(), 2)}},
		{&session.Join{Name: "Ann", SpeedMPS: 2.5, Heading: components.Heading{X: 1}}, &session.Event{Name: "alarm", All: true, Data: host.NumberValue(math.Inf(-1))}},
		{&session.Event{Name: "list", Class: "brain", Data: host.OpaqueValue(`[1, {"a": null}]`)}, &session.Announce{Announcement: host.Announcement{Name: "dusk", Source: "sun"}}},
		{&session.Switch{Class: "wage", File: "trees/again.json"}, &session.Switch{Class: "drag", Behavior: "go"}},
		{&session.Switch{Class: "unv", File: "brought.yaml", Source: "kind: wander\n"}, &session.Switch{Class: "unv", File: "brought.yaml", Source: "kind: wandr\n"}},
		{&session.Control{Class: "drag", Name: "reset"}, &session.Control{Class: "mbt", Name: "set Hurt", Data: host.BoolValue(true)}},
		{&session.Tune{Class: "wage", Key: "speedMps", Value: 3}, &session.Untune{Class: "wage", Key: "speedMps"}, &session.Hold{Class: "wage"}, &session.Release{Bot: &one}, &session.Hold{Class: "wage"}, &session.Station{Class: "unv", At: session.Point(3, 4)}, &session.Station{Bot: &one, At: session.Point(5, 4)}, &session.Station{Bot: &one}},
		{&session.Input{Player: session.Who{Name: "Ann"}, Heading: components.Heading{Y: 1}}, &session.Act{Player: session.Who{Name: "Ann"}}, &session.Seed{Seed: -5}},
		{&session.SetState{Who: session.Who{Name: "Ann"}, State: session.State{Key: "it", Value: host.StringValue("ä\x00")}}, &session.Nature{Set: []session.State{{Key: "season", Value: host.StringValue("winter")}}}},
		{&session.Pause{}, &session.Pause{}}, {&session.Resume{}}, {&session.Leave{Player: session.Who{Name: "Ann"}}}, {&session.Reload{}}, {&session.Restart{}},
	}
	kinds := map[reflect.Type]bool{}
	var played []string
	data := recorded(t, "game/scene.yaml", 30, func(tick int, s *live.Session) {
		if tick == 20 {
			if err := os.WriteFile("game/trees/go.yaml", []byte("kind: flee_nearest\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			played = append(played, fmt.Sprint(s.Do(&session.Reload{})))
		}
		if tick < len(script) {
			for _, c := range script[tick] {
				kinds[reflect.TypeOf(c)] = true
				played = append(played, fmt.Sprint(s.Do(c)))
			}
		}
	})
	if len(kinds) != len(live.CommandNames()) {
		t.Errorf("%d kinds of commands, wanted %d", len(kinds), len(live.CommandNames()))
	}
	if err := os.RemoveAll("game"); err != nil {
		t.Fatal(err)
	}
	rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Open(silent(live.Options{Workers: 2}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var did []string
	p, err := live.NewReplay(rec, s, func(_ session.Command, err error) { did = append(did, fmt.Sprint(err)) })
	for more := true; more && err == nil; {
		if more, err = p.Before(); more && err == nil {
			s.Step()
			err = p.After()
		}
	}
	if err != nil || p.Ticks() != 29 { // one was paused
		t.Errorf("%d ticks, %v", p.Ticks(), err)
	}
	if x, y := strings.Join(played, "\n"), strings.Join(did, "\n"); x != y {
		t.Errorf("the commands answer\n%s\nwanted\n%s", y, x)
	}
}

// TestReplayNamesTheDifference changes something in the midst of a replay.
func TestReplayNamesTheDifference(t *testing.T) {
	for _, scene := range []string{"siege", "crowd"} {
		data := recorded(t, scene, 60, nothing)
		all := map[string]func(s *live.Session) error{
			"position": func(s *live.Session) error {
				return s.Do(&session.Place{Who: session.Who{ID: 5}, At: session.Point(10, 10)})
			},
			"heading": func(s *live.Session) error {
				b := s.World().Heading.Of(5)
				b.X, b.Y = -b.Y, b.X
				return nil
			},
		}
		if scene == "crowd" { // whose herds know headings by themselves
			delete(all, "heading")
		}
		for what, disturb := range all {
			_, _, err := replaytest.Play(t, data, 1, func(tick int64, s *live.Session) {
				if tick == 33 {
					if err := disturb(s); err != nil {
						t.Fatal(err)
					}
				}
			})
			var d *live.Difference
			if !errors.As(err, &d) {
				t.Errorf("%s, %s: %v", scene, what, err)
				continue
			}
			found := slices.Contains(d.Among, 5) || len(d.Bodies) > 0 && d.Bodies[0].ID == 5 && d.Bodies[0].Body
			if d.Tick < 34 || d.Tick > 36 || !found || !slices.Contains(d.Parts, what) {
				t.Errorf("%s, %s: %+v", scene, what, d)
			}
		}
	}
	data := recorded(t, "siege", 30, nothing)
	_, _, err := replaytest.Play(t, data, 1, func(tick int64, s *live.Session) {
		if tick == 11 {
			_ = s.Do(&session.Remove{Bot: &session.Who{ID: 3}})
		}
	})
	var d *live.Difference
	if !errors.As(err, &d) || d.Tick != 12 || len(d.Bodies) == 0 || d.Bodies[0].ID != 3 || d.Bodies[0].In != [2]bool{true, false} {
		t.Errorf("a bot that is gone: %v, %+v", err, d)
	}
}

// What scripts keep is in no digest of a tick: that of the whole game tells.
func TestReplayComparesWholeGames(t *testing.T) {
	data := recorded(t, "tag", 5, nothing)
	format := sections.Format{Kind: "record", Title: "recording", Oldest: 4, Newest: 4}
	r, err := sections.NewReader(bytes.NewReader(data), format, sections.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := sections.NewWriter(&out, format)
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for {
		name, err := r.Next()
		if err == io.EOF {
			break
		}
		part, _ := r.All()
		if err != nil || name == "" {
			t.Fatal(err)
		}
		// the digest of the whole game after tick 5
		if at := bytes.LastIndex(part, []byte{4, 5, 0, 0, 0, 0, 0, 0, 0}); name == "chunk" && at >= 0 {
			changed++
			part[at+9] ^= 1
		}
		if err := w.Section(name, part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || changed == 0 {
		t.Fatal(err, changed)
	}
	_, _, err = replaytest.Play(t, out.Bytes(), 1, nil)
	var d *live.Difference
	if !errors.As(err, &d) || !d.Whole || !strings.Contains(err.Error(), "the whole games differ") {
		t.Errorf("%v", err)
	}
}

// TestDamagedRecordings: what is read before the damage replays, and a missing tail is no
// difference.
func TestDamagedRecordings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: hundreds of damaged recordings")
	}
	const played = 70 // ticks, in three chunks
	data := recorded(t, "tag", played, nothing)
	whole, _, err := replaytest.Play(t, data, 1, nil)
	if whole != played || err != nil {
		t.Fatal(whole, err)
	}
	random, damages := rand.New(rand.NewPCG(5, 6)), 200
	if longtest.On {
		damages = 1000
	}
	for range damages {
		bad := bytes.Clone(data)
		bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		frugal(t, "a changed bit", func() {
			if n, cut, err := replaytest.Play(t, bad, 1, nil); err == nil || cut != nil || n > played {
				t.Fatalf("a changed bit: %d ticks, %v, %v", n, cut, err)
			}
		})
	}
	most := int64(0)
	for i := range 200 {
		n := len(data) - 1 - i*len(data)/200
		var ticks int64
		var cut, err error
		frugal(t, "a missing tail", func() { ticks, cut, err = replaytest.Play(t, data[:n], 1, nil) })
		switch {
		case err == nil && (cut == nil || ticks > played):
			t.Fatalf("cut at %d of %d: %d ticks, %v", n, len(data), ticks, cut)
		case err == nil:
			most = max(most, ticks)
		case ticks > 0:
			t.Fatalf("cut at %d of %d: after %d ticks %v", n, len(data), ticks, err)
		}
	}
	if most < 64 {
		t.Errorf("of recordings that are cut off %d ticks are read", most)
	}
}

// slow fails after a number of bytes, as a full disk does.
type slow struct{ left int }

func (w *slow) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestRecordRefusals(t *testing.T) {
	open := func() *live.Session {
		s, err := live.Open("tag", silent(live.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	s := open()
	if _, err := s.Record(&slow{100}); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	r, err := s.Record(&slow{20_000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(io.Discard); err == nil || !strings.Contains(err.Error(), "recorded already") {
		t.Error(err)
	}
	for range 2000 {
		s.Step()
	}
	if err := r.Close(); err == nil || r.Err() == nil || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	if _, err := live.ReadRecording(strings.NewReader("GIF89a........"), limit.Values{}); err == nil || !strings.Contains(err.Error(), "no recording") {
		t.Error(err)
	}
}

// A recorder changes nothing: the digest is that of the run without it.
func TestRecordingChangesNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"camp", "siege", "squad", "wilds", "tag"} {
		var sums [2]uint64
		for i := range sums {
			s, err := live.Open(name, silent(live.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				if _, err := s.Record(io.Discard); err != nil {
					t.Fatal(err)
				}
			}
			for range 50 {
				s.Step()
			}
			sums[i] = s.Digest()
			s.Close()
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: digest %016x while it is recorded, wanted %016x", name, sums[1], sums[0])
		}
	}
}

// What has been played so far is there as soon as it is flushed.
func TestAFlushedRecordingReachesTheTick(t *testing.T) {
	s, err := live.Open("tag", silent(live.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out bytes.Buffer
	r, err := s.Record(&out)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.Step()
	}
	if err := r.Flush(); err != nil {
		t.Fatal(err)
	}
	rec, err := live.ReadRecording(bytes.NewReader(out.Bytes()), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	ticks := 0
	for {
		e, err := rec.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e.Detail != nil && e.Detail.Tick > 0 {
			ticks++
		}
	}
	if ticks != 3 {
		t.Errorf("the recording has %d ticks, wanted 3", ticks)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Flush(); err != nil {
		t.Errorf("flushed after its end: %v", err)
	}
}
