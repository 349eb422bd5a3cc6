package playback

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// A bot may go away, and names may hold anything.
func TestInspectOfABotThatGoes(t *testing.T) {
	s, err := live.Start("scene.yaml", []byte(`bots: [{ id: hare, name: "Ha\tre", count: 2, speedMps: 1, behavior: { kind: wander } }]`), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	n, err := NewInspector(s, "2")
	if err != nil {
		t.Fatal(err)
	}
	r := New(s, "scene.yaml", 2, nil)
	before := func(n *Inspector) {
		t.Helper()
		if err := n.Before(r); err != nil {
			t.Fatal(err)
		}
	}
	before(n)
	s.Step()
	if got := n.now().lines(terminal.Style{}); got[0] != "Ha\uFFFDre 2  (id 2)  hare" || !strings.Contains(got[1], "does wander  speedMps 1.0 m/s") || !strings.Contains(got[2], "✓ wander") {
		t.Errorf("%q", got)
	}
	if err := s.Do(&session.Remove{Bot: &session.Who{ID: 2}}); err != nil {
		t.Fatal(err)
	}
	before(n)
	s.Step()
	if got := n.now().lines(terminal.Style{}); !cmp.Equal(got, []string{"id 2 is gone"}) {
		t.Errorf("%q", got)
	}
}

// The lower half of a terminal shows the bot.
func TestLiveShowsTheInspectedBot(t *testing.T) {
	tty := screen(t)
	r := strollAt(t, "20", 5)
	bot, err := NewInspector(r.Session, Closest)
	if err != nil {
		t.Fatal(err)
	}
	r.Observers = append(r.Observers, bot, NewLive(tty, nil, r, bot, 1))
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := string(read(t, tty.Name()))
	for _, want := range []string{"A 3  (id 3)  a", "✓ wander", "┌───"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q on the screen:\n%s", want, text)
		}
	}
}
