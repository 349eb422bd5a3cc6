package host

import (
	"fmt"
	"slices"
)

// Announcement is an event for the whole game, not for the trees of some bots: a global
// event of Drag[en]gine.
type Announcement struct {
	Name   string
	Source string // who or what it comes from, in words of the sender; may be empty
	Data   Value
}

// Announcer is a World that hands announcements to all who listen for their names. It is
// called by one goroutine at a time: that of a bot whose tree runs alone, in the middle
// of a tick, or that of the game between ticks.
type Announcer interface {
	// Announce counts an announcement and hands it over: to the listeners of the
	// registry, then to ears. The error says that nobody listens, with the name that
	// was meant, if any is close; the announcement is counted all the same.
	Announce(Announcement) error
	// Ear makes something that the trees of a world keep listen, such as scripts, in
	// place of what had listened by the key.
	Ear(key any, e Ear)
}

// Ear listens to announcements.
type Ear interface {
	// Names lists the announcements that it listens to.
	Names() []string
	// Hear is called for announcements of these names, with the tick of the game.
	Hear(a Announcement, tick int64)
}

// Listen calls a function for each announcement of a name, in every game that is played with the
// registry. Several listeners are called in the order in which they were added. The function gets
// the world of the game; in the middle of a tick that is the world as the tick began.
func (r *Registry) Listen(name string, f func(World, Announcement)) {
	if r.listeners == nil {
		r.listeners = map[string][]func(World, Announcement){}
	}
	if r.listeners[name] == nil {
		r.announced = append(r.announced, name)
	}
	r.listeners[name] = append(r.listeners[name], f)
}

// Announced lists the names that functions listen to, in the order of listening.
func Announced(r *Registry) []string { return slices.Clone(r.announced) }

// Announce calls the functions that listen to an announcement. A panic in one of them is a
// fault of the world.
func Announce(r *Registry, w World, a Announcement, tick int64) {
	for _, f := range r.listeners[a.Name] {
		tell(w, f, a, tick)
	}
}

func tell(w World, f func(World, Announcement), a Announcement, tick int64) {
	defer func() {
		if v := recover(); v != nil {
			w.Fault(Fault{Tick: tick, Text: fmt.Sprintf("panic in a listener for %q: %v", a.Name, v), Panicked: true})
		}
	}()
	f(w, a)
}
