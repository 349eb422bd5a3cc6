package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Job is some runs of one point. It is what a worker does at once.
type Job struct {
	ID    string    `json:"id"` // of the round, the point and the first repeat
	Point int       `json:"point"`
	At    []float64 `json:"at"` // the coordinates of the point, by factor
	First int       `json:"first"`
	Runs  int       `json:"runs"`
	Seed  int64     `json:"seed"`  // of repeat 0
	Scene string    `json:"scene"` // the sum of the point's scene
}

// Row holds the results of a run. All but who played it, and how long that took, is the same
// wherever it is played.
type Row struct {
	Point  int     `json:"point"`
	Repeat int     `json:"repeat"`
	Seed   int64   `json:"seed"`
	Ticks  int64   `json:"ticks"`
	Digest string  `json:"digest"` // of the last tick, 16 hexadecimal digits
	Winner string  `json:"winner,omitempty"`
	Values []Value `json:"values"`
	Failed string  `json:"failed,omitempty"` // why there are no values; empty: it did not fail

	Unplayed bool `json:"-"` // there was no time for it

	At     []float64     `json:"-"`
	Scene  string        `json:"-"`
	Worker string        `json:"-"`
	Build  string        `json:"-"`
	Took   time.Duration `json:"took"`
}

// Value is a number that may be missing, which is NaN, and null in JSON.
type Value float64

// MarshalJSON writes the number so that it is read back with the same bits.
func (v Value) MarshalJSON() ([]byte, error) {
	if f := float64(v); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return json.Marshal(f)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a number or null.
func (v *Value) UnmarshalJSON(b []byte) error {
	var f *float64
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	if *v = Value(math.NaN()); f != nil {
		*v = Value(*f)
	}
	return nil
}

// Play plays a job with the scene of its point. What goes wrong in a run is in its row; the
// error is that of the context.
func (f *File) Play(ctx context.Context, j *Job, bundle *scenes.Bundle) ([]Row, error) {
	var rows []Row
	for repeat := j.First; repeat < j.First+j.Runs; repeat++ {
		began := time.Now()
		row := Row{Point: j.Point, Repeat: repeat, Seed: j.Seed + int64(repeat)}
		run, err := f.Run(ctx, bundle, row.Seed, nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			row.Failed = err.Error()
		default:
			row.Ticks, row.Winner = run.Ticks, run.Winner
			row.Digest = fmt.Sprintf("%016x", run.Digest)
			for _, v := range run.Values {
				row.Values = append(row.Values, Value(v))
			}
		}
		row.Took = time.Since(began)
		rows = append(rows, row)
	}
	return rows, nil
}

// Run plays one run. The session is handed to prepare before it begins, where that is not nil. A
// panic of the game is an error of the run alone.
func (f *File) Run(ctx context.Context, bundle *scenes.Bundle, seed int64, prepare func(*live.Session) error) (run *treetest.Run, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the game panicked: %v", v)
		}
	}()
	o := f.Experiment.Own.Loading(f.Limits)
	o.Lenient = bundle.Lenient
	s, err := bundle.Load(o)
	if err != nil {
		return nil, err
	}
	if err := s.ReadFrom(""); err != nil {
		return nil, err
	}
	s.Setup.Seed = uint64(seed)
	return f.Experiment.Play(ctx, s, prepare)
}

// EncodeBundle returns the scene of a point as bytes.
func EncodeBundle(b *scenes.Bundle) ([]byte, error) {
	var e state.Encoder
	b.Encode(&e)
	return e.Bytes()
}

// DecodeBundle reads what [EncodeBundle] wrote.
func DecodeBundle(text []byte, limits limit.Values) (*scenes.Bundle, error) {
	d := state.NewDecoder(text)
	b := scenes.DecodeBundle(d, limits)
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("the scene of a point: %w", err)
	}
	return b, nil
}

// id returns the id of a job.
func (j *Job) id(round int) string {
	return strconv.Itoa(round) + "-" + strconv.Itoa(j.Point) + "-" + strconv.Itoa(j.First)
}

// Failure says why a job has no results, for its rows.
func (j *Job) Failure(why string) (rows []Row) {
	for repeat := j.First; repeat < j.First+j.Runs; repeat++ {
		rows = append(rows, Row{Point: j.Point, Repeat: repeat, Seed: j.Seed + int64(repeat), Failed: why})
	}
	return rows
}

// Check finds what results of a job cannot be: they come from elsewhere.
func (j *Job) Check(rows []Row, measures int) error {
	if len(rows) != j.Runs {
		return fmt.Errorf("%d rows of job %s, wanted %d", len(rows), j.ID, j.Runs)
	}
	for i, r := range rows {
		switch {
		case r.Point != j.Point || r.Repeat != j.First+i || r.Seed != j.Seed+int64(j.First+i):
			return fmt.Errorf("row %d of job %s is of another run", i, j.ID)
		case r.Failed == "" && len(r.Values) != measures:
			return fmt.Errorf("row %d of job %s has %d measures, wanted %d", i, j.ID, len(r.Values), measures)
		}
	}
	return nil
}

// Calibrate returns the digest of a scene after some ticks: of a shipped one, or of a bundle.
func Calibrate(ctx context.Context, shipped string, bundle *scenes.Bundle, ticks int, limits limit.Values, own live.Own) (digest string, err error) {
	var s *scenes.Scene
	if bundle != nil {
		o := own.Loading(limits)
		o.Lenient = bundle.Lenient
		s, err = bundle.Load(o)
	} else {
		s, err = scenes.Load(shipped, own.Loading(limits))
	}
	if err != nil {
		return "", err
	}
	game, err := live.New(s, own.Silent(limits))
	if err != nil {
		return "", err
	}
	defer game.Close()
	for range ticks {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		game.Step()
	}
	return fmt.Sprintf("%016x", game.Digest()), nil
}
