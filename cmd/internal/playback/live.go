package playback

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/thicket-sim/thicket/cmd/internal/fieldmap"
	"github.com/thicket-sim/thicket/cmd/internal/terminal"
	"github.com/thicket-sim/thicket/internal/humanize"
	"github.com/thicket-sim/thicket/internal/palette"
)

const (
	redraw  = 100 * time.Millisecond // from map to map
	lag     = 250 * time.Millisecond // a run that is later than this does not catch up
	newsFor = 10 * time.Second       // how long a message is shown
	minCols = 24                     // a smaller terminal shows no map
	minRows = 8
)

// Live plays in real time and draws the field on a terminal.
type Live struct {
	Idle
	tty    *os.File
	bot    *Inspector // or nil
	colors *palette.Colors
	style  terminal.Style
	period time.Duration // a tick
	began  time.Time
	due    time.Time // of the tick played last
	drawn  time.Time
	field  *fieldmap.Map
	cols   int // of the terminal for which field was made
	rows   int
	told   []string // all messages
	news   string   // the last message, shown until end
	end    time.Time
}

// Codes of the terminal. A run has a screen of its own, without a cursor, on which
// long lines are cut.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l"
	leaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	topLeft     = "\x1b[H"
	eraseLine   = "\x1b[K"
	eraseBelow  = "\x1b[J"
)

var _ Observer = (*Live)(nil)

// NewLive takes over a terminal until the run closes it, and shows the messages of the
// run. A bot that is not nil is shown below the field.
func NewLive(tty *os.File, r *Run, bot *Inspector) *Live {
	now := time.Now()
	fmt.Fprint(tty, enterScreen)
	l := &Live{
		tty: tty, bot: bot, colors: palette.New(r.Session.Scene()),
		style:  terminal.Style{On: terminal.Colored(tty), Full: terminal.FullColor()},
		period: time.Duration(float64(time.Second) / r.setup().TickRate), began: now, due: now,
	}
	r.Tell = l.tell
	return l
}

// After draws the field now and then, and waits until the next tick is due.
func (l *Live) After(r *Run) error {
	now := time.Now()
	if now.Sub(l.drawn) >= redraw {
		l.drawn = now
		l.draw(r)
		now = time.Now()
	}
	l.due = l.due.Add(l.period)
	switch early := l.due.Sub(now); {
	case early < -lag:
		l.due = now
	case early > 0:
		select {
		case <-r.Context().Done():
		case <-time.After(early):
		}
	}
	return nil
}

// tell shows a message in place of the key. Close prints all messages once more.
func (l *Live) tell(lines []string) {
	l.told = append(l.told, lines...)
	l.news, l.end = strings.Join(lines, "  "), time.Now().Add(newsFor)
}

// Close leaves the screen and prints all messages.
func (l *Live) Close(*Run) (Written, error) {
	fmt.Fprint(l.tty, leaveScreen)
	for _, line := range l.told {
		fmt.Fprintln(l.tty, line)
	}
	return Written{}, nil
}

func (l *Live) draw(r *Run) {
	cols, rows, err := term.GetSize(int(l.tty.Fd()))
	if err != nil {
		cols, rows = 80, 24
	}
	var lines []string
	if cols >= minCols && rows >= minRows {
		if l.field == nil || cols != l.cols || rows != l.rows {
			s := r.setup()
			l.cols, l.rows = cols, rows
			l.field = fieldmap.New(s.Width, s.Height, cols-2, rows-5-l.below(rows), l.style)
		}
		l.field.Fill(r.Snapshot(), l.colors)
		lines = append(lines, l.title(r, cols))
		lines = append(lines, l.field.Lines()...)
		if time.Now().Before(l.end) {
			lines = append(lines, l.style.Bold(terminal.Cut(l.news, cols)))
		} else {
			lines = append(lines, l.key(r, cols))
		}
	}
	if n := l.below(rows); n > 0 {
		seen := l.bot.now().lines(l.style)
		lines = append(lines, seen[:min(n, len(seen))]...)
		for range n - len(seen) {
			lines = append(lines, "")
		}
	}
	lines = append(lines, statusLine(r, l.speed(r), cols, l.style))
	fmt.Fprint(l.tty, topLeft, strings.Join(lines, eraseLine+"\r\n"), eraseLine, eraseBelow)
}

// below is the number of lines for the inspected bot.
func (l *Live) below(rows int) int {
	if l.bot == nil || rows < 2*minRows {
		return 0
	}
	return rows / 2
}

func (l *Live) title(r *Run, cols int) string {
	text := fmt.Sprintf("%s  %s", r.setup().Name, humanize.Count(int64(len(r.snap.Bots)), "bot"))
	if n := len(r.snap.Players); n > 0 {
		text += ", " + humanize.Count(int64(n), "player")
	}
	return l.style.Bold(terminal.Cut(text, cols))
}

// speed tells how fast the run is when the machine does not keep up.
func (l *Live) speed(r *Run) string {
	if r.Session.Paused() {
		return "paused"
	}
	factor := float64(r.done+1) * l.period.Seconds() / time.Since(l.began).Seconds()
	if r.done < 10 || factor > 0.95 {
		return ""
	}
	return fmt.Sprintf("%.2f x real time", factor)
}

// key explains the signs of the map, as far as there is room.
func (l *Live) key(r *Run, cols int) string {
	var b strings.Builder
	room := cols
	for _, e := range l.field.Key(l.colors, len(r.snap.Players) > 0) {
		if room -= len([]rune(e.Text)) + 4; room < 0 {
			break
		}
		glyph := string(e.Glyph)
		if l.style.On {
			glyph = l.style.SGR(l.style.Paint(e.Color), glyph)
		}
		b.WriteString(glyph + " " + l.style.Dim(e.Text) + "  ")
	}
	return b.String()
}

// statusLine is a bar, the time and the caption of the run.
func statusLine(r *Run, speed string, cols int, s terminal.Style) string {
	clock := r.Session.World().Clock()
	left := fmt.Sprintf(" %.1f of %.0f s  %s", clock.Time(), float64(r.Ticks)*clock.DT, r.Tally.caption())
	if speed != "" {
		left += "    " + speed
	}
	width := min(max(cols-len([]rune(left))-1, 0), 20)
	if width < 5 {
		return terminal.Cut(strings.TrimSpace(left), cols)
	}
	bar := terminal.Meter(float64(r.done+1)/float64(r.Ticks), width)
	return s.SGR(s.Paint(palette.MarkColor), bar) + s.Dim(strings.Repeat("·", width-len([]rune(bar)))) + left
}
