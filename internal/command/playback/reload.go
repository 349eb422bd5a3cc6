package playback

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/filewatch"
	"github.com/thicket-sim/thicket/internal/live"
)

// Reloader brings a session up to date with its files while it is played.
type Reloader struct {
	Idle
	watch *filewatch.Watcher
	done  []Reloaded
}

var _ Observer = (*Reloader)(nil)

// Reloaded is the outcome of a change of files, as --json prints it.
type Reloaded struct {
	Tick    int64    `json:"tick"` // before which it was
	OK      bool     `json:"ok"`
	Changes []Change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// Change is a part of the scene that was reloaded. Bots is how many bots run a
// reloaded tree, and nil for other parts.
type Change struct {
	What string `json:"what"`
	Bots *int   `json:"bots,omitempty"`
	text string
}

// NewReloader begins to watch the files of a session.
func NewReloader(s *live.Session) (*Reloader, error) {
	w, err := filewatch.New(s.Scene().Limits())
	if err != nil {
		return nil, err
	}
	r := &Reloader{watch: w}
	if err := r.Follow(s); err != nil {
		r.Stop()
		return nil, err
	}
	return r, nil
}

// Follow watches the files that a session is made from now.
func (r *Reloader) Follow(s *live.Session) error {
	var names []string
	for _, f := range s.Files() {
		names = append(names, f.Name)
	}
	return r.watch.Watch(names)
}

// Stop ends watching.
func (r *Reloader) Stop() { _ = r.watch.Close() } // nothing is lost with it

// Before reloads files that have changed, and reports the outcome.
func (r *Reloader) Before(run *Run) error {
	if run.Changed() { // a command may have brought new files
		if err := r.Follow(run.Session); err != nil {
			return err
		}
	}
	did, err := r.Poll(run.Session, run.Done())
	if did == nil || err != nil {
		return err
	}
	run.Touch()
	run.tell(did.lines())
	return nil
}

// Close ends watching.
func (r *Reloader) Close(*Run) (Written, error) {
	r.Stop()
	return Written{}, nil
}

// Poll reloads the files of a session when some have changed, and reports what
// changed in the game; nil for nothing.
func (r *Reloader) Poll(s *live.Session, tick int64) (*Reloaded, error) {
	select {
	case <-r.watch.Changed():
	default:
		return nil, nil
	}
	now := reload(s, tick)
	if err := r.Follow(s); err != nil {
		return nil, err
	}
	if now.OK && len(now.Changes)+len(now.Notes) == 0 {
		return nil, nil
	}
	if n := len(r.done); n > 0 && !now.OK && r.done[n-1].Error == now.Error {
		return nil, nil // it was reported
	}
	r.done = append(r.done, now)
	return &now, nil
}

func reload(s *live.Session, tick int64) Reloaded {
	c, err := s.Reload()
	if err != nil {
		return Reloaded{Tick: tick, Error: err.Error()}
	}
	now := Reloaded{Tick: tick, OK: true}
	for _, did := range c.Changes {
		item := Change{What: did.What, text: did.String()}
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

// notReloaded begins the lines of files with errors.
const notReloaded = "not reloaded"

// Lines report the outcome for people: changes and notes, or the errors.
func (r *Reloaded) Lines() []string {
	if !r.OK {
		return append([]string{notReloaded + ", the old trees run on:"}, strings.Split(r.Error, "\n")...)
	}
	var lines []string
	if len(r.Changes) > 0 {
		var all []string
		for _, c := range r.Changes {
			all = append(all, c.text)
		}
		lines = append(lines, "reloaded "+strings.Join(all, ", "))
	}
	for _, n := range r.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}

// lines are Lines with the tick, unless they begin with a note.
func (r *Reloaded) lines() []string {
	lines := r.Lines()
	if !r.OK || len(r.Changes) > 0 {
		lines[0] = fmt.Sprintf("tick %d: %s", r.Tick, lines[0])
	}
	return lines
}
