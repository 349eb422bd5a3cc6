package dst

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// commands can be given to a bot from outside: those that the original gives
// brains, and those for an entity that comes, goes or falls asleep.
var commands = map[string]func(m *troupe, b *bot){
	"forceupdate": func(m *troupe, b *bot) {
		if br := b.brain(); br != nil {
			br.forceUpdate()
		} else if t := b.tree(); t != nil {
			t.Force = true
		}
	},
	"reset": func(m *troupe, b *bot) {
		if t := b.tree(); t != nil {
			t.Reset()
		}
	},
	"stop": func(m *troupe, b *bot) {
		if br := b.brain(); br != nil {
			br.call("Stop")
		} else if t := b.tree(); t != nil {
			t.Stop()
		}
	},
	"start":     onBrain("Start"),
	"pause":     onBrain("Pause"),
	"resume":    onBrain("Resume"),
	"restart":   func(m *troupe, b *bot) { m.stage.RestartBrain(b.Entity) },
	"stopbrain": func(m *troupe, b *bot) { m.stage.StopBrain(b.Entity) },
	"wake": func(m *troupe, b *bot) {
		if br := b.brain(); br != nil {
			br.wake()
		}
	},
	"hibernate": func(m *troupe, b *bot) {
		if br := b.brain(); br != nil {
			br.hibernate()
		}
	},
	"asleep":  func(m *troupe, b *bot) { b.Entity.Asleep = true },
	"awake":   func(m *troupe, b *bot) { b.Entity.Asleep = false },
	"invalid": func(m *troupe, b *bot) { b.Entity.Invalid = true },
	"valid":   func(m *troupe, b *bot) { b.Entity.Invalid = false },
	"remove": func(m *troupe, b *bot) {
		m.stage.StopBrain(b.Entity)
		b.Entity.Invalid = true
	},
}

func onBrain(name string) func(*troupe, *bot) {
	return func(_ *troupe, b *bot) {
		if br := b.brain(); br != nil {
			br.call(name)
		}
	}
}

// Sets is false: each command does something once.
func (*semantics) Sets(string) bool { return false }

// Control carries out a command.
func (s *semantics) Control(x *run.Exec, c run.Command) error {
	f := commands[c.Name]
	if f == nil {
		return fmt.Errorf("unknown command %q, wanted one of %q", c.Name, script.SortedKeys(commands))
	}
	s.with(x, f)
	return nil
}
