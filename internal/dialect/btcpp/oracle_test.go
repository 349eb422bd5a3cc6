package btcpp

import (
	"slices"
)

// This file is a second implementation of the nodes, to compare the dialect with: objects with a
// status each, as the original has them, written from what the original's nodes do and not from the
// dialect. It is slow, knows entries that hold 0 or 1 alone, and one blackboard.

// heard is what a tracer is told, or how a tick ends (node 0).
type heard struct {
	node int
	what string
}

// broke is an error of the original.
type broke struct{ why string }

// unit is a node of the model.
type unit struct {
	id     int
	name   string // as elements are called; Act, Sync and Cond are the leaves of the game
	raw    string // an element that the model does not know, for trees that are not compared with it
	kids   []*unit
	status answer

	// what is written in its element
	count, count2 int               // of cycles, attempts, milliseconds, successes, failures
	flag          bool              // then_skip, catch_on_halt
	entry         string            // that it asks after or toggles
	other         answer            // else, if_empty
	list          []int             // of a Loop
	scripts       map[string]string // entries of the attributes with scripts

	// what it remembers
	current, skips, turns int
	answers               map[int]answer // of a Parallel's children that have ended, by place
	branch                int            // of an IfThenElse or Switch; 0 for none
	catching, marked, ran bool
	once                  answer
	seen                  int
	rest                  []int
	begun, over           bool // a timer of it was started; it fired with effect
	timer                 *timer
}

type timer struct {
	end, order int
	of         *unit
}

// oracle plays a tree.
type oracle struct {
	root    *unit
	answer  func(u *unit) answer // of a leaf of the game
	entries map[string]int
	writes  map[string]int // sequence numbers
	now     int            // milliseconds
	timers  []*timer
	started int
	wake    bool
	exactly bool
	heard   []heard
}

const modelCalls = 100

func newOracle(root *unit, exactly bool) *oracle {
	return &oracle{
		root: root, exactly: exactly, entries: map[string]int{"a": 0, "b": 1, "c": 1, late: 0}, writes: map[string]int{"a": 1, "b": 1, "c": 1, late: 1},
	}
}

func (m *oracle) say(u *unit, what string) { m.heard = append(m.heard, heard{u.id, what}) }

func (m *oracle) set(name string, v int) {
	m.entries[name] = v
	m.writes[name]++
}

// toggle is the script that units have: a = 1 - a.
func (m *oracle) toggle(name string) { m.set(name, 1-m.entries[name]) }

// turn plays a tick with what the game does before it, and tells what was heard: the game may stop the
// tree, and write an entry.
func (m *oracle) turn(now int, stops bool, write int) (told []heard) {
	m.now, m.heard = now, nil
	defer func() {
		switch v := recover().(type) {
		case nil:
		case broke:
			m.heard = append(m.heard, heard{0, "error"})
		default:
			panic(v)
		}
		told = m.heard
	}()
	if stops {
		m.stop(m.root)
	}
	if write > 0 {
		m.set(modelEntries[(write-1)/2], write%2)
	}
	m.heard = append(m.heard, heard{0, toStatus[m.tick()].String()})
	return
}

func (m *oracle) tick() answer {
	m.fire()
	a := m.call(m.root)
	for n := 1; a == running && !m.exactly && m.wake; n++ {
		m.wake = false
		if n == modelCalls {
			break
		}
		a = m.call(m.root)
	}
	if completed(a) {
		m.root.status = idle
	}
	return a
}

func (m *oracle) fire() {
	for {
		var next *timer
		for _, t := range m.timers {
			if t.end <= m.now && (next == nil || t.end < next.end || t.end == next.end && t.order < next.order) {
				next = t
			}
		}
		if next == nil {
			return
		}
		u := next.of
		m.cancel(u)
		switch {
		case u.name != "Timeout":
			u.over, m.wake = true, true
		case u.kids[0].status == running:
			u.over, m.wake = true, true
			m.halt(u.kids[0])
			u.kids[0].status = idle
		}
	}
}

func (m *oracle) start(u *unit) {
	m.cancel(u)
	u.timer = &timer{m.now + u.count, m.started, u}
	m.started++
	m.timers = append(m.timers, u.timer)
}

func (m *oracle) cancel(u *unit) {
	for i, t := range m.timers {
		if t == u.timer {
			m.timers = append(m.timers[:i:i], m.timers[i+1:]...)
			break
		}
	}
	u.timer = nil
}

// call is a call of a node with what stands around it.
func (m *oracle) call(u *unit) answer {
	a, decided := m.pre(u)
	if !decided {
		a = m.work(u)
	}
	if completed(a) {
		m.post(u, map[answer]string{success: "_onSuccess", failure: "_onFailure"}[a])
		m.post(u, "_post")
	}
	if a == idle {
		panic(broke{"idle"})
	}
	if a != skipped {
		u.status = a
	}
	m.say(u, toStatus[a].String())
	if u.isDecorator() {
		m.resetEnded(u.kids[0])
	}
	return a
}

func (u *unit) isDecorator() bool {
	return slices.Contains(decorators, u.name)
}

func (m *oracle) pre(u *unit) (answer, bool) {
	holds := func(name string) bool { return u.scripts[name] != "" && m.entries[u.scripts[name]] == 1 }
	fails := func(name string) bool { return u.scripts[name] != "" && m.entries[u.scripts[name]] == 0 }
	switch {
	case u.status == idle && holds("_failureIf"):
		return failure, true
	case u.status == idle && holds("_successIf"):
		return success, true
	case u.status == idle && (holds("_skipIf") || fails("_while")):
		return skipped, true
	case u.status == running && fails("_while"):
		m.halt(u)
		return skipped, true
	}
	return idle, false
}

func (m *oracle) post(u *unit, name string) {
	if e := u.scripts[name]; e != "" {
		m.toggle(e)
	}
}

func (m *oracle) resetEnded(u *unit) {
	if completed(u.status) {
		u.status = idle
	}
}

func (m *oracle) stop(u *unit) {
	if u.status == running {
		m.halt(u)
	}
	u.status = idle
}

func (m *oracle) stopAll(u *unit) {
	for _, k := range u.kids {
		m.stop(k)
	}
}

// halt is a node's own halt with its script.
func (m *oracle) halt(u *unit) {
	switch u.name {
	case "Act":
		if u.status == running {
			m.say(u, "halt")
		}
	case "Sequence", "AsyncSequence", "Fallback", "AsyncFallback":
		u.current, u.skips = 0, 0
	case "SequenceWithMemory":
		u.skips = 0
	case "Parallel", "ParallelAll":
		u.answers = nil
	case "IfThenElse", "Switch2":
		u.branch = 0
	case "SkipUnlessUpdated", "WaitValueUpdate":
		u.ran = false
	case "LoopInt":
		u.ran = false
	case "Repeat", "RetryUntilSuccessful":
		u.turns = 0
	case "Timeout", "Delay", "Sleep":
		m.cancel(u)
		u.begun, u.over = false, false
	case "TryCatch":
		if u.flag && u.status == running && !u.catching {
			last := len(u.kids) - 1
			for _, k := range u.kids[:last] {
				m.stop(k)
			}
			if m.call(u.kids[last]) == running {
				m.stop(u.kids[last])
			}
		}
		u.current, u.skips, u.catching = 0, 0, false
	}
	m.stopAll(u)
	u.status = idle
	m.say(u, "stopped")
	m.post(u, "_onHalted")
}
