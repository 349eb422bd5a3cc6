package behavior

import (
	"github.com/thicket-sim/thicket/behavior/internal/dragengine"
	"github.com/thicket-sim/thicket/behavior/internal/dst"
	"github.com/thicket-sim/thicket/behavior/internal/mbt"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Settings are what a scene says about the trees that it has.
type Settings struct {
	// StopFinished: a tree whose root finishes is stopped, in the dialects whose
	// roots should never finish; otherwise it starts again.
	StopFinished bool
	// StopFailed: a tree whose root fails is stopped, in the dialects whose roots
	// should not fail; otherwise it starts again.
	StopFailed bool
	// StepLimit is how many nodes a bot may run in one tick, in the dialects that
	// break a tick off that does not end; 0 is the dialect's own limit.
	StepLimit int
	// Values are numbers, texts and truth values that trees can read by name.
	Values []Value
	// Lua are files that run, in this order, before the code in trees.
	Lua []Ref
}

// Value is a setting that trees can read.
type Value = dst.Setting

// Ref is a reference to a file, and where it stands.
type Ref struct {
	At   syntax.Pos
	Name string
}

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
}

// SetLua replaces the files of Lua alone, which trees loaded from now on find.
func (ld *Loader) SetLua(files []Ref, l *syntax.List) { ld.extend(Settings{Lua: files}, l) }

func (ld *Loader) extend(s Settings, l *syntax.List) {
	var files []mbt.Source
	for _, r := range s.Lua {
		name, fault := ld.files.Find(r.At, r.Name)
		if fault != nil {
			l.Add(fault)
			continue
		}
		src, fault := ld.files.Read(r.At, name)
		if fault != nil {
			l.Add(fault)
			continue
		}
		files = append(files, mbt.Source{Name: name, Text: src})
	}
	l.Add(mbt.Extend(ld.reg, s.StopFinished, files))
}
