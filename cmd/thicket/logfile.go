package main

import (
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems"
)

// logFile writes the texts that trees log as JSON Lines, one a text, in the order
// of ticks and bots.
type logFile struct {
	out   *output
	line  []byte
	lines int64
	err   error // of the first write that failed
}

// newLogFile begins to listen to a game.
func newLogFile(o *output, g *systems.Game) *logFile {
	l := &logFile{out: o}
	l.out.what = count(0, "text")
	g.OnLog(l.add)
	return l
}

// add keeps a text.
func (l *logFile) add(e host.LogEntry) {
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
	l.out.what = count(l.lines, "text")
	if _, err := l.out.Write(l.line); l.err == nil {
		l.err = err
	}
}
