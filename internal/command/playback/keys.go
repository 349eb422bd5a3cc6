package playback

import (
	"strings"
	"time"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// The speeds that keys reach, in times of real time.
const (
	slowest = 1.0 / 16
	fastest = 64.0
)

// pressed does what a key says. Where the keyboard is gone, there are no keys any more.
func (l *Live) pressed(r *Run, k terminal.Key, ok bool) {
	if !ok {
		l.board = nil
		return
	}
	l.drawn = time.Time{} // the answer is seen at once
	if k == terminal.Interrupt {
		r.Stop()
		return
	}
	if k == terminal.Stop {
		l.board.Suspend(l.tty)
		l.restart(time.Now())
		return
	}
	if l.typing {
		l.typed(k)
		return
	}
	now := time.Now()
	switch k {
	case 'q':
		r.Stop()
	case ' ':
		l.paused = !l.paused
		l.restart(now)
	case '.':
		l.step, l.paused = l.paused, true
	case '+', '=':
		l.speed = min(l.speed*2, fastest)
		l.restart(now)
	case '-', '_':
		l.speed = max(l.speed/2, slowest)
		l.restart(now)
	case terminal.Tab:
		l.turn(r, 1)
	case terminal.ShiftTab:
		l.turn(r, -1)
	case terminal.Escape:
		if l.filter != "" {
			l.filter = ""
		} else if l.own {
			l.bot.follow(0)
		}
	case terminal.Down:
		l.scroll++
	case terminal.Up:
		l.scroll = max(l.scroll-1, 0)
	case '/', 'f':
		l.typing = true
	case '?', 'h':
		l.news, l.end, l.wrong = allKeys, now.Add(newsFor), false
	}
}

// allKeys tells those that the last line has no room for.
var allKeys = []string{"Shift-Tab the bot before, arrows scroll its tree, Esc ends it, Ctrl-Z to the shell, Ctrl-C or q quit"}

// typed takes a character of the filter.
func (l *Live) typed(k terminal.Key) {
	switch {
	case k == terminal.Enter:
		l.typing = false
	case k == terminal.Escape:
		l.typing, l.filter = false, ""
	case k == terminal.Backspace:
		if text := []rune(l.filter); len(text) > 0 {
			l.filter = string(text[:len(text)-1])
		}
	case k >= ' ' && k < terminal.Up:
		l.filter += string(rune(k))
	}
}

// turn shows the next bot, by id, or the one before it: of those whose names have the
// filter, if some do.
func (l *Live) turn(r *Run, by int) {
	bots := r.Snapshot().Bots
	if len(bots) == 0 {
		return
	}
	at := 0 // of the bot that is shown, or the first after it
	for at < len(bots) && bots[at].ID < l.bot.follower.ID() {
		at++
	}
	shown := at < len(bots) && bots[at].ID == l.bot.follower.ID()
	if !shown && by > 0 {
		at--
	}
	want := strings.ToLower(l.filter)
	next := (at + by + len(bots)) % len(bots)
	for i := range bots {
		k := (at + by*(i+1) + (i+2)*len(bots)) % len(bots)
		if strings.Contains(strings.ToLower(bots[k].Name), want) {
			next = k
			break
		}
	}
	l.scroll = 0
	l.bot.closest = false
	l.bot.follow(bots[next].ID)
}

// hint tells the keys, or what is typed.
func (l *Live) hint(cols int) string {
	if l.typing {
		return terminal.Cut("filter: "+terminal.Printable(l.filter)+"▏ Enter keeps it, Esc ends it", cols)
	}
	pause := "pause"
	if l.paused {
		pause = "go on"
	}
	text, last := "space "+pause+"  . step  + - speed "+humanize.Number(l.speed)+"x  Tab next bot  / filter", "  ? keys  q quit"
	if l.filter != "" {
		text = "filter " + terminal.Printable(l.filter) + "  " + text
	}
	return l.style.Dim(terminal.Cut(terminal.Cut(text, max(cols-len(last), 0))+last, cols))
}
