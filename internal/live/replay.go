package live

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Replay plays a recording in a session that it was opened for, and compares.
type Replay struct {
	from    *Recording
	s       *Session
	pending *systems.Detail // of the tick to play
	did     func(c session.Command, err error)
	detail  systems.Detail
	ticks   int64
	began   bool // the moment that the recording begins with was compared
}

// NewReplay begins to replay. What did is told of commands that were carried out; it may
// be nil. The first difference may be in the world that the session begins with.
func NewReplay(from *Recording, s *Session, did func(c session.Command, err error)) (*Replay, error) {
	p := &Replay{from: from, s: s, did: did}
	if parts := s.game.DetailParts(); !slices.Equal(parts, from.Parts) {
		return nil, fmt.Errorf("the recording has digests of %q, and this build of %q", from.Parts, parts)
	}
	more, err := p.Before()
	switch {
	case err != nil:
		return nil, err
	case !more:
		return nil, fmt.Errorf("the recording ends before it begins: %w", cmp.Or(from.cut, io.ErrUnexpectedEOF))
	}
	return p, p.After()
}

// Ticks returns how many ticks were compared and found equal.
func (p *Replay) Ticks() int64 { return p.ticks }

// Before carries out what happened before the next tick, and tells whether there is one: if
// so, the session is to be stepped, and then After to be called. The error is of type
// [*Difference] where the session parts from the recording.
func (p *Replay) Before() (more bool, err error) {
	for {
		e, err := p.from.Next()
		switch {
		case err == io.EOF:
			return false, nil
		case err != nil:
			return false, err
		case e.Detail != nil:
			p.pending = e.Detail
			return true, nil
		case e.Command != nil:
			err := p.s.Do(e.Command)
			if p.did != nil {
				p.did(e.Command, err)
			}
			if (err != nil) != e.Refused {
				return false, &Difference{Tick: p.now(), Command: CommandName(e.Command), Refused: e.Refused, Err: err}
			}
		case e.Whole:
			if sum := p.s.Digest(); p.now() != e.Tick || sum != e.Digest {
				d := &Difference{Tick: e.Tick, Whole: true}
				if next, err := p.from.Next(); err == nil && next.Sums != nil {
					var saved *Difference
					if errors.As(p.compareSums(next), &saved) {
						d.Parts = saved.Parts
					}
				}
				return false, d
			}
		case e.Sums != nil:
			if err := p.compareSums(e); err != nil {
				return false, err
			}
		default:
			p.s.scene.Feed(e.Found)
		}
	}
}

// compareSums compares a save of now with one that was recorded, by a build of the same
// source.
func (p *Replay) compareSums(e *Entry) error {
	if e.Source != sourceName() {
		return nil
	}
	sums, err := p.s.sums()
	if err != nil {
		return err
	}
	if d := CompareSums(p.now(), e.Sums, sums); d != nil {
		return d
	}
	return nil
}

// CompareSums finds out which parts of two saves of a tick differ; nil where none do.
func CompareSums(tick int64, a, b []PartSum) *Difference {
	d := &Difference{Tick: tick, Saved: true}
	for _, p := range a {
		if !slices.Contains(b, p) {
			d.Parts = append(d.Parts, p.Name)
		}
	}
	for _, p := range b {
		if !slices.Contains(a, p) && !slices.Contains(d.Parts, p.Name) {
			d.Parts = append(d.Parts, p.Name)
		}
	}
	if len(d.Parts) == 0 {
		return nil
	}
	return d
}

func (p *Replay) now() int64 { return p.s.game.World.Clock().Tick }

// After compares the tick that was played.
func (p *Replay) After() error {
	p.s.DetailInto(&p.detail)
	if d := Compare(p.pending, &p.detail); d != nil {
		d.Parts = d.PartsOf(p.from.Parts)
		return d
	}
	if p.began {
		p.ticks++
	}
	p.began = true
	return nil
}

// DetailInto sums up the world by its parts and bodies, these by ascending id.
func (s *Session) DetailInto(d *systems.Detail) {
	s.lock("DetailInto")
	defer s.mu.Unlock()
	if d == nil {
		panic("Session.DetailInto(nil): wanted a Detail")
	}
	s.game.Detail(d)
	slices.SortFunc(d.Bodies, func(a, b systems.BodyDetail) int { return cmp.Compare(a.ID, b.ID) })
}

// Difference tells how two runs part: after the tick before, they were equal. The first is
// the run of a recording.
type Difference struct {
	Tick int64
	// Command was refused in one of them and carried out in the other, before the tick
	// after Tick. Refused and Err say how it went in the first and in the second.
	Command string
	Refused bool
	Err     error
	// Whole: everything compared in every tick is equal, except the digest of the whole
	// game. Parts then names differing parts of saves, where these were recorded.
	Whole bool
	// Saved: all digests are equal, but saves are not. Parts then names the parts of saves that
	// differ.
	Saved bool
	// Parts names the parts that differ.
	Parts []string
	parts []int
	// Bodies lists the bodies that differ, by ascending id, as far as that can be told.
	Bodies []BodyDifference
	// Among has ids of which at least one differs, in a game of many bodies; or every
	// SameBuckets id more, which cannot be told from it. Where Exact, each of them does.
	Among []components.ID
	Exact bool
}

// BodyDifference is a body that is not the same in two runs.
type BodyDifference struct {
	ID     components.ID
	Class  int16     // ecs.Human for a player
	In     [2]bool   // in which of them it is
	Action [2]uint16 // of the body in the two runs
	Body   bool      // its position, heading, speed, state and so on differ
	Memory bool      // its tree remembers something else
}

// Error says where the runs part.
func (d *Difference) Error() string {
	switch {
	case d.Command != "" && d.Refused:
		return fmt.Sprintf("after tick %d: %q was refused in the recording, and is carried out here", d.Tick, d.Command)
	case d.Command != "":
		return fmt.Sprintf("after tick %d: %q was carried out in the recording, and is refused here: %v", d.Tick, d.Command, d.Err)
	case d.Whole:
		text := fmt.Sprintf("tick %d: the whole games differ, in what the digests of ticks leave out", d.Tick)
		if len(d.Parts) > 0 {
			text += ": " + strings.Join(d.Parts, ", ")
		}
		return text
	case d.Saved:
		return fmt.Sprintf("tick %d: what the digests of ticks leave out, and saves have, differs: %s", d.Tick, strings.Join(d.Parts, ", "))
	}
	return fmt.Sprintf("tick %d: the digests differ", d.Tick)
}

// Compare finds out how two moments differ; nil where they do not. Bodies must be by
// ascending id.
func Compare(a, b *systems.Detail) *Difference {
	if a.Tick == b.Tick && a.Digest == b.Digest {
		return nil
	}
	d := &Difference{Tick: min(a.Tick, b.Tick)}
	for i := range min(len(a.Parts), len(b.Parts)) {
		if a.Parts[i] != b.Parts[i] {
			d.parts = append(d.parts, i)
		}
	}
	d.compareBodies(a.Bodies, b.Bodies)
	d.compareBuckets(a.Buckets, b.Buckets)
	return d
}

func (d *Difference) compareBodies(a, b []systems.BodyDetail) {
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0], b[0]
		switch {
		case x.ID < y.ID:
			d.Bodies = append(d.Bodies, BodyDifference{ID: x.ID, Class: x.Class, In: [2]bool{true, false}, Action: [2]uint16{x.Action, 0}})
			a = a[1:]
			continue
		case y.ID < x.ID:
			d.Bodies = append(d.Bodies, BodyDifference{ID: y.ID, Class: y.Class, In: [2]bool{false, true}, Action: [2]uint16{0, y.Action}})
			b = b[1:]
			continue
		case x != y:
			d.Bodies = append(d.Bodies, BodyDifference{
				ID: x.ID, Class: x.Class, In: [2]bool{true, true}, Action: [2]uint16{x.Action, y.Action},
				Body: x.Body != y.Body || x.Class != y.Class, Memory: x.Memory != y.Memory,
			})
		}
		a, b = a[1:], b[1:]
	}
	for _, x := range a {
		d.Bodies = append(d.Bodies, BodyDifference{ID: x.ID, Class: x.Class, In: [2]bool{true, false}, Action: [2]uint16{x.Action, 0}})
	}
	for _, y := range b {
		d.Bodies = append(d.Bodies, BodyDifference{ID: y.ID, Class: y.Class, In: [2]bool{false, true}, Action: [2]uint16{0, y.Action}})
	}
}

// SameBuckets says how far apart ids are that cannot be told from each other in a game of
// many bodies.
const SameBuckets = systems.SameBuckets

// maxAmong is the number of ids that are listed of those that may differ.
const maxAmong = 100

// compareBuckets lists the ids both of whose buckets differ. A body changes the sums of both
// of its buckets by the same amount: where each that differs has one other that differs by as
// much, those are the bodies.
func (d *Difference) compareBuckets(a, b []uint32) {
	if len(a) != len(b) || len(a) == 0 {
		return
	}
	half := len(a) / 2
	by := make([]uint32, len(a))
	rows, columns := map[uint32]int{}, map[uint32]int{}
	for i := range a {
		if by[i] = b[i] - a[i]; by[i] != 0 && i < half {
			rows[by[i]]++
		} else if by[i] != 0 {
			columns[by[i]]++
		}
	}
	d.Exact = maps.Equal(rows, columns)
	for _, n := range rows {
		d.Exact = d.Exact && n == 1
	}
	for id := components.ID(1); id <= SameBuckets && len(d.Among) < maxAmong; id++ {
		of := systems.BucketsOf(id)
		if of[1] < len(a) && by[of[0]] != 0 && by[of[1]] != 0 && (!d.Exact || by[of[0]] == by[of[1]]) {
			d.Among = append(d.Among, id)
		}
	}
}

// PartsOf returns the parts that differ, of two digests that have parts of these names.
func (d *Difference) PartsOf(names []string) (all []string) {
	for _, i := range d.parts {
		if i < len(names) {
			all = append(all, names[i])
		}
	}
	return all
}
