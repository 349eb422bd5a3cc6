package dst

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

var errLenient = errors.New("its file is read leniently; stubs cannot be saved")

// first returns the bot with which the machine is saved and hashed: the one with
// the lowest id.
func (m *machine) first() host.BotID {
	if m.firstAt != m.turns {
		m.firstAt, m.firstBot = m.turns, 0
		for id, e := range m.stage.known {
			if e.bot != nil && (m.firstBot == 0 || id < m.firstBot) {
				m.firstBot = id
			}
		}
	}
	return m.firstBot
}

// saved is what is saved of a machine itself; all other objects are reached from
// it.
type saved struct {
	kept lua.Kept
	weight
	nodes int
	stageState
	brainClasses map[string]glua.LValue // by the keys of their programs
}

func (m *machine) saved() *saved {
	classes := map[string]glua.LValue{}
	for key, made := range m.brainClasses {
		if made.program == m.home.folder.latest[key] {
			classes[key] = made.class
		}
	}
	return &saved{m.lua.Kept(), m.weight, m.nodes, m.stage.stageState, classes}
}

func (s *saved) code(c codec) {
	c.Bool(&s.kept.Frozen)
	integer(c, &s.kept.Taken)
	integer(c, &s.weighAt)
	c.Bool(&s.full)
	integer(c, &s.nodes)
	s.codeCounts(c)
	list(c, &s.kept.Written, c.Text)
	s.codeFiles(c)
	dict(c, &s.brainClasses, c.Text, c.Value)
	s.stageState.code(c)
	for _, id := range slices.Sorted(maps.Keys(s.known)) {
		if b := botOf(s.known[id]); b != nil {
			b.code(c)
		}
	}
	for _, e := range s.own {
		if b := botOf(e); b != nil {
			b.code(c)
		}
	}
}

// codeFiles visits the files that were required, each with what it returned.
func (s *saved) codeFiles(c codec) {
	if n := c.Length(len(s.kept.Files)); n != len(s.kept.Files) {
		s.kept.Files, s.kept.Values = make([]string, n), make([]glua.LValue, n)
	}
	for i := range s.kept.Files {
		c.Text(&s.kept.Files[i])
		c.Value(&s.kept.Values[i])
	}
}

// HashSide hashes the words of a bot's tree and when its brains are due; for the
// first bot of a machine also all that its scripts keep.
func (s *semantics) HashSide(side any) uint64 {
	h := s.HashBriefly(side)
	if b, ok := side.(*bot); ok && b.m.first() == b.e.id {
		saved, _ := b.m.graph.Encode(&objects{m: b.m}, b.m.saved().code) // what cannot be saved is not hashed
		all := fnv.New64a()
		all.Write(saved)
		h ^= all.Sum64()
	}
	return h
}

// HashBriefly is HashSide without what scripts keep.
func (s *semantics) HashBriefly(side any) uint64 {
	b, ok := side.(*bot)
	if !ok {
		return 0
	}
	due := []uint32{uint32(b.faults)}
	for _, br := range b.brains {
		due = append(due, uint32(br.queue), uint32(br.until), uint32(br.until>>32))
	}
	h := run.HashWords(due)
	if t := b.tree(); t != nil {
		h ^= run.HashWords(t.words())
	}
	return h
}

// SaveSide saves the whole machine for its first bot, and nothing for the others.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	b, ok := side.(*bot)
	switch {
	case !ok || b.m.first() != b.e.id:
		return nil, nil
	case s.p.lenient:
		return nil, fmt.Errorf("%s: %w", s.p.chunk.At, errLenient)
	}
	return b.m.encode()
}

// ReadSide reads what SaveSide returned for the same bot.
func (s *semantics) ReadSide(side any, from []byte) (func(), error) {
	b, ok := side.(*bot)
	if !ok || b.m.first() != b.e.id && len(from) == 0 {
		return func() {}, nil
	}
	commit, err := b.m.decode(from)
	if err != nil {
		return nil, err
	}
	return func() {
		commit()
		b.m.turns++
	}, nil
}

// encode returns all that the scripts of the machine keep, as bytes, with the files that
// were edited since. It fails if they keep something that cannot be saved.
func (m *machine) encode() ([]byte, error) {
	p, graph := m.program.project, m.graph
	u := used{texts: map[string]string{}, names: map[*lua.Chunk]string{}}
	graph.Place = func(f *glua.FunctionProto) (lua.Place, bool) {
		if at, ok := p.places[f]; ok {
			return lua.Place{File: u.add(&p.versions, at.file, p.all[at.file][at.version]), Number: at.number}, true
		}
		return p.placeOf(f)
	}
	b, err := graph.Encode(&objects{m: m}, m.saved().code)
	if err != nil {
		return nil, &run.Unsaved{Bot: bearer(graph.Holders(&objects{m: m}, m.saved().code)), Err: err}
	}
	for _, file := range m.lua.Modules() {
		u.addRan(&p.versions, fileKey{name: file}, m.lua.LastRun(file))
	}
	u.addAsked(p)
	return u.encode(b), nil
}

// uses notes the versions of files that the machine has functions of, and those that it ran
// last.
func (m *machine) uses(used map[*lua.Chunk]bool) error {
	p, graph := m.program.project, m.graph
	graph.Place = func(f *glua.FunctionProto) (lua.Place, bool) {
		if at, ok := p.places[f]; ok {
			used[p.all[at.file][at.version]] = true
		}
		return p.placeOf(f)
	}
	for _, file := range m.lua.Modules() {
		used[m.lua.LastRun(file)] = true
	}
	_, err := graph.Encode(&objects{m: m}, m.saved().code)
	return err
}

// bearer is the first bot among objects that hold each other; 0 where there is none, as of what
// a file keeps in its variables.
func bearer(all []any) host.BotID {
	for _, v := range all {
		switch held := v.(type) {
		case *glua.LTable:
			v = handle(held)
		case *glua.LUserData:
			v = held.Value
		}
		var e *entity
		switch h := v.(type) {
		case *entity:
			e = h
		case *brain:
			e = h.e
		case *task:
			e = h.owner
		case *thread:
			e = h.owner
		}
		if e != nil && e.bot != nil && e.id != 0 {
			return e.id
		}
	}
	return 0
}

// decode reads what encode wrote. The machine is unchanged until commit is
// called, which replaces all that its scripts keep. err is lua.ErrDamaged, or says
// why the save does not fit.
func (m *machine) decode(b []byte) (commit func(), err error) {
	u, b, err := decodeUsed(b)
	if err != nil {
		return nil, err
	}
	p, graph := m.program.project, m.graph
	graph.Chunk = func(file string) *lua.Chunk {
		if c := u.chunk(&p.versions, file, p.limits.Script); c != nil {
			return c
		}
		return m.program.chunkOf(file)
	}
	var s saved
	o := &objects{m: m, hosts: map[*glua.LFunction]tree.Leaf{}, reads: true}
	fill, err := graph.Decode(b, o, s.code)
	if err == nil {
		err = m.wants(&s)
	}
	if err != nil {
		return nil, err
	}
	return func() {
		clear(m.kinds)
		m.hosts = o.hosts
		p.remember(&u)
		m.restore(&s, &u)
		fill()
		m.stage.findPlayers()
	}, nil
}

// wants refuses a save of other bots than the machine has.
func (m *machine) wants(s *saved) error {
	for _, e := range s.own {
		if e.bot == nil {
			return lua.ErrDamaged
		}
	}
	for id, e := range m.stage.known {
		if saved := s.known[id]; e.bot != nil && (saved == nil || saved.bot == nil) {
			return fmt.Errorf("saved without bot %d", id)
		}
	}
	for id, e := range s.known {
		if old := m.stage.known[id]; e.bot != nil && (old == nil || old.bot == nil) {
			return fmt.Errorf("saved with bot %d, which is not there", id)
		}
	}
	return nil
}

// restore takes over what was saved.
func (m *machine) restore(s *saved, u *used) {
	m.lua.Keep(s.kept)
	m.restoreRan(s, u)
	old := m.stage.known
	m.weight, m.nodes = s.weight, s.nodes
	m.stage.restore(s.stageState)
	for _, id := range slices.Sorted(maps.Keys(m.stage.known)) {
		e := m.stage.known[id]
		if read := botOf(e); read != nil {
			b := botOf(old[id])
			read.row, read.program, read.file, read.pool, read.mind = b.row, b.program, b.file, b.pool, b
			*b = *read
			e.bot = &b.actor
			for _, br := range b.brains {
				br.owner = b
			}
		}
	}
	for _, e := range m.stage.own {
		b := botOf(e)
		for _, br := range b.brains {
			br.owner = b
		}
	}
}

// restoreRan notes which classes brain files returned, and as what files were run last.
func (m *machine) restoreRan(s *saved, u *used) {
	p := m.program.project
	classes := map[string]brainClass{}
	for key, class := range s.brainClasses {
		made := m.brainClasses[key]
		if made.program == nil { // no bot has its brain now
			made.program = m.home.folder.latest[key]
		}
		if made.program != nil {
			classes[key] = brainClass{made.program, class}
		}
	}
	m.brainClasses = classes
	for _, file := range s.kept.Files {
		if c := p.plainModule(file); c != nil {
			m.lua.SetLastRun(c)
		}
	}
	for _, name := range u.ran {
		if c := u.chunk(&p.versions, name, p.limits.Script); c != nil {
			m.lua.SetLastRun(c)
		}
	}
}

// fix numbers the tables and functions of a new machine. Every machine of a
// program has the same, in the same order.
func (m *machine) fix() {
	m.graph = lua.Graph{Place: m.program.placeOf, Chunk: func(file string) *lua.Chunk { return m.program.chunkOf(file) }}
	m.graph.Fix(m.lua, append(append(m.roots(), m.stage.roots()...), m.L.GetMetatable(glua.LString("")), m.fieldRead, m.fieldWrite)...)
}
