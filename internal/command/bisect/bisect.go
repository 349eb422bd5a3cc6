package bisect

import (
	"context"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// Report says how two runs part, or that they do not.
type Report struct {
	Runs  [2]string `json:"runs"`  // as they are called: files, or this build
	Ticks int64     `json:"ticks"` // that were compared
	Equal bool      `json:"equal"`
	// Cut tells of a recording whose tail is missing.
	Cut []string `json:"cut,omitempty"`
	// Files differ between the two recordings: each with the first line that does, or with
	// which of the two has it.
	Files []string `json:"files,omitempty"`

	Tick    int64    `json:"tick"` // the first that differs
	Seconds float64  `json:"seconds"`
	What    string   `json:"what,omitempty"` // of a difference that is in no body
	Parts   []string `json:"parts,omitempty"`
	Bodies  []Body   `json:"bodies,omitempty"`
	More    int      `json:"more,omitempty"` // bodies that differ, too
	// Among has ids of which at least one differs, in a game of many bodies.
	Among []components.ID `json:"among,omitempty"`
	// Witness is the run that this build plays in the tick that differs, or says why it
	// plays neither.
	Witness string `json:"witness,omitempty"`

	Begins int64 `json:"begins"` // the tick from which on they are compared

	exact bool // Among are all that differ, if no others share their sums
}

// Body is a body that differs.
type Body struct {
	ID      components.ID `json:"id"`
	Name    string        `json:"name"`
	Class   string        `json:"class"` // empty for a player
	Only    string        `json:"only,omitempty"`
	Body    bool          `json:"body"`   // its position, heading, speed, state or contacts differ
	Memory  bool          `json:"memory"` // what its tree remembers differs
	Actions [2]string     `json:"actions"`
	// Fields lists the fields of it that differ where no digest has that.
	Fields []live.FieldDiff `json:"fields,omitempty"`
	// Changed are the nodes that its tree asked in the tick and that say something else in the
	// other run.
	Changed []Change `json:"changed,omitempty"`
	// Node is the node of the leaf that decided in the run that this build plays, Others
	// those that may have decided in the other one.
	Node   *Node  `json:"node,omitempty"`
	Others []Node `json:"others,omitempty"`
	// Remembers are the nodes whose memory changed in that tick, of a bot that remembers
	// something else.
	Remembers []Node `json:"remembers,omitempty"`
}

// maxBodies is the number of bodies a report has, and watched how many of them are watched.
const (
	maxBodies = 10
	watched   = 3
)

// Options say how this build plays.
type Options struct {
	Workers int
	Limits  limit.Values
	Own     live.Own        // what the game has of its own
	Lenient bool            // recordings with stand-ins are played
	Context context.Context // ends the work; nil: nothing does
	// Progress, where set, is called now and then with the tick.
	Progress func(tick int64)
	// Open, where set, opens the recording of a name, any number of times; else it is that of
	// a file.
	Open func(name string) (io.ReadCloser, error)
}

func (o *Options) session() live.Options {
	s := o.Own.Silent(o.Limits)
	s.Workers, s.Lenient = o.Workers, o.Lenient
	return s
}

// ended returns the error of work that was ended, or nil.
func (o *Options) ended() error {
	if o.Context == nil {
		return nil
	}
	return o.Context.Err()
}

// ThisBuild is the name of the run that this build plays.
const ThisBuild = "this build"

// Find compares two recordings; with an empty b a recording and this build.
func Find(a, b string, o Options) (*Report, error) {
	if b == "" {
		return o.againstThis(a)
	}
	return o.twoFiles(a, b)
}

// open reads the beginning of a recording.
func (o *Options) open(name string) (*live.Recording, io.Closer, error) {
	var f io.ReadCloser
	var err error
	if o.Open != nil {
		f, err = o.Open(name)
	} else {
		f, err = os.Open(name)
	}
	if err != nil {
		return nil, nil, err
	}
	rec, err := live.ReadRecording(f, o.Limits)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, f, nil
}

func (o *Options) againstThis(name string) (*Report, error) {
	r := &Report{Runs: [2]string{name, ThisBuild}, Equal: true}
	w, err := o.play(name)
	if err != nil {
		return nil, err
	}
	defer w.close()
	r.Begins = w.rec.Begins
	d, err := w.to(-1)
	r.Ticks = w.replay.Ticks()
	if cut := w.rec.Cut(); cut != nil {
		r.Cut = append(r.Cut, fmt.Sprintf("%s: %v", name, cut))
	}
	if err != nil || d == nil {
		return r, err
	}
	r.differ(d, w.rec)
	return r, o.look(r, name, 0)
}

func (o *Options) twoFiles(a, b string) (*Report, error) {
	r := &Report{Runs: [2]string{a, b}, Equal: true}
	var recs [2]*live.Recording
	for i, name := range r.Runs {
		rec, file, err := o.open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		recs[i] = rec
	}
	r.Begins = max(recs[0].Begins, recs[1].Begins)
	r.Files = r.files(recs)
	if recs[0].Seed != recs[1].Seed {
		r.Files = append(r.Files, fmt.Sprintf("the seed: %d and %d", int64(recs[0].Seed), int64(recs[1].Seed)))
	}
	d, err := r.compare(o, recs)
	for i, rec := range recs {
		if rec.Cut() != nil {
			r.Cut = append(r.Cut, fmt.Sprintf("%s: %v", r.Runs[i], rec.Cut()))
		}
	}
	if err != nil || d == nil {
		return r, err
	}
	r.differ(d, recs[0], recs[1])
	if d.Saved || d.Whole {
		if err := o.together(r); err != nil {
			return r, err
		}
	}
	for i, name := range r.Runs {
		err := o.look(r, name, i)
		if err == nil {
			return r, nil
		}
		r.Witness = fmt.Sprintf("this build plays neither of the two so far: %v", err)
	}
	return r, nil
}

// compare reads two recordings up to the first difference.
func (r *Report) compare(o *Options, recs [2]*live.Recording) (*live.Difference, error) {
	var whole [2]live.Entry // the last digests of a whole game
	var e [2]*live.Entry
	for i, rec := range recs {
		var err error
		if e[i], err = r.begin(rec); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Runs[i], err)
		}
	}
	if d := live.Compare(e[0].Detail, e[1].Detail); d != nil {
		d.Parts = d.PartsOf(recs[0].Parts)
		return d, nil
	}
	for {
		if err := o.ended(); err != nil {
			return nil, err
		}
		e = [2]*live.Entry{}
		var saves [2]live.Entry // of the tick that was compared last
		for i, rec := range recs {
			// what was read from files shows in what came of it
			for e[i] == nil || e[i].Found != nil || e[i].Whole || e[i].Sums != nil {
				next, err := rec.Next()
				if err == io.EOF {
					e[i] = nil
					break
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %w", r.Runs[i], err)
				}
				switch e[i] = next; {
				case next.Whole:
					whole[i] = *next
				case next.Sums != nil:
					saves[i] = *next
				}
			}
		}
		if whole[0].Tick == whole[1].Tick && whole[0].Digest != whole[1].Digest {
			d := &live.Difference{Tick: whole[0].Tick, Whole: true}
			if saves[0].Sums != nil && saves[1].Sums != nil && saves[0].Source == saves[1].Source {
				if saved := live.CompareSums(d.Tick, saves[0].Sums, saves[1].Sums); saved != nil {
					d.Parts = saved.Parts
				}
			}
			return d, nil
		}
		if saves[0].Sums != nil && saves[1].Sums != nil && saves[0].Source == saves[1].Source {
			if d := live.CompareSums(r.Begins+r.Ticks, saves[0].Sums, saves[1].Sums); d != nil {
				return d, nil
			}
		}
		switch {
		case e[0] == nil && e[1] == nil:
			return nil, nil
		case e[0] == nil:
			r.What = r.Runs[1] + " is longer"
			return nil, nil
		case e[1] == nil:
			r.What = r.Runs[0] + " is longer"
			return nil, nil
		case e[0].Detail != nil && e[1].Detail != nil:
			if d := live.Compare(e[0].Detail, e[1].Detail); d != nil {
				d.Parts = d.PartsOf(recs[0].Parts)
				return d, nil
			}
			r.Ticks = e[0].Detail.Tick - r.Begins
		case e[0].Command != nil && e[1].Command != nil && e[0].Refused == e[1].Refused && reflect.DeepEqual(e[0].Command, e[1].Command):
		default:
			r.What = "the commands that were given after this tick differ"
			return &live.Difference{Tick: r.Begins + r.Ticks}, nil
		}
	}
}

// begin reads up to the tick with which both have begun.
func (r *Report) begin(rec *live.Recording) (*live.Entry, error) {
	last := rec.Begins
	for {
		e, err := rec.Next()
		switch {
		case err == io.EOF:
			return nil, fmt.Errorf("it ends with tick %d, and the other one begins with tick %d: wanted ticks that both have", last, r.Begins)
		case err != nil:
			return nil, err
		case e.Detail == nil:
		case e.Detail.Tick >= r.Begins:
			return e, nil
		default:
			last = e.Detail.Tick
		}
	}
}

// differ takes in a difference. recs are the recordings among the runs.
func (r *Report) differ(d *live.Difference, recs ...*live.Recording) {
	r.Equal, r.Tick, r.Parts, r.Among = false, d.Tick, d.Parts, d.Among
	r.exact = d.Exact
	if d.Command != "" || d.Whole || d.Saved {
		r.What = d.Error()
	}
	r.More = max(0, len(d.Bodies)-maxBodies)
	for _, b := range d.Bodies[:min(len(d.Bodies), maxBodies)] {
		body := Body{ID: b.ID, Body: b.Body, Memory: b.Memory}
		for i, in := range b.In {
			if !in {
				body.Only = r.Runs[1-i]
			}
		}
		if b.Class != ecs.Human {
			for i, n := range b.Action {
				body.Actions[i] = actionName(recs[min(i, len(recs)-1)].Actions, n)
			}
		}
		r.Bodies = append(r.Bodies, body)
	}
}

// actionName returns the name of an action by its number; empty for none.
func actionName(names []string, n uint16) string {
	if n == 0 || int(n) > len(names) {
		return ""
	}
	return names[n-1]
}
