package playback

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/live"
)

// screen returns a file in place of a terminal.
func screen(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "tty"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func strollAt(t *testing.T, rate string, ticks int64) *Run {
	t.Helper()
	src := strings.Replace(stroll, "tickRate: 10", "name: Stroll\ntickRate: "+rate, 1)
	s, err := live.Start("stroll.yaml", []byte(src), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return New(s, "stroll.yaml", ticks, nil)
}

// A live run takes as long as it simulates, and leaves the terminal as it was.
func TestLiveIsRealTime(t *testing.T) {
	tty := screen(t)
	r := strollAt(t, "20", 8)
	r.Observers = append(r.Observers, NewLive(tty, nil, r, nil, 1))
	start := time.Now()
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took < 350*time.Millisecond {
		t.Errorf("8 ticks at 20 a second took %v, wanted 0.4 s", took)
	}
	text := string(read(t, tty.Name()))
	if !strings.HasPrefix(text, terminal.EnterScreen) || !strings.HasSuffix(text, terminal.LeaveScreen) {
		t.Errorf("found %q, wanted a screen that is entered and left", text)
	}
	if n := strings.Count(text, topLeft); n < 3 || n > 5 {
		t.Errorf("drawn %d times in 0.4 s, wanted 4", n)
	}
	for _, want := range []string{"Stroll  3 bots", "┌────", "→ A", " of 0 s"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q on the screen:\n%s", want, text)
		}
	}
}

// Ctrl-C does not wait for a tick that is far away.
func TestLiveStopsAtOnce(t *testing.T) {
	r := strollAt(t, "0.1", 8)
	r.Observers = append(r.Observers, NewLive(screen(t), nil, r, nil, 1))
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	start := time.Now()
	if err := r.Play(ctx); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); !r.cut || took > 5*time.Second {
		t.Errorf("took %v until it stopped (%v), wanted 0.05 s", took, r.cut)
	}
}

func TestStatusLineFits(t *testing.T) {
	r := strollAt(t, "10", 600)
	r.step()
	r.Tally.tick()
	r.done = 299
	for cols, want := range map[int]string{
		80: "██████████·········· 0.1 of 60 s  3 tags    paused",
		45: "███████······· 0.1 of 60 s  3 tags    paused",
		32: "0.1 of 60 s  3 tags    paused",
		18: "0.1 of 60 s  3 ta…",
	} {
		if got := statusLine(r, []string{"3 tags"}, "paused", cols, terminal.Style{}); got != want {
			t.Errorf("%d columns: found\n%s\nwanted\n%s", cols, got, want)
		}
	}
}

// clumsy panics after some ticks.
type clumsy struct {
	Idle
	left int
}

func (c *clumsy) Before(*Run) error {
	if c.left--; c.left < 0 {
		panic("oops")
	}
	return nil
}

// A run that panics leaves its screen, once.
func TestLiveIsLeftAfterAPanic(t *testing.T) {
	tty := screen(t)
	r := strollAt(t, "20", 8)
	l := NewLive(tty, nil, r, nil, 1)
	r.Observers = append(r.Observers, &clumsy{left: 2}, l)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("nobody panicked")
			}
		}()
		defer l.Restore()
		_ = r.Play(t.Context())
	}()
	l.Restore()
	text := string(read(t, tty.Name()))
	if !strings.HasSuffix(text, terminal.LeaveScreen) || strings.Count(text, terminal.LeaveScreen) != 1 {
		t.Errorf("found %q, wanted a screen that is left once", text)
	}
}
