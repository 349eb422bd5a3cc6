package playback

import (
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/humanize"
)

// faultLog writes faults and notes as JSON Lines as they come, in the order of ticks and
// bots.
type faultLog struct {
	Idle
	out   *File
	line  []byte
	lines int64
	err   error // of the first write that failed
}

var _ Observer = (*faultLog)(nil)

// newFaultLog begins to listen to the game.
func newFaultLog(f *File, r *Run) Observer {
	l := &faultLog{out: f}
	r.Session.Game().OnFault(l.add)
	return l
}

func (l *faultLog) After(*Run) error { return l.err }

func (l *faultLog) Close(r *Run) (Written, error) {
	r.Session.Game().OnFault(nil)
	return l.out.Finish(humanize.Count(l.lines, "line"), l.err)
}

func (l *faultLog) add(f host.Fault) {
	b := append(l.line[:0], `{"tick":`...)
	b = strconv.AppendInt(b, f.Tick, 10)
	b = append(b, `,"bot":`...)
	b = strconv.AppendUint(b, uint64(f.Bot), 10)
	for _, part := range [...]struct{ key, text string }{
		{`,"name":`, f.Name}, {`,"tree":`, f.Tree}, {`,"at":`, f.Pos}, {`,"node":`, f.Node}, {`,"text":`, f.Text},
	} {
		b = append(b, part.key...)
		b = appendText(b, part.text)
	}
	if f.Note {
		b = append(b, `,"note":true`...)
	}
	l.line = append(b, "}\n"...)
	l.lines++
	if _, err := l.out.Write(l.line); l.err == nil {
		l.err = err
	}
}
