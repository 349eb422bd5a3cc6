package run

import (
	"reflect"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Migrator is Semantics that can carry what a bot remembers into another
// version of its tree. Where the two versions do not have the same type of
// Semantics, or it is no Migrator, bots begin anew: Stop in the old version,
// Init in the new one.
//
// Between Depart and Arrive the memory of every node that is kept is copied
// from its old slots to its new ones, and the environment where it has as many
// words; all else is zero, and sidecars are empty. A dialect whose nodes keep nothing
// but memory of their own needs no more than that.
type Migrator interface {
	// Depart ends what runs at nodes that are gone, those with m.New(n) == 0, for
	// the bot at the cursor, which is still in the old version: leaves are told
	// as they are by Stop.
	Depart(x *Exec, m *Migration)
	// Arrive mends what belongs to no node, for the bot at the cursor, which is in
	// the new version: node ids that it remembers, words of the environment that
	// have moved, the sidecar that Init makes. was is the bot as it was after
	// Depart, and may only be read.
	Arrive(x, was *Exec, m *Migration)
}

// Migration says which nodes of a program go on in another version of it, and
// carries memory over. One serves all pools of the program.
//
// A node goes on in the node that has the same path: the chain of child
// numbers, of kinds and of the names of leaves from a root that stands in the
// same file. Arguments are no part of it, so that a Wait that is made longer
// goes on waiting. A node whose own memory has another size starts anew.
type Migration struct {
	From, To *Program

	old, new []tree.NodeID // by node of To, and of From
	met      []bool        // by node of To
	copies   []copying
	carries  bool
	slots    [2][][]tree.Slot // by node, of From and To
}

// copying is a run of bits to copy from a bot's old memory to its new one.
type copying struct{ from, to, bits int }

// NewMigration compares two versions of a program.
func NewMigration(from, to *Program) *Migration {
	m := &Migration{
		From: from, To: to,
		old: make([]tree.NodeID, len(to.Tree.Nodes)), new: make([]tree.NodeID, len(from.Tree.Nodes)),
		met: make([]bool, len(to.Tree.Nodes)),
	}
	_, m.carries = to.Semantics.(Migrator)
	if !m.carries || reflect.TypeOf(from.Semantics) != reflect.TypeOf(to.Semantics) {
		m.carries = false
		return m
	}
	m.slots = [2][][]tree.Slot{slotsByNode(from.Tree), slotsByNode(to.Tree)}
	m.copySlots(0, 0)
	was := rootsByFile(from.Tree)
	for _, n := range to.Tree.Entries {
		if file := to.Tree.Spans[n].Start.File; len(was[file]) > 0 {
			m.match(was[file][0], n)
			was[file] = was[file][1:]
		}
	}
	return m
}

// New returns the node of the new version in which an old one goes on, or 0.
func (m *Migration) New(old tree.NodeID) tree.NodeID { return m.new[old] }

// Old returns the node of the old version that goes on in a new one, or 0.
func (m *Migration) Old(new tree.NodeID) tree.NodeID { return m.old[new] }

// rootsByFile are the roots of a tree by the file that they stand in, in order.
func rootsByFile(t *tree.Tree) map[string][]tree.NodeID {
	by := map[string][]tree.NodeID{}
	for _, n := range t.Entries {
		file := t.Spans[n].Start.File
		by[file] = append(by[file], n)
	}
	return by
}

func slotsByNode(t *tree.Tree) [][]tree.Slot {
	by := make([][]tree.Slot, len(t.Nodes))
	for _, s := range t.Slots {
		by[s.Node] = append(by[s.Node], s)
	}
	return by
}

// match pairs two nodes of one path, and all below them. A node that stands
// under several parents is paired where it is first met.
func (m *Migration) match(o, n tree.NodeID) {
	if m.met[n] || m.new[o] != 0 || !m.alike(o, n) {
		return
	}
	m.met[n] = true
	if m.copySlots(o, n) {
		m.new[o], m.old[n] = n, o
	}
	was, is := m.From.Tree.Kids(o), m.To.Tree.Kids(n)
	for i := range min(len(was), len(is)) {
		m.match(was[i], is[i])
	}
}

// alike reports whether two nodes are of one kind and call a leaf of the same
// name.
func (m *Migration) alike(o, n tree.NodeID) bool {
	if m.From.Tree.Nodes[o].Op != m.To.Tree.Nodes[n].Op {
		return false
	}
	if was, ok := m.From.Semantics.(Describer); ok {
		one, _ := was.Label(m.From.Tree, o)
		other, _ := m.To.Semantics.(Describer).Label(m.To.Tree, n)
		if one != other {
			return false
		}
	}
	return leafName(m.slots[0][o]) == leafName(m.slots[1][n])
}

func leafName(slots []tree.Slot) string {
	for _, s := range slots {
		if s.Name != "" {
			return s.Name
		}
	}
	return ""
}

// copySlots notes the memory of a node to be copied, and reports false where it
// has another size.
func (m *Migration) copySlots(o, n tree.NodeID) bool {
	was, is := m.slots[0][o], m.slots[1][n]
	if !slices.EqualFunc(was, is, func(a, b tree.Slot) bool { return a.Name == b.Name && a.Bits == b.Bits }) {
		return false
	}
	for i := range was {
		if was[i].Bits > 0 {
			m.copies = append(m.copies, copying{int(was[i].Bit), int(is[i].Bit), int(is[i].Bits)})
		}
	}
	return true
}

// carry copies the memory of the nodes that are kept.
func (m *Migration) carry(to, from []uint32) {
	for _, c := range m.copies {
		src := host.MemoryOf(from, c.from, c.bits)
		dst := host.MemoryOf(to, c.to, c.bits)
		for off := 0; off < c.bits; off += 32 {
			n := min(32, c.bits-off)
			dst.Store(off, n, src.Load(off, n))
		}
	}
}

// Migrate gives all bots of the pool the other version of its program. It is
// called between ticks, and makes all cursors of the pool invalid. Bots keep
// their rows. All of them wake.
func (p *Pool) Migrate(m *Migration, now Moment) {
	if m.From != p.program {
		panic("run: a migration from a program that the pool does not run")
	}
	rows := slices.Clone(p.Order())
	for _, row := range rows {
		x := p.enter(row, now)
		if m.carries {
			m.From.Semantics.(Migrator).Depart(x, m)
		} else {
			m.From.Stop(x)
		}
		x.endLives(func(n tree.NodeID) bool { return !m.carries || m.New(n) == 0 })
		p.leave()
	}
	p.tally(rows, false)
	before := *p
	p.adopt(m.To)
	for _, row := range rows {
		if m.carries {
			m.carry(p.memory(row), before.memory(row))
			if m.From.Tree.Env == m.To.Tree.Env {
				copy(p.environment(row), before.environment(row))
			}
		}
	}
	for _, row := range rows {
		p.arrive(&before, row, m, now)
	}
	p.tally(rows, true)
}

func (p *Pool) arrive(before *Pool, row int32, m *Migration, now Moment) {
	x := p.enter(row, now)
	defer p.leave()
	if !m.carries {
		p.status[row] = host.Ready
		m.To.Init(x)
		return
	}
	was := before.NewExec()
	was.Moment = now
	was.Seek(row)
	m.To.Semantics.(Migrator).Arrive(x, &was, m)
}

// adopt makes the pool one of another program, with zeroed memory.
func (p *Pool) adopt(program *Program) {
	p.use(program)
	p.mem = make([]uint32, len(p.bots)*p.words)
	p.env = make([]uint32, len(p.bots)*program.Tree.Env)
	p.due, p.side, p.nested = nil, nil, nil
	p.sorted, p.beside = false, false // planes are made anew
	if p.sleeper != nil {
		p.due = make([]int64, len(p.bots))
	}
	if p.sidecars != nil {
		p.side = make([]any, len(p.bots))
	}
}
