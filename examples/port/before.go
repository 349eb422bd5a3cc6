package main

// The tree library of the game, as many games have one.

type status int

const (
	success status = iota
	failure
	running
)

// board is what leaves share.
type board map[string]any

type node interface {
	tick(b board) status
	reset()
}

// sequence goes on where it was.
type sequence struct {
	kids []node
	at   int
}

func (s *sequence) tick(b board) status {
	for ; s.at < len(s.kids); s.at++ {
		switch s.kids[s.at].tick(b) {
		case running:
			return running
		case failure:
			s.at = 0
			return failure
		}
	}
	s.at = 0
	return success
}

func (s *sequence) reset() {
	for s.at = 0; s.at < len(s.kids); s.at++ {
		s.kids[s.at].reset()
	}
	s.at = 0
}

// selector asks from the first child on, and resets the one that it leaves.
type selector struct {
	kids []node
	last int
}

func (s *selector) tick(b board) status {
	for i, kid := range s.kids {
		answer := kid.tick(b)
		if answer == failure {
			continue
		}
		if s.last != i {
			s.kids[s.last].reset()
		}
		s.last = i
		return answer
	}
	return failure
}

func (s *selector) reset() { s.kids[s.last].reset() }

// cond is a condition, do an action.
type cond func(b board) bool

func (f cond) tick(b board) status {
	if f(b) {
		return success
	}
	return failure
}
func (cond) reset() {}

type do func(b board) status

func (f do) tick(b board) status { return f(b) }
func (do) reset()                {}

// timed is an action that takes some seconds.
type timed struct {
	name    string
	seconds float64
	act     func(b board)
	since   float64
}

func (t *timed) tick(b board) status {
	if t.since += b["dt"].(float64); t.since < t.seconds {
		b["did"] = t.name
		return running
	}
	t.since = 0
	t.act(b)
	return success
}

func (t *timed) reset() { t.since = 0 }

// The tree of the miners, in code.
func treeOf(m *Miner) node {
	walk := func(to float64) do {
		return func(b board) status {
			there := m.walk(to)
			b["did"] = m.did
			if there {
				return success
			}
			return running
		}
	}
	return &selector{kids: []node{
		&sequence{kids: []node{
			cond(func(b board) bool { return b["bat"].(float64) < 8 }),
			do(func(b board) status { b["did"] = "hide"; return success }),
		}},
		&sequence{kids: []node{
			cond(func(board) bool { return m.Bag >= 5 }),
			walk(0),
			&timed{name: "unload", seconds: 1, act: func(board) { m.mine.Wagon += m.Bag; m.Bag = 0 }},
		}},
		&sequence{kids: []node{
			walk(40),
			&timed{name: "dig", seconds: 0.5, act: func(board) { m.Bag++ }},
		}},
	}}
}

// brain is the tree of one miner, with its board.
type brain struct {
	tree  node
	board board
}

func newBrains(m *Mine) (all []*brain) {
	for _, miner := range m.Miners {
		all = append(all, &brain{treeOf(miner), board{"dt": dt}})
	}
	return all
}

func think(m *Mine, brains []*brain) {
	for i, b := range brains {
		b.board["bat"] = m.Miners[i].toBat()
		b.tree.tick(b.board)
		m.Miners[i].did = b.board["did"].(string)
	}
}
