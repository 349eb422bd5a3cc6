// Package results keeps the rows of a sweep in files that other programs read: Parquet and CSV.
// Each row can be played again with what is in the folder.
package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

// Names in a folder of results. Scenes stand in a folder of their own, under the names that rows
// have, and so do plots.
const (
	Parquet = "results.parquet"
	CSV     = "results.csv"
	Report  = "report.html"
	Scenes  = "scenes"
	Plots   = "plots"
)

// sweepKey is the key of the sweep file in the metadata of a Parquet file, and nameKey that of
// its name.
const (
	sweepKey = "thicket.sweep"
	nameKey  = "thicket.file"
)

// versionName is the column of the version of digests. Tables from before it was there have the first.
const versionName = "digest_version"

// column is one of a table.
type column struct {
	name string
	kind parquet.Node
	of   func(r *sweep.Row) parquet.Value
}

func text(of func(r *sweep.Row) string) func(r *sweep.Row) parquet.Value {
	return func(r *sweep.Row) parquet.Value { return parquet.ByteArrayValue([]byte(of(r))) }
}

func whole(of func(r *sweep.Row) int64) func(r *sweep.Row) parquet.Value {
	return func(r *sweep.Row) parquet.Value { return parquet.Int64Value(of(r)) }
}

// number returns a value that may be missing.
func number(of func(r *sweep.Row) float64) func(r *sweep.Row) parquet.Value {
	return func(r *sweep.Row) parquet.Value {
		if v := of(r); !math.IsNaN(v) {
			return parquet.DoubleValue(v)
		}
		return parquet.NullValue()
	}
}

// columns returns the columns of the rows of a plan: what was set, what was measured, and who
// played it.
func columns(p *sweep.Plan) []column {
	integer, float, words := parquet.Leaf(parquet.Int64Type), parquet.Optional(parquet.Leaf(parquet.DoubleType)), parquet.String()
	all := []column{
		{"point", integer, whole(func(r *sweep.Row) int64 { return int64(r.Point) })},
		{"repeat", integer, whole(func(r *sweep.Row) int64 { return int64(r.Repeat) })},
		{"seed", integer, whole(func(r *sweep.Row) int64 { return r.Seed })},
	}
	for i, f := range p.Factors {
		if f.IsNumber() {
			all = append(all, column{f.Name, float, number(func(r *sweep.Row) float64 { return f.Value(r.At[i]) })})
		} else {
			all = append(all, column{f.Name, words, text(func(r *sweep.Row) string { return f.Label(r.At[i]) })})
		}
	}
	for i, m := range p.File.Experiment.Measures {
		all = append(all, column{m.Name, float, number(func(r *sweep.Row) float64 {
			if r.Failed != "" {
				return math.NaN()
			}
			if least, late := p.Ended(r, i); late {
				return least
			}
			return float64(r.Values[i])
		})})
		if p.File.Experiment.IsTime(m) {
			all = append(all, column{sweep.Censored(m.Name), parquet.Leaf(parquet.BooleanType), func(r *sweep.Row) parquet.Value {
				_, late := p.Ended(r, i)
				return parquet.BooleanValue(late)
			}})
		}
	}
	return append(all,
		column{"winner", words, text(func(r *sweep.Row) string { return r.Winner })},
		column{"ticks", integer, whole(func(r *sweep.Row) int64 { return r.Ticks })},
		column{"digest", words, text(func(r *sweep.Row) string { return r.Digest })},
		column{versionName, integer, whole(func(*sweep.Row) int64 { return digest.Version })},
		column{"failed", words, text(func(r *sweep.Row) string { return r.Failed })},
		column{"sum", words, text(func(r *sweep.Row) string { return r.Scene })},
		column{"worker", words, text(func(r *sweep.Row) string { return r.Worker })},
		column{"build", words, text(func(r *sweep.Row) string { return r.Build })},
		column{"took_s", float, number(func(r *sweep.Row) float64 { return r.Took.Seconds() })},
	)
}

// Write writes the tables of a sweep into a folder, each whole or not at all.
func Write(dir string, p *sweep.Plan, rows []sweep.Row) error {
	if err := writeWhole(filepath.Join(dir, Parquet), func(w io.Writer) error { return writeParquet(w, p, columns(p), rows) }); err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, CSV), func(w io.Writer) error { return writeCSV(w, p, rows) })
}

func writeParquet(w io.Writer, p *sweep.Plan, all []column, rows []sweep.Row) error {
	group := parquet.Group{}
	for _, c := range all {
		group[c.name] = c.kind
	}
	schema := parquet.NewSchema("run", group)
	place := map[string]int{}
	for i, path := range schema.Columns() {
		place[path[0]] = i
	}
	out := parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd), parquet.KeyValueMetadata(sweepKey, string(p.File.Text)), parquet.KeyValueMetadata(nameKey, p.File.Name))
	b := parquet.NewRowBuilder(schema)
	for i := range rows {
		b.Reset()
		for _, c := range all {
			if v := c.of(&rows[i]); !v.IsNull() {
				b.Add(place[c.name], v)
			}
		}
		if _, err := out.WriteRows([]parquet.Row{b.Row()}); err != nil {
			return err
		}
	}
	return out.Close()
}

func writeCSV(w io.Writer, p *sweep.Plan, rows []sweep.Row) error {
	out, all := csv.NewWriter(w), columns(p)
	record := make([]string, len(all))
	for i, c := range all {
		record[i] = c.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range rows {
		for j, c := range all {
			switch v := c.of(&rows[i]); v.Kind() {
			case parquet.Double:
				record[j] = strconv.FormatFloat(v.Double(), 'g', -1, 64)
			case parquet.Int64:
				record[j] = strconv.FormatInt(v.Int64(), 10)
			case parquet.ByteArray:
				record[j] = string(v.ByteArray())
			case parquet.Boolean:
				record[j] = strconv.FormatBool(v.Boolean())
			default:
				record[j] = ""
			}
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Table holds the content of a Parquet file.
type Table struct {
	Sweep *sweep.File
	Rows  []Row
	Names []string // of the columns
	dir   string
}

// Row is a row of a table, as far as it is needed to play it again.
type Row struct {
	sweep.Row
	Cells map[string]string // all of it, by column, for people
	Of    map[string]float64
}

// maxRows is the number of rows of a table are read.
const maxRows = 10_000_000

// Read reads the Parquet file of a sweep. Its folder has the scenes of the rows. Rows with digests of
// another version cannot be compared with what is played here, and are refused.
func Read(name string, limits limit.Values) (*Table, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: wanted results of a sweep as Parquet: %w", name, err)
	}
	text, ok := in.Lookup(sweepKey)
	title, _ := in.Lookup(nameKey)
	if !ok {
		return nil, fmt.Errorf("%s: a Parquet file, but not of a sweep: it has no %s", name, sweepKey)
	}
	t := &Table{dir: filepath.Dir(name)}
	if _, ok := in.Schema().Lookup(versionName); !ok {
		return nil, fmt.Errorf("%s: %w", name, digest.Check("sweep", 1))
	}
	if t.Sweep, err = sweep.Load(title, []byte(text), limits); err != nil {
		return nil, err
	}
	for _, path := range in.Schema().Columns() {
		t.Names = append(t.Names, path[0])
	}
	if in.NumRows() > maxRows {
		return nil, fmt.Errorf("%s: %d rows, wanted at most %d", name, in.NumRows(), maxRows)
	}
	reader := parquet.NewReader(in)
	defer reader.Close()
	for buffer := make([]parquet.Row, 256); ; {
		n, err := reader.ReadRows(buffer)
		for _, r := range buffer[:n] {
			row := t.row(r)
			if err := digest.Check("sweep", int64(row.Of[versionName])); err != nil {
				return nil, fmt.Errorf("%s: row %d: %w", name, len(t.Rows), err)
			}
			t.Rows = append(t.Rows, row)
		}
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// row reads one row.
func (t *Table) row(in parquet.Row) (r Row) {
	r.Cells, r.Of = map[string]string{}, map[string]float64{}
	for _, v := range in {
		name := t.Names[v.Column()]
		switch v.Kind() {
		case parquet.Double:
			r.Of[name] = v.Double()
			r.Cells[name] = strconv.FormatFloat(v.Double(), 'g', 6, 64)
		case parquet.Int64:
			r.Of[name] = float64(v.Int64())
			r.Cells[name] = strconv.FormatInt(v.Int64(), 10)
		case parquet.ByteArray:
			r.Cells[name] = string(v.ByteArray())
		case parquet.Boolean:
			r.Cells[name] = strconv.FormatBool(v.Boolean())
		}
	}
	for _, m := range t.Sweep.Experiment.Measures { // for people
		if r.Cells[sweep.Censored(m.Name)] == "true" {
			r.Cells[m.Name] = "≥ " + r.Cells[m.Name]
		}
	}
	r.Point, r.Repeat, r.Ticks = int(r.Of["point"]), int(r.Of["repeat"]), int64(r.Of["ticks"])
	r.Seed = int64(r.Of["seed"])
	r.Digest, r.Scene, r.Failed, r.Winner = r.Cells["digest"], r.Cells["sum"], r.Cells["failed"], r.Cells["winner"]
	r.Worker, r.Build = r.Cells["worker"], r.Cells["build"]
	r.Took = time.Duration(r.Of["took_s"] * float64(time.Second))
	return r
}

// Told returns the columns that people want to see of a row: its seed, the factors and the
// measures.
func (t *Table) Told() []string {
	names := []string{"seed"}
	for _, f := range t.Sweep.Varied() {
		names = append(names, f.Name)
	}
	for _, m := range t.Sweep.Experiment.Measures {
		names = append(names, m.Name)
	}
	return append(names, "winner", "failed")
}

// Worst returns the first row that failed, or has no measure; else the one that is farthest from
// what was asked for: the least of what was to be large. A time that never came is longer than
// all that did.
func (t *Table) Worst() (int, error) {
	q := &t.Sweep.Question
	name := q.Measure
	if name == "" {
		name = t.Sweep.Experiment.Measures[0].Name
	}
	worst, most := -1, math.Inf(-1)
	for i := range t.Rows {
		v, ok := t.Rows[i].Of[name]
		if !ok {
			return i, nil
		}
		if t.Rows[i].Cells[sweep.Censored(name)] == "true" {
			v = math.Inf(1)
		}
		switch {
		case q.Kind == sweep.Reach:
			v = math.Abs(v - q.Value)
		case q.Kind != sweep.Minimise && !q.Least:
			v = -v
		}
		if worst < 0 || v > most {
			worst, most = i, v
		}
	}
	if worst < 0 {
		return 0, errors.New("there are no rows")
	}
	return worst, nil
}

// SceneFile returns where the scene of a row stands.
func (t *Table) SceneFile(r *Row) string { return filepath.Join(t.dir, Scenes, r.Scene) }

// writeWhole writes a file that is there when it is whole.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := wholefile.Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}
