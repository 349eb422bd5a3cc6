package dragengine

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// Bot is a bot of a pool, for a game that inspects or steers its tree between
// ticks. It is valid until the bot leaves the pool. Actions steer their own bot
// by [host.Call.Control].
type Bot struct {
	pool *run.Pool
	row  int32
}

// BotOf returns the bot in a row of a pool, which must run a tree of this
// dialect. In a call these are [run.Exec.Pool] and [run.Exec.Row].
func BotOf(pool *run.Pool, row int32) (Bot, error) {
	_, err := of(pool)
	return Bot{pool, row}, err
}

func of(pool *run.Pool) (*semantics, error) {
	s, ok := pool.Program().Semantics.(*semantics)
	if !ok {
		return nil, fmt.Errorf("tree %s is of another dialect", pool.Program().Tree.Name)
	}
	return s, nil
}

func (b Bot) control(name string, arg host.Value) error {
	return b.pool.Control(b.row, run.Command{Name: name, Arg: arg}, run.Moment{})
}

// look calls f with the bot's tree as it is now: it may have been reloaded. It
// fails when the tree is of another dialect since then.
func (b Bot) look(f func(*semantics, *run.Exec)) error {
	s, err := of(b.pool)
	if err == nil {
		b.pool.Look(b.row, run.Moment{}, func(x *run.Exec) { f(s, x) })
	}
	return err
}

// try is look for an f that may fail.
func (b Bot) try(f func(*semantics, *run.Exec) error) (err error) {
	if wrong := b.look(func(s *semantics, x *run.Exec) { err = f(s, x) }); wrong != nil {
		return wrong
	}
	return err
}

// Jump makes the rule with an id the current one: the next step begins with it,
// and no rule above it is asked. It fails when no rule has the id.
func (b Bot) Jump(id string) error { return b.control("jump", host.StringValue(id)) }

// Reset puts the bot at the root.
func (b Bot) Reset() { _ = b.control("reset", host.NullValue) }

// SetLimit sets how many rules may run in one step, 1 to [MaxLimit].
func (b Bot) SetLimit(rules int) error { return b.control("limit", host.IntValue(int64(rules))) }

// OnRootFailed sets what the tree does when its root has failed.
func (b Bot) OnRootFailed(p RootPolicy) error {
	return b.try(func(s *semantics, x *run.Exec) error { return s.setPolicy(x, p) })
}

// Rule returns the id of the current rule. ok is false when the rule has none, or
// there is no current rule.
func (b Bot) Rule() (id string, ok bool) {
	_ = b.look(func(s *semantics, x *run.Exec) { id = s.ids[current(x.Mem[s.tables.base])] })
	return id, id != ""
}

// Path names the current rule and the lists around it, from the root, each with
// its index in its list.
func (b Bot) Path() (path string) {
	_ = b.look(func(s *semantics, x *run.Exec) { path = s.path(x.Tree, current(x.Mem[s.tables.base])) })
	return path
}

// Last returns the result of the last rule that ran. ok is false before the first
// step.
func (b Bot) Last() (last host.Status, ok bool) {
	_ = b.look(func(s *semantics, x *run.Exec) {
		w := x.Mem[s.tables.base]
		last, ok = host.Status(w>>lastShift), w&hasLast != 0
	})
	return last, ok
}

// Stopped reports whether the tree has stopped because its root has failed.
func (b Bot) Stopped() (stopped bool) {
	_ = b.look(func(s *semantics, x *run.Exec) { stopped = x.Mem[s.tables.base]&isStopped != 0 })
	return stopped
}

// Save returns the bot's place by the id of its rule; after a finished step that
// is the root. It fails when the rule has no id.
func (b Bot) Save() (p Place, err error) {
	err = b.try(func(s *semantics, x *run.Exec) (err error) {
		p, err = s.placeOf(x)
		return err
	})
	return p, err
}

// Restore puts the bot at a place. An id that its tree does not have leaves it
// nowhere: each step fails, until a jump or a reset.
func (b Bot) Restore(p Place) { _ = b.look(func(s *semantics, x *run.Exec) { s.restore(x, p) }) }

// Backup is all that a bot remembers, also when its rule has no id. It can be
// restored in the same tree of the same process, to try something and go back.
type Backup struct {
	of    *semantics
	words []uint32
}

// Backup copies what the bot remembers.
func (b Bot) Backup() (k Backup) {
	_ = b.look(func(s *semantics, x *run.Exec) { k = Backup{s, slices.Clone(x.Mem)} })
	return k
}

// Undo restores a backup of a bot of the same tree.
func (b Bot) Undo(k Backup) error {
	return b.try(func(s *semantics, x *run.Exec) error {
		if k.of != s {
			return errors.New("a backup of another tree")
		}
		copy(x.Mem, k.words)
		return nil
	})
}

// Parameter returns the number of an entry of the bot's parameter table. ok is
// false when the entry has no value.
func (b Bot) Parameter(name string) (f float64, ok bool) {
	_ = b.look(func(s *semantics, x *run.Exec) {
		if at, known := s.entries[name]; known {
			f, ok = float64(s.tables.float(x, at, 0)), s.tables.words(x, at, entryWords)[0]&isSet != 0
		}
	})
	return f, ok
}

// SetParameter sets an entry of the bot's parameter table to a text. A number is
// the longest prefix of the text that is one: "4.5 apples" is 4.5, the integer 4,
// and false. It fails when the tree mentions no such entry.
func (b Bot) SetParameter(name, text string) error {
	return b.try(func(s *semantics, x *run.Exec) error {
		at, ok := s.entries[name]
		if !ok {
			return unknown("parameter", name, slices.Sorted(maps.Keys(s.entries)))
		}
		s.tables.setText(x, at, text)
		return nil
	})
}

// Flag reports whether a flag of the bot is set.
func (b Bot) Flag(name string) (on bool) {
	_ = b.look(func(s *semantics, x *run.Exec) {
		if at, ok := s.flags[name]; ok {
			on = s.tables.words(x, at, 1)[0] != 0
		}
	})
	return on
}

// SetFlag sets or clears a flag of the bot. It fails when the tree mentions no
// such flag.
func (b Bot) SetFlag(name string, on bool) error {
	return b.try(func(s *semantics, x *run.Exec) error {
		at, ok := s.flags[name]
		if !ok {
			return unknown("flag", name, slices.Sorted(maps.Keys(s.flags)))
		}
		s.tables.words(x, at, 1)[0] = word(on)
		return nil
	})
}

// AddBehaviors offers all of [BehaviorActions] and [BehaviorConditions] to the
// trees of this dialect.
func AddBehaviors(reg *host.Registry) error {
	var errs []error
	own := reg.Overlay(dialect)
	for _, a := range BehaviorActions() {
		errs = append(errs, own.AddAction(a))
	}
	for _, f := range BehaviorConditions() {
		errs = append(errs, own.AddFunc(f))
	}
	return errors.Join(errs...)
}

// TablesOf returns the tables that [Offer] has put into a registry; nil when it
// was not called.
func TablesOf(reg *host.Registry) *Tables { return configOf(reg).tables }
