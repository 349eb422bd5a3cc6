package dst

import (
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
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
	fixed int // how many objects every machine has
	kept  lua.Kept
	weight
	nodes int
	stageState
	brainClasses map[string]glua.LValue // by the file that returned them
}

func (m *machine) saved() *saved {
	classes := map[string]glua.LValue{}
	for p, class := range m.brainClasses {
		if p.chunk == p.mains[p.name] {
			classes[p.name] = class
		}
	}
	return &saved{len(m.fixedList), m.lua.Kept(), m.weight, m.nodes, m.stage.stageState, classes}
}

func (m *machine) restore(s *saved) {
	m.lua.Keep(s.kept)
	m.weight, m.nodes, m.stage.stageState = s.weight, s.nodes, s.stageState
	for p := range m.brainClasses {
		if class, ok := s.brainClasses[p.name]; ok {
			m.brainClasses[p] = class
		}
	}
	m.stage.rows = nil
	for _, e := range m.stage.known {
		for _, name := range e.tags {
			m.stage.tagNamed(name).given = true
		}
	}
	m.stage.playersAt = -1
	m.stage.playerList, m.stage.listsPlayers = m.lua.Get("AllPlayers").(*glua.LTable)
	if !m.stage.listsPlayers {
		m.stage.playerList = m.L.NewTable()
	}
}

func (s *saved) code(c codec) {
	integer(c, &s.fixed)
	c.bool(&s.kept.Frozen)
	integer(c, &s.kept.Taken)
	integer(c, &s.weighAt)
	c.bool(&s.full)
	integer(c, &s.nodes)
	integer(c, &s.spawned)
	integer(c, &s.knownMost)
	list(c, &s.kept.Written, c.text)
	s.codeFiles(c)
	dict(c, &s.brainClasses, c.text, c.value)
	s.stageState.code(c)
	for _, id := range slices.Sorted(maps.Keys(s.known)) {
		if b := s.known[id].bot; b != nil {
			b.code(c)
		}
	}
	for _, e := range s.own {
		if e.bot != nil {
			e.bot.code(c)
		}
	}
}

// codeFiles visits the files that were required, each with what it returned.
func (s *saved) codeFiles(c codec) {
	if n := c.length(len(s.kept.Files)); n != len(s.kept.Files) {
		s.kept.Files, s.kept.Values = make([]string, n), make([]glua.LValue, n)
	}
	for i := range s.kept.Files {
		c.text(&s.kept.Files[i])
		c.value(&s.kept.Values[i])
	}
}

// HashSide hashes the words of a bot's tree and when its brains are due; for the
// first bot of a machine also all that its scripts keep.
func (s *semantics) HashSide(side any) uint64 {
	b, ok := side.(*bot)
	if !ok {
		return 0
	}
	due := []uint32{uint32(b.faults)}
	for _, br := range b.brains {
		due = append(due, uint32(br.queue), uint32(br.until), uint32(br.until>>32))
	}
	h := run.HashWords(due)
	if t := b.tree(); t != nil && t.in != nil {
		h ^= run.HashWords(t.in.words)
	}
	if b.m.first() == b.e.id {
		saved, _ := b.m.encode() // what cannot be saved is not hashed
		all := fnv.New64a()
		all.Write(saved)
		h ^= all.Sum64()
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
		return nil, errLenient
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

// fix numbers the tables and functions of a new machine. Every machine of a
// program has the same, in the same order.
func (m *machine) fix() {
	m.fixed = map[any]uint64{}
	var todo []glua.LValue
	add := func(v glua.LValue) {
		switch v.(type) {
		case *glua.LTable, *glua.LFunction:
			if _, ok := m.fixed[v]; !ok {
				m.fixed[v] = uint64(len(m.fixed)) + 1
				m.fixedList = append(m.fixedList, v)
				todo = append(todo, v)
			}
		}
	}
	add(m.lua.Globals())
	for op := opNode; op < opCount; op++ {
		add(m.nodeClasses[op])
		for _, f := range m.methods[op] {
			if f != nil {
				add(f)
			}
		}
	}
	for _, v := range []glua.LValue{m.stage.entities, m.world, m.stage.taskMeta, m.stage.threadMeta, m.L.GetMetatable(glua.LString("")), m.fieldRead, m.fieldWrite} {
		add(v)
	}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		switch v := v.(type) {
		case *glua.LTable:
			add(v.Metatable)
			for k, e := v.Next(glua.LNil); k != glua.LNil; k, e = v.Next(k) {
				add(e)
			}
		case *glua.LFunction:
			for _, up := range v.Upvalues {
				if up != nil {
					add(up.Value())
				}
			}
		}
	}
}

// place is where a function stands: a file, and its number among the functions of
// that file. A file of Thicket's own is marked, since the user may have one of
// the same name.
type place struct {
	file   string
	number int
}

const ownMark = "\x00"

// placeOf finds the place of a compiled function.
func (p *project) placeOf(f *glua.FunctionProto) place {
	if w, ok := p.places[f]; ok {
		return w
	}
	p.places = map[*glua.FunctionProto]place{}
	add := func(file string, c *lua.Chunk) {
		for number, f := range c.Functions() {
			p.places[f] = place{file, number}
		}
	}
	for file, c := range p.mains {
		add(file, c)
	}
	for file, c := range p.modules {
		add(file, c)
	}
	chunks.Range(func(ref, c any) bool {
		add(ownMark+ref.(string), c.(*lua.Chunk))
		return true
	})
	return p.places[f]
}

// chunkOf returns the file of a place; nil if it cannot be found.
func (p *program) chunkOf(file string) *lua.Chunk {
	ref, own := strings.CutPrefix(file, ownMark)
	switch {
	case own:
		return ownChunk(ref)
	case p.mains[file] != nil:
		return p.mains[file]
	}
	if c := p.modules[file]; c != nil {
		return c
	}
	ref = strings.TrimPrefix(file, ownFolder)
	if c, err := p.require(syntax.Pos{File: p.name}, ref); err == nil && c.At.File == file {
		return c
	}
	return nil
}
