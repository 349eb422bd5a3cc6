package live

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Own is what a game has of its own, for those who open its sessions. The zero value is nothing.
type Own struct {
	Registry *host.Registry            // see [Options]
	Prepare  func(*systems.Game) error // see [Options]
}

// OwnOf returns what a session was given.
func OwnOf(s *Session) Own { return Own{s.options.Registry, s.options.Prepare} }

// Silent returns the options of a session that tells nobody of faults and notices.
func (o Own) Silent(limits limit.Values) Options {
	return Options{
		Registry: o.Registry, Prepare: o.Prepare, Limits: limits,
		OnFault: func(host.Fault) {}, OnNotice: func(string) {},
	}
}

// Loading returns the options of its scenes. Each call has a copy of the registry, as scenes of
// the same may be loaded at once.
func (o Own) Loading(limits limit.Values) scenes.Options {
	return scenes.Options{Registry: o.Clone(), Limits: limits}
}

// Clone returns a copy of the registry; nil for none.
func (o Own) Clone() *host.Registry {
	if o.Registry == nil {
		return nil
	}
	return host.CloneOf(o.Registry)
}
