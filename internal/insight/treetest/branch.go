package treetest

import (
	"bytes"
	"slices"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// saved is a test before a tick: the game, and what is known of the statements.
type saved struct {
	game   []byte
	course course // its session and its moment are not for use
	trials []trial
	seen   map[string]bool
}

// save keeps a test as it is.
func (c *course) save() (*saved, error) {
	var b bytes.Buffer
	if err := c.session.Save(&b); err != nil {
		return nil, err
	}
	s := &saved{game: b.Bytes(), course: *c, seen: map[string]bool{}}
	for _, t := range c.trials {
		s.trials = append(s.trials, *t)
	}
	for name := range c.moment.seen {
		s.seen[name] = true
	}
	p := *c.play
	p.orders = slices.Clone(p.orders)
	s.course.play = &p
	return s, nil
}

// branch goes on from a save with other texts of trees. scene, if not nil, replaces the
// scene's text as well.
func (r *Runner) branch(s *saved, scene []byte, texts map[string][]byte) (*course, error) {
	o := live.Own{Registry: r.RegistryOf(s.course.test), Prepare: r.Worlds}.Silent(r.Bounds())
	o.Lenient = s.course.test.lenient()
	game, err := live.Restore(bytes.NewReader(s.game), o)
	if err != nil {
		return nil, err
	}
	if err := amend(game, scene, texts); err != nil {
		game.Close()
		return nil, err
	}
	c, p := s.course, *s.course.play
	p.session, p.orders = game, slices.Clone(p.orders)
	c.play, c.trials, c.out = &p, nil, &attempt{seed: s.course.out.seed, failures: slices.Clone(s.course.out.failures)}
	for _, t := range s.trials {
		c.trials = append(c.trials, &t)
	}
	c.moment = &moment{seen: map[string]bool{}, tick: c.tick}
	for name := range s.seen {
		c.moment.seen[name] = true
	}
	c.watch(nil)
	return &c, nil
}

// amend gives a game that goes on other texts of its trees. What bots remember of nodes that
// are the same stays.
func amend(s *live.Session, scene []byte, texts map[string][]byte) error {
	var r *scenes.Revision
	r, err := s.Scene().Amend(scene, texts, s.Game().Pools.Runs)
	if err == nil {
		err = s.Game().Tuning.CheckRevision(&r.Revision)
	}
	if err != nil {
		return err
	}
	s.Game().Revise(&r.Revision)
	s.Scene().Adopt(r)
	return nil
}
