package dst

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// bot is the sidecar of a pool row: the bot's entity, its brains, and how many
// turns in succession failed.
type bot struct {
	m       *machine
	program *program
	e       *entity
	row     int32     // in the pool; -1 for one without a body
	pool    *run.Pool // nil for one without a body
	brains  []*brain  // those on a list of the manager
	due     []*brain
	bare    *bt // the tree of a file without a brain, updated in each tick
	shown   *bt // the tree that was updated last
	faults  int
	parked  bool
	works   bool // whether anything but brains is due in this tick
	updated bool // whether something was due in the last tick
	status  host.Status
	log     []string // the last lines that its scripts printed, at most maxLines
	printed int64    // the tick of the last line
	lines   int      // how many were printed in that tick
}

func (b *bot) code(c codec) {
	list(c, &b.brains, func(br **brain) { mustPointer(c, br) })
	pointer(c, &b.bare)
	pointer(c, &b.shown)
	integer(c, &b.faults)
	c.Bool(&b.parked)
	integer(c, &b.status)
	integer(c, &b.printed)
	integer(c, &b.lines)
	list(c, &b.log, c.Text)
}

func (b *bot) forget(br *brain) {
	b.brains = slices.DeleteFunc(b.brains, func(other *brain) bool { return other == br })
}

// tree returns the tree to show for the bot; nil if it has none.
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

// gather finds the brains to update in this tick, the second step of
// BrainManager's Update, and reports whether there is anything to do.
func (b *bot) gather(tick int64) bool {
	b.due = b.due[:0]
	for _, br := range b.brains {
		br.wakeInTick(tick)
		if br.queue == updating && (br.e == nil || !br.e.asleep && !br.e.invalid) {
			b.due = append(b.due, br)
		}
	}
	b.works = b.hasWork()
	return b.works || len(b.due) > 0 || b.bare != nil && !b.e.asleep && !b.e.invalid
}

// hasWork reports whether anything but brains is due.
func (b *bot) hasWork() bool {
	e := b.e
	if at, ok := e.nextTask(); ok && at <= b.m.tick {
		return true
	}
	for _, t := range e.threads {
		if t.at <= b.m.tick {
			return true
		}
	}
	return (len(e.updating) > 0 || e.active) && !b.m.stage.onlySteady(e) || e.graphEvents || e.graphAt > 0 && e.graphAt <= b.m.tick
}

// update is the part of a tick of the original that is the bot's: tasks, components,
// the state graph, brains.
func (b *bot) update() {
	if b.m.stage.listsPlayers {
		b.m.stage.players()
	}
	if b.works {
		b.m.stage.runTasks(b.e)
		b.m.stage.runThreads(b.e)
		b.m.stage.updateComponents(b.e)
		b.m.stage.updateGraph(b.e)
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

// isBare reports whether nothing that is due can call a script, so that Lua need
// not be entered.
func (b *bot) isBare() bool {
	if b.works {
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

// brain returns the brain that the bot has now; nil if it has none.
func (b *bot) brain() *brain {
	br, _ := handle(b.e.obj.RawGetString("brain")).(*brain)
	return br
}

// list names the manager's list that the bot's brain is on.
func (b *bot) list() string {
	if br := b.brain(); br != nil {
		switch br.queue {
		case updating:
			return "updaters"
		case hibernating:
			return "hibernators"
		case waiting:
			return fmt.Sprintf("tickwaiter %d", br.until)
		}
	}
	return "none"
}

// clear forgets all that the bot's scripts keep.
func (b *bot) clear() {
	e := b.e
	e.forgetTasks()
	e.killThreads()
	e.unhear()
	e.motion = motion{}
	e.updating, e.active, e.graphAt, e.graphEvents = nil, false, 0, false
	b.brains, b.due, b.bare, b.shown = nil, nil, nil, nil
	fresh := b.m.L.CreateTable(1, 4)
	fresh.RawSetInt(1, e.obj.RawGetInt(1))
	b.m.lua.Put(fresh, glua.LString("GUID"), glua.LNumber(e.id))
	fresh.Metatable = e.obj.Metatable
	*e.obj = *fresh
	b.m.lua.Serve(e.obj, b.m.stage.partsRead) // others may hold its components
}

// maxLines bounds the printed lines that a bot remembers, and those that are
// logged in one tick.
const maxLines = 20

// print remembers and logs a line that a script printed, unless there were too
// many in this tick.
func (m *machine) print(at syntax.Pos, text string) {
	if m.bot == nil {
		return
	}
	b := m.bot
	if b.printed != m.tick {
		b.printed, b.lines = m.tick, 0
	}
	b.lines++
	if b.lines > maxLines+1 {
		return
	}
	if b.lines == maxLines+1 {
		text = "what else is printed in this tick is left out"
	}
	line := fmt.Sprintf("%v: tick %d: %s", m.program.innerAt(at), m.tick, text)
	if b.log = append(b.log, line); len(b.log) > maxLines {
		b.log = b.log[1:]
	}
	if m.log != nil {
		m.log(at, text)
	}
}

// fault reports an error of the bot whose turn it is, and parks the bot after too
// many in succession.
func (m *machine) fault(err *syntax.Error) {
	if n := m.calling; n != nil && strings.HasPrefix(err.Pos.File, ownFolder) && n.at.File != "" {
		err.Pos, err.Msg = m.program.shownAt(n.at), fmt.Sprintf("%s: %s (%s)", m.title(n), err.Msg, err.Pos)
	}
	m.calling = nil
	m.program.placed(err)
	text := err.Msg
	if err.Hint != "" {
		text += "; " + err.Hint
	}
	m.reportFault(err, text)
	b := m.bot
	b.faults++
	if b.faults == m.program.limits.Faults {
		b.parked = true
		m.stage.leaveHealth(b.e)
		if b.e.motion.moves() { // it stands from now on
			b.e.motion, b.e.stands = motion{}, false
		}
		m.report(err.Pos, fmt.Sprintf("the bot is parked: its brain failed %d times in a row", b.faults), false)
	}
}

// move moves the bot's body on; without a wish to move the bot stands.
func (m *machine) move() {
	if m.bot.e.kind != isBody {
		return
	}
	if !m.bot.e.motion.moves() && m.bot.e.stands {
		return
	}
	if err := m.bare(m.moveOn); err != nil {
		m.bot.e.motion, m.bot.e.stands = motion{}, true
		m.fault(err)
	}
}

func (m *machine) goOn() {
	e := m.bot.e
	if e.motion.moves() {
		m.lead()
		return
	}
	if stay := m.program.reg.Action(host.DoStay); stay != nil {
		m.callHost(tree.Leaf{Action: stay})
	}
	e.stands = true
}
