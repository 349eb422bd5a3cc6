package btcpp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// traceKeys are the keys of a case that only this dialect knows.
type traceKeys struct {
	Models map[string]model           `json:"models"`
	Sync   []string                   `json:"sync"`
	Init   map[string]json.RawMessage `json:"init"`
	Global map[string]json.RawMessage `json:"global"`
	Writes []struct {
		Tick  int             `json:"tick"`
		Key   string          `json:"key"`
		Value json.RawMessage `json:"value"`
	} `json:"writes"`
	Halt         []int         `json:"halt"`
	Enums        board.Enums   `json:"enums"`
	Tree         string        `json:"tree"`
	Substitution *substitution `json:"substitution"`
	Tick         string        `json:"tick"` // once, or else exactly once
	Board        []string      `json:"board"`
	Positions    [][2]float32  `json:"positions"` // of the bot by tick, the last goes on
}

// dryRun is the world of a case.
type dryRun struct {
	*dryrun.Host
	c     *dryrun.Case
	keys  traceKeys
	calls map[string]int // of each leaf
	fault host.Fault
	at    int // the tick
}

// Position returns where the case has the bot.
func (w *dryRun) Position(int32) (x, y float32) {
	if len(w.keys.Positions) == 0 {
		return 0, 0
	}
	at := w.keys.Positions[min(w.at, len(w.keys.Positions)-1)]
	return at[0], at[1]
}

// Fault keeps the first error of a tick.
func (w *dryRun) Fault(f host.Fault) {
	if !f.Note && w.fault.Text == "" {
		w.fault = f
	}
}

// Trace dry-runs a case whose source is an XML file. Its leaves are actions of these names, its values
// conditions; its files are those that may be included.
func Trace(c dryrun.Case) dryrun.Result {
	w := &dryRun{Host: dryrun.NewHost(&c), c: &c, calls: map[string]int{}}
	w.Registry.Overlay(dialect).Vocabulary = c.Knows(Vocabulary)
	if err := c.Decode(&w.keys); err != nil {
		return c.Refused(err)
	}
	done, err := w.Offer(true, nil)
	if err == nil && !done {
		err = w.offer()
	}
	if err != nil {
		return c.Refused(err)
	}
	o, err := w.options()
	if err != nil {
		return c.Refused(err)
	}
	texts := maps.Clone(c.Files)
	if texts == nil {
		texts = map[string]string{}
	}
	texts[c.Name] = c.Source
	var l syntax.List
	p := load(c.Name, []byte(c.Source), w.Registry, sourcefile.Memory(texts), o, &l)
	if err := l.Err(); err != nil {
		return dryrun.Result{Name: c.Name, Error: err.Error()}
	}
	if c.Ticks == nil {
		return w.Run(p, l.SortedNotices())
	}
	if err := c.Lacks(p, w.Registry); err != nil {
		return c.Refused(err)
	}
	return w.play(p)
}

// offer fills the registry with what the case scripts.
func (w *dryRun) offer() error {
	for _, name := range slices.Sorted(maps.Keys(w.c.Leaves)) {
		if err := w.Registry.AddAction(w.leaf(name)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.c.Values)) {
		f := w.Func(name)
		f.Result = host.Bool
		if err := w.Registry.AddFunc(f); err != nil {
			return err
		}
	}
	return nil
}

func (w *dryRun) options() (*options, error) {
	o := &options{enums: w.keys.Enums, wanted: w.keys.Tree, exactly: w.keys.Tick != "once", writes: len(w.keys.Writes) > 0, hasGlobal: w.keys.Global != nil}
	var err error
	if o.start, err = entriesOf(w.keys.Init); err != nil {
		return nil, err
	}
	if o.global, err = entriesOf(w.keys.Global); err != nil {
		return nil, err
	}
	if w.keys.Substitution != nil {
		o.replace, err = w.keys.Substitution.replacer(o.enums)
	}
	return o, err
}

func entriesOf(values map[string]json.RawMessage) (all []given, err error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v, err := valueOf(values[name])
		if err != nil {
			return nil, fmt.Errorf("entry %s: %w", name, err)
		}
		all = append(all, given{name, v})
	}
	return all, nil
}

// valueOf reads a JSON value as a host sets it: a number with a point or an exponent is real.
func valueOf(raw json.RawMessage) (board.Value, error) {
	text := string(bytes.TrimSpace(raw))
	switch {
	case text == "true" || text == "false":
		return board.WholeOf(board.Bool, int64(host.BoolValue(text == "true").Number())), nil
	case strings.HasPrefix(text, `"`):
		var s string
		err := json.Unmarshal(raw, &s)
		return board.TextOf(s), err
	case strings.ContainsAny(text, ".eE"):
		f, err := strconv.ParseFloat(text, 64)
		return board.RealOf(f), err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return board.WholeOf(board.Int, n), err
}

// play ticks a program as its case says. It ends with an error.
func (w *dryRun) play(p *run.Program) dryrun.Result {
	r := dryrun.Result{Name: w.c.Name, Ticks: []dryrun.Tick{}}
	sem := p.Semantics.(*semantics)
	pool := run.NewPool(p, w)
	pool.Trace = w.c.Tracer(p)
	row := pool.Add(1, 0, run.Moment{DT: w.c.DT})
	x := pool.NewExec()
	for i := range *w.c.Ticks {
		w.Begin(i)
		w.at = i
		at := run.Moment{Tick: int64(i), DT: w.c.DT}
		x.Moment, x.Trace = at, pool.Trace
		x.Seek(row)
		status := host.Error
		if w.between(sem, &x, i) {
			status = sem.Tick(&x)
		}
		t := dryrun.Tick{Status: status.String(), Visits: w.Visits(), More: map[string]any{}}
		if w.keys.Board != nil {
			t.More["board"] = sem.shown(&x, w.keys.Board)
		}
		if status == host.Error {
			t.Error = w.fault.String()
		}
		r.Ticks = append(r.Ticks, t)
		if status == host.Error {
			r.Error = w.fault.String()
			return r
		}
	}
	return r
}

// between does what comes before a tick: timers, writes of the host, halts. It fails with an _onHalted
// script.
func (w *dryRun) between(s *semantics, x *run.Exec, tick int) bool {
	if x.Mem[treeTimers] > 0 && !s.fire(x) {
		return false
	}
	for _, write := range w.keys.Writes {
		if write.Tick == tick {
			w.write(s, x, write.Key, write.Value)
		}
	}
	return !slices.Contains(w.keys.Halt, tick) || s.haltTree(x)
}

// write sets an entry of the main tree's blackboard, or removes it.
func (w *dryRun) write(s *semantics, x *run.Exec, key string, raw json.RawMessage) {
	slot := s.findNamed(x, s.main, key)
	if string(raw) == "null" {
		if slot >= 0 {
			s.remove(x, slot)
		}
		return
	}
	v, err := valueOf(raw)
	isNew := slot < 0
	if isNew {
		slot = s.makeNamed(x, s.main, key)
	}
	switch {
	case slot < 0:
		err = fmt.Errorf("more than %d entries that no node has", s.mostExtra)
	case err == nil:
		err = s.set(x, slot, isNew, v)
	}
	if err != nil {
		x.Warnf(0, "entry %s: %v", key, err)
	}
}

// shown lists entries of blackboards: NAME, SUBTREE/NAME, @NAME.
func (s *semantics) shown(x *run.Exec, names []string) map[string]string {
	all := map[string]string{}
	for _, name := range names {
		at, key := s.main, name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			key = name[i+1:]
			at = int32(slices.IndexFunc(s.boards.all, func(b boardOf) bool { return b.path == name[:i] }))
		}
		if at < 0 {
			continue
		}
		if slot := s.findNamed(x, at, key); slot >= 0 {
			all[name] = showEntry(s.value(x, slot))
		}
	}
	return all
}

// showEntry writes a value as cases do.
func showEntry(v board.Value) string {
	switch {
	case v.IsEmpty():
		return "-"
	case v.IsWhole():
		return "i:" + strconv.FormatInt(v.Whole(), 10)
	case v.IsReal():
		return "d:" + showReal(v.Real())
	case v.IsText():
		return "s:" + v.Text()
	}
	return showPort(v)
}

func showReal(f float64) string {
	if a := math.Abs(f); a == 0 || a >= 1e-5 && a < 1e17 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+"))
}

// showPort writes a value as a leaf of a case shows what a port gave.
func showPort(v board.Value) string {
	switch v.Own() {
	case board.Unsigned:
		return "u:" + strconv.FormatInt(v.Whole(), 10)
	case board.Bool:
		return "b:" + strconv.FormatBool(v.Whole() != 0)
	case board.Status:
		return "t:" + strings.ToLower(board.StatusNames[v.Whole()])
	case board.Enum:
		return "e:" + strconv.FormatInt(v.Whole(), 10)
	case board.Ints, board.Doubles, board.Bools, board.Strings:
		var parts []string
		for _, e := range v.List() {
			parts = append(parts, showPort(e))
		}
		return "[" + strings.Join(parts, ";") + "]"
	case board.Poses:
		return "p:" + string(v.AppendText(nil))
	}
	return showEntry(v)
}
