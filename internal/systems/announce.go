package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/session"
)

// ears returns the ears of the trees that listen to announcements, in the order in which it
// came.
type ears struct {
	list  []ear
	depth int // announcements that are being made, each by a listener to the one before
}

type ear struct {
	key any
	host.Ear
}

var _ host.Announcer = leafWorld{}

// Ear adds an ear, or puts it in the place of another.
func (v leafWorld) Ear(key any, e host.Ear) {
	g := v.g
	if i := slices.IndexFunc(g.ears.list, func(old ear) bool { return old.key == key }); i >= 0 {
		g.ears.list[i].Ear = e
		return
	}
	g.ears.list = append(g.ears.list, ear{key, e})
}

// unheard says that nobody listens to announcements of a name; nil where somebody does.
func (g *Game) unheard(name string) error {
	names := host.Announced(g.Setup.Registry)
	for _, e := range g.ears.list {
		names = append(names, e.Names()...)
	}
	if slices.Contains(names, name) {
		return nil
	}
	e := &syntax.Error{Msg: fmt.Sprintf("nobody listens to the announcement %q", name)}
	return e.Suggest(name, names)
}

// Announce counts an announcement and hands it to all who listen. It fails for a new name
// where too many were counted, since each count is kept for as long as the game.
func (v leafWorld) Announce(a host.Announcement) error {
	g, tick := v.g, v.g.World.Clock().Tick
	if g.ears.depth == g.limits.announced {
		return fmt.Errorf("%q is announced by those who listen to announcements, more than %d within each other", a.Name, g.limits.announced)
	}
	if g.Counts.events[a.Name] == 0 && len(g.Counts.events) >= g.limits.events {
		return fmt.Errorf("announcement %q: %d names of events and announcements were counted before it, wanted one of them", a.Name, len(g.Counts.events))
	}
	g.ears.depth++
	defer func() { g.ears.depth-- }()
	g.Counts.event(a.Name)
	g.Journal.Occur(session.Occurrence{Kind: session.Announced, Text: a.Name})
	host.Announce(g.Setup.Registry, v, a, tick)
	for _, e := range g.ears.list {
		if slices.Contains(e.Names(), a.Name) {
			e.Hear(a, tick)
		}
	}
	return g.unheard(a.Name)
}

// Announce hands an announcement to all who listen. Where nobody does it fails, and nothing
// is counted.
func (g *Game) Announce(a host.Announcement) error {
	if err := g.unheard(a.Name); err != nil {
		return err
	}
	return leafWorld{g}.Announce(a)
}
