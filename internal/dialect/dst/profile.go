package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
)

// Record has a recorder gather where the time of brains goes in games that begin from now on.
func Record(reg *host.Registry, by *profile.Recorder) { stage.Record(reg, by) }

// record has the recorder of the game, if there is one, watch the troupe.
func (m *troupe) record() {
	if r := m.stage.Recorder(); r != m.recorder {
		m.recorder = r
		(&machine.Sampler{Around: m.around, Take: r.Add}).Watch(m.Lua)
	}
}

// around adds the nodes of a tree on the way to the one whose function runs, and the file of the
// bot whose turn it is.
func (m *troupe) around(stack []machine.Frame) []machine.Frame {
	for n := m.Calling; n != nil; n = n.Above() {
		f := machine.Frame{Name: m.Title(n), File: n.At.File, Begin: n.At.Line, Line: n.At.Line}
		f.File = m.Program.ShownAt(n.At).File
		stack = append(stack, f)
	}
	name := m.Program.Name
	if b := m.bot(); b != nil {
		name = b.program.Name
	}
	return append(stack, machine.Frame{Name: name, File: name})
}
