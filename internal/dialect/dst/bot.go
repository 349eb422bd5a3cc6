package dst

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
)

// bot is the sidecar of a pool row: the bot's entity, its brains, and how many
// turns in succession failed.
type bot struct {
	stage.Actor
	m       *troupe
	program *program
	brains  []*brain // those on a list of the manager
	due     []*brain
	bare    *nodes.BT // the tree of a file without a brain, updated in each tick
	shown   *nodes.BT // the tree that was updated last
	printed *printout // nil for nothing
	lives   nodes.Lives
	faults  int32
	works   bool // whether anything but brains is due in this tick
	updated bool // whether something was due in the last tick
	status  host.Status
}

// printout is what the scripts of a bot printed.
type printout struct {
	log   []string // the last lines, at most maxLines
	at    int64    // the tick of the last one
	lines int      // how many were printed in that tick
}

// adoptLives takes in the trees of the bot's brains, which may be new or from a save.
func (b *bot) adoptLives() {
	b.lives.Disown()
	b.lives.Adopt(b.bare)
	for _, br := range b.brains {
		b.lives.Adopt(br.t)
	}
}

// endLives ends the lives of all actions of the game in the bot's trees.
func (b *bot) endLives() {
	if b.m.Lived {
		b.adoptLives()
		b.lives.End()
	}
}

func (b *bot) code(c script.Codec) {
	script.List(c, &b.brains, func(br **brain) { script.MustPointer(c, br) })
	script.Pointer(c, &b.bare)
	script.Pointer(c, &b.shown)
	script.Integer(c, &b.faults)
	c.Bool(&b.Parked)
	script.Integer(c, &b.status)
	var was printout
	if b.printed != nil {
		was = *b.printed
	}
	script.Integer(c, &was.at)
	script.Integer(c, &was.lines)
	if script.List(c, &was.log, c.Text); was.at != 0 || len(was.log) > 0 {
		b.printed = &was
	}
}

func (b *bot) forget(br *brain) {
	b.brains = slices.DeleteFunc(b.brains, func(other *brain) bool { return other == br })
}

// tree returns the tree to show for the bot; nil if it has none.
func (b *bot) tree() *nodes.BT {
	if b.bare != nil {
		return b.bare
	}
	if br, ok := script.Handle(b.m.stage.Brain(b.Entity)).(*brain); ok {
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
		if br.queue == updating && (br.e == nil || !br.e.Asleep && !br.e.Invalid) {
			b.due = append(b.due, br)
		}
	}
	b.works = b.m.stage.IsDue(b.Entity)
	return b.works || len(b.due) > 0 || b.bare != nil && !b.Entity.Asleep && !b.Entity.Invalid
}

// update is the part of a tick of the original that is the bot's: tasks, components,
// the state graph, brains.
func (b *bot) update() {
	b.m.stage.KeepPlayers()
	if b.works {
		b.m.stage.Update(b.Entity)
		b.gather(b.m.Tick) // they may have woken or stopped a brain
	}
	if b.bare != nil && !b.Entity.Asleep && !b.Entity.Invalid {
		b.shown = b.bare
		if own := b.bare.OwnUpdate(); !own.IsNil() {
			b.m.Lua.Call(own, b.bare.Object().V())
		} else {
			b.bare.Update()
		}
	}
	for _, br := range b.due {
		t := br.t
		if t != nil {
			b.shown = t
		}
		br.run()
		b.lives.Updated(t)
	}
}

// isBare reports whether nothing that is due can call a script, so that Lua need
// not be entered.
func (b *bot) isBare() bool {
	if b.works {
		return false
	}
	if b.bare != nil && (!b.bare.OwnUpdate().IsNil() || !b.bare.CallsNoScript()) {
		return false
	}
	for _, br := range b.due {
		if !br.isPlain() || !br.t.CallsNoScript() {
			return false
		}
	}
	return true
}

// brain returns the brain that the bot has now; nil if it has none.
func (b *bot) brain() *brain {
	br, _ := script.Handle(b.m.stage.Brain(b.Entity)).(*brain)
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
	b.brains, b.due, b.bare, b.shown = nil, nil, nil, nil
	b.m.stage.ClearEntity(b.Entity)
}

// Leave takes the bot's brains off all lists. None is stopped: they do not hear of the end.
func (b *bot) Leave() {
	for len(b.brains) > 0 {
		b.brains[0].removeInstance()
	}
	b.bare = nil
}

// botOf returns the bot that plays an entity; nil if none does.
func botOf(e *stage.Entity) *bot {
	if e.Bot == nil {
		return nil
	}
	return e.Bot.Mind.(*bot)
}

// bot returns the bot whose turn it is; nil if none has one.
func (m *troupe) bot() *bot {
	if m.stage.Bot == nil {
		return nil
	}
	return m.stage.Bot.Mind.(*bot)
}

// running returns the program of the bot whose turn it is; the troupe's own if none has one.
func (m *troupe) running() *program {
	if b := m.bot(); b != nil {
		return b.program
	}
	return m.home
}

// newBot makes a bot.
func (m *troupe) newBot(p *program, row int32, pool *run.Pool) *bot {
	b := &bot{m: m, program: p, status: host.Ready}
	b.Actor = stage.Actor{File: p.Code, Row: row, Pool: pool, Mind: b, View: &m.stage.View}
	return b
}

// Actor makes a bot of an entity that scripts made, without a body.
func (m *troupe) Actor(e *stage.Entity) *stage.Actor {
	b := m.newBot(m.running(), -1, nil)
	b.Entity = e
	return &b.Actor
}

// turnSeat is whose turn it is, and when.
type turnSeat struct {
	script.Seat
	bot   *stage.Actor
	lives *nodes.Lives
}

// enter gives a bot its turn and returns the old seat, which the caller must put
// back: an event may give another bot its turn, or the same one, in the middle of
// a turn.
func (m *troupe) enter(x *run.Exec, b *bot) (old turnSeat) {
	old = turnSeat{m.Seat, m.stage.Bot, m.Lives}
	m.Lives = &b.lives
	m.Sit(x, b.program.Code)
	m.stage.Bot = &b.Actor
	return old
}

// leave puts back the seat that enter returned.
func (m *troupe) leave(old turnSeat) { m.Seat, m.stage.Bot, m.Lives = old.Seat, old.bot, old.lives }

// maxLines bounds the printed lines that a bot remembers, and those that are
// logged in one tick.
const maxLines = 20

// print remembers and logs a line that a script printed, unless there were too
// many in this tick.
func (m *troupe) print(at syntax.Pos, text string) {
	b := m.bot()
	if b == nil {
		return
	}
	if b.printed == nil {
		b.printed = &printout{}
	}
	p := b.printed
	if p.at != m.Tick {
		p.at, p.lines = m.Tick, 0
	}
	p.lines++
	if p.lines > maxLines+1 {
		return
	}
	if p.lines == maxLines+1 {
		text = "what else is printed in this tick is left out"
	}
	line := fmt.Sprintf("%v: tick %d: %s", m.Program.InnerAt(at), m.Tick, text)
	if p.log = append(p.log, line); len(p.log) > maxLines {
		p.log = p.log[1:]
	}
	if m.Log != nil {
		m.Log(at, text)
	}
}

// Fault reports an error of the bot whose turn it is, and parks the bot after too
// many in succession.
func (m *troupe) Fault(err *syntax.Error) {
	if n := m.Calling; n != nil && strings.HasPrefix(err.Pos.File, script.OwnFolder) && n.At.File != "" {
		err.Pos, err.At, err.Msg = m.Program.ShownAt(n.At), syntax.Span{}, fmt.Sprintf("%s: %s (%s)", m.Title(n), err.Msg, err.Pos)
	}
	m.Calling = nil
	m.Program.Placed(err)
	text := err.Msg
	if err.Hint != "" {
		text += "; " + err.Hint
	}
	m.ReportFault(err, text)
	b := m.bot()
	b.faults++
	if int(b.faults) == m.Program.Limits.Faults {
		b.Parked = true
		m.stage.LeaveHealth(b.Entity)
		b.Entity.Halt() // it stands from now on
		m.Report(err.Pos, fmt.Sprintf("the bot is parked: its brain failed %d times in a row", b.faults), false)
	}
}
