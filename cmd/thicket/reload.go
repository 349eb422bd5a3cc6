package main

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/session/filewatch"
)

// reloader brings a run up to date with its files while it goes on.
type reloader struct {
	watch *filewatch.Watcher
	done  []reloaded
}

// reloaded is what became of a change of files, as --json prints it.
type reloaded struct {
	Tick    int64    `json:"tick"` // before which it was
	OK      bool     `json:"ok"`
	Changes []change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// change is something that was reloaded, and for how many bots where it is a
// tree.
type change struct {
	What string `json:"what"`
	Bots *int   `json:"bots,omitempty"`
	text string
}

// newReloader begins to watch the files of a session.
func newReloader(s *session.Session) (*reloader, error) {
	w, err := filewatch.New()
	if err != nil {
		return nil, err
	}
	r := &reloader{watch: w}
	if err := r.follow(s); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// follow watches the files that the session is made from now.
func (r *reloader) follow(s *session.Session) error {
	var names []string
	for _, f := range s.Files() {
		names = append(names, f.Name)
	}
	return r.watch.Watch(names)
}

func (r *reloader) close() { _ = r.watch.Close() } // nothing is lost with it

// look reloads the files when some have changed, and reports what changed in the
// game; nil for nothing.
func (r *reloader) look(s *session.Session, tick int64) (*reloaded, error) {
	select {
	case <-r.watch.Changed():
	default:
		return nil, nil
	}
	now := reload(s, tick)
	if err := r.follow(s); err != nil {
		return nil, err
	}
	if now.OK && len(now.Changes)+len(now.Notes) == 0 {
		return nil, nil
	}
	if n := len(r.done); n > 0 && !now.OK && r.done[n-1].Error == now.Error {
		return nil, nil // it was told
	}
	r.done = append(r.done, now)
	return &now, nil
}

func reload(s *session.Session, tick int64) reloaded {
	c, err := s.Reload()
	if err != nil {
		return reloaded{Tick: tick, Error: err.Error()}
	}
	now := reloaded{Tick: tick, OK: true}
	for _, did := range c.Changes {
		item := change{What: did.What, text: did.String()}
		if did.Bots >= 0 {
			item.Bots = &did.Bots
		}
		now.Changes = append(now.Changes, item)
	}
	for _, n := range c.Notices {
		now.Notes = append(now.Notes, n.Error())
	}
	return now
}

// lines are the report for people.
func (r *reloaded) lines() []string {
	if !r.OK {
		return append([]string{fmt.Sprintf("tick %d: not reloaded, the old trees run on:", r.Tick)}, strings.Split(r.Error, "\n")...)
	}
	var lines []string
	if len(r.Changes) > 0 {
		var all []string
		for _, c := range r.Changes {
			all = append(all, c.text)
		}
		lines = append(lines, fmt.Sprintf("tick %d: reloaded %s", r.Tick, strings.Join(all, ", ")))
	}
	for _, n := range r.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}
