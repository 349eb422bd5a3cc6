package mind

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/trees"
)

// head is what a save begins with; a CRC-32 and what it is of follow.
const head = "thicket minds 1\n"

// saved is what minds remember.
type saved struct {
	Seed        uint64
	Step, Part  float64
	Tick, Count int64
	Serial      host.BotID
	Trees       []savedTree
	Ones        []savedOne
	Groups      []string
	Signals     []signal
}

// savedTree is a tree with the files that it was made of, and what its bots remember.
type savedTree struct {
	File  string
	Names []string
	Texts []string
	Rows  []byte
}

// savedOne is a mind, by the game's own id of its agent.
type savedOne struct {
	Agent string
	Tree  int32
	ID    host.BotID
	Every int64
	Turns int64
	Held  bool
	Past  []savedDeed
}

type savedDeed struct {
	Action     string
	Tick, Turn int64
}

var errDamaged = errors.New("the save is damaged")

// Save writes what all trees remember. id is the game's own name of an agent, which another run
// knows it by. The agents themselves are the game's to save.
func (m *Minds[A]) Save(w io.Writer, id func(A) string) error {
	c := m.core
	c.between("Save")
	s := saved{Seed: c.seed, Step: c.step, Part: c.part, Tick: c.tick, Count: c.count, Serial: c.serial, Groups: c.names, Signals: c.sent}
	number := map[*grove]int32{}
	for _, g := range c.groves {
		if g.pool.Len() == 0 {
			continue
		}
		var rows bytes.Buffer
		if err := g.pool.Save(&rows); err != nil {
			return err
		}
		t := savedTree{File: g.file, Rows: rows.Bytes()}
		texts := c.loader.Texts(g.program)
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			t.Names, t.Texts = append(t.Names, name), append(t.Texts, texts[name])
		}
		number[g] = int32(len(s.Trees))
		s.Trees = append(s.Trees, t)
	}
	met := map[string]bool{}
	for a, b := range m.All() {
		o, name := b.one, id(a)
		if met[name] {
			return fmt.Errorf("mind: two agents have the id %q", name)
		}
		met[name] = true
		one := savedOne{Agent: name, Tree: number[o.grove], ID: o.id, Every: o.every, Turns: o.turns(), Held: o.held}
		for _, d := range c.past[o.body].list() {
			one.Past = append(one.Past, savedDeed{c.actionOf(d), d.tick, d.turn})
		}
		s.Ones = append(s.Ones, one)
	}
	var e state.Encoder
	host.SaveNumbers(c.reg, &e)
	e.Value(&s)
	b, err := e.Bytes()
	if err != nil {
		return fmt.Errorf("mind: %w", err)
	}
	sum := crc32.ChecksumIEEE(b)
	_, err = w.Write(slices.Concat([]byte(head), []byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)}, b))
	return err
}

// Load gives agents the minds that Save wrote, in place of all that there are: find tells which
// agent has an id, and the error says so where none has. The agents that had a mind keep its *Mind, others get a new one, see
// [Minds.Of]. Trees whose files have changed since go on as by Reload. With an error nothing
// has changed.
func (m *Minds[A]) Load(r io.Reader, find func(id string) (A, bool)) error {
	m.core.between("Load")
	if err := m.load(r, find); err != nil {
		return fmt.Errorf("mind: load: %w", err)
	}
	return nil
}

func (m *Minds[A]) load(r io.Reader, find func(id string) (A, bool)) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	b, ok := bytes.CutPrefix(b, []byte(head))
	if !ok || len(b) < 4 {
		return fmt.Errorf("found no save of minds, wanted one that begins with %q", head)
	}
	if sum := crc32.ChecksumIEEE(b[4:]); !bytes.Equal(b[:4], []byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)}) {
		return errDamaged
	}
	c, all, err := m.fresh()
	if err != nil {
		return err
	}
	d := state.NewDecoder(b[4:])
	if err := host.RestoreNumbers(c.reg, d); err != nil {
		return err
	}
	var s saved
	if d.Value(&s); d.Err() != nil {
		return d.Err()
	}
	of, err := m.seat(c, all, &s, find)
	if err != nil {
		return err
	}
	for i := range s.Trees {
		if err := c.restore(&s.Trees[i], int32(i), s.Ones); err != nil {
			return err
		}
	}
	m.adopt(c, all, of)
	return nil
}

// seat gives agents the minds of a save, whose trees have not begun.
func (m *Minds[A]) seat(c *core, all *agents[A], s *saved, find func(id string) (A, bool)) (map[A]*Mind[A], error) {
	c.seed, c.step, c.part, c.tick, c.count, c.serial = s.Seed, s.Step, s.Part, s.Tick, s.Count, s.Serial
	c.profile, c.sent = m.core.profile, s.Signals
	for _, name := range s.Groups {
		c.number(name)
	}
	of := map[A]*Mind[A]{}
	for i := range s.Ones {
		had := &s.Ones[i]
		a, ok := find(had.Agent)
		switch {
		case !ok:
			return nil, fmt.Errorf("no agent %q in this game", had.Agent)
		case of[a] != nil:
			return nil, fmt.Errorf("%q is an agent that has another id, too", had.Agent)
		case had.ID == 0 || had.ID > s.Serial || c.byID[had.ID] != nil || had.Tree < 0 || int(had.Tree) >= len(s.Trees) || had.Every < 1:
			return nil, errDamaged
		}
		o := &one{core: c, body: c.newBody(), row: -1, id: had.ID, every: had.Every, held: had.Held}
		c.turns[o.body] = had.Turns
		for _, d := range had.Past {
			c.last[o.body] = c.numberOf(d.Action)
			c.past[o.body].add(deed{d.Tick, d.Turn, c.last[o.body]})
		}
		o.mark()
		all.put(o.body, a)
		c.ones[o.body], c.byID[o.id] = o, o
		c.order = append(c.order, o)
		c.senseBody(o.body)
		of[a] = &Mind[A]{o, m}
	}
	return of, nil
}

// restore lets those minds go on that had a tree.
func (c *core) restore(t *savedTree, number int32, ones []savedOne) error {
	p, err := c.load(c.loader, t.File)
	if err != nil {
		return err
	}
	c.bindKeys()
	if len(t.Names) != len(t.Texts) {
		return errDamaged
	}
	was, texts := p, map[string]string{}
	for i, name := range t.Names {
		texts[name] = t.Texts[i]
	}
	if !maps.Equal(texts, c.loader.Texts(p)) {
		before := trees.NewLoader(c.reg, sourcefile.Memory(texts))
		if was, err = before.Load(syntax.Pos{File: t.File}, "/"+t.File); err != nil {
			return fmt.Errorf("the tree as it was saved: %w", err)
		}
		c.bindKeys()
	}
	c.enter()
	defer c.leave()
	g := &grove{file: t.File, program: was}
	g.plant(c)
	for i := range ones {
		if ones[i].Tree == number {
			g.join(c.byID[ones[i].ID])
		}
	}
	if err := g.pool.Load(bytes.NewReader(t.Rows)); err != nil {
		return err
	}
	if was != p {
		g.migrate(c, p)
	}
	c.groves = append(c.groves, g)
	return nil
}

// adopt replaces all minds by those of another core. Agents keep theirs, and who watches one goes on.
func (m *Minds[A]) adopt(c *core, all *agents[A], of map[A]*Mind[A]) {
	for a, b := range m.of {
		if of[a] == nil {
			b.one.gone = true
			continue
		}
		old, fresh := b.one, of[a].one
		watch := old.watch
		*old = *fresh
		c.ones[old.body], c.byID[old.id], old.grove.ones[old.row] = old, old, old
		if c.order[slices.Index(c.order, fresh)] = old; watch != nil {
			old.watch = watch
			old.mark()
			watch.Follow(sight{crowd{c}, old}, old.id)
		}
		of[a] = b
	}
	m.core, m.agents, m.of = c, all, of
}

// Digest returns a number made of all that trees remember, to compare two runs.
func (m *Minds[A]) Digest() uint64 {
	c := m.core
	c.between("Digest")
	h := digest.New().Word(c.seed).Word(uint64(c.tick)).Word(uint64(c.count)).Word(uint64(c.serial))
	for _, o := range c.order {
		if !o.gone {
			h = h.Word(uint64(o.id)).Word(uint64(o.turns())).Word(uint64(o.grove.pool.Status(o.row))).String(o.grove.file).Word(o.grove.pool.Hash(o.row))
		}
	}
	for _, g := range c.groves {
		if g.pool.Len() > 0 {
			h = h.Word(g.pool.HashShare())
		}
	}
	return uint64(h)
}
