// Package replaytest plays recordings for tests.
package replaytest

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// Play plays a recording to its end, or to the first difference, which is the error, or as far
// as one without an end goes: then cut tells where that is. disturb is called before each tick,
// where it is not nil.
func Play(t testing.TB, recording []byte, workers int, disturb func(tick int64, s *live.Session)) (ticks int64, cut, err error) {
	t.Helper()
	rec, err := live.ReadRecording(bytes.NewReader(recording), limit.Values{})
	if err != nil {
		return 0, nil, err
	}
	s, err := rec.Open(live.Options{Workers: workers, OnNotice: func(string) {}, OnFault: func(host.Fault) {}})
	if err != nil {
		return 0, nil, err
	}
	defer s.Close()
	p, err := live.NewReplay(rec, s, nil)
	if err != nil {
		return 0, nil, err
	}
	for {
		more, err := p.Before()
		if err != nil || !more {
			return p.Ticks(), rec.Cut(), err
		}
		if disturb != nil {
			disturb(p.Ticks(), s)
		}
		s.Step()
		if err := p.After(); err != nil {
			return p.Ticks(), rec.Cut(), err
		}
	}
}
