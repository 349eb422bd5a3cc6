package btcpp

import "strings"

// decorators are the nodes over one child.
var decorators = []string{
	"Inverter", "ForceSuccess", "ForceFailure", "KeepRunningUntilFailure", "Repeat", "RetryUntilSuccessful", "Timeout", "Delay", "RunOnce",
	"Precondition", "SkipUnlessUpdated", "WaitValueUpdate", "LoopInt", "SubTree",
}

// decorate is the work of a decorator.
func (m *oracle) decorate(u *unit) answer {
	switch u.name {
	case "Inverter":
		return m.inverter(u)
	case "ForceSuccess":
		return m.forced(u, success)
	case "ForceFailure":
		return m.forced(u, failure)
	case "KeepRunningUntilFailure":
		return m.keepRunning(u)
	case "Repeat":
		return m.turns(u, success, failure)
	case "RetryUntilSuccessful":
		return m.turns(u, failure, success)
	case "Timeout":
		return m.timeout(u)
	case "Delay":
		return m.delay(u)
	case "RunOnce":
		return m.runOnce(u)
	case "Precondition":
		return m.precondition(u)
	case "SkipUnlessUpdated":
		return m.updated(u, skipped)
	case "WaitValueUpdate":
		return m.updated(u, running)
	case "LoopInt":
		return m.loop(u)
	}
	return m.subTree(u)
}

func (m *oracle) inverter(u *unit) answer {
	u.status = running
	switch a := m.call(u.kids[0]); a {
	case success:
		return failure
	case failure:
		return success
	default:
		return a
	}
}

func (m *oracle) keepRunning(u *unit) answer {
	u.status = running
	if m.call(u.kids[0]) == failure {
		return failure
	}
	return running
}

func (m *oracle) timeout(u *unit) answer {
	if !u.begun {
		u.begun, u.over, u.status = true, false, running
		if u.count > 0 {
			m.start(u)
		}
	}
	if u.over {
		u.begun, u.over = false, false
		return failure
	}
	a := m.call(u.kids[0])
	if completed(a) {
		m.cancel(u)
		u.begun = false
	}
	return a
}

func (m *oracle) delay(u *unit) answer {
	if !u.begun {
		u.begun, u.over, u.status = true, false, running
		m.start(u)
	}
	if !u.over {
		return running
	}
	a := m.call(u.kids[0])
	if completed(a) {
		u.begun, u.over = false, false
	}
	return a
}

func (m *oracle) runOnce(u *unit) answer {
	switch {
	case u.once != idle && u.flag:
		return skipped
	case u.once != idle:
		return u.once
	}
	u.status = running
	a := m.call(u.kids[0])
	if completed(a) {
		u.once = a
	}
	return a
}

func (m *oracle) precondition(u *unit) answer {
	if !u.marked {
		if m.entries[u.entry] == 0 {
			return u.other
		}
		u.marked = true
	}
	a := m.call(u.kids[0])
	if completed(a) {
		u.marked = false
	}
	return a
}

func (m *oracle) loop(u *unit) answer {
	if u.status == idle {
		u.rest, u.ran = append([]int{}, u.list...), false
	}
	if !u.ran {
		if len(u.rest) == 0 {
			return u.other
		}
		m.set(u.entry, u.rest[0])
		u.rest, u.status = u.rest[1:], running
	}
	a := m.call(u.kids[0])
	u.ran = a == running
	if a == failure {
		return failure
	}
	return running
}

func (m *oracle) subTree(u *unit) answer {
	if u.status == idle {
		u.status = running
	}
	return m.call(u.kids[0])
}

func (m *oracle) forced(u *unit, to answer) answer {
	u.status = running
	if a := m.call(u.kids[0]); !completed(a) {
		return a
	}
	return to
}

func (m *oracle) turns(u *unit, counted, ends answer) answer {
	u.status = running
	for u.count == -1 || u.turns < u.count {
		fresh := u.kids[0].status == idle
		switch m.call(u.kids[0]) {
		case counted:
			u.turns++
			u.kids[0].status = idle
			if fresh && (u.count == -1 || u.turns < u.count) {
				m.wake = true
				return running
			}
		case ends:
			u.turns = 0
			return ends
		case running:
			return running
		case skipped:
			m.stop(u.kids[0])
			return skipped
		}
	}
	u.turns = 0
	return counted
}

func (m *oracle) updated(u *unit, otherwise answer) answer {
	if !u.ran {
		if m.writes[u.entry] == u.seen {
			return otherwise
		}
		u.seen = m.writes[u.entry]
	}
	a := m.call(u.kids[0])
	u.ran = a == running
	return a
}

// work is a node's own work.
func (m *oracle) work(u *unit) answer {
	if u.isDecorator() {
		return m.decorate(u)
	}
	switch u.name {
	case "Act":
		if completed(u.status) {
			return u.status
		}
		if u.status == idle {
			m.say(u, "entered")
		}
		return m.answer(u)
	case "Sync":
		a := m.answer(u)
		if a == running {
			panic(broke{"a synchronous leaf runs"})
		}
		return a
	case "Cond":
		return m.answer(u)
	case "AlwaysSuccess":
		return success
	case "AlwaysFailure":
		return failure
	case "Script":
		m.toggle(u.entry)
		return success
	case "ScriptCondition":
		return map[int]answer{0: failure, 1: success}[m.entries[u.entry]]
	case "WasEntryUpdated":
		if u.seen == m.writes[u.entry] {
			return failure
		}
		u.seen = m.writes[u.entry]
		return success
	case "Sleep":
		return m.sleep(u)
	case "Sequence", "AsyncSequence", "SequenceWithMemory":
		return m.inTurn(u, u.kids, success, failure)
	case "Fallback", "AsyncFallback":
		return m.inTurn(u, u.kids, failure, success)
	case "ReactiveSequence":
		return m.reactive(u, success, failure)
	case "ReactiveFallback":
		return m.reactive(u, failure, success)
	case "Parallel":
		return m.parallel(u)
	case "ParallelAll":
		return m.parallelAll(u)
	case "IfThenElse":
		return m.ifThenElse(u)
	case "WhileDoElse":
		return m.whileDoElse(u)
	case "Switch2":
		return m.switch2(u)
	case "TryCatch":
		return m.tryCatch(u)
	}
	panic("no such unit: " + u.name)
}

func (m *oracle) sleep(u *unit) answer {
	switch {
	case completed(u.status):
		return u.status
	case u.status == idle && u.count == 0:
		return success
	case u.status == idle:
		u.over = false
		m.start(u)
		return running
	case u.over:
		u.over = false
		return success
	}
	return running
}

func (m *oracle) inTurn(u *unit, kids []*unit, onward, ends answer) answer {
	if u.status == idle {
		u.skips = 0
	}
	u.status = running
	for u.current < len(kids) {
		k := kids[u.current]
		fresh := k.status == idle
		switch m.call(k) {
		case running:
			return running
		case skipped:
			u.current++
			u.skips++
		case onward:
			u.current++
			if yields := strings.HasPrefix(u.name, "Async") || u.name == "SequenceWithMemory"; yields && fresh && u.current < len(kids) {
				m.wake = true
				return running
			}
		case ends:
			if u.name == "SequenceWithMemory" {
				for _, later := range kids[u.current:] {
					m.stop(later)
				}
				return ends
			}
			m.stopAll(u)
			u.current = 0
			return ends
		}
	}
	all := u.skips == len(kids)
	m.stopAll(u)
	u.current, u.skips = 0, 0
	if all {
		return skipped
	}
	return onward
}

func (m *oracle) reactive(u *unit, onward, ends answer) answer {
	u.status = running
	skips := 0
	for _, k := range u.kids {
		switch m.call(k) {
		case running:
			for _, other := range u.kids {
				if other != k {
					m.stop(other)
				}
			}
			return running
		case ends:
			m.stopAll(u)
			return ends
		case skipped:
			skips++
			m.stop(k)
		}
	}
	m.stopAll(u)
	if skips == len(u.kids) {
		return skipped
	}
	return onward
}

// threshold reads a number of children.
func (u *unit) threshold(n int) int {
	switch {
	case n < 0:
		return max(len(u.kids)+n+1, 0)
	case n > len(u.kids):
		panic(broke{"more than there are children"})
	}
	return n
}

func (u *unit) ended() (successes, failures int) {
	for _, a := range u.answers {
		if a == success {
			successes++
		} else {
			failures++
		}
	}
	return
}

func (u *unit) note(i int, a answer) {
	if u.answers == nil {
		u.answers = map[int]answer{}
	}
	u.answers[i] = a
}

func (m *oracle) parallel(u *unit) answer {
	needed, most := u.threshold(u.count), u.threshold(u.count2)
	u.status = running
	skips := 0
	for i, k := range u.kids {
		if u.answers[i] == idle {
			switch a := m.call(k); a {
			case skipped:
				skips++
			case success, failure:
				u.note(i, a)
			}
		}
		successes, failures := u.ended()
		if successes >= needed || u.count < 0 && successes+skips >= needed {
			u.answers = nil
			m.stopAll(u)
			return success
		}
		if len(u.kids)-failures < needed || failures == most {
			u.answers = nil
			m.stopAll(u)
			return failure
		}
	}
	if skips == len(u.kids) {
		return skipped
	}
	return running
}

func (m *oracle) parallelAll(u *unit) answer {
	most := u.threshold(u.count2)
	u.status = running
	skips := 0
	for i, k := range u.kids {
		if u.answers[i] != idle {
			continue
		}
		switch a := m.call(k); a {
		case skipped:
			skips++
		case success, failure:
			u.note(i, a)
		}
	}
	_, failures := u.ended()
	switch {
	case skips == len(u.kids):
		return skipped
	case skips+len(u.answers) < len(u.kids):
		return running
	}
	m.stopAll(u)
	u.answers = nil
	if failures >= most {
		return failure
	}
	return success
}

func (m *oracle) ifThenElse(u *unit) answer {
	u.status = running
	if u.branch == 0 {
		switch m.call(u.kids[0]) {
		case running:
			return running
		case success:
			u.branch = 1
		case failure:
			if len(u.kids) < 3 {
				return failure
			}
			u.branch = 2
		case skipped:
			panic(broke{"the condition was skipped"})
		}
	}
	a := m.call(u.kids[u.branch])
	if a != running {
		m.stopAll(u)
		u.branch = 0
	}
	return a
}

func (m *oracle) whileDoElse(u *unit) answer {
	u.status = running
	a := failure
	switch m.call(u.kids[0]) {
	case running:
		return running
	case success:
		if len(u.kids) == 3 {
			m.stop(u.kids[2])
		}
		a = m.call(u.kids[1])
	case failure:
		if len(u.kids) == 3 {
			m.stop(u.kids[1])
			a = m.call(u.kids[2])
		}
	case skipped:
		a = idle
	}
	if a != running {
		m.stopAll(u)
	}
	return a
}

// switch2 has the cases 0 and 1, or 1 and 0 where its flag is set; a third value comes of none.
func (m *oracle) switch2(u *unit) answer {
	chosen := 3
	for i, c := range u.list {
		if m.entries[u.entry] == c {
			chosen = 1 + i
			break
		}
	}
	if u.branch != 0 && u.branch != chosen {
		m.stop(u.kids[u.branch-1])
	}
	a := m.call(u.kids[chosen-1])
	switch a {
	case skipped:
	case running:
		u.branch = chosen
	default:
		m.stopAll(u)
		u.branch = 0
	}
	return a
}

func (m *oracle) tryCatch(u *unit) answer {
	last := u.kids[len(u.kids)-1]
	if !u.catching {
		if a := m.inTurn(u, u.kids[:len(u.kids)-1], success, failure); a != failure {
			return a
		}
		u.catching = true
	}
	u.status = running
	if m.call(last) == running {
		return running
	}
	m.stopAll(u)
	u.catching = false
	return failure
}
