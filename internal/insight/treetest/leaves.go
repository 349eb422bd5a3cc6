package treetest

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Real is a game whose own leaves tests call that ask for them.
type Real struct {
	Registry *host.Registry
	Prepare  func(*live.Session) // is called for each session of such a test before it is played
	TickRate float64             // of such tests, in ticks a second
}

// The words of the key `leaves`.
const (
	scriptedLeaves = "scripted"
	realLeaves     = "real"
	lenientLeaves  = "lenient" // what the game does not have is stood in for
)

// wantsGame reports whether nobody here can play a test: it asks for leaves of a game.
func (r *Runner) wantsGame(t *Test) bool { return t.given.leaves == realLeaves && r.Real == nil }

// Scripts are leaves of a game with scenes as states script them in tests, see
// [vocabulary.Vocabulary.Over].
type Scripts struct {
	Registry *host.Registry
	Leaves   *vocabulary.Vocabulary
}

// in reports whether a test scripts some of the leaves.
func (s *Scripts) in(t *Test) (is bool) {
	if s != nil {
		t.eachState(func(c *session.SetState, _ syntax.Span) { is = is || s.Leaves.Scripts(c.State.Key) })
	}
	return is
}

// RegistryOf returns what the game offers to the trees of a test; nil for an arena's.
func (r *Runner) RegistryOf(t *Test) *host.Registry {
	switch {
	case t.given.leaves == realLeaves && r.Real != nil:
		return r.Real.Registry
	case r.Scripts.in(t):
		return r.Scripts.Registry
	}
	return r.Registry
}

// load makes the scene of a test, as it begins with a seed. The error is a syntax.ErrorList.
func (r *Runner) load(t *Test, seed *int64) (*scenes.Scene, error) {
	scene, err := t.load(r.RegistryOf(t), seed)
	if err == nil && t.given.leaves == realLeaves && r.Real != nil {
		scene.Setup.TickRate = r.Real.TickRate
	}
	return scene, err
}

// checkLeaves finds names of leaves, and answers of them, that a vocabulary, or a stand-in, does not have: in the
// states that the test gives, and in what its trees look for.
func (t *Test) checkLeaves(v *vocabulary.Vocabulary, scripts *Scripts, scene *scenes.Scene) error {
	var l syntax.List
	var known []string // state keys of the scene
	names := host.SymbolsOf(scene.Setup.Registry).KeyNames()
	answers := v
	if answers == nil && scripts != nil {
		answers = scripts.Leaves
	}
	for i := range scene.Setup.Classes {
		for _, s := range scene.Setup.Classes[i].State {
			known = append(known, names[s.Key])
		}
	}
	t.eachState(func(s *session.SetState, at syntax.Span) {
		standsIn, err := standin.CheckAnswer(scene.Setup.Registry, s.State.Key, s.State.Value)
		if !standsIn && answers != nil {
			err = answers.CheckAnswer(s.State.Key, s.State.Value, known)
		}
		if err != nil {
			l.Errorf(at, "%s", strings.TrimPrefix(err.Error(), ": "))
		}
	})
	if v == nil {
		return l.Err()
	}
	senses := v.Senses()
	senses.States = append(senses.States, known...)
	for _, p := range scene.Programs() {
		if p == nil {
			continue
		}
		for _, e := range senses.Lacks(p, scene.Setup.Registry) {
			l.Add(e)
		}
	}
	return l.Err()
}

// eachState tells of each state that the test gives, and where.
func (t *Test) eachState(tell func(s *session.SetState, at syntax.Span)) {
	for _, b := range t.given.bodies {
		for _, c := range b.do {
			if s, ok := c.(*session.SetState); ok {
				tell(s, b.at)
			}
		}
	}
	for _, o := range t.when {
		if s, ok := o.do.(*session.SetState); ok {
			tell(s, o.at)
		}
	}
}
