//go:build !js

package playback

import (
	"strings"
	"testing"
	"time"
)

func TestProgressTellsSpeedAndClears(t *testing.T) {
	tty := screen(t)
	r := strollAt(t, "10", 50)
	b := NewProgress(tty, r)
	b.shown, b.begin = time.Time{}, time.Now().Add(-time.Second)
	r.Observers = append(r.Observers, b)
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := string(read(t, tty.Name()))
	for _, want := range []string{"ticks/s  contacts so far: 0", "%"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if !strings.HasSuffix(text, "\x1b[2K\r") {
		t.Errorf("the bar is not cleared: %q", text[max(0, len(text)-60):])
	}
}

func TestProgressShowsReloads(t *testing.T) {
	tty := screen(t)
	b := NewProgress(tty, strollAt(t, "20", 3))
	b.tell([]string{"one", "two"})
	if got := string(read(t, tty.Name())); !strings.HasSuffix(got, "one\ntwo\n") {
		t.Errorf("found %q", got)
	}
}
