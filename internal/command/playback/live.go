package playback

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/thicket-sim/thicket/internal/command/fieldmap"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/session"
)

const (
	redraw  = 100 * time.Millisecond // from map to map
	lag     = 250 * time.Millisecond // a run that is later than this does not catch up
	newsFor = 10 * time.Second       // how long a message is shown
	minCols = 24                     // a smaller terminal shows no map
	minRows = 8
)

// Live plays in real time, or a multiple of it, draws the field on a terminal and takes keys.
type Live struct {
	Idle
	tty     *os.File
	board   *terminal.Keyboard // nil: no keys
	bot     *Inspector
	own     bool // the bot was not asked for: it is chosen by keys, and none at first
	journal *chronicle.Journal
	colors  *palette.Colors
	style   terminal.Style
	period  time.Duration // a tick at speed 1
	speed   float64       // times real time
	paused  bool
	step    bool      // one tick more, although paused
	began   time.Time // when ticks were counted from, for the speed
	counted int64     // ticks since
	due     time.Time // of the tick played last
	drawn   time.Time
	field   *fieldmap.Map
	cols    int // of the terminal for which field was made, with the next two
	rows    int
	beside  bool // the bot is shown beside the field
	filter  string
	typing  bool     // the filter
	scroll  int      // lines of the bot's tree
	left    bool     // the screen was left
	told    []string // all messages
	news    []string // the last message, shown until end
	wrong   bool     // it is an error, which stays
	end     time.Time
}

// Codes of the terminal.
const (
	topLeft    = "\x1b[H"
	eraseLine  = "\x1b[K"
	eraseBelow = "\x1b[J"
)

var _ Observer = (*Live)(nil)

// NewLive takes over a terminal until the run closes it, and shows the messages of the
// run. Its speed is in times of real time. A bot that is not nil is shown from the beginning.
// Keys come from the keyboard, which may be nil; Close closes it.
func NewLive(tty *os.File, board *terminal.Keyboard, r *Run, bot *Inspector, speed float64) *Live {
	now := time.Now()
	fmt.Fprint(tty, terminal.EnterScreen)
	l := &Live{
		tty: tty, board: board, bot: bot, colors: palette.New(r.Session.Scene()), journal: chronicle.NewJournal(r.Session),
		style:  terminal.StyleOf(tty),
		period: time.Duration(float64(time.Second) / r.setup().TickRate), speed: speed, began: now, due: now,
	}
	if bot == nil {
		l.bot, l.own = &Inspector{session: r.Session, game: r.Session.Game()}, true
	}
	l.bot.journal = l.journal
	r.Tell = l.tell
	return l
}

// Before follows the bot that keys chose.
func (l *Live) Before(r *Run) error {
	if l.own && l.bot.follower.ID() != 0 {
		return l.bot.Before(r)
	}
	return nil
}

// After draws the field now and then, and waits until the next tick is due, or for keys while
// the run is paused.
func (l *Live) After(r *Run) error {
	l.counted++
	l.step = false
	l.due = l.due.Add(time.Duration(float64(l.period) / l.speed))
	for {
		now := time.Now()
		if now.Sub(l.drawn) >= redraw {
			l.drawn = now
			l.draw(r)
			now = time.Now()
		}
		wait := l.due.Sub(now)
		switch {
		case l.paused:
			wait = redraw
			l.restart(now)
		case wait < -lag:
			l.due, wait = now, 0
		}
		if wait <= 0 && !l.paused {
			l.poll(r)
			return nil
		}
		select {
		case <-r.Context().Done():
			return nil
		case k, ok := <-l.keys():
			l.pressed(r, k, ok)
		case <-time.After(wait):
		}
		if r.Cut() || l.step {
			return nil
		}
	}
}

// keys returns the keys of the keyboard, or none.
func (l *Live) keys() <-chan terminal.Key {
	if l.board == nil {
		return nil
	}
	return l.board.Keys()
}

// poll takes the keys that were pressed meanwhile.
func (l *Live) poll(r *Run) {
	for {
		select {
		case k, ok := <-l.keys():
			if l.pressed(r, k, ok); !ok {
				return
			}
		default:
			return
		}
	}
}

// restart measures the speed from now on.
func (l *Live) restart(now time.Time) { l.began, l.counted, l.due = now, 0, now }

// tell shows a message in place of the key. Close prints all messages once more.
func (l *Live) tell(lines []string) {
	l.told = append(l.told, lines...)
	l.news, l.end = lines, time.Now().Add(newsFor)
	l.wrong = strings.Contains(lines[0], notReloaded)
}

// Restore leaves the screen and gives the keyboard back. It may be called several times, and
// must be when the run ends by a panic.
func (l *Live) Restore() {
	if l.board != nil {
		l.board.Close()
	}
	if !l.left {
		l.left = true
		fmt.Fprint(l.tty, terminal.LeaveScreen)
	}
}

// Close leaves the screen and prints all messages.
func (l *Live) Close(r *Run) (Written, error) {
	r.Session.Listen(nil)
	l.Restore()
	for _, line := range l.told {
		fmt.Fprintln(l.tty, l.style.Plain(line))
	}
	return Written{}, nil
}

// The parts of the screen. A bot stands beside the field where there is room for both, else
// below it.
const (
	besideCols = 110 // of a terminal
	listRows   = 3   // of the list of what happens, at most
)

func (l *Live) draw(r *Run) {
	cols, rows, err := term.GetSize(int(l.tty.Fd()))
	if err != nil {
		cols, rows = 80, 24
	}
	var lines []string
	watched := l.bot.follower.ID() != 0
	events := min(max((rows-16)/4, 0), listRows)
	below := 0
	beside := watched && cols >= besideCols
	if watched && !beside && rows >= 2*minRows {
		below, events = rows/2, min(events, max(0, (rows-30)/4))
	}
	if cols >= minCols && rows >= minRows {
		room := cols
		if beside {
			room = cols * 3 / 5
		}
		hint := 0
		if l.board != nil {
			hint = 1
		}
		high := rows - 5 - hint - events - below
		if l.field == nil || cols != l.cols || high != l.rows || beside != l.beside {
			s := r.setup()
			l.cols, l.rows, l.beside = cols, high, beside
			l.field = fieldmap.New(s.Width, s.Height, room-2, max(high, 1), l.style)
		}
		l.field.Fill(r.Snapshot(), l.colors)
		lines = append(lines, l.title(r, cols))
		field := l.field.Lines()
		if beside {
			field = side(field, l.field.Width(), l.bot.now().pane(l.style, cols-l.field.Width()-2, rows-4-hint-events, l.scroll), rows-4-hint-events)
		}
		lines = append(lines, field...)
		lines = append(lines, l.message(r, cols))
		lines = append(lines, l.list(r, cols, events)...)
	}
	if below > 0 {
		seen := l.bot.now().pane(l.style, cols, below, l.scroll)
		lines = append(lines, seen...)
		for range below - len(seen) {
			lines = append(lines, "")
		}
	}
	lines = append(lines, statusLine(r, l.words(r), l.pace(r), cols, l.style))
	if l.board != nil && cols >= minCols && rows >= minRows {
		lines = append(lines, l.hint(cols))
	}
	for i := range lines {
		lines[i] = l.style.Plain(lines[i])
	}
	fmt.Fprint(l.tty, topLeft, strings.Join(lines, eraseLine+"\r\n"), eraseLine, eraseBelow)
}

// side puts lines beside those of the field, which are so wide.
func side(field []string, width int, lines []string, rows int) []string {
	all := make([]string, max(len(field), min(len(lines), rows)))
	for i := range all {
		left := strings.Repeat(" ", width)
		if i < len(field) {
			left = field[i]
		}
		if all[i] = left; i < len(lines) {
			all[i] += "  " + lines[i]
		}
	}
	return all
}

func (l *Live) title(r *Run, cols int) string {
	text := fmt.Sprintf("%s  %s", r.setup().Name, humanize.Count(int64(len(r.snap.Bots)), "bot"))
	if n := len(r.snap.Players); n > 0 {
		text += ", " + humanize.Count(int64(n), "player")
	}
	if n := l.journal.Count(chronicle.Set(session.Failed), -1, r.snap.Tick); n > 0 {
		return l.style.Bold(terminal.Cut(text, cols)) + "  " + l.style.SGR("1;31", terminal.Cut(humanize.Count(n, "fault"), max(cols-len(text)-2, 0)))
	}
	return l.style.Bold(terminal.Cut(text, cols))
}

// words say how the game stands, and who is marked.
func (l *Live) words(r *Run) []string {
	words := chronicle.NewStanding(r.Session.Scene(), r.Snapshot(), l.journal).Words()
	if who := r.Tally.who(); who != "" {
		words = append(words, who)
	}
	return words
}

// message returns the last message, while it is news, or else the key of the map. Of an error
// that does not fit what was probably meant comes first.
func (l *Live) message(r *Run, cols int) string {
	if len(l.news) == 0 || !l.wrong && !time.Now().Before(l.end) {
		return l.key(r, cols)
	}
	if text := terminal.Cut(headline(l.news, cols), cols); l.wrong {
		return l.style.SGR("1;31", text)
	} else {
		return l.style.Bold(text)
	}
}

// headline returns a message in a line of so many characters. Where that has no room for it, the
// guess of what was meant comes first, then the place and what is wrong there.
func headline(lines []string, cols int) string {
	whole := strings.Join(lines, "  ")
	if utf8.RuneCountInString(whole) <= cols {
		return whole
	}
	for _, line := range lines {
		if what, guess, ok := strings.Cut(line, "; did you mean "); ok {
			return "did you mean " + guess + "  " + strings.TrimSpace(what)
		}
	}
	if strings.Contains(lines[0], notReloaded) && len(lines) > 1 {
		return strings.TrimSpace(strings.Join(lines[1:], "  "))
	}
	return whole
}

// list lists what happened last, the newest at the bottom.
func (l *Live) list(r *Run, cols, rows int) []string {
	kinds := chronicle.Usual
	if l.filter != "" {
		kinds = chronicle.All
	}
	last := l.journal.Last(chronicle.Filter{Kinds: kinds, Text: l.filter}, r.snap.Tick, 0, rows, nil)
	lines := make([]string, rows)
	for i := range last {
		e := &last[i]
		text := terminal.Cut(fmt.Sprintf("%7.1f s  %s", e.Time, terminal.Printable(e.Line)), cols)
		if e.Grave {
			text = l.style.SGR("31", text)
		}
		lines[rows-1-i] = text
	}
	return lines
}

// pace tells how fast the run is where that is not real time.
func (l *Live) pace(r *Run) string {
	if r.Session.Paused() || l.paused {
		return "paused"
	}
	text := ""
	if l.speed != 1 {
		text = humanize.Number(l.speed) + "x"
	}
	factor := float64(l.counted+1) * l.period.Seconds() / time.Since(l.began).Seconds()
	if l.counted < 10 || factor > 0.95*l.speed {
		return text
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

// statusLine returns a bar, where the run has an end, the time, how the game stands and how fast
// it goes.
func statusLine(r *Run, words []string, pace string, cols int, s terminal.Style) string {
	clock := r.Session.World().Clock()
	left := fmt.Sprintf(" %.1f s", clock.Time())
	if r.Ticks != Endless {
		left = fmt.Sprintf(" %.1f of %.0f s", clock.Time(), float64(r.Ticks)*clock.DT)
	}
	if len(words) > 0 {
		left += "  " + strings.Join(words, "    ")
	}
	if pace != "" {
		left += "    " + pace
	}
	width := min(max(cols-utf8.RuneCountInString(left)-1, 0), 20)
	if width < 5 || r.Ticks == Endless {
		return terminal.Cut(strings.TrimSpace(left), cols)
	}
	bar := terminal.Meter(float64(r.done+1)/float64(r.Ticks), width)
	return s.SGR(s.Paint(palette.MarkColor), bar) + s.Dim(strings.Repeat("·", width-utf8.RuneCountInString(bar))) + left
}
