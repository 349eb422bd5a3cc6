package match

import (
	"context"
	"fmt"
	"sync"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// longest says how many seconds of simulated time a match lasts at most where nobody says how many
// ticks: an hour.
const longest = 3600

// Options say which matches are played.
type Options struct {
	Scene      string
	Seeds      int    // how many, from 1 on
	First      *int64 // the seed of the first match, nil for the scene's; the next has the next one
	Ticks      int64  // after which a match that goes on is given up; 0: an hour of simulated time
	Workers    int    // how many matches are played at once, from 1 on
	Population scenes.Population
	Lenient    bool // what the game does not offer is stood in for
	Limits     limit.Values
	Own        live.Own // what the game has of its own
	// Begins, where set, is told of the scene before anything is played; Each after each match how
	// many are over.
	Begins func(*scenes.Scene)
	Each   func(done int)
}

// Played is one match.
type Played struct {
	Seed    int64   `json:"seed"`
	Winner  string  `json:"winner"` // the id of a team; empty for a draw, and for a match that was given up
	Over    bool    `json:"over"`   // it ended by itself
	Result  string  `json:"result"` // how, for people
	Ticks   int64   `json:"ticks"`
	Seconds float64 `json:"seconds"` // of simulated time
	Digest  string  `json:"digest"`  // of the last tick, 16 hexadecimal digits
	Faults  int64   `json:"faults"`

	counts *counts
}

// Play plays the matches. When the context is over before that, the report is of those that were
// played, with its error.
func Play(ctx context.Context, o Options) (*Report, error) {
	first, err := o.load()
	if err != nil {
		return nil, err
	}
	if err := Check(first); err != nil {
		return nil, err
	}
	if o.Begins != nil {
		o.Begins(first)
	}
	seed := int64(first.Setup.Seed)
	if o.First != nil {
		seed = *o.First
	}
	played, errs := make([]*Played, o.Seeds), make([]error, o.Seeds)
	next, done := 0, 0
	var turn sync.Mutex
	var all sync.WaitGroup
	for range min(o.Workers, o.Seeds) {
		all.Go(func() {
			for {
				turn.Lock()
				i := next
				next++
				turn.Unlock()
				if i >= o.Seeds || ctx.Err() != nil {
					return
				}
				played[i], errs[i] = o.play(ctx, seed+int64(i))
				turn.Lock()
				if done++; o.Each != nil && ctx.Err() == nil {
					o.Each(done)
				}
				turn.Unlock()
			}
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("seed %d: %w", seed+int64(i), err)
		}
	}
	return report(o.Scene, first, played), ctx.Err()
}

// load loads the scene of a match.
func (o *Options) load() (*scenes.Scene, error) {
	to := o.Own.Loading(o.Limits)
	to.Lenient = o.Lenient
	s, err := scenes.Load(o.Scene, to)
	if err != nil {
		return nil, err
	}
	return s, s.Populate(o.Population)
}

// Check returns why a scene has no match that somebody can win, or nil.
func Check(s *scenes.Scene) error {
	m := &s.Arena.Match
	switch {
	case len(s.Setup.Teams) < 2:
		return fmt.Errorf("%s has no match: it has %s, wanted two or more", s.File, teams(len(s.Setup.Teams)))
	case s.Arena.Game != "":
		return nil
	case !m.Declared:
		return fmt.Errorf("%s has no match: wanted the key match, which says how a team wins", s.File)
	case m.Score == 0 && m.Time == 0:
		return fmt.Errorf("%s has a match that never ends: wanted a score that wins, or a time, in the key match", s.File)
	}
	return nil
}

func teams(n int) string {
	if n == 1 {
		return "one team"
	}
	return "no teams"
}

// play plays one match. A panic of the game is its error.
func (o *Options) play(ctx context.Context, seed int64) (p *Played, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the game panicked: %v", v)
		}
	}()
	scene, err := o.load()
	if err != nil {
		return nil, err
	}
	scene.Setup.Seed = uint64(seed)
	s, err := live.New(scene, o.Own.Silent(o.Limits))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c := newCounts(s)
	s.Listen(c)
	last := o.Ticks
	if last == 0 {
		last = int64(longest * scene.Setup.TickRate)
	}
	p = &Played{Seed: seed, counts: c}
	for p.Ticks < last && !s.Game().Over() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.Step()
		p.Ticks++
		c.settle()
	}
	p.Over, p.Result = s.Game().Over(), c.result
	if a := arena.Of(s.Game()); p.Over && a != nil {
		if w := a.Winner(); w != systems.NoTeam {
			p.Winner = scene.Setup.Teams[w].ID
		}
	}
	if !p.Over {
		p.Result = "goes on"
	}
	p.Seconds = float64(p.Ticks) / scene.Setup.TickRate
	p.Digest = fmt.Sprintf("%016x", s.Digest())
	_, p.Faults = s.Faults()
	return p, nil
}
