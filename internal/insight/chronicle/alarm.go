package chronicle

import (
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// Alarm is a failure that is shown until somebody dismisses it, or a change of a file that
// waits for a restart.
type Alarm struct {
	Kind  Kind   // session.Failed, session.Unreloaded or session.Waiting
	Tick  int64  // of the first
	Text  string // whole, of one line or several
	Pos   string // file:line:col; empty for none
	Bot   components.ID
	Name  string // of the bot
	Times int64
}

// alarmKey names the alarm that is dismissed.
type alarmKey struct {
	kind      Kind
	pos, text string
}

func (a *Alarm) key() alarmKey { return alarmKey{a.Kind, a.Pos, a.Text} }

// alarm notes what went wrong with the files of the scene. Once they could be read, their
// errors are mended; what waits for a restart goes on to wait.
func (j *Journal) alarm(o *session.Occurrence) {
	if o.Kind != session.Reloaded && o.Kind != session.Unreloaded && o.Kind != session.Waiting {
		return
	}
	a := Alarm{Kind: o.Kind, Tick: o.Tick, Text: o.Text, Pos: o.Pos, Times: 1}
	j.unreloaded = slices.DeleteFunc(j.unreloaded, func(old Alarm) bool {
		return old.Kind == session.Unreloaded && o.Kind != session.Waiting || old.key() == a.key()
	})
	if o.Kind != session.Reloaded {
		delete(j.dismissed, a.key())
		j.unreloaded = append(j.unreloaded, a)
	}
}

// Alarms lists what nobody has dismissed yet: errors in the files of the scene and what
// waits for a restart, then each fault of the game with how often it came.
func (j *Journal) Alarms() []Alarm {
	faults, _ := j.s.Faults()
	j.mu.Lock()
	defer j.mu.Unlock()
	list := slices.Clone(j.unreloaded)
	for _, f := range faults {
		if !f.Note {
			list = append(list, Alarm{Kind: session.Failed, Tick: f.Tick, Text: f.Text, Pos: f.Pos, Bot: f.Bot, Name: f.Name, Times: f.Times})
		}
	}
	return slices.DeleteFunc(list, func(a Alarm) bool { return j.dismissed[a.key()] })
}

// Dismiss takes an alarm off the list. It comes again for another failure, and for files
// that cannot be read once more.
func (j *Journal) Dismiss(a Alarm) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.dismissed[a.key()] = true
}
