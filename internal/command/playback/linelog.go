package playback

import (
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/worldjson"
)

// lineLog writes what a game tells as JSON Lines as it comes, in the order of ticks and
// bots.
type lineLog struct {
	Idle
	out   *File
	line  []byte
	lines int64
	of    string // what a line is, in the singular
	end   func() // has the game tell what it has not told yet; nil where it tells all at once
	err   error  // of the first write that failed
}

var _ Observer = (*lineLog)(nil)

// newFaultLog writes faults and notes, which it begins to listen to.
func newFaultLog(out *File, r *Run) Observer {
	g := r.Session.Game()
	l := &lineLog{out: out, of: "line", end: func() { g.Faults.On(nil) }}
	g.Faults.On(func(f host.Fault) {
		l.add(f.Tick, f.Bot, f.Note, field{"name", f.Name}, field{"tree", f.Tree}, field{"at", f.Pos}, field{"node", f.Node}, field{"text", f.Text})
	})
	return l
}

// newTreeLog writes the messages that trees log, and the steps of those that log them.
func newTreeLog(out *File, r *Run) Observer {
	g := r.Session.Game()
	l := &lineLog{out: out, of: "text"}
	g.TreeLog.Steps(true)
	g.TreeLog.On(func(e host.LogEntry) {
		tree, at := e.Source.Origin(e.Node)
		l.add(e.Tick, e.Bot, false, field{"tree", tree}, field{"at", at}, field{"text", e.Text})
	})
	return l
}

func (l *lineLog) After(*Run) error { return l.err }

func (l *lineLog) Close(*Run) (Written, error) {
	if l.end != nil {
		l.end()
	}
	return l.out.Finish(humanize.Count(l.lines, l.of), l.err)
}

// field is a text of a line.
type field struct{ key, text string }

// add writes a line: who told it when, and texts.
func (l *lineLog) add(tick int64, bot host.BotID, note bool, fields ...field) {
	b := append(l.line[:0], `{"tick":`...)
	b = strconv.AppendInt(b, tick, 10)
	b = append(b, `,"bot":`...)
	b = strconv.AppendUint(b, uint64(bot), 10)
	for _, f := range fields {
		b = append(b, `,"`...)
		b = append(b, f.key...)
		b = append(b, `":`...)
		b = worldjson.AppendText(b, f.text)
	}
	if note {
		b = append(b, `,"note":true`...)
	}
	l.line = append(b, "}\n"...)
	l.lines++
	if _, err := l.out.Write(l.line); l.err == nil {
		l.err = err
	}
}
