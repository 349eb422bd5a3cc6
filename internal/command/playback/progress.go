//go:build !js

package playback

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Progress is a bar on a terminal while a run goes on at full speed.
type Progress struct {
	Idle
	tty   *os.File
	bar   *progressbar.ProgressBar
	begin time.Time
	shown time.Time
}

var _ Observer = (*Progress)(nil)

// NewProgress begins a bar, and prints the messages of the run above it.
func NewProgress(tty *os.File, r *Run) *Progress {
	now := time.Now()
	b := &Progress{tty: tty, begin: now, shown: now, bar: progressbar.NewOptions64(r.Ticks,
		progressbar.OptionSetWriter(terminal.NewScreen(tty)),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish(),
	)}
	r.Tell = b.tell
	return b
}

// After brings the bar up to date now and then.
func (b *Progress) After(r *Run) error {
	now := time.Now()
	if now.Sub(b.shown) < redraw {
		return nil
	}
	b.shown = now
	cols, _, err := term.GetSize(int(b.tty.Fd()))
	if err != nil {
		cols = 80
	}
	perSecond := float64(r.done+1) / now.Sub(b.begin).Seconds()
	text := fmt.Sprintf("%s ticks/s  %s", humanize.Thousands(int64(perSecond)), r.caption())
	b.bar.Describe(terminal.Cut(terminal.Printable(text), cols-barWidth))
	_ = b.bar.Set64(r.done + 1) // the terminal may be closed meanwhile
	return nil
}

// barWidth is the width of a line without the description, in characters.
const barWidth = 40

func (b *Progress) tell(lines []string) {
	_ = b.bar.Clear()
	style := terminal.StyleOf(b.tty)
	for _, line := range lines {
		fmt.Fprintln(b.tty, style.Plain(line))
	}
}

// Close removes the bar.
func (b *Progress) Close(*Run) (Written, error) {
	_ = b.bar.Finish() // as above
	return Written{}, nil
}
