package why

import (
	"context"
	"fmt"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// Explain plays a game to a moment and says why a bot did there what it did.
func Explain(ctx context.Context, open Open, q Question) (*Report, error) {
	g, err := start(ctx, open)
	if err != nil {
		return nil, err
	}
	defer g.s.Close()
	at := q.At.in(g.rate, g.began)
	if at <= g.began {
		return nil, fmt.Errorf("the game begins with tick %d, wanted a later one than that, found %d", g.began, at)
	}
	last, with := at, int64(-1)
	if q.Diff != nil {
		with = q.Diff.in(g.rate, g.began)
		switch {
		case with <= g.began:
			return nil, fmt.Errorf("the game begins with tick %d, wanted a later one than that to compare with, found %d", g.began, with)
		case with == at:
			return nil, fmt.Errorf("tick %d is compared with itself, wanted another one", at)
		}
		last = max(last, with)
	}
	b := bot{called: q.Bot}
	var r *Report
	var other *Moment
	for g.tick() < last {
		more, err := g.before()
		if err != nil {
			return nil, err
		}
		if !more && q.At.kind != atEnd {
			return nil, fmt.Errorf("the game ends with tick %d, wanted tick %d", g.tick(), last)
		}
		if !more {
			at = g.tick()
			if r, err = b.report(g, at); err != nil {
				return nil, err
			}
			break
		}
		if err := b.play(g); err != nil {
			return nil, err
		}
		switch g.tick() {
		case at:
			if r, err = b.report(g, at); err != nil {
				return nil, err
			}
		case with:
			if other = b.now; other == nil {
				return nil, fmt.Errorf("up to tick %d nobody has asked the tree of %s", with, q.Bot)
			}
			if b.idle != nil {
				return nil, fmt.Errorf("at tick %d %s does nothing that could be compared: it is %s", with, b.name, b.idle)
			}
		}
	}
	if q.Diff != nil {
		if r.Idle != nil {
			return nil, fmt.Errorf("at tick %d %s %s that could be compared: it is %s", at, r.Name, r.Idle.does(), r.Idle)
		}
		if other == nil {
			return nil, fmt.Errorf("the game ends with tick %d, wanted tick %d", g.tick(), with)
		}
		r.Diff = compare(g.s.Game(), r.ID, other, r.Moment)
	}
	if q.Not != "" || q.Instead != "" {
		if err := r.others(ctx, open, q); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// bot is the one that is asked about, as the game is played.
type bot struct {
	called string
	w      *witness // nil before it is there
	first  bool     // it was there when the game began
	name   string
	gone   int64   // the tick in which it went; 0 while it is there
	now    *Moment // the last in which its tree was asked
	began  *Moment // the first in which the same leaf decided
	idle   *Idle   // why its tree is not asked, or in vain; nil while it is
	rests  int64   // since which tick the tree rests; 0 while it does not
	after  *Idle   // what ended before the leaf began
	change *Change // from the one before that; nil where there is none
}

// play plays a tick, before which all that was to happen has happened.
func (b *bot) play(g *game) error {
	if b.w == nil {
		if err := b.find(g); err != nil {
			return err
		}
	}
	var seen sights
	if b.w != nil {
		seen = look(g.s.Game())
		b.w.begin()
	}
	if err := g.step(); err != nil {
		return err
	}
	if b.w == nil || b.gone != 0 {
		return nil
	}
	if !g.s.World().Alive(b.w.ID()) {
		b.gone = g.tick()
		return nil
	}
	m := b.w.moment(g.tick(), g.rate)
	was := b.idle != nil && b.idle.Why == Dead && !b.idle.Over
	if b.rest(g, m); m == nil || was {
		return nil // what it says while it is dead is not done
	}
	if b.idle != nil && b.idle.Since < g.tick() {
		b.after, b.idle = b.idle, nil
		b.now = nil
	}
	m.seen = seen
	if b.now == nil || b.now.Node != m.Node || b.now.program != m.program {
		b.began, b.change = m, nil
		if b.now != nil {
			b.after = nil
			b.change = compare(g.s.Game(), b.w.ID(), b.now, m) // now, while those are there who mattered
		}
	}
	b.now = m
	return nil
}

// find looks for the bot, who may come later.
func (b *bot) find(g *game) error {
	world := g.s.Game()
	id := components.ID(0)
	if n, err := strconv.ParseUint(b.called, 10, 32); err == nil {
		if world.World.Alive(components.ID(n)) {
			id = components.ID(n)
		}
	} else {
		id, _ = world.ByName(b.called)
	}
	if id == 0 {
		return nil
	}
	if _, err := world.Watchers.ProgramOf(id); err != nil {
		return err
	}
	b.w, b.name, b.first = follow(world, id), world.NameOf(id), g.tick() == g.began
	b.rest(g, nil)
	return nil
}

// report holds the knowledge after a tick.
func (b *bot) report(g *game, at int64) (*Report, error) {
	world := g.s.Game()
	switch {
	case b.w == nil:
		if _, err := strconv.ParseUint(b.called, 10, 32); err == nil {
			return nil, fmt.Errorf("up to tick %d there is nobody with id %s", at, b.called)
		}
		return nil, chronicle.Nobody(world, b.called)
	case b.gone != 0:
		return nil, fmt.Errorf("%s (id %d) is gone since tick %d", b.name, b.w.ID(), b.gone)
	}
	p := b.w.Program()
	switch {
	case p == nil:
		return nil, fmt.Errorf("%s (id %d) has no tree", b.name, b.w.ID())
	case b.now == nil && b.idle != nil:
		return nil, fmt.Errorf("up to tick %d nobody has asked the tree of %s (id %d): it is %s", at, b.name, b.w.ID(), b.idle)
	case b.now == nil:
		return nil, fmt.Errorf("up to tick %d nobody has asked the tree of %s (id %d)", at, b.name, b.w.ID())
	}
	m := *b.now
	until, idle := at, b.idle
	if idle != nil {
		until = idle.Since
		if now := g.s.Snapshot().Body(b.w.ID()); !idle.Over && now != nil {
			goes := *idle
			goes.Goes, idle = now.Action, &goes
		}
	} else {
		m.Action, m.Target = b.w.result(m.Does)
	}
	r := &Report{
		Scene: g.s.Scene().File, Tick: at, Seconds: g.seconds(at), ID: b.w.ID(), Name: b.name, Class: world.Setup.Classes[world.World.ClassOf(b.w.ID())].ID,
		Dead: b.idle != nil && b.idle.Why == Dead && !b.idle.Over, Idle: idle, Tree: p.Tree.Name, Moment: &m, drawn: treedraw.Of(p), names: map[tree.NodeID]string{},
		Since:  Since{Tick: b.began.Tick, Seconds: g.seconds(until - b.began.Tick), Older: b.change == nil && b.after == nil && b.first && g.began > 0, After: b.after},
		Change: b.change,
	}
	for i := range r.drawn.Nodes {
		if n := &r.drawn.Nodes[i]; isAction(n) {
			r.names[n.ID] = name(p, n)
		}
	}
	return r, nil
}
