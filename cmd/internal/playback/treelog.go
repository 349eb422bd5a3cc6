package playback

import (
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/humanize"
)

// treeLog writes the messages that trees log as JSON Lines, in the order of ticks and
// bots.
type treeLog struct {
	Idle
	out   *File
	line  []byte
	lines int64
	err   error // of the first write that failed
}

var _ Observer = (*treeLog)(nil)

// newTreeLog begins to listen to the game.
func newTreeLog(f *File, r *Run) Observer {
	l := &treeLog{out: f}
	r.Session.Game().OnLog(l.add)
	r.Session.Game().LogSteps(true)
	return l
}

func (l *treeLog) After(*Run) error { return l.err }

func (l *treeLog) Close(*Run) (Written, error) {
	return l.out.Finish(humanize.Count(l.lines, "text"), l.err)
}

// add writes a message.
func (l *treeLog) add(e host.LogEntry) {
	tree, at := e.Source.Origin(e.Node)
	b := append(l.line[:0], `{"tick":`...)
	b = strconv.AppendInt(b, e.Tick, 10)
	b = append(b, `,"bot":`...)
	b = strconv.AppendUint(b, uint64(e.Bot), 10)
	b = append(b, `,"tree":`...)
	b = appendText(b, tree)
	b = append(b, `,"at":`...)
	b = appendText(b, at)
	b = append(b, `,"text":`...)
	b = appendText(b, e.Text)
	l.line = append(b, "}\n"...)
	l.lines++
	if _, err := l.out.Write(l.line); l.err == nil {
		l.err = err
	}
}
