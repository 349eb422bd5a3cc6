package dst

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

var errLenient = errors.New("its file is read leniently; stubs cannot be saved")

// first returns the bot with which the machine is saved and hashed: the one with
// the lowest id.
func (m *machine) first() host.BotID {
	if m.firstAt != m.Turns {
		m.firstAt, m.firstBot = m.Turns, 0
		for id, e := range m.stage.Known {
			if e.Bot != nil && (m.firstBot == 0 || id < m.firstBot) {
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
	stage.StageState
	brainClasses map[string]glua.LValue // by the keys of their programs
}

func (m *machine) saved() *saved {
	classes := map[string]glua.LValue{}
	for key, made := range m.brainClasses {
		if made.program == m.home.folder.latest[key] {
			classes[key] = made.class
		}
	}
	return &saved{m.Lua.Kept(), m.weight, m.Nodes, m.stage.StageState, classes}
}

func (s *saved) code(c script.Codec) {
	c.Bool(&s.kept.Frozen)
	script.Integer(c, &s.kept.Taken)
	script.Integer(c, &s.weighAt)
	c.Bool(&s.full)
	script.Integer(c, &s.nodes)
	s.CodeCounts(c)
	script.List(c, &s.kept.Written, c.Text)
	s.codeFiles(c)
	script.Dict(c, &s.brainClasses, c.Text, c.Value)
	s.StageState.Code(c)
	for _, id := range slices.Sorted(maps.Keys(s.Known)) {
		if b := botOf(s.Known[id]); b != nil {
			b.code(c)
		}
	}
	for _, e := range s.Own {
		if b := botOf(e); b != nil {
			b.code(c)
		}
	}
}

// codeFiles visits the files that were required, each with what it returned.
func (s *saved) codeFiles(c script.Codec) {
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
	if b, ok := side.(*bot); ok && b.m.first() == b.Entity.ID {
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
		h ^= run.HashWords(t.Words())
	}
	return h
}

// SaveSide saves the whole machine for its first bot, and nothing for the others.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	b, ok := side.(*bot)
	switch {
	case !ok || b.m.first() != b.Entity.ID:
		return nil, nil
	case s.p.Lenient:
		return nil, fmt.Errorf("%s: %w", s.p.Chunk.At, errLenient)
	}
	return b.m.encode()
}

// ReadSide reads what SaveSide returned for the same bot.
func (s *semantics) ReadSide(side any, from []byte) (func(), error) {
	b, ok := side.(*bot)
	if !ok || b.m.first() != b.Entity.ID && len(from) == 0 {
		return func() {}, nil
	}
	commit, err := b.m.decode(from)
	if err != nil {
		return nil, err
	}
	return func() {
		commit()
		b.m.Turns++
	}, nil
}

// encode returns all that the scripts of the machine keep, as bytes, with the files that
// were edited since. It fails if they keep something that cannot be saved.
func (m *machine) encode() ([]byte, error) {
	p, graph := m.Program.Project, m.graph
	u := script.Used{Texts: map[string]string{}, Names: map[*lua.Chunk]string{}}
	graph.Place = func(f *glua.FunctionProto) (lua.Place, bool) {
		if at, ok := p.Places[f]; ok {
			return lua.Place{File: u.Add(&p.Versions, at.File, p.All[at.File][at.Version]), Number: at.Number}, true
		}
		return p.PlaceOf(f)
	}
	b, err := graph.Encode(&objects{m: m}, m.saved().code)
	if err != nil {
		return nil, &run.Unsaved{Bot: bearer(graph.Holders(&objects{m: m}, m.saved().code)), Err: err}
	}
	for _, file := range m.Lua.Modules() {
		u.AddRan(&p.Versions, script.FileKey{Name: file}, m.Lua.LastRun(file))
	}
	u.AddAsked(p)
	return u.Encode(b), nil
}

// uses notes the versions of files that the machine has functions of, and those that it ran
// last.
func (m *machine) uses(used map[*lua.Chunk]bool) error {
	p, graph := m.Program.Project, m.graph
	graph.Place = func(f *glua.FunctionProto) (lua.Place, bool) {
		if at, ok := p.Places[f]; ok {
			used[p.All[at.File][at.Version]] = true
		}
		return p.PlaceOf(f)
	}
	for _, file := range m.Lua.Modules() {
		used[m.Lua.LastRun(file)] = true
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
			v = script.Handle(held)
		case *glua.LUserData:
			v = held.Value
		}
		var e *stage.Entity
		switch h := v.(type) {
		case *stage.Entity:
			e = h
		case *brain:
			e = h.e
		case *stage.Task:
			e = h.Owner
		case *stage.Thread:
			e = h.Owner
		}
		if e != nil && e.Bot != nil && e.ID != 0 {
			return e.ID
		}
	}
	return 0
}

// decode reads what encode wrote. The machine is unchanged until commit is
// called, which replaces all that its scripts keep. err is lua.ErrDamaged, or says
// why the save does not fit.
func (m *machine) decode(b []byte) (commit func(), err error) {
	u, b, err := script.DecodeUsed(b)
	if err != nil {
		return nil, err
	}
	p, graph := m.Program.Project, m.graph
	graph.Chunk = func(file string) *lua.Chunk {
		if c := u.Chunk(&p.Versions, file, p.Limits.Script); c != nil {
			return c
		}
		return m.Program.ChunkOf(file)
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
		clear(m.Kinds)
		m.Hosts = o.hosts
		p.Remember(&u)
		m.restore(&s, &u)
		fill()
		m.stage.FindPlayers()
	}, nil
}

// wants refuses a save of other bots than the machine has.
func (m *machine) wants(s *saved) error {
	for _, e := range s.Own {
		if e.Bot == nil {
			return lua.ErrDamaged
		}
	}
	for id, e := range m.stage.Known {
		if saved := s.Known[id]; e.Bot != nil && (saved == nil || saved.Bot == nil) {
			return fmt.Errorf("saved without bot %d", id)
		}
	}
	for id, e := range s.Known {
		if old := m.stage.Known[id]; e.Bot != nil && (old == nil || old.Bot == nil) {
			return fmt.Errorf("saved with bot %d, which is not there", id)
		}
	}
	return nil
}

// restore takes over what was saved.
func (m *machine) restore(s *saved, u *script.Used) {
	m.Lua.Keep(s.kept)
	m.restoreRan(s, u)
	old := m.stage.Known
	m.weight, m.Nodes = s.weight, s.nodes
	m.stage.Restore(s.StageState)
	for _, id := range slices.Sorted(maps.Keys(m.stage.Known)) {
		e := m.stage.Known[id]
		if read := botOf(e); read != nil {
			b := botOf(old[id])
			read.Row, read.program, read.File, read.Pool, read.Mind = b.Row, b.program, b.File, b.Pool, b
			*b = *read
			e.Bot = &b.Actor
			for _, br := range b.brains {
				br.owner = b
			}
		}
	}
	for _, e := range m.stage.Own {
		b := botOf(e)
		for _, br := range b.brains {
			br.owner = b
		}
	}
}

// restoreRan notes which classes brain files returned, and as what files were run last.
func (m *machine) restoreRan(s *saved, u *script.Used) {
	p := m.Program.Project
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
		if c := p.PlainModule(file); c != nil {
			m.Lua.SetLastRun(c)
		}
	}
	for _, name := range u.Ran {
		if c := u.Chunk(&p.Versions, name, p.Limits.Script); c != nil {
			m.Lua.SetLastRun(c)
		}
	}
}

// fix numbers the tables and functions of a new machine. Every machine of a
// program has the same, in the same order.
func (m *machine) fix() {
	m.graph = lua.Graph{Place: m.Program.PlaceOf, Chunk: func(file string) *lua.Chunk { return m.Program.ChunkOf(file) }}
	m.graph.Fix(m.Lua, append(append(m.Roots(), m.stage.Roots()...), m.L.GetMetatable(glua.LString("")), m.FieldRead, m.FieldWrite)...)
}
