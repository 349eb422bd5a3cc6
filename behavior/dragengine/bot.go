package dragengine

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// Bot is the tree of one bot, for a game that looks at it or steers it between
// ticks. An action does that to its own bot by [host.Call.Control].
type Bot struct {
	pool *run.Pool
	row  int32
	s    *semantics
}

// BotOf is the bot in a row of a pool, which must run a tree of this dialect. At a
// cursor these are [run.Exec.Pool] and [run.Exec.Row].
func BotOf(pool *run.Pool, row int32) (Bot, error) {
	s, err := of(pool)
	return Bot{pool, row, s}, err
}

func of(pool *run.Pool) (*semantics, error) {
	s, ok := pool.Program().Semantics.(*semantics)
	if !ok {
		return nil, fmt.Errorf("tree %s is of another dialect", pool.Program().Tree.Name)
	}
	return s, nil
}

func (b Bot) control(name string, arg host.Value) error {
	return b.pool.Control(b.row, run.Command{Name: name, Arg: arg}, 0, 0)
}

func (b Bot) look(f func(*run.Exec)) { b.pool.Look(b.row, 0, 0, f) }

// Jump makes the rule with an id the current one: the next step begins with it,
// and no rule above it is asked. It fails when no rule has the id.
func (b Bot) Jump(id string) error { return b.control("jump", host.StringValue(id)) }

// Reset puts the bot at the root.
func (b Bot) Reset() { _ = b.control("reset", host.NullValue) }

// SetLimit sets how many rules may run in one step, 1 to [MaxLimit].
func (b Bot) SetLimit(rules int) error { return b.control("limit", host.IntValue(int64(rules))) }

// OnRootFailed sets what the tree does whose root has failed.
func (b Bot) OnRootFailed(p RootPolicy) (err error) {
	b.look(func(x *run.Exec) { err = b.s.setPolicy(x, p) })
	return err
}

// Rule is the id of the current rule, and false where it has none or the bot
// stands nowhere.
func (b Bot) Rule() (id string, ok bool) {
	b.look(func(x *run.Exec) { id = b.s.ids[current(x.Mem[b.s.base])] })
	return id, id != ""
}

// Path is the current rule and the lists around it from the root on, each with
// its index in the list before it.
func (b Bot) Path() (path string) {
	b.look(func(x *run.Exec) { path = b.s.path(x.Tree, current(x.Mem[b.s.base])) })
	return path
}

// Last is the result of the last rule that ran, and false before the first step.
func (b Bot) Last() (s host.Status, ok bool) {
	b.look(func(x *run.Exec) {
		w := x.Mem[b.s.base]
		s, ok = host.Status(w>>lastShift), w&hasLast != 0
	})
	return s, ok
}

// Stopped reports whether the tree has stopped because its root has failed.
func (b Bot) Stopped() (stopped bool) {
	b.look(func(x *run.Exec) { stopped = x.Mem[b.s.base]&isStopped != 0 })
	return stopped
}

// Save is the bot's place by the id of its rule. It fails where the current rule
// has no id; after a finished step that is the root.
func (b Bot) Save() (p Place, err error) {
	b.look(func(x *run.Exec) { p, err = b.s.placeOf(x) })
	return p, err
}

// Restore puts the bot at a place. An id that its tree does not have leaves it
// nowhere: each step fails, until a jump or a reset.
func (b Bot) Restore(p Place) { b.look(func(x *run.Exec) { b.s.restore(x, p) }) }

// Backup is all that a bot remembers, rules without an id included. It is for
// the same tree within one process: to try something and go back.
type Backup struct {
	of    *semantics
	words []uint32
}

// Backup copies what the bot remembers.
func (b Bot) Backup() (k Backup) {
	b.look(func(x *run.Exec) { k = Backup{b.s, append([]uint32(nil), x.Mem...)} })
	return k
}

// Undo brings back what a bot of the same tree remembered.
func (b Bot) Undo(k Backup) error {
	if k.of != b.s {
		return errors.New("a backup of another tree")
	}
	b.look(func(x *run.Exec) { copy(x.Mem, k.words) })
	return nil
}

// Parameter is the number of an entry of the bot's parameter table, and false
// where it has no value.
func (b Bot) Parameter(name string) (f float64, ok bool) {
	at, known := b.s.entries[name]
	if !known {
		return 0, false
	}
	b.look(func(x *run.Exec) {
		f, ok = float64(b.s.float(x, at, 0)), b.s.words(x, at, entryWords)[0]&isSet != 0
	})
	return f, ok
}

// SetParameter gives an entry of the bot's parameter table a text, from which
// numbers are read as far as they go: "4.5 apples" is 4.5, as an integer 4, and
// as a truth value false. It fails where the tree mentions no such entry.
func (b Bot) SetParameter(name, text string) error {
	at, ok := b.s.entries[name]
	if !ok {
		return unknown("parameter", name, slices.Sorted(maps.Keys(b.s.entries)))
	}
	b.look(func(x *run.Exec) { b.s.setText(x, at, text) })
	return nil
}

// Flag reports whether a flag of the bot is set.
func (b Bot) Flag(name string) (on bool) {
	if at, ok := b.s.flags[name]; ok {
		b.look(func(x *run.Exec) { on = b.s.words(x, at, 1)[0] != 0 })
	}
	return on
}

// SetFlag sets or clears a flag of the bot. It fails where the tree mentions no
// such flag.
func (b Bot) SetFlag(name string, on bool) error {
	at, ok := b.s.flags[name]
	if !ok {
		return unknown("flag", name, slices.Sorted(maps.Keys(b.s.flags)))
	}
	b.look(func(x *run.Exec) { b.s.words(x, at, 1)[0] = word(on) })
	return nil
}
