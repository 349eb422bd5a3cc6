package mind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
)

// View shows a mind, or a bot of a session, see thicket.Session.Watch, to somebody who looks at it. Its
// fields are as of the last Update; between two of these it is plain data, which another goroutine may read.
type View struct {
	Name string // of the agent
	Tree string // its file
	// Turns is how many the mind has had, and Time the game's time, in seconds.
	Turns int64
	Time  float64
	Held  bool
	Gone  bool
	Rows  []Row    // the nodes of the tree, from the root down
	Log   []string // the last texts of the tree's log and its events, the oldest first
	Deeds []Deed   // the last ones, the oldest first

	of source // nil: nothing changes in it any more
}

// source is where a view comes from: a mind, or a bot of a session.
type source interface {
	// See brings all but the rows up to date, and returns who follows the tree, nil for rows
	// that stay as they are, and the faults of the last turn, as far as these are known.
	See(v *View) (*inspect.Follower, []host.Fault)
	// Unsee ends watching.
	Unsee()
}

func init() {
	inspect.HangView(func(of any) any {
		v := &View{of: of.(source)}
		v.Update()
		return v
	})
}

// Row is a node of a tree.
type Row struct {
	Node         int // its number in the tree
	Depth        int // below the root
	Kind, Detail string
	Role         string // composite, decorator, condition or action
	At           string // file:line:col
	// Answer is that of the last turn; empty where the node was not asked.
	Answer string
	Ran    float64  // the share of the last 300 turns in which it was asked
	Why    []string // the reasons of the answer, and faults
}

// watch is what is noted of a mind while somebody looks.
type watch struct {
	inspect.Follower
	views int
	trace func(*run.Program) run.Tracer
	texts []string
	told  int // of the events
	// faults are those of the last turn.
	faults []host.Fault
}

// mostTextsSeen is how many texts of a log, and faults of a turn, are kept for views.
const mostTextsSeen = 50

// look begins to watch a mind.
func (c *core) look(o *one) *View {
	c.idle("Watch")
	if o.gone {
		return &View{Gone: true}
	}
	if o.watch == nil {
		o.watch = &watch{}
		o.watch.Follow(sight{crowd{c}, o}, o.id)
	}
	o.watch.views++
	o.mark()
	v := &View{of: o}
	v.Update()
	return v
}

// Update takes in what the mind did last. It is called on the goroutine of the game.
func (v *View) Update() {
	if v.of == nil {
		return
	}
	f, faults := v.of.See(v)
	if f == nil {
		return
	}
	v.Rows = nil
	for _, n := range f.Nodes() {
		row := Row{Node: int(n.ID), Depth: n.Depth, Kind: n.Kind, Detail: n.Detail, Role: n.Role.String(), At: fmt.Sprintf("%s:%d:%d", n.File, n.Line, n.Col)}
		if s, ok := f.Answer(n.ID); ok && f.Known() {
			row.Answer = s.String()
			for _, r := range f.Because(n.ID) {
				row.Why = append(row.Why, r.Text)
			}
		}
		if times, of := f.Ran(n.ID); of > 0 {
			row.Ran = float64(times) / float64(of)
		}
		v.Rows = append(v.Rows, row)
	}
	v.blame(faults)
}

// blame puts faults among the reasons of their nodes; of several at one place the innermost has it.
func (v *View) blame(faults []host.Fault) {
	for i := range faults {
		at := len(v.Rows) - 1
		for at >= 0 && v.Rows[at].At != faults[i].Pos {
			at--
		}
		if at >= 0 {
			v.Rows[at].Why = append(v.Rows[at].Why, faults[i].Text)
		}
	}
}

// See is [source].
func (o *one) See(v *View) (*inspect.Follower, []host.Fault) {
	if o.watch == nil {
		return nil, nil
	}
	if v.Gone = o.gone; v.Gone {
		return nil, nil
	}
	c, w := o.core, o.watch
	v.Turns, v.Time, v.Held = o.turns(), float64(c.tick)*c.step, o.held
	v.Name, v.Tree = c.nameOf(o.id), o.grove.file
	v.Log, v.Deeds = slices.Clone(w.texts), c.deedsOf(o)
	return &w.Follower, w.faults
}

// Close ends watching: a mind that nobody watches pays nothing for it.
func (v *View) Close() {
	if v.of != nil {
		v.of.Unsee()
		v.of = nil
	}
}

// Unsee is [source].
func (o *one) Unsee() {
	if o.watch == nil {
		return
	}
	o.core.idle("Close")
	if o.watch.views--; o.watch.views == 0 {
		if o.watch = nil; !o.gone {
			o.mark()
		}
	}
}

// String is the tree as indented text, with answers and reasons.
func (v *View) String() string {
	var b strings.Builder
	for i := range v.Rows {
		r := &v.Rows[i]
		answer := r.Answer
		if answer == "" {
			answer = "-"
		}
		fmt.Fprintf(&b, "%-8s %s%s", answer, strings.Repeat("  ", r.Depth), strings.TrimSpace(r.Kind+" "+r.Detail))
		if len(r.Why) > 0 {
			fmt.Fprintf(&b, "  [%s]", strings.Join(r.Why, "; "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// turn is a turn of a mind that is watched.
func (w *watch) turn(o *one) {
	c, g := o.core, o.grove
	w.BeginTick()
	w.faults = w.faults[:0]
	tracer := w.tracer(o)
	c.turns[o.body]++
	g.pool.TickTraced(&g.workers[0].x, o.row, c.now(), tracer)
	w.hear()
}

// tracer is told what the tree of a mind does.
func (w *watch) tracer(o *one) run.Tracer {
	return run.Both(o.grove.pool.Trace, w.trace(o.grove.program))
}

// hear writes events down that the tree got.
func (w *watch) hear() {
	events := w.Events()
	for _, e := range events[min(w.told, len(events)):] {
		w.logged(strings.TrimSpace("event " + e.Name + " " + strings.TrimSuffix(e.Data, "null")))
	}
	w.told = len(events)
}

func (w *watch) logged(text string) {
	if len(w.texts) == mostTextsSeen {
		w.texts = slices.Delete(w.texts, 0, 1)
	}
	w.texts = append(w.texts, text)
}

// because tells the reasons of what was asked in the last turn.
func (w *watch) because(b *strings.Builder) {
	for _, n := range w.Nodes() {
		if why := w.Why(n.ID); why != "" {
			s, _ := w.Answer(n.ID)
			fmt.Fprintf(b, "\n  %s %s: %v, %s", n.Kind, n.Detail, s, why)
		}
	}
}

// crowd tells where all minds think.
type crowd struct{ c *core }

var _ inspect.Minds = crowd{}

func (m crowd) one(id components.ID) *one { return m.c.byID[id] }

func (m crowd) Tick() int64 { return m.c.count }
func (m crowd) Program(id components.ID) *run.Program {
	if o := m.one(id); o != nil && o.row >= 0 {
		return o.grove.program
	}
	return nil
}

func (m crowd) Row(id components.ID) (int32, bool) {
	if o := m.one(id); o != nil && o.row >= 0 {
		return o.row, true
	}
	return 0, false
}

func (m crowd) Class(id components.ID) int {
	if m.one(id) == nil {
		return inspect.NoClass
	}
	return 0
}

func (m crowd) Classes() int  { return 1 }
func (m crowd) Count(int) int { return len(m.c.order) }
func (m crowd) Member(_, i int) components.ID {
	if o := m.c.order[i]; !o.gone {
		return o.id
	}
	return 0
}

func (m crowd) Name(id components.ID) string {
	if name := m.c.nameOf(id); name != "" {
		return name
	}
	return fmt.Sprintf("agent %d", id)
}

func (m crowd) EventName(e host.EventID) string                        { return host.SymbolsOf(m.c.reg).EventName(e) }
func (m crowd) Watch(components.ID, func(*run.Program) run.Tracer)     {}
func (m crowd) Glance(components.ID, func(*run.Program) run.Tracer)    {}
func (m crowd) Trace(func(class int, program *run.Program) run.Tracer) {}
func (m crowd) Look(id components.ID, f func(*run.Exec)) {
	if o := m.one(id); o != nil && o.row >= 0 {
		o.grove.pool.Look(o.row, m.c.now(), f)
	}
}

// sight is crowd for who looks at one mind: its ticks are that one's turns.
type sight struct {
	crowd
	one *one
}

func (s sight) Tick() int64 { return s.one.turns() }

func (s sight) Watch(_ components.ID, trace func(*run.Program) run.Tracer) {
	if s.one.watch != nil {
		s.one.watch.trace = trace
	}
}
