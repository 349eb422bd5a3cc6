package benchmark

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/live"
)

const (
	saveRounds = 5  // of which the median counts
	saveWarm   = 30 // ticks that are played before, if nothing else is asked for
)

// SaveRow holds the cost of saving a game to memory and of restoring it, on one worker.
type SaveRow struct {
	Source string `json:"source"` // what was measured: crowd, siege, a file
	Scene  Layout `json:"scene"`
	Bots   int    `json:"bots"`
	Warm   int    `json:"warm"` // ticks played before
	// Bytes says how long the file is.
	Bytes       int64   `json:"bytes"`
	BytesPerBot float64 `json:"bytes_per_bot"`
	// SaveS and RestoreS are seconds by wall clock: the median of five rounds.
	SaveS    float64 `json:"save_s"`
	RestoreS float64 `json:"restore_s"`
	// SaveCPUS and RestoreCPUS are the same in processor time, collection of garbage
	// included; nil where the operating system does not tell it.
	SaveCPUS    *float64 `json:"save_cpu_s"`
	RestoreCPUS *float64 `json:"restore_cpu_s"`
}

// RunSaves measures saves of the cases of a part. When it is cancelled, or a case cannot be
// built or saved, the rows are those that were measured before.
func RunSaves(ctx context.Context, p Part, o Options) (rows []SaveRow, err error) {
	all, before := 0.0, 0.0
	for _, c := range p.Cases {
		all += float64(c.Bots)
	}
	for _, c := range p.Cases {
		row, err := p.saves(ctx, c, func(part float64) {
			if o.Progress != nil {
				o.Progress(p.Source.Name, c, (before+part*float64(c.Bots))/all)
			}
		})
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
		before += float64(c.Bots)
	}
	return rows, nil
}

// saves measures one case.
func (p *Part) saves(ctx context.Context, c Case, tell func(part float64)) (row SaveRow, err error) {
	tell(0)
	scene, err := p.Source.setup(c.Layout, c.Bots, 1)
	if err != nil {
		return row, err
	}
	silent := p.Source.own.Silent(scene.Limits())
	silent.Workers = 1
	s, err := live.New(scene, silent)
	if err != nil {
		return row, err
	}
	defer s.Close()
	if c.Layout == Clustered {
		cluster(s.Game())
	}
	row = SaveRow{Source: p.Source.Name, Scene: c.Layout, Bots: s.World().Len(), Warm: p.Warm}
	if row.Warm == 0 {
		row.Warm = saveWarm
	}
	for range row.Warm {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		s.Step()
	}
	var file bytes.Buffer
	var saves, restores stopwatch
	for round := range saveRounds {
		tell(shareWarm + (1-shareWarm)*float64(round)/saveRounds)
		if err := ctx.Err(); err != nil {
			return row, err
		}
		file.Reset()
		if saves.time(func() { err = s.Save(&file) }); err != nil {
			return row, err
		}
		var other *live.Session
		restores.time(func() { other, err = live.Restore(bytes.NewReader(file.Bytes()), silent) })
		if err != nil {
			return row, fmt.Errorf("restore %s: %w", p.Source.Name, err)
		}
		other.Close()
	}
	row.Bytes, row.BytesPerBot = int64(file.Len()), float64(file.Len())/float64(max(row.Bots, 1))
	row.SaveS, row.SaveCPUS = saves.seconds()
	row.RestoreS, row.RestoreCPUS = restores.seconds()
	tell(1)
	return row, nil
}

// stopwatch says how long something took, each time.
type stopwatch struct{ wall, cpu []time.Duration }

func (s *stopwatch) time(f func()) {
	runtime.GC()
	wall, cpu := wallClock(), processClock()
	f()
	s.wall, s.cpu = append(s.wall, wallClock()-wall), append(s.cpu, processClock()-cpu)
}

// seconds returns the medians.
func (s *stopwatch) seconds() (wall float64, cpu *float64) {
	if processClockIsCPU {
		t := median(s.cpu).Seconds()
		cpu = &t
	}
	return median(s.wall).Seconds(), cpu
}

// WriteSaves prints a table of rows.
func WriteSaves(w io.Writer, name string, rows []SaveRow) error {
	t := table{
		sources: 1,
		title:   "Saving to memory and restoring from it, on one worker: seconds by wall clock and of the processor; the size of the file",
		head:    []string{"bots", "scene", "tick", "save s", "cpu", "restore s", "cpu", "MB", "bytes/bot"},
	}
	cpu := func(s *float64) string {
		if s == nil {
			return ""
		}
		return digits(*s)
	}
	for i := range rows {
		r := &rows[i]
		t.add(&Row{Source: r.Source, Scene: r.Scene, Bots: r.Bots}, humanize.Thousands(int64(r.Warm)),
			digits(r.SaveS), cpu(r.SaveCPUS), digits(r.RestoreS), cpu(r.RestoreCPUS), digits(float64(r.Bytes)/1e6), digits(r.BytesPerBot))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n", onMachine(name), t.title)
	t.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
