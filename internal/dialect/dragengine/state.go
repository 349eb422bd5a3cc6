package dragengine

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// What a bot remembers are two words, and those of the tables in ready.go.
// The first word has the current rule in its low half, 0 for none, and:
const (
	isFirstRun uint32 = 1 << (16 + iota)
	isStopped
	stopsOnFailure
	hasLast // there was a run since the last reset
	hasSaved
	savedFirstRun
	lastShift = 30 // two bits: the last status, where there was one
)

// The second word has the rule that was saved in its low half and the limit in
// its high half, 0 for DefaultLimit.
const stateWords = 2

// DefaultLimit is the number of rules that may run in one step, MaxLimit the most that
// can be set.
const (
	DefaultLimit = 100
	MaxLimit     = 1<<16 - 1
)

func current(word uint32) tree.NodeID { return tree.NodeID(word) }

// moveTo is BTContext.setCurrentRule.
func (s *semantics) moveTo(x *run.Exec, n tree.NodeID) {
	w := &x.Mem[s.tables.base]
	*w = *w&^0xffff | uint32(n) | isFirstRun
	if tells(x) {
		s.traceMove(x, n)
	}
}

func (s *semantics) limit(x *run.Exec) int {
	if n := x.Mem[s.tables.base+1] >> 16; n > 0 {
		return int(n)
	}
	return s.options.limit()
}

// answer stores and returns the status of a step.
func (s *semantics) answer(x *run.Exec, last host.Status) host.Status {
	w := &x.Mem[s.tables.base]
	*w = *w&^(3<<lastShift) | uint32(last)<<lastShift | hasLast
	return last
}

// end ends a step at the root: the root is the current rule, and the next step
// enters it again, whatever the result.
func (s *semantics) end(x *run.Exec, last host.Status, ran *trail, count int) host.Status {
	s.answer(x, last)
	if last != host.Failure {
		return host.Success
	}
	tell(x, x.Tree.Entries[0], func() string { return "the tree failed" })
	if w := &x.Mem[s.tables.base]; *w&stopsOnFailure != 0 {
		*w |= isStopped
		leaf := ran.lastLeaf(x.Tree, count)
		x.Warnf(leaf, "the tree failed and is stopped; the last rule that ran is %s", s.path(x.Tree, leaf))
		return host.Stopped
	}
	x.Notef(ran.lastLeaf(x.Tree, count), "the root has failed, and begins anew with the next step; this is the last rule that ran")
	return host.Failure
}

// trail has the last rules of a step. Its length is a power of two, so that it is
// quick to write.
type trail [trailLen]uint32

const trailLen = 128

func (t *trail) note(count int, n tree.NodeID) { t[uint(count)%trailLen] = uint32(n) }

// trailOf returns the trail of a cursor, which still has the rules of steps
// before.
func trailOf(x *run.Exec) *trail {
	if len(x.Scratch) < trailLen {
		x.Scratch = make([]uint32, trailLen)
	}
	return (*trail)(x.Scratch)
}

// lastLeaf returns the last rule of the trail that is no list; without one, the
// last rule.
func (t *trail) lastLeaf(of *tree.Tree, count int) tree.NodeID {
	for i := count - 1; i >= max(0, count-trailLen); i-- {
		if n := tree.NodeID(t[i%trailLen]); !isList(&of.Nodes[n]) {
			return n
		}
	}
	return tree.NodeID(t[(count-1)%trailLen])
}

// round finds the round of rules that a trail ends in, if that was repeated at
// least three times: its first index and its number of rules. Otherwise the whole
// trail is one round.
func (t *trail) round(count int) (from, rules int) {
	first := max(0, count-trailLen)
	for rules = 1; 3*rules <= count-first; rules++ {
		from = count - rules
		for from > first && t[(from-1)%trailLen] == t[(from-1+rules)%trailLen] {
			from--
		}
		if count-from >= 3*rules {
			return from, rules
		}
	}
	return first, count - first
}

// runAway is BTContext's run-away exception: the step ends, and the bot goes on
// from here with the next, unless it stops on failures. The engine's own driver
// takes an exception for one.
// Cases drag-runaway, drag-runaway-limit-below.
func (s *semantics) runAway(x *run.Exec, last host.Status, ran *trail, count int) host.Status {
	s.answer(x, last)
	then := ""
	if w := &x.Mem[s.tables.base]; *w&stopsOnFailure != 0 {
		*w |= isStopped
		then = ", and the tree is stopped"
	}
	tell(x, x.Tree.Entries[0], func() string { return fmt.Sprintf("run-away after %d rules", count) })
	var b strings.Builder
	from, again := ran.round(count)
	for i := max(0, count-trailLen); i < from+again; i++ {
		fmt.Fprintf(&b, "\n\t%d) %s", i+1, s.brief(x.Tree, tree.NodeID(ran[i%trailLen])))
	}
	if from+again < count {
		fmt.Fprintf(&b, "\n\tand from %d) on again, to %d)", from+1, count)
	}
	n := tree.NodeID(ran[(count-1)%trailLen])
	x.Warnf(n, "run-away: %d rules ran in one step without one that runs on%s; see that a loop waits for something%s", count, then, b.String())
	return host.Error
}

// Init puts a new bot at the root.
func (s *semantics) Init(x *run.Exec) {
	x.Mem[s.tables.base] = uint32(x.Tree.Entries[0]) | isFirstRun
	if s.options.OnRootFailed == Stop {
		x.Mem[s.tables.base] |= stopsOnFailure
	}
}

// Stop drops what scripts keep of the bot. No action is told that it is left.
func (s *semantics) Stop(x *run.Exec) {
	if w := s.share(x).scripts; w != nil {
		w.bots.Forget(x.Bot)
	}
}

// jumpEvent begins the names of events that are jumps.
const jumpEvent = "jump:"

// Event takes the commands jump:ID, reset, save and restore as events. One that is
// refused changes nothing.
// Cases drag-jump-unknown-id, drag-save-restore.
func (s *semantics) Event(x *run.Exec, e host.Event) {
	name := s.symbols.EventName(e.ID)
	c := run.Command{Name: name, Arg: e.Arg}
	switch id, isJump := strings.CutPrefix(name, jumpEvent); {
	case isJump:
		c = run.Command{Name: "jump", Arg: host.StringValue(id)}
	case !slices.Contains(commandEvents, name):
		return
	}
	if err := s.Control(x, c); err != nil {
		x.Warnf(x.Tree.Entries[0], "the event %q is refused: %v", name, err)
	}
}

var commandEvents = []string{"jump", "reset", "save", "restore"}

// CheckEvent refuses jumps to rules that the tree does not have, and what is nearly one of
// the tree's commands. Other events change nothing in the tree.
func (s *semantics) CheckEvent(name string) error {
	id, isJump := strings.CutPrefix(name, jumpEvent)
	switch {
	case isJump && s.named[id] == 0:
		return s.unknownRule(id)
	case isJump || slices.Contains(commandEvents, name):
		return nil
	}
	meant := slices.Clone(commandEvents)
	for _, id := range slices.Sorted(maps.Keys(s.named)) {
		meant = append(meant, jumpEvent+id)
	}
	e := &syntax.Error{Msg: fmt.Sprintf("nothing in the tree listens to the event %q", name)}
	if e.Suggest(name, meant); e.Hint == "" {
		return nil
	}
	return e
}

// unknownRule returns the error for an id that no rule has.
func (s *semantics) unknownRule(id string) error {
	for at := range id {
		if tail := id[at:]; at > 0 && tail[0] == '.' && s.named[tail] != 0 {
			return fmt.Errorf("unknown rule %q; %q stands at the top of a subtree's file, where a period stands for nothing", id, tail)
		}
	}
	return unknown("rule", id, slices.Sorted(maps.Keys(s.named)))
}

var commands = []string{"jump", "reset", "save", "restore", "limit", "onRootFailed"}

// Sets reports whether a command sets how a tree runs.
func (*semantics) Sets(command string) bool { return command == "limit" || command == "onRootFailed" }

// Control takes commands from a game: jump with the id of a rule; reset; save
// and restore, which keep the bot's place with the bot; limit with the number of
// rules that may run in one step; onRootFailed with restart or stop.
func (s *semantics) Control(x *run.Exec, c run.Command) error {
	switch c.Name {
	case "jump":
		if c.Arg.Kind() != host.String {
			return fmt.Errorf("jump: wanted the id of a rule, found %v", c.Arg)
		}
		return s.jump(x, c.Arg.Text())
	case "reset":
		s.reset(x)
	case "save":
		return s.save(x)
	case "restore":
		return s.restoreSaved(x)
	case "limit":
		n := c.Arg.Number()
		if k := c.Arg.Kind(); k != host.Int && k != host.Number || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
			return fmt.Errorf("limit: wanted a whole number, found %v", c.Arg)
		}
		return s.setLimit(x, int(n))
	case "onRootFailed":
		policy := slices.Index(policyNames[:], c.Arg.Text())
		if policy < 0 {
			e := &syntax.Error{Msg: fmt.Sprintf("onRootFailed: wanted %s, found %v", markup.Or(policyNames[:]), c.Arg)}
			return e.Suggest(c.Arg.Text(), policyNames[:])
		}
		return s.setPolicy(x, RootPolicy(policy))
	default:
		return unknown("command", c.Name, commands)
	}
	return nil
}

// unknown makes the error for a word that is none of the known ones.
func unknown(what, word string, among []string) error {
	hint := ""
	if w := syntax.Closest(word, among); w != "" {
		hint = fmt.Sprintf("; did you mean %q?", w)
	}
	return fmt.Errorf("unknown %s %q%s", what, word, hint)
}

// jump makes a rule the current one. Inside an action that succeeds or fails
// it is run in the same step, and the rule's parent never hears of the action.
// Cases drag-jump-to-list, drag-jump-skips-parent-conditions.
func (s *semantics) jump(x *run.Exec, id string) error {
	n, ok := s.named[id]
	if !ok {
		return s.unknownRule(id)
	}
	s.jumpTo(x, n)
	return nil
}

func (s *semantics) jumpTo(x *run.Exec, n tree.NodeID) {
	x.Mem[s.tables.base] &^= isStopped
	s.moveTo(x, n)
}

// reset puts the bot at the root, as if it had run on.
// Case drag-reset.
func (s *semantics) reset(x *run.Exec) {
	s.jumpTo(x, x.Tree.Entries[0])
	s.answer(x, host.Running)
}

func (s *semantics) setLimit(x *run.Exec, n int) error {
	if n < 1 || n > MaxLimit {
		return fmt.Errorf("limit %d, wanted 1 to %d", n, MaxLimit)
	}
	w := &x.Mem[s.tables.base+1]
	*w = *w&0xffff | uint32(n)<<16
	return nil
}

func (s *semantics) setPolicy(x *run.Exec, p RootPolicy) error {
	w := &x.Mem[s.tables.base]
	switch p {
	case Restart:
		*w &^= stopsOnFailure | isStopped
	case Stop:
		*w |= stopsOnFailure
	default:
		return fmt.Errorf("onRootFailed: wanted restart or stop")
	}
	return nil
}
