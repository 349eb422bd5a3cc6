package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// Control gives the tree of a bot a command in the words of its dialect. It
// fails when the bot has no tree, or one that has no such command or refuses it.
func (b *pools) Control(id components.ID, name string, arg host.Value) error {
	if _, err := b.bodyOf(id); err != nil {
		return err
	}
	brain := *b.World.Brain.Of(id)
	if brain.Program == noPool {
		return fmt.Errorf("%d has no tree", id)
	}
	clock := b.World.Clock()
	return b.list[brain.Program].Control(brain.Row, run.Command{Name: name, Arg: arg}, run.Moment(clock))
}

// Out reports whether a body is dead, or out of sight. Such a body does nothing that
// others could notice, though some trees are asked all the same.
func (cm *commons) Out(id components.ID) (dead, hidden bool) {
	body := cm.World.Slot(id)
	if body < 0 {
		return false, false
	}
	return cm.out(body)
}

func (cm *commons) out(body int32) (dead, hidden bool) {
	for _, m := range cm.mortal {
		dead = dead || !m.Alive(body)
	}
	return dead, cm.nursery.hides(body)
}

// Rests says why the tree of a bot is not asked though the bot is there, see [run.Rester]
// and Held; empty where it is.
func (b *pools) Rests(id components.ID) string {
	if body := b.World.Slot(id); body >= 0 && b.held.holds(body) {
		return Held
	}
	pool, row := b.poolOf(id)
	if pool == nil {
		return ""
	}
	clock := b.World.Clock()
	return pool.Rests(row, run.Moment(clock))
}

// Veiler is the meaning of trees whose scripts can take a body out of the pictures while it goes on as before.
type Veiler interface {
	// Veils reports whether the bot at the cursor is in no picture.
	Veils(*run.Exec) bool
}

// veil notes as hidden who is in no picture though the body is on the field.
func (b *pools) veil(list []session.BodyView) {
	if !slices.ContainsFunc(b.list, func(p classPool) bool { _, can := p.Program().Semantics.(Veiler); return can }) {
		return
	}
	now := run.Moment(b.World.Clock())
	for i := range list {
		v := &list[i]
		pool, row := b.poolOf(v.ID)
		if pool == nil || v.Hidden {
			continue
		}
		if by, ok := pool.Program().Semantics.(Veiler); ok {
			pool.At(row, now, func(x *run.Exec) { v.Hidden = by.Veils(x) })
		}
	}
}

// Die tells the tree of a bot, where it wants to know, that the bot has died.
func (b *pools) Die(id components.ID) {
	if pool, row := b.poolOf(id); pool != nil {
		clock := b.World.Clock()
		pool.Die(row, run.Moment(clock))
	}
}

// Revive tells the tree of a bot, where it wants to know, that the bot is about
// to come back to life. Who watches the bot is told what the tree does then.
func (g *Game) Revive(id components.ID) {
	pool, row := g.Pools.poolOf(id)
	if pool == nil {
		return
	}
	g.unsay(g.World.Slot(id)) // what its tree said while it was dead, it did not do
	t := g.Watchers.traced(g.World.Brain.Of(id).Program)
	if w := g.Watchers.watches.of(id); w != nil {
		t = run.Both(w.tracer(pool.Program()), t)
	}
	clock := g.World.Clock()
	pool.ReviveTraced(row, run.Moment(clock), t)
}

// poolOf returns the pool in which a bot thinks; nil for one that does not.
func (b *pools) poolOf(id components.ID) (*run.Pool, int32) {
	brain := b.World.Brain.Of(id)
	if brain == nil || brain.Program == noPool {
		return nil, 0
	}
	return b.list[brain.Program].Pool, brain.Row
}

// ControlClass gives the trees of all bots of a class a command, also where that
// of one refuses; told are those that did not. It is the error of one when all
// refuse. A command that sets how a tree runs is given to bots of the class that
// come later, too, and to trees that they get.
func (b *pools) ControlClass(class int, name string, arg host.Value) (told, of int, err error) {
	members := b.Members(class)
	for _, id := range members {
		if refused := b.Control(id, name, arg); refused != nil {
			err = refused
			continue
		}
		told++
	}
	if told == 0 && err != nil {
		return 0, len(members), err
	}
	if !b.sets(class, name) {
		return told, len(members), nil
	}
	c := &b.classes[class]
	c.set = slices.DeleteFunc(c.set, func(k run.Command) bool { return k.Name == name })
	c.set = append(c.set, run.Command{Name: name, Arg: arg})
	return told, len(members), nil
}

// sets reports whether a command sets how some tree of a class runs.
func (b *pools) sets(class int, command string) bool {
	return slices.ContainsFunc(b.list, func(p classPool) bool {
		setter, ok := p.Program().Semantics.(run.Controller)
		return ok && p.class == class && setter.Sets(command)
	})
}

// tune gives a tree that begins the commands that its class has been given. One
// that does not know them runs without.
func (b *pools) tune(class int, pool, row int32) {
	p := b.list[pool]
	setter, ok := p.Program().Semantics.(run.Controller)
	if !ok {
		return
	}
	clock := b.World.Clock()
	for _, c := range b.classes[class].set {
		if setter.Sets(c.Name) {
			_ = p.Control(row, c, run.Moment(clock))
		}
	}
}
