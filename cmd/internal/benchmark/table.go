package benchmark

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/humanize"
)

// WriteTables prints three tables: speed, time of each system, and memory.
func WriteTables(w io.Writer, name string, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	tables := []table{speedTable(rows), phaseTable(rows), memoryTable(rows)}
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %d processors, %s/%s, %s\n", name, runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, t := range tables {
		b.WriteString("\n" + t.title + "\n\n")
		t.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func speedTable(rows []Row) table {
	t := table{
		title: "Speed: wall clock; speed-up is over one worker, naive is how many times as long the plain way takes",
		head:  []string{"bots", "scene", "workers", "ticks/s", "mean ms", "p50 ms", "p99 ms", "ns/bot", "speed-up", "naive"},
	}
	for i := range rows {
		r := &rows[i]
		speedUp, naive := "", ""
		if one := singleWorker(rows, r); one != nil && one != r {
			speedUp = fmt.Sprintf("%.2fx", r.SpeedUp(one))
		}
		if r.NaiveRatio != nil {
			naive = fmt.Sprintf("%.2fx", *r.NaiveRatio)
		}
		t.add(r, strconv.Itoa(r.Workers), digits(r.TicksPerS), digits(r.TickMeanMs), digits(r.TickP50Ms),
			digits(r.TickP99Ms), digits(r.NsPerBotTick), speedUp, naive)
	}
	return t
}

// singleWorker finds the row of the same case on one worker, or nil.
func singleWorker(rows []Row, r *Row) *Row {
	i := slices.IndexFunc(rows, func(o Row) bool {
		return o.Workers == 1 && o.Scene == r.Scene && o.Bots == r.Bots
	})
	if i < 0 {
		return nil
	}
	return &rows[i]
}

func phaseTable(rows []Row) table {
	var systems []string
	for i := range rows {
		for _, s := range rows[i].Systems {
			if !slices.Contains(systems, s) {
				systems = append(systems, s)
			}
		}
	}
	t := table{
		title: "Where a tick goes: nanoseconds a bot in each system",
		head:  append([]string{"bots", "scene", "workers"}, systems...),
	}
	for i := range rows {
		cells := []string{strconv.Itoa(rows[i].Workers)}
		for _, s := range systems {
			cells = append(cells, digits(rows[i].Phases[s]))
		}
		t.add(&rows[i], cells...)
	}
	return t
}

func memoryTable(rows []Row) table {
	var parts []string
	for _, p := range rows[0].Memory {
		parts = append(parts, p.Name)
	}
	t := table{
		title: "Memory: bytes a bot, all and by part; allocations a tick",
		head:  append(append([]string{"bots", "scene", "workers", "all"}, parts...), "allocs"),
	}
	for i := range rows {
		r := &rows[i]
		cells := []string{strconv.Itoa(r.Workers), digits(r.BytesPerBot)}
		for _, p := range r.Memory {
			cells = append(cells, digits(float64(p.Bytes)/float64(max(r.Bots, 1))))
		}
		t.add(r, append(cells, strconv.FormatInt(r.AllocsPerTick, 10))...)
	}
	return t
}

// digits writes a number with three digits, or more where there are more before the
// point.
func digits(x float64) string {
	switch a := math.Abs(x); {
	case a >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// table is rows of cells; the second column is text, the others are numbers.
type table struct {
	title string
	head  []string
	rows  [][]string
}

func (t *table) add(r *Row, cells ...string) {
	t.rows = append(t.rows, append([]string{humanize.Thousands(int64(r.Bots)), string(r.Scene)}, cells...))
}

// write aligns the columns. Rows of one number of bots stand together.
func (t *table) write(b *strings.Builder) {
	width := make([]int, len(t.head))
	for _, row := range append(t.rows, t.head) {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	line := func(row []string) {
		text := ""
		for i, cell := range row {
			if i == 1 {
				text += fmt.Sprintf("  %-*s", width[i], cell)
			} else {
				text += fmt.Sprintf("  %*s", width[i], cell)
			}
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line(t.head)
	for i, row := range t.rows {
		if i > 0 && row[0] != t.rows[i-1][0] {
			b.WriteString("\n")
		}
		line(row)
	}
}
