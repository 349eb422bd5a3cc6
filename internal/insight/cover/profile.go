package cover

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Profile counts what trees do. Watching changes nothing that happens.
type Profile struct {
	source func(file string) ([]byte, bool)
	mu     sync.Mutex // of pools: they are asked for on one goroutine, and told of on several
	pools  map[pool]*counter
	order  []*counter // of the programs that were known at first, and then as they came
}

// pool are the bots of a class that run a program: they have rows of their own.
type pool struct {
	class   int
	program *run.Program
}

// New makes a profile of some programs, and of all that bots turn to later; source gives the
// text of a file. [Profile.Tracer] counts for it, and the caller tells it of each tick by EndTick.
func New(programs []*run.Program, source func(file string) ([]byte, bool)) *Profile {
	p := &Profile{source: source, pools: map[pool]*counter{}}
	for _, t := range programs {
		p.of(pool{inspect.NoClass, t}) // nobody has run it yet
	}
	return p
}

// Tracer counts for the bots of a class that run a program; see [inspect.Minds].
func (p *Profile) Tracer(class int, t *run.Program) run.Tracer { return p.of(pool{class, t}) }

func (p *Profile) of(of pool) *counter {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.pools[of]
	if c == nil {
		c = newCounter(of.program, p.source)
		p.pools[of] = c
		p.order = append(p.order, c)
	}
	return c
}

// EndTick finds out what was interrupted in a tick: call it after each.
func (p *Profile) EndTick(minds inspect.Minds) {
	for class := range minds.Classes() {
		for i := range minds.Count(class) {
			id := minds.Member(class, i)
			if program := minds.Program(id); program != nil {
				row, _ := minds.Row(id)
				p.of(pool{class, program}).endTick(row, id)
			}
		}
	}
	for _, c := range p.order {
		clear(c.open)
	}
}

// Files returns the counts so far, by name. Files that the program brings itself are not
// in it: a user cannot cover them.
func (p *Profile) Files() []*File {
	var all [][]*File
	for _, c := range p.order {
		all = append(all, c.files(p.source))
	}
	return Merge(all...)
}

// counter counts for one pool. It is told by several goroutines at once, of different rows.
type counter struct {
	mu      sync.Mutex
	nodes   []Node
	drawn   []treedraw.Node
	written []string // by node: its detail, and the line on which it begins
	rows    map[int32]*row
	open    map[visit]*[]host.Reason // what nodes have noted in visits that go on
	free    []*[]host.Reason
}

// visit is a visit of a node by a bot.
type visit struct {
	row  int32
	node tree.NodeID
}

// row returns what the bot in a row did in its last tick.
type row struct {
	id    components.ID
	flags []flag // by node
	ticks bool   // it was told of in this tick
}

type flag uint8

const (
	asked  flag = 1 << iota // in this tick
	ran                     // in this tick: that was its last answer
	before                  // it ran at the end of its bot's tick before
	leaf                    // its leaf has answered, and what the node makes of that ends the same visit
	// the other bits are that answer
	statusShift = iota
)

// maxReasons is the number of reasons of a visit are taken in.
const maxReasons = 64

func newCounter(p *run.Program, source func(string) ([]byte, bool)) *counter {
	n := len(p.Tree.Nodes)
	c := &counter{nodes: make([]Node, n), drawn: treedraw.Of(p).Nodes, written: make([]string, n), rows: map[int32]*row{}, open: map[visit]*[]host.Reason{}}
	lines := map[string][]string{}
	for _, d := range c.drawn {
		if _, ok := lines[d.File]; !ok {
			text, _ := source(d.File)
			lines[d.File] = strings.Split(string(text), "\n")
		}
		c.written[d.ID] = d.Detail
		if at := int(d.Line) - 1; at >= 0 && at < len(lines[d.File]) {
			c.written[d.ID] += "\n" + lines[d.File][at]
		}
	}
	return c
}

var (
	_ run.Tracer       = (*counter)(nil)
	_ run.ReasonTracer = (*counter)(nil)
)

// Leaf counts the answer of a leaf.
func (c *counter) Leaf(r int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what != host.Visited {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.flag(r, n)
	c.nodes[n].count(s, 1)
	f.answer(s)
	*f |= leaf
	c.end(visit{r, n})
}

// Node counts the answer of a node: where its leaf has answered it, the answer in the place of
// that one.
func (c *counter) Node(r int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what != host.Visited {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.flag(r, n)
	if *f&leaf != 0 {
		c.nodes[n].count(host.Status(*f>>statusShift), -1)
	}
	c.nodes[n].count(s, 1)
	f.answer(s)
	c.end(visit{r, n})
}

// answer keeps what a node answered.
func (f *flag) answer(s host.Status) {
	*f = *f&before | asked | flag(s)<<statusShift
	if s == host.Running {
		*f |= ran
	}
}

func (c *counter) flag(r int32, n tree.NodeID) *flag {
	w := c.rows[r]
	if w == nil {
		w = &row{flags: make([]flag, len(c.nodes))}
		c.rows[r] = w
	}
	w.ticks = true
	return &w.flags[n]
}

// endTick counts what the bot in a row has left of what it did in its tick before.
func (c *counter) endTick(r int32, id components.ID) {
	w := c.rows[r]
	if w == nil || !w.ticks { // it sleeps
		return
	}
	other := w.id != id // which was another one, that is gone
	w.id, w.ticks = id, false
	for n, f := range w.flags {
		if f&(before|asked) == before && !other {
			c.nodes[n].Interrupted++
		}
		w.flags[n] = 0
		if f&ran != 0 {
			w.flags[n] = before
		}
	}
}

// Reason is room for another reason of a node; see [run.ReasonTracer].
func (c *counter) Reason(r int32, n tree.NodeID) *host.Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.open[visit{r, n}]
	if list == nil {
		if last := len(c.free) - 1; last >= 0 {
			list, c.free = c.free[last], c.free[:last]
		} else {
			fresh := make([]host.Reason, 0, maxReasons) // so that none of them ever moves
			list = &fresh
		}
		c.open[visit{r, n}] = list
	}
	if len(*list) < maxReasons {
		*list = (*list)[:len(*list)+1]
	}
	return &(*list)[len(*list)-1]
}

// Reasons returns the reasons that a node has noted in this visit; see [run.ReasonTracer].
func (c *counter) Reasons(r int32, n tree.NodeID) []host.Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	if list := c.open[visit{r, n}]; list != nil {
		return *list
	}
	return nil
}

// end takes in how the comparisons of a visit came out.
func (c *counter) end(v visit) {
	list := c.open[v]
	if list == nil {
		return
	}
	for i := range *list {
		r := &(*list)[i]
		if text, held, ok := operand(r, c.written[v.node]); ok {
			c.nodes[v.node].compare(text, held, r.Relation != host.None)
		}
	}
	clear(*list)
	*list = (*list)[:0]
	c.free = append(c.free, list)
	delete(c.open, v)
}

// operand names a comparison of a node without what differs from one time to the next: a thing
// or a bound that is not written in its source. ok is false for what compares nothing.
func operand(r *host.Reason, source string) (text string, held, ok bool) {
	words := r.What
	if r.Relation == host.None || strings.Contains(source, r.Thing) {
		words = strings.TrimSpace(words + " " + r.Thing)
	}
	sign := r.Relation.String()
	if r.Tilde && r.Relation == host.Differs {
		sign = "~="
	}
	switch bound := r.Bound.String(); {
	case r.Relation == host.None:
		return words, r.Found.Bool(), r.Found.Kind() == host.Bool
	case r.Versus != "":
		return fmt.Sprintf("%s %s %s", words, sign, r.Versus), r.Holds, true
	case strings.Contains(source, strings.Trim(bound, `"`)):
		return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", words, sign, bound, r.Unit)), r.Holds, true
	default:
		return fmt.Sprintf("%s %s ...", words, sign), r.Holds, true
	}
}

// files sorts the nodes of a program into their files.
func (c *counter) files(source func(string) ([]byte, bool)) []*File {
	var files []*File
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.drawn {
		text, ok := source(d.File)
		if !ok || d.Line == 0 {
			continue
		}
		i := slices.IndexFunc(files, func(f *File) bool { return f.Name == d.File })
		if i < 0 {
			i = len(files)
			files = append(files, &File{Name: d.File, Text: text})
		}
		n := c.nodes[d.ID]
		n.Line, n.Col, n.Kind, n.Detail, n.Role = d.Line, d.Col, d.Kind, d.Detail, d.Role
		for _, m := range files[i].Nodes {
			if m.Line == n.Line && m.Col == n.Col && m.Kind == n.Kind && m.Detail == n.Detail {
				n.of++
			}
		}
		files[i].Nodes = append(files[i].Nodes, &n)
	}
	for _, f := range files {
		slices.SortStableFunc(f.Nodes, (*Node).order)
	}
	return files
}
