package why

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/live"
)

// How far is searched, and how many ways are told.
const (
	maxBranches = 200
	maxTurns    = 3
	maxWays     = 5
)

// calls returns the names by which a question may call the action of a leaf.
func calls(does string, n *treedraw.Node) []string {
	first, _, _ := strings.Cut(n.Detail, " ")
	return []string{does, n.Kind, n.Detail, first}
}

// isAction reports whether a node is a leaf that does something.
func isAction(n *treedraw.Node) bool { return n.Role == run.Action && len(n.Children) == 0 }

// others finds out what would have to be different.
func (r *Report) others(ctx context.Context, open Open, q Question) error {
	for _, name := range []string{q.Not, q.Instead} {
		if err := r.known(name); err != nil {
			return err
		}
	}
	does := r.Moment.does()
	switch {
	case r.Idle != nil:
		return fmt.Errorf("at tick %d %s %s, whatever its tree says: it is %s", r.Tick, r.Name, r.Idle.does(), r.Idle)
	case q.Not != "" && !slices.Contains(r.Moment.calls, q.Not):
		return fmt.Errorf("%s does not do %q at tick %d: it does %s", r.Name, q.Not, r.Tick, does)
	case q.Instead != "" && slices.Contains(r.Moment.did, q.Instead):
		return fmt.Errorf("%s does %q at tick %d already", r.Name, q.Instead, r.Tick)
	}
	r.Other = &Other{Not: q.Not, Instead: q.Instead, Ways: []Way{}}
	wanted := func(m *Moment) bool {
		return (q.Not == "" || !slices.Contains(m.calls, q.Not)) && (q.Instead == "" || slices.Contains(m.did, q.Instead))
	}
	ticks := []int64{r.Moment.Tick}
	if r.Since.Tick != r.Moment.Tick {
		ticks = append(ticks, r.Since.Tick)
	}
	for _, tick := range ticks {
		s := search{ctx: ctx, of: r, wanted: wanted, most: maxBranches / len(ticks)}
		if err := s.begin(open, tick); err != nil {
			return err
		}
		err := s.search()
		r.Other.Tick, r.Other.Branches = tick, r.Other.Branches+s.branches
		r.Other.None = s.none()
		if err != nil || len(r.Other.Ways) > 0 {
			return err
		}
	}
	return nil
}

// known refuses the name of an action that the tree does not have.
func (r *Report) known(name string) error {
	if name == "" {
		return nil
	}
	var names []string
	for i := range r.drawn.Nodes {
		n := &r.drawn.Nodes[i]
		if !isAction(n) {
			continue
		}
		does := r.names[n.ID]
		if slices.Contains(calls(does, n), name) {
			return nil
		}
		if !slices.Contains(names, does) {
			names = append(names, does)
		}
	}
	if near := syntax.Closest(name, names); near != "" {
		return fmt.Errorf("the tree %s has no action %q; did you mean %q?", r.Tree, name, near)
	}
	return fmt.Errorf("the tree %s has no action %q; it has %s", r.Tree, name, strings.Join(names, ", "))
}

// search tries answers in copies of a game.
type search struct {
	ctx      context.Context
	of       *Report
	wanted   func(*Moment) bool
	save     []byte
	options  live.Options // of copies of the game
	branches int
	plain    []turn // what could be turned where nothing is
	own      turn   // that the leaf fails which decides where nothing is turned
	most     int    // copies of the game
	cut      bool
}

// begin plays the game up to the tick, and saves it.
func (s *search) begin(open Open, tick int64) error {
	g, err := start(s.ctx, open)
	if err != nil {
		return err
	}
	defer g.s.Close()
	for {
		more, err := g.before()
		if err != nil {
			return err
		}
		if !more {
			return fmt.Errorf("played once more, the game ends with tick %d", g.tick())
		}
		if g.tick() == tick-1 {
			break
		}
		if err := g.step(); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := g.s.Save(&b); err != nil {
		return fmt.Errorf("nothing else can be tried: %w", err)
	}
	s.save, s.options = b.Bytes(), live.OwnOf(g.s).Silent(g.s.Scene().Limits())
	s.options.Lenient = g.s.Scene().Lenient()
	return nil
}

// branch is a copy of the game that has played the tick.
type branch struct {
	turns  []turn
	moment *Moment // nil where the tree was not asked
	asked  []turn
	action string
	target string
}

func (s *search) play(turns []turn) (*branch, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	s.branches++
	game, err := live.Restore(bytes.NewReader(s.save), s.options)
	if err != nil {
		return nil, err
	}
	defer game.Close()
	w := follow(game.Game(), s.of.ID)
	w.turns = turns
	w.begin()
	game.Step()
	b := &branch{turns: turns, asked: slices.Clone(w.asked)}
	if b.moment = w.moment(game.World().Clock().Tick, game.Scene().Setup.TickRate); b.moment != nil {
		b.action, b.target = w.result(b.moment.Does)
	}
	return b, nil
}

// search tries one turn after the other, then two at once, and so on: the smallest sets with
// which the bot does what is wanted.
func (s *search) search() error {
	plain, err := s.play(nil)
	if err != nil {
		return err
	}
	if plain.moment == nil {
		return nil
	}
	if s.of.Moment.Tick == plain.moment.Tick && s.of.Moment.Node != plain.moment.Node {
		return fmt.Errorf("a copy of the game does %s at tick %d, and the game itself %s", plain.moment.does(), plain.moment.Tick, s.of.Moment.does())
	}
	if s.wanted(plain.moment) {
		return nil // in the tick in which it began, it was another action of that name
	}
	s.plain, s.own = plain.asked, turn{node: plain.moment.Node, action: true}
	tried := map[string]bool{}
	for level := []*branch{plain}; len(level) > 0 && len(s.of.Other.Ways) == 0 && len(level[0].turns) < maxTurns; {
		if level, err = s.deeper(level, tried); err != nil {
			return err
		}
	}
	return nil
}

// deeper plays all branches with one turn more: first with what was asked only because of the
// turns before, and last, where nothing else was found, with actions that would fail and not
// be done.
func (s *search) deeper(level []*branch, tried map[string]bool) (next []*branch, err error) {
	var fresh, old, failing [][]turn
	for _, b := range level {
		for _, t := range b.asked {
			turns := append(slices.Clone(b.turns), t)
			if s.of.Other.Instead == "" && slices.Contains(turns, s.own) {
				continue // that it would not do what fails is no news
			}
			fails := slices.ContainsFunc(turns, func(t turn) bool { return t.action && !t.to })
			key := keyOf(turns)
			if tried[key] {
				continue
			}
			tried[key] = true
			switch {
			case fails:
				failing = append(failing, turns)
			case slices.Contains(s.plain, t):
				old = append(old, turns)
			default:
				fresh = append(fresh, turns)
			}
		}
	}
	for i, turns := range slices.Concat(fresh, old, failing) {
		if i >= len(fresh)+len(old) && len(s.of.Other.Ways) > 0 {
			return nil, nil
		}
		if s.branches >= s.most || len(s.of.Other.Ways) == maxWays {
			s.cut = len(s.of.Other.Ways) == 0
			return nil, nil
		}
		b, err := s.play(turns)
		if err != nil {
			return nil, err
		}
		if b.moment == nil {
			continue
		}
		if s.wanted(b.moment) {
			s.of.Other.Ways = append(s.of.Other.Ways, b.way())
		}
		next = append(next, b)
	}
	return next, nil
}

// keyOf returns the same for the same turns in any order.
func keyOf(turns []turn) string {
	var all []string
	for _, t := range turns {
		all = append(all, fmt.Sprint(t))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// way returns a branch in which the bot did what is wanted.
func (b *branch) way() Way {
	w := Way{Does: b.moment.Does, Node: b.moment.node(b.moment.Node), calls: b.moment.calls}
	if !b.moment.taken || b.action == "" { // else a bot of a herd, which had thought with the others before it was turned
		w.Action, w.Target = b.action, b.target
	}
	for _, t := range b.turns {
		if n := b.moment.node(t.node); n != nil {
			w.Turns = append(w.Turns, Turn{Node: *n, To: t.to, Action: t.action})
		}
	}
	return w
}

// none says why there is no way; empty where there is one.
func (s *search) none() string {
	switch {
	case len(s.of.Other.Ways) > 0:
		return ""
	case s.cut:
		return "the search was given up"
	case len(s.plain) == 0:
		return "its tree asked nothing that could be turned"
	}
	return fmt.Sprintf("no answer that its tree asked for leads to it when it is turned, nor do up to %d together", maxTurns)
}
