package benchmark

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// WriteTables prints three tables: speed, time of each system, and memory.
func WriteTables(w io.Writer, name string, rows []Row) error {
	return write(w, name, rows, func(b *strings.Builder, t *table) {
		b.WriteString("\n" + t.title + "\n\n")
		t.write(b)
	})
}

// WriteMarkdown prints the same tables as Markdown.
func WriteMarkdown(w io.Writer, name string, rows []Row) error {
	return write(w, name, rows, func(b *strings.Builder, t *table) {
		b.WriteString("\n" + t.title + ".\n\n")
		t.markdown(b)
	})
}

func write(w io.Writer, name string, rows []Row, one func(*strings.Builder, *table)) error {
	if len(rows) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString(onMachine(name) + "\n")
	for _, t := range []table{speedTable(rows), phaseTable(rows), memoryTable(rows)} {
		one(&b, &t)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// onMachine says what was measured on which machine.
func onMachine(name string) string {
	return fmt.Sprintf("%s on %d processors, %s/%s, %s", name, runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

func speedTable(rows []Row) table {
	t := table{
		sources: sources(rows),
		title: "Speed: wall clock, and the processor's for one worker; speed-up is over one worker, naive is how many times as long the plain way takes, " +
			"scalar the same for no vector instructions; full is bots in a group, of 64",
		head: []string{"bots", "scene", "workers", "tick", "ticks/s", "mean ms", "p50 ms", "p99 ms", "p99/p50", "ns/bot", "cpu", "speed-up", "naive", "scalar", "full"},
	}
	times := func(r *float64) string {
		if r == nil {
			return ""
		}
		return fmt.Sprintf("%.2fx", *r)
	}
	number := func(r *float64) string {
		if r == nil {
			return ""
		}
		return digits(*r)
	}
	for i := range rows {
		r := &rows[i]
		var speedUp *float64
		if one := singleWorker(rows, r); one != nil && one != r {
			up := r.SpeedUp(one)
			speedUp = &up
		}
		t.add(r, strconv.Itoa(r.Workers), humanize.Thousands(int64(r.Warm)), digits(r.TicksPerS), digits(r.TickMeanMs), digits(r.TickP50Ms), digits(r.TickP99Ms),
			digits(r.Tail()), digits(r.NsPerBotTick), number(r.CPUNsPerBotTick), times(speedUp), times(r.NaiveRatio), times(r.ScalarRatio), number(r.BotsPerGroup))
	}
	return t
}

// sources counts the sources of the rows.
func sources(rows []Row) int {
	return len(namesOf(rows, func(r *Row) []string { return []string{r.Source} }))
}

// singleWorker finds the row of the same case on one worker, or nil.
func singleWorker(rows []Row, r *Row) *Row {
	i := slices.IndexFunc(rows, func(o Row) bool {
		return o.Workers == 1 && o.part == r.part && o.Scene == r.Scene && o.Bots == r.Bots
	})
	if i < 0 {
		return nil
	}
	return &rows[i]
}

func phaseTable(rows []Row) table {
	systems := namesOf(rows, func(r *Row) []string { return r.Systems })
	t := table{
		sources: sources(rows),
		title:   "Where a tick goes: nanoseconds a bot in each system",
		head:    append([]string{"bots", "scene", "workers"}, systems...),
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
	parts := namesOf(rows, func(r *Row) (names []string) {
		for _, p := range r.Memory {
			names = append(names, p.Name)
		}
		return names
	})
	t := table{
		sources: sources(rows),
		title:   "Memory: bytes a bot, all and by part; allocations a tick",
		head:    append(append([]string{"bots", "scene", "workers", "all"}, parts...), "allocs"),
	}
	for i := range rows {
		r := &rows[i]
		cells := []string{strconv.Itoa(r.Workers), digits(r.BytesPerBot)}
		for _, p := range parts {
			cells = append(cells, digits(r.MemoryPerBot[p]))
		}
		t.add(r, append(cells, strconv.FormatInt(r.AllocsPerTick, 10))...)
	}
	return t
}

// namesOf lists what any of the rows has, in the order in which it comes.
func namesOf(rows []Row, of func(*Row) []string) (names []string) {
	for i := range rows {
		for _, name := range of(&rows[i]) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
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
	title   string
	sources int // that the rows are of
	head    []string
	rows    [][]string
}

// add adds a row. Those of several sources are told apart by the name of theirs.
func (t *table) add(r *Row, cells ...string) {
	label := string(r.Scene)
	switch {
	case t.sources < 2:
	case r.Scene == Uniform:
		label = r.Source
	default:
		label = r.Source + ", " + label
	}
	t.rows = append(t.rows, append([]string{humanize.Thousands(int64(r.Bots)), label}, cells...))
}

// markdown writes the table with numbers to the right.
func (t *table) markdown(b *strings.Builder) {
	line := func(row []string) { b.WriteString("| " + strings.Join(row, " | ") + " |\n") }
	line(t.head)
	rule := slices.Repeat([]string{"---:"}, len(t.head))
	rule[1] = "---"
	line(rule)
	for _, row := range t.rows {
		line(row)
	}
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
