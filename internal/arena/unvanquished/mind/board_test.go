package mind

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// crew is a team of bots that elect those of them who do a job: who wants it, and is
// told that fewer than enough others have it, notes the number 1. It models what trees
// do; who has the job and keeps asks no more while it wants it.
type crew struct {
	enough int
	bots   []hand
	has    func(c *crew) []bool // who notes the number in a tick
	board  board
}

// hand is a bot of a crew.
type hand struct{ wants, keeps, dead, idle, noted bool }

func (c *crew) members() (list []member) {
	for i := range c.bots {
		list = append(list, member{body: int32(i), dead: c.bots[i].dead})
	}
	return list
}

func newCrew(enough, bots int, has func(*crew) []bool) *crew {
	c := &crew{enough: enough, bots: make([]hand, bots), has: has, board: board{number: 1, teams: make([]tally, 1)}}
	for i := range c.bots {
		c.board.grow(int32(i))
		c.board.seats[i].can = true
	}
	return c
}

func (c *crew) tick() {
	noted := c.has(c)
	for i := range c.bots {
		if h := &c.bots[i]; !h.dead {
			h.noted = noted[i]
		}
	}
}

// holders counts who has noted the number, the dead too.
func (c *crew) holders() (n int) {
	for i := range c.bots {
		if c.bots[i].noted {
			n++
		}
	}
	return n
}

// inTurn returns the original: bots think one after the other.
func inTurn(c *crew) []bool {
	noted := make([]bool, len(c.bots))
	for i := range c.bots {
		noted[i] = c.bots[i].noted
	}
	for i := range c.bots {
		h := &c.bots[i]
		if h.dead {
			continue
		}
		keeps := h.keeps && noted[i]
		noted[i] = false
		others := 0
		for k := range noted {
			if noted[k] {
				others++
			}
		}
		noted[i] = h.wants && !h.idle && (keeps || others < c.enough)
	}
	return noted
}

// atOnce asks the board, in the order backwards: it must not matter.
func atOnce(c *crew) []bool {
	noted := make([]bool, len(c.bots))
	all := c.members()
	c.board.open(0, all)
	for i, m := range slices.Backward(all) {
		h := &c.bots[i]
		if h.dead || !h.wants || h.idle {
			continue
		}
		noted[i] = h.keeps && h.noted || int(c.board.ask(m)) < c.enough
	}
	c.close(noted)
	return noted
}

// close closes the board for a tick in which these noted the number.
func (c *crew) close(noted []bool) {
	all := c.members()
	for i := range all {
		if noted[i] {
			all[i].note = 1
		}
	}
	c.board.close(0, all)
}

func (c *crew) kill(i int) { c.bots[i].dead = true }

func (c *crew) revive(i int) {
	c.bots[i].dead, c.bots[i].noted = false, false
	c.board.grow(int32(i))
	c.board.seats[i].can = true
}

// change lets some of both crews want the job, give it up, die or come back.
func change(t *rapid.T, crews ...*crew) (changed bool) {
	for i := range crews[0].bots {
		what := rapid.SampledFrom([]string{"", "", "", "", "", "want", "want", "die", "revive"}).Draw(t, "change")
		for _, c := range crews {
			switch h := &c.bots[i]; {
			case what == "want":
				h.wants, changed = !h.wants, true
			case what == "die" && !h.dead:
				c.kill(i)
				changed = true
			case what == "revive" && h.dead:
				c.revive(i)
				changed = true
			}
		}
	}
	return changed
}

// No more bots than enough have the job, whoever has it keeps it as long as it wants,
// and one tick after wants or lives have changed as many have it as in the original.
func TestTheBoardElectsAsManyAsTheOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		enough, bots := rapid.IntRange(1, 3).Draw(t, "enough"), rapid.IntRange(1, 9).Draw(t, "bots")
		here, original := newCrew(enough, bots, atOnce), newCrew(enough, bots, inTurn)
		for i := range bots {
			keeps := rapid.Bool().Draw(t, "keeps")
			here.bots[i].keeps, original.bots[i].keeps = keeps, keeps
		}
		for tick := range 40 {
			quiet := true
			if rapid.Bool().Draw(t, "change") {
				quiet = !change(t, here, original)
			}
			before := slices.Clone(here.bots)
			here.tick()
			original.tick()
			if n := here.holders(); n > enough {
				t.Fatalf("tick %d: %d have the job, wanted %d at most: %+v", tick, n, enough, here.bots)
			}
			for i := range before {
				if was, is := &before[i], &here.bots[i]; was.noted && is.wants && !is.noted {
					t.Fatalf("tick %d: bot %d lost the job that it wants: %+v", tick, i, here.bots)
				}
			}
			if tick == 0 || !quiet {
				continue
			}
			idle := slices.ContainsFunc(here.bots, func(h hand) bool { return h.wants && !h.noted && !h.dead })
			if n := here.holders(); idle && n < enough {
				t.Fatalf("tick %d: %d have the job, %d in the original: %+v", tick, n, original.holders(), here.bots)
			}
		}
	})
}

// Where all want the job from the first tick on, those have it that have it in the
// original: the first.
func TestTheBoardElectsTheFirst(t *testing.T) {
	for enough := 1; enough <= 3; enough++ {
		here, original := newCrew(enough, 8, atOnce), newCrew(enough, 8, inTurn)
		for i := range 8 {
			here.bots[i].wants, original.bots[i].wants = true, true
		}
		for tick := range 20 {
			here.tick()
			original.tick()
			if !slices.Equal(here.bots, original.bots) {
				t.Fatalf("enough %d, tick %d: %+v, wanted %+v", enough, tick, here.bots, original.bots)
			}
			if tick == 10 { // the next takes over a tick later than in the original
				here.bots[0].wants, original.bots[0].wants = false, false
				here.tick()
			}
		}
	}
}

// Bots that ask now and then, as behind a timer, are not too many either, and none is
// put off for ever.
func TestTheBoardIsFairToThoseWhoAskSeldom(t *testing.T) {
	c := newCrew(1, 8, atOnce)
	for i := range c.bots {
		c.bots[i].wants = true
	}
	served := map[int]bool{}
	for tick := range 60 {
		for i := range c.bots {
			c.bots[i].idle = tick%3 != 0
		}
		c.tick()
		if n := c.holders(); n > 1 {
			t.Fatalf("tick %d: %d have the job: %+v", tick, n, c.bots)
		}
		for i := range c.bots {
			served[i] = served[i] || c.bots[i].noted
		}
	}
	if len(served) < 2 || !served[0] {
		t.Errorf("only %v had the job", served)
	}
	alone := newCrew(1, 8, atOnce)
	alone.bots[5].wants = true
	for tick := range 4 {
		alone.bots[5].idle = tick%3 != 0
		alone.tick()
	}
	if !alone.bots[5].noted {
		t.Error("a bot that asks seldom, and alone, is put off twice")
	}
}

// Where bots that asked all the time begin to need the job at the same time, those who
// came too late give it up in the next tick.
func TestTheBoardMendsWhatItCouldNotForesee(t *testing.T) {
	for enough := 1; enough <= 2; enough++ {
		c := newCrew(enough, 6, func(c *crew) []bool {
			noted := make([]bool, len(c.bots))
			c.board.open(0, c.members())
			for i, m := range c.members() {
				noted[i] = int(c.board.ask(m)) < c.enough && c.bots[i].wants
			}
			c.close(noted)
			return noted
		})
		c.tick()
		c.tick()
		for i := 1; i < 6; i++ {
			c.bots[i].wants = true
		}
		c.tick()
		for range 5 {
			if c.tick(); c.holders() != enough || !c.bots[1].noted || !c.bots[enough].noted {
				t.Fatalf("enough %d: %+v", enough, c.bots)
			}
		}
	}
}
