package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is full speed with a bar on a terminal.
type progress struct {
	tty   *os.File
	bar   *progressbar.ProgressBar
	begin time.Time
	shown time.Time
}

func newProgress(tty *os.File, p *play) *progress {
	now := time.Now()
	return &progress{tty: tty, begin: now, shown: now, bar: progressbar.NewOptions64(p.ticks,
		progressbar.OptionSetWriter(tty),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish(),
	)}
}

func (b *progress) next(_ context.Context, p *play) {
	now := time.Now()
	if now.Sub(b.shown) < redraw {
		return
	}
	b.shown = now
	cols, _, err := term.GetSize(int(b.tty.Fd()))
	if err != nil {
		cols = 80
	}
	perSecond := float64(p.done+1) / now.Sub(b.begin).Seconds()
	text := fmt.Sprintf("%s ticks/s  %s", thousands(int64(perSecond)), p.tally.caption())
	b.bar.Describe(cut(text, cols-barWidth))
	_ = b.bar.Set64(p.done + 1) // a terminal that is gone is no fault of the run
}

// barWidth is what a line has beside the description.
const barWidth = 40

func (b *progress) tell(lines []string) {
	_ = b.bar.Clear()
	fmt.Fprintln(b.tty, strings.Join(lines, "\n"))
}

func (b *progress) close() { _ = b.bar.Finish() }
