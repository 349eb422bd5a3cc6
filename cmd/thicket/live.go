package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/thicket-sim/thicket/internal/palette"
)

const (
	redraw  = 100 * time.Millisecond // from map to map
	lag     = 250 * time.Millisecond // a run that is later than this gives up the lost time
	newsFor = 10 * time.Second       // that a message is shown
	minCols = 24                     // a smaller terminal shows no map
	minRows = 8
)

// live plays in real time and draws the field on a terminal.
type live struct {
	tty    *os.File
	style  style
	period time.Duration // a tick
	began  time.Time
	due    time.Time // of the tick played last
	drawn  time.Time
	field  *fieldMap
	cols   int // of the terminal for which field was made
	rows   int
	told   []string // all that tell was given
	news   string   // the last of it, shown until end
	end    time.Time
}

// The codes of the terminal: a screen of its own without a cursor and where long
// lines end at the edge, and back.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l"
	leaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	topLeft     = "\x1b[H"
	eraseLine   = "\x1b[K"
	eraseBelow  = "\x1b[J"
)

func newLive(tty *os.File, p *play) *live {
	now := time.Now()
	fmt.Fprint(tty, enterScreen)
	return &live{
		tty: tty, style: style{on: colored(tty), full: fullColor()},
		period: time.Duration(float64(time.Second) / p.setup().TickRate), began: now, due: now,
	}
}

func (l *live) next(ctx context.Context, p *play) {
	now := time.Now()
	if now.Sub(l.drawn) >= redraw {
		l.drawn = now
		l.draw(p)
		now = time.Now()
	}
	l.due = l.due.Add(l.period)
	switch early := l.due.Sub(now); {
	case early < -lag:
		l.due = now
	case early > 0:
		select {
		case <-ctx.Done():
		case <-time.After(early):
		}
	}
}

// tell shows a message in place of the key, and all of them when the screen is
// left.
func (l *live) tell(lines []string) {
	l.told = append(l.told, lines...)
	l.news, l.end = strings.Join(lines, "  "), time.Now().Add(newsFor)
}

func (l *live) close() {
	fmt.Fprint(l.tty, leaveScreen)
	for _, line := range l.told {
		fmt.Fprintln(l.tty, line)
	}
}

func (l *live) draw(p *play) {
	cols, rows, err := term.GetSize(int(l.tty.Fd()))
	if err != nil {
		cols, rows = 80, 24
	}
	var lines []string
	if cols >= minCols && rows >= minRows {
		if l.field == nil || cols != l.cols || rows != l.rows {
			s := p.setup()
			l.cols, l.rows = cols, rows
			l.field = newFieldMap(s.Width, s.Height, cols-2, rows-5-l.below(rows, p), l.style)
		}
		l.field.fill(p.snapshot(), p.colors)
		lines = append(lines, l.title(p, cols))
		lines = append(lines, l.field.lines()...)
		if time.Now().Before(l.end) {
			lines = append(lines, l.style.bold(cut(l.news, cols)))
		} else {
			lines = append(lines, l.key(p, cols))
		}
	}
	if n := l.below(rows, p); n > 0 {
		seen := p.inspect.now().lines(l.style)
		lines = append(lines, seen[:min(n, len(seen))]...)
		for range n - len(seen) {
			lines = append(lines, "")
		}
	}
	lines = append(lines, statusLine(p, l.speed(p), cols, l.style))
	fmt.Fprint(l.tty, topLeft, strings.Join(lines, eraseLine+"\r\n"), eraseLine, eraseBelow)
}

// below is how many lines of a screen show the bot that is inspected.
func (l *live) below(rows int, p *play) int {
	if p.inspect == nil || rows < 2*minRows {
		return 0
	}
	return rows / 2
}

func (l *live) title(p *play, cols int) string {
	text := fmt.Sprintf("%s  %s", p.setup().Name, count(int64(len(p.snap.Bots)), "bot"))
	if n := len(p.snap.Players); n > 0 {
		text += ", " + count(int64(n), "player")
	}
	return l.style.bold(cut(text, cols))
}

// speed says so when the machine does not keep up.
func (l *live) speed(p *play) string {
	if p.session.Paused() {
		return "paused"
	}
	factor := float64(p.done+1) * l.period.Seconds() / time.Since(l.began).Seconds()
	if p.done < 10 || factor > 0.95 {
		return ""
	}
	return fmt.Sprintf("%.2f x real time", factor)
}

// key explains what is on the map, as far as there is room.
func (l *live) key(p *play, cols int) string {
	var b strings.Builder
	room := cols
	for _, e := range mapKey(p, l.field.crowded()) {
		if room -= len([]rune(e.text)) + 4; room < 0 {
			break
		}
		glyph := string(e.glyph)
		if l.style.on {
			glyph = l.style.sgr(l.style.paint(e.color), glyph)
		}
		b.WriteString(glyph + " " + l.style.dim(e.text) + "  ")
	}
	return b.String()
}

// statusLine is a bar and how the run stands.
func statusLine(p *play, speed string, cols int, s style) string {
	clock := p.session.World().Clock()
	left := fmt.Sprintf(" %.1f of %.0f s  %s", clock.Time(), float64(p.ticks)*clock.DT, p.tally.caption())
	if speed != "" {
		left += "    " + speed
	}
	width := min(max(cols-len([]rune(left))-1, 0), 20)
	if width < 5 {
		return cut(strings.TrimSpace(left), cols)
	}
	bar := meter(float64(p.done+1)/float64(p.ticks), width)
	return s.sgr(s.paint(palette.MarkColor), bar) + s.dim(strings.Repeat("·", width-len([]rune(bar)))) + left
}
