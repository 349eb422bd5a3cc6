package dst

import (
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// first returns the bot with which the troupe is saved and hashed: the one with
// the lowest id.
func (m *troupe) first() host.BotID {
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

// saved is what is saved of a troupe itself; all other objects are reached from
// it.
type saved struct {
	kept machine.Kept
	weight
	nodes int
	stage.StageState
	brainClasses map[string]machine.Value // by the keys of their programs
	stubs        *script.StubState        // of lenient files
}

func (m *troupe) saved() *saved {
	classes := map[string]machine.Value{}
	for key, made := range m.brainClasses {
		if made.program == m.home.folder.latest[key] {
			classes[key] = made.class
		}
	}
	s := &saved{kept: m.Lua.Kept(), weight: m.weight, nodes: m.Nodes, StageState: m.stage.StageState, brainClasses: classes}
	if m.Program.Lenient {
		s.stubs = &m.StubState
	}
	return s
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
	if s.stubs != nil {
		s.stubs.Code(c)
	}
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

// codeFiles visits the files that were required, each with whether it has ended, and what it
// returned.
func (s *saved) codeFiles(c script.Codec) {
	if n := c.Length(len(s.kept.Files)); n != len(s.kept.Files) {
		s.kept.Files, s.kept.Given, s.kept.Values = make([]string, n), make([]bool, n), make([]machine.Value, n)
	}
	for i := range s.kept.Files {
		c.Text(&s.kept.Files[i])
		c.Bool(&s.kept.Given[i])
		c.Value(&s.kept.Values[i])
	}
}

// HashSide hashes the words of a bot's tree and when its brains are due; for the
// first bot of a troupe also all that its scripts keep.
func (s *semantics) HashSide(side any) uint64 {
	h := s.HashBriefly(side)
	if b, ok := side.(*bot); ok && b.m.first() == b.Entity.ID {
		h ^= b.m.graph.Sum(&objects{m: b.m}, b.m.saved().code) // without what cannot be saved
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
		var room [128]uint32
		h ^= run.HashWords(t.Words(room[:0]))
	}
	return h
}

// SaveSide saves the whole troupe for its first bot, and nothing for the others.
func (s *semantics) SaveSide(side any) ([]byte, error) {
	b, ok := side.(*bot)
	if !ok || b.m.first() != b.Entity.ID {
		return nil, nil
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

// encode returns all that the scripts of the troupe keep, as bytes, with the files that
// were edited since. It fails if they keep something that cannot be saved.
func (m *troupe) encode() ([]byte, error) {
	p, all := m.Program.Project, m.graph
	u := script.Used{Texts: map[string]string{}, Names: map[*machine.Chunk]string{}}
	all.Place = func(f *machine.Proto) (graph.Place, bool) {
		if at, ok := p.Places[f.Chunk]; ok {
			return graph.Place{File: u.Add(&p.Versions, at.File, f.Chunk), Number: int(f.Number)}, true
		}
		return p.PlaceOf(f)
	}
	b, err := all.Encode(&objects{m: m}, m.saved().code)
	if err != nil {
		return nil, &run.Unsaved{Bot: bearer(all.Holders(&objects{m: m}, m.saved().code)), Err: err}
	}
	for _, file := range m.Lua.Modules() {
		u.AddRan(&p.Versions, script.FileKey{Name: file}, m.Lua.LastRun(file))
	}
	u.AddAsked(p)
	return u.Encode(b), nil
}

// uses notes the versions of files that the troupe has functions of, and those that it ran
// last.
func (m *troupe) uses(used map[*machine.Chunk]bool) error {
	p, all := m.Program.Project, m.graph
	all.Place = func(f *machine.Proto) (graph.Place, bool) {
		if _, ok := p.Places[f.Chunk]; ok {
			used[f.Chunk] = true
		}
		return p.PlaceOf(f)
	}
	for _, file := range m.Lua.Modules() {
		used[m.Lua.LastRun(file)] = true
	}
	_, err := all.Encode(&objects{m: m}, m.saved().code)
	return err
}

// bearer is the first bot among objects that hold each other; 0 where there is none, as of what
// a file keeps in its variables.
func bearer(all []machine.Value) host.BotID {
	for _, v := range all {
		var e *stage.Entity
		switch h := kept(v).(type) {
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

// decode reads what encode wrote. The troupe is unchanged until commit is
// called, which replaces all that its scripts keep. err is machine.ErrDamaged, or says
// why the save does not fit.
func (m *troupe) decode(b []byte) (commit func(), err error) {
	u, b, err := script.DecodeUsed(b)
	if err != nil {
		return nil, err
	}
	p, all := m.Program.Project, m.graph
	all.Chunk = func(file string) *machine.Chunk {
		if c := u.Chunk(&p.Versions, file, p.Limits.Script); c != nil {
			return c
		}
		return m.Program.ChunkOf(file)
	}
	var s saved
	if m.Program.Lenient {
		s.stubs = &script.StubState{}
	}
	o := &objects{m: m, hosts: map[*machine.Function]tree.Leaf{}, reads: true}
	fill, err := all.Decode(b, o, s.code)
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

// wants refuses a save of other bots than the troupe has.
func (m *troupe) wants(s *saved) error {
	for _, e := range s.Own {
		if e.Bot == nil {
			return machine.ErrDamaged
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
func (m *troupe) restore(s *saved, u *script.Used) {
	m.Lua.Keep(s.kept)
	m.restoreRan(s, u)
	old := m.stage.Known
	m.weight, m.Nodes = s.weight, s.nodes
	m.stage.Restore(s.StageState)
	if s.stubs != nil {
		m.StubState = *s.stubs
	}
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
func (m *troupe) restoreRan(s *saved, u *script.Used) {
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

// fix numbers the tables and functions of a new troupe. Every troupe of a
// program has the same, in the same order.
func (m *troupe) fix() {
	m.graph = graph.Graph{Place: m.Program.PlaceOf, Chunk: func(file string) *machine.Chunk { return m.Program.ChunkOf(file) }}
	m.graph.Fix(m.Lua, append(append(m.Roots(), append(m.stage.Roots(), m.StubRoots()...)...), m.FieldRead, m.FieldWrite)...)
}
