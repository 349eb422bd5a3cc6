package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// A game that was played, and one that was restored, is recorded from there on: with the
// save that it begins with.
func TestRecordingsBeginInMidGame(t *testing.T) {
	t.Parallel()
	names := []string{"tag", "siege", "camp"}
	if testing.Short() {
		names = names[:2] // scripts of camp load long
	}
	if longtest.On {
		names = append(names, "wilds") // scripts as in camp, which load longer
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			s := open(t, name, 1)
			class := s.Scene().Setup.Classes[0].ID
			command := func(tick int) session.Command {
				return &session.Tune{Class: class, Key: "speedMps", Value: float64(1 + tick%5)}
			}
			for tick := range 60 {
				if tick == 20 {
					_ = s.Do(command(tick))
				}
				s.Step()
			}
			for _, s := range []*live.Session{s, restore(t, save(t, s), 2)} {
				var file bytes.Buffer
				r, err := s.Record(&file)
				if err != nil {
					t.Fatal(err)
				}
				for tick := range 40 {
					if tick%13 == 5 {
						_ = s.Do(command(tick))
					}
					s.Step()
				}
				if err := r.Close(); err != nil {
					t.Fatal(err)
				}
				rec, err := live.ReadRecording(bytes.NewReader(file.Bytes()), limit.Values{})
				if err != nil || rec.Begins != 60 || rec.Bundle.File != s.Scene().File {
					t.Fatalf("it begins at tick %d, wanted 60; %v", rec.Begins, err)
				}
				if n, cut, err := replaytest.Play(t, file.Bytes(), 3, nil); n != 40 || cut != nil || err != nil {
					t.Errorf("%d ticks were replayed, wanted 40; %v, %v", n, cut, err)
				}
				_, _, err = replaytest.Play(t, file.Bytes(), 1, func(tick int64, s *live.Session) {
					if tick == 20 { // after the recording began
						_ = s.Do(&session.Seed{Seed: 99})
						_ = s.Do(&session.Remove{Class: class})
					}
				})
				var d *live.Difference
				if !errors.As(err, &d) || d.Tick != 81 {
					t.Errorf("another game: %v, wanted a difference at tick 81", err)
				}
			}
		})
	}
}

// What the digests of ticks leave out is compared at the end, and a part of saves named.
func TestReplayComparesSaves(t *testing.T) {
	data := recorded(t, "siege", 30, nothing)
	rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Open(silent(live.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := live.NewReplay(rec, s, nil)
	for more := true; err == nil && more; {
		if more, err = p.Before(); more && err == nil {
			s.Step()
			if err = p.After(); p.Ticks() == 30 { // it waits to be heard in the next tick
				if e := s.Do(&session.Event{Name: "alarm", All: true}); e != nil {
					t.Fatal(e)
				}
			}
		}
	}
	var d *live.Difference
	if !errors.As(err, &d) || !d.Whole || !slices.Equal(d.Parts, []string{"game"}) || !strings.Contains(err.Error(), "tick 30: the whole games differ, in what the digests of ticks leave out: game") {
		t.Errorf("%v, wanted a difference of the save", err)
	}
}

// The past is no game of its own until it is the present.
func TestThePastIsNotRecorded(t *testing.T) {
	s := remembering(t, "tag", session.History{Seconds: 1000})
	for range 20 {
		s.Step()
	}
	if err := s.Seek(10); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(io.Discard); err == nil || !strings.Contains(err.Error(), "in its past") {
		t.Error(err)
	}
	s.Branch()
	var file bytes.Buffer
	r, err := s.Record(&file)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		s.Step()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if n, cut, err := replaytest.Play(t, file.Bytes(), 2, nil); n != 10 || cut != nil || err != nil {
		t.Error(fmt.Sprint(n), cut, err)
	}
}
