package dst

import (
	"fmt"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// semantics runs a brain file for the bots of a pool.
type semantics struct{ p *program }

var (
	_ run.Sleeper    = (*semantics)(nil)
	_ run.Keeper     = (*semantics)(nil)
	_ run.Controller = (*semantics)(nil)
	_ run.Labeler    = (*semantics)(nil)
	_ run.Classifier = (*semantics)(nil)
)

// bot is what a row keeps: the entity, its brains and the faults in a row.
type bot struct {
	m       *machine
	e       *entity
	row     int32    // of the pool
	brains  []*brain // that are listed
	due     []*brain
	bare    *bt // of a file without a brain, which is updated in each tick
	shown   *bt // updated last
	faults  int
	parked  bool
	updated bool // in the last tick
	status  host.Status
	log     []string // the last lines that its scripts printed
	printed int64    // the tick of the last of them
	lines   int      // in that tick
}

func (b *bot) code(c codec) {
	list(c, &b.brains, func(br **brain) { mustPointer(c, br) })
	pointer(c, &b.bare)
	pointer(c, &b.shown)
	integer(c, &b.faults)
	c.bool(&b.parked)
	c.bool(&b.updated)
	integer(c, &b.status)
	integer(c, &b.printed)
	integer(c, &b.lines)
	list(c, &b.log, c.text)
}

func (b *bot) forget(br *brain) {
	b.brains = slices.DeleteFunc(b.brains, func(other *brain) bool { return other == br })
}

// tree is the tree that is shown for the bot, nil where it has none.
func (b *bot) tree() *bt {
	if b.bare != nil {
		return b.bare
	}
	if br, ok := handle(b.e.obj.RawGetString("brain")).(*brain); ok {
		if br.t != nil {
			return br.t
		}
	}
	return b.shown
}

// gather finds the brains that are due, as BrainManager:Update does.
func (b *bot) gather(tick int64) bool {
	b.due = b.due[:0]
	for _, br := range b.brains {
		br.ring(tick)
		if br.queue == updating && (br.e == nil || !br.e.asleep && !br.e.invalid) {
			b.due = append(b.due, br)
		}
	}
	if at, ok := b.e.nextTask(); ok && at <= b.m.now {
		return true
	}
	return len(b.due) > 0 || b.bare != nil && !b.e.asleep && !b.e.invalid
}

// update runs what is due.
func (b *bot) update() {
	if b.m.stage.listsPlayers {
		b.m.stage.players()
	}
	if len(b.e.tasks) > 0 {
		b.m.stage.runTasks(b.e)
		b.gather(b.m.tick) // they may have woken or stopped a brain
	}
	if b.bare != nil && !b.e.asleep && !b.e.invalid {
		b.shown = b.bare
		if own := b.bare.ownUpdate(); own != nil {
			b.m.lua.Call(own, b.bare.obj)
		} else {
			b.bare.update()
		}
	}
	for _, br := range b.due {
		if br.t != nil {
			b.shown = br.t
		}
		br.run()
	}
}

// isBare reports whether nothing that is due can call a script.
func (b *bot) isBare() bool {
	if len(b.e.tasks) > 0 {
		return false
	}
	if b.bare != nil && (b.bare.in == nil || b.bare.ownUpdate() != nil || !b.bare.in.current() || !b.bare.in.shape.bare) {
		return false
	}
	for _, br := range b.due {
		if !br.isPlain() {
			return false
		}
		if in := br.t.in; in == nil || !in.current() || !in.shape.bare {
			return false
		}
	}
	return true
}

// Share makes the state that the scripts of all bots share. A file that gives a
// tree and no brain has one for each bot, since it is run for each.
func (s *semantics) Share(host.World) any {
	if s.p.bare {
		return nil
	}
	return s.machine()
}

func (s *semantics) machine() *machine {
	m := newMachine(s.p)
	if !s.p.dry {
		m.notice = func(at syntax.Pos, text string) { m.report(at, text, true) }
		m.log = m.logged
	}
	return m
}

// Init makes the bot's entity and starts its brain.
func (s *semantics) Init(x *run.Exec) {
	m, ok := x.Shared.(*machine)
	if !ok {
		m = s.machine()
	}
	b := &bot{m: m, status: host.Ready, row: x.Row}
	x.Keep(b)
	old := m.enter(x, b)
	defer func() { m.seat = old }()
	if m.full {
		b.e, b.parked = m.stage.bodyEntity(x.Bot), true
		b.e.bot = b
		return
	}
	if err := m.begin(b, x.Bot); err != nil {
		m.fault(err)
		b.parked = true
	}
}

// fault reports an error. A bot that fails again and again is parked.
func (m *machine) fault(err *syntax.Error) {
	m.program.placed(err)
	text := err.Msg
	if err.Hint != "" {
		text += "; " + err.Hint
	}
	m.report(err.Pos, text, false)
	b := m.bot
	b.faults++
	if b.faults == m.program.limits.Faults {
		b.parked = true
		if b.e.drive != nil { // it stands from now on
			b.e.drive, b.e.stands = nil, false
		}
		m.report(err.Pos, fmt.Sprintf("the bot is parked: its brain failed %d times in a row", b.faults), false)
	}
}

// Tick is the manager's turn for a bot.
func (s *semantics) Tick(x *run.Exec) host.Status {
	b := x.Side.(*bot)
	b.updated = false
	if b.parked {
		return b.status
	}
	m := b.m
	old := m.enter(x, b)
	if !b.gather(x.Tick) {
		m.move()
		m.seat = old
		return b.status
	}
	b.updated = len(b.due) > 0 || b.bare != nil
	var err *syntax.Error
	if b.isBare() {
		err = m.bare(m.update)
	} else {
		err = m.protectLua(m.updateLua)
	}
	if err != nil {
		m.fault(err)
	} else {
		b.faults = 0
	}
	m.move()
	m.seat = old
	if t := b.shown; t != nil && t.top != nil {
		b.status = toHost(t.last())
	}
	return b.status
}

// Sleep is until the first of the bot's brains is due.
func (s *semantics) Sleep(x *run.Exec) (ticks int64, forever bool) {
	b := x.Side.(*bot)
	if b.parked {
		return 0, true
	}
	if b.bare != nil || b.e.drive != nil || !b.e.stands {
		return 1, false
	}
	until := int64(math.MaxInt64)
	if at, ok := b.e.nextTask(); ok {
		until = max(x.Tick+1, int64(math.Ceil(at/x.DT)))
	}
	for _, br := range b.brains {
		switch br.queue {
		case updating:
			return 1, false
		case waiting:
			until = min(until, br.until)
		}
		for _, tick := range br.left {
			until = min(until, tick)
		}
	}
	return until - x.Tick, until == math.MaxInt64
}

// Event is entity:PushEvent().
func (s *semantics) Event(x *run.Exec, e host.Event) {
	name := s.p.reg.EventName(e.ID)
	s.with(x, func(m *machine, b *bot) { m.stage.hear(b.e, name, m.toLua(e.Arg)) })
}

// Stop ends the bot's brain.
func (s *semantics) Stop(x *run.Exec) {
	s.with(x, func(m *machine, b *bot) {
		if b.bare != nil {
			b.bare.stop()
			return
		}
		m.stage.stopBrain(b.e)
	})
	if b, ok := x.Side.(*bot); ok {
		b.e.invalid, b.e.drive = true, nil
		delete(b.m.stage.known, b.e.id)
	}
}

// with runs f for a bot, as its scripts would. An error is reported.
func (s *semantics) with(x *run.Exec, f func(m *machine, b *bot)) {
	b, ok := x.Side.(*bot)
	if !ok || b.parked {
		return
	}
	m := b.m
	old := m.enter(x, b)
	if err := m.protect(func() { f(m, b) }); err != nil {
		m.fault(err)
	}
	m.seat = old
}

// Label is a node's class and its name.
func (s *semantics) Label(t *tree.Tree, n tree.NodeID) (kind, detail string) {
	kind = ops[t.Nodes[n].Op].class
	if t.Nodes[n].Flags&flagLeaf != 0 {
		detail = t.Leaves[t.Nodes[n].Leaf].Name()
	}
	if int(n) < len(s.p.names) && s.p.names[n] != kind {
		detail = s.p.names[n]
	}
	return kind, detail
}

// Role is the part that a node plays.
func (s *semantics) Role(t *tree.Tree, n tree.NodeID) run.Role {
	switch t.Nodes[n].Op {
	case opCondition, opMultiCondition, opConditionWait:
		return run.Condition
	case opAction, opWait, opHost:
		return run.Action
	case opDecorator, opNot, opFailIfRunning, opFailIfSuccess, opEvent, opLatch:
		return run.Decorator
	case opNode:
		if t.Nodes[n].NKid == 0 {
			return run.Action
		}
	}
	return run.Composite
}

// move goes on with what the bot whose turn it is was doing, or stands.
func (m *machine) move() {
	if m.bot.e.drive == nil && m.bot.e.stands {
		return
	}
	if err := m.bare(m.moveOn); err != nil {
		m.bot.e.drive, m.bot.e.stands = nil, true
		m.fault(err)
	}
}

func (m *machine) goOn() {
	e := m.bot.e
	if e.drive == nil {
		if stay := m.program.reg.Action(host.DoStay); stay != nil {
			m.callHost(tree.Leaf{Action: stay})
		}
		e.stands = true
		return
	}
	d := e.drive
	if s := m.callHost(d.leaf); s != glua.LString(statusNames[running]) {
		e.drive, e.stands = nil, false
		if err := m.protect(func() { m.lua.Call(d.done, e.obj, glua.LBool(s == glua.LString(statusNames[success]))) }); err != nil {
			m.fault(err)
		}
	}
}
