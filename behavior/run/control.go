package run

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Controller is Semantics that takes commands from outside: jump, reset, pause and
// the like, in the dialect's own words.
type Controller interface {
	// Control carries a command out for the bot at the cursor, or refuses it.
	Control(*Exec, Command) error
	// Sets reports whether a command sets how a tree runs from then on, instead of
	// doing something once. When it is given to a whole class, bots of the class
	// that come later get it, too.
	Sets(command string) bool
}

// Command is a dialect's own order to one bot's tree.
type Command struct {
	Name string
	Arg  host.Value
}

// Control passes a command to the tree of the bot at the cursor. It is how a
// leaf commands the tree that it is called from, by [host.Call.Control].
func (x *Exec) Control(name string, arg host.Value) error {
	if x.pool == nil {
		return fmt.Errorf("tree %s takes no command %q", x.Tree.Name, name)
	}
	ctl, err := x.pool.controller(name)
	if err != nil {
		return err
	}
	if x.within == maxNesting {
		return fmt.Errorf("tree %s: command %q from within commands nested deeper than %d", x.Tree.Name, name, maxNesting)
	}
	x.within++
	outer := x.suspend() // the command may call leaves; the calling leaf goes on afterwards
	obey := func() {
		x.Draws = host.RuntimeOf(&outer).Draws
		err = ctl.Control(x, Command{Name: name, Arg: arg})
	}
	if x.batched && x.within == 1 {
		x.InLane(x.lane, obey)
	} else {
		obey()
	}
	x.resume(outer)
	x.within--
	return err
}

// Scripter is Semantics whose scenes have scripts that actions call.
type Scripter interface {
	// Script calls a script for the bot at the cursor, on behalf of a node. It is not ok
	// where there is no such script, and where it failed.
	Script(x *Exec, n tree.NodeID, hook string, args []host.Value) (v host.Value, ok bool)
}

var _ host.Scripts = (*Exec)(nil)

// Script passes a call of [host.Call.Script] to the semantics.
func (x *Exec) Script(node uint16, hook string, args []host.Value) (v host.Value, ok bool) {
	if x.pool == nil {
		return host.NullValue, false
	}
	s, ok := x.pool.program.Semantics.(Scripter)
	if !ok {
		return host.NullValue, false
	}
	x.Draws = host.RuntimeOf(&x.call).Draws
	outer := x.suspend() // the script may call functions of the game
	v, ok = s.Script(x, tree.NodeID(node), hook, args)
	x.resume(outer)
	return v, ok
}

func (p *Pool) controller(command string) (Controller, error) {
	ctl, ok := p.program.Semantics.(Controller)
	if !ok {
		return nil, fmt.Errorf("tree %s takes no command %q", p.program.Tree.Name, command)
	}
	return ctl, nil
}

// Look hands a cursor over a bot to f, for what a dialect tells about the bot
// between ticks. What f changes in the bot's memory stays changed.
func (p *Pool) Look(row int32, now Moment, f func(*Exec)) {
	x := p.enter(row, now)
	defer p.leave()
	f(x)
}
