package trees

import (
	"path"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
	"github.com/thicket-sim/thicket/internal/dialect/mbt"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/insight/mention"
)

// Settings hold the keys of a scene that are about its trees.
type Settings struct {
	// Finished says what becomes of a tree whose root finishes, in the dialects whose roots should
	// never finish.
	Finished Finished
	// StopFailed: a tree whose root fails is stopped, in the dialects whose roots
	// should not fail; otherwise it starts again.
	StopFailed bool
	// StepLimit is the number of nodes a bot may run in one tick, in the dialects that
	// break a tick off that does not end; 0 is the dialect's own limit.
	StepLimit int
	// OneCall: the root of a tree is called once a tick, in the dialects whose trees can ask for
	// another call in the same tick.
	OneCall bool
	// Enums are names of whole numbers, in the dialects whose games have such tables.
	Enums map[string]int64
	// Values are numbers, texts and truth values that trees can read by name.
	Values []Value
	// Lua are files that run, in this order, before the code in trees.
	Lua []Ref
}

// Finished says what becomes of a tree whose root finishes: it starts again, and keeps what it
// remembers where its dialect has that apart from its nodes; or it starts as new; or is stopped.
type Finished = mbt.Policy

// The words for these in scenes, in their order.
var FinishedWords = []string{mbt.Reboot: "reboot", mbt.Fresh: "fresh", mbt.Stop: "stop"}

// Value is a setting that trees can read.
type Value = dst.Setting

// Ref is a reference to a file, and where it stands.
type Ref struct {
	At   syntax.Pos
	Name string
}

// Scripted is an action or a condition that Lua of a scene offers to trees, or what of it
// listens to announcements.
type Scripted = dragengine.Scripted

// OfferedByLua lists what the Lua of a scene offers to trees by name.
func OfferedByLua(reg *host.Registry) []Scripted { return dragengine.Offered(reg) }

// IsPipes reports whether a file is one of goal pipes, which a scene has among its Lua.
func IsPipes(file string, src []byte) bool { return path.Ext(file) == xmlExt && mbt.IsPipes(src) }

// IsCreature reports whether a file describes creatures of Don't Starve Together, which have a brain
// or none, and is no brain itself.
func IsCreature(file string, src []byte) bool { return path.Ext(file) == ".lua" && dst.IsCreature(src) }

// CheckPipes reports what is wrong and odd in a file of goal pipes, and returns how many it has.
func CheckPipes(file string, src []byte, reg *host.Registry, l *syntax.List) int {
	mbt.Pipes(file, src, reg, l)
	n := 0
	for _, m := range mbt.Mentions(file, src, *host.LimitsOf(reg)) {
		if m.Kind == mention.Pipe && m.Defines {
			n++
		}
	}
	return n
}

// NodesInLua lists the nodes of Modular Behavior Trees that the Lua of a scene defines.
func NodesInLua(reg *host.Registry) []words.Word { return mbt.NodesInLua(reg) }

// Set makes settings hold for the trees that are loaded from now on. Faults of
// the files go to the list.
func (ld *Loader) Set(s Settings, l *syntax.List) {
	ld.extend(s, l)
	dst.Extend(ld.reg, s.Values)
	o := dragengine.Options{Limit: s.StepLimit}
	if s.StopFailed {
		o.OnRootFailed = dragengine.Stop
	}
	dragengine.Extend(ld.reg, o)
	btcpp.Configure(ld.reg, btcpp.Config{Enums: s.Enums, Exactly: s.OneCall, Stop: s.Finished == mbt.Stop})
}

// Record has a recorder gather where the time of trees that are scripts goes, in games that go on
// from now.
func (ld *Loader) Record(by *profile.Recorder) { dst.Record(ld.reg, by) }

// SetLua replaces the files of Lua alone, which trees loaded from now on find.
func (ld *Loader) SetLua(files []Ref, l *syntax.List) { ld.extend(Settings{Lua: files}, l) }

// extend hands the files of Lua to the dialects whose trees find them in place: a file that
// uses what only one of them has is that one's alone.
func (ld *Loader) extend(s Settings, l *syntax.List) {
	var modular []mbt.Source
	var blocks []*machine.Chunk
	anyBlock := false
	for _, r := range s.Lua {
		src, chunk, fault := ld.script(r, l)
		if fault != nil {
			l.Add(fault)
			continue
		}
		isModular, isBlock := mbt.UsesScripts(ld.reg, chunk), dragengine.UsesScripts(chunk)
		if isModular && isBlock {
			l.Errorf(chunk.At, "a file for both Modular Behavior Trees and Drag[en]gine trees, wanted two: only the former have entity, AI and the like, only the latter actions, conditions and listeners")
			continue
		}
		anyBlock = anyBlock || isBlock
		if !isBlock {
			modular = append(modular, src)
		}
		if !isModular {
			blocks = append(blocks, chunk)
		}
	}
	l.Add(mbt.Extend(ld.reg, s.Finished, modular))
	if !anyBlock { // what is for both is of no use to Drag[en]gine trees alone
		blocks = nil
	}
	dragengine.SetScripts(ld.reg, blocks, l)
}

// script reads and compiles a file of Lua, or one of goal pipes.
func (ld *Loader) script(r Ref, l *syntax.List) (src mbt.Source, c *machine.Chunk, err error) {
	name, fault := ld.files.Find(r.At, r.Name)
	if fault != nil {
		return src, nil, fault
	}
	text, fault := ld.files.Read(r.At, name)
	if fault != nil {
		return src, nil, fault
	}
	if IsPipes(name, text) {
		text = mbt.Pipes(name, text, ld.reg, l)
	}
	c, err = machine.Compile(syntax.Pos{File: name, Line: 1, Col: 1}, string(text), lua.LimitsOf(*host.LimitsOf(ld.reg)))
	return mbt.Source{Name: name, Text: text}, c, err
}
