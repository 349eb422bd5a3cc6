package playback

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// edited is a run whose files are edited while it goes on.
type edited struct {
	Idle
	*Run
	t    *testing.T
	dir  string
	told chan []string
}

func (e *edited) After(*Run) error {
	time.Sleep(time.Millisecond)
	return nil
}

func (e *edited) hear(lines []string) {
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], e.dir+"/", "")
	}
	e.told <- lines
}

func newEdited(t *testing.T, files map[string]string) *edited {
	e := &edited{t: t, dir: t.TempDir(), told: make(chan []string, 10)}
	for name, text := range files {
		e.write(name, text)
	}
	name := filepath.Join(e.dir, "scene.yaml")
	s, err := live.Open(name, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	reloader, err := NewReloader(s)
	if err != nil {
		t.Fatal(err)
	}
	e.Run = New(s, name, 1<<40, nil)
	e.Tell = e.hear
	e.Observers = append(e.Observers, reloader, e)
	return e
}

func (e *edited) write(name, text string) {
	path := filepath.Join(e.dir, name)
	if err := os.WriteFile(path+"~", []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		e.t.Fatal(err)
	}
}

// says waits for a message, whose ticks are left out.
func (e *edited) says(want ...string) {
	e.t.Helper()
	select {
	case got := <-e.told:
		if _, rest, ok := strings.Cut(got[0], ": "); ok && strings.HasPrefix(got[0], "tick ") {
			got[0] = rest
		}
		if diff := cmp.Diff(want, got); diff != "" {
			e.t.Errorf("(-want +got)\n%s", diff)
		}
	case <-time.After(time.Minute):
		e.t.Fatalf("nothing was said, wanted %s", want)
	}
}

// A run follows its files: the tree, the scene, one that is broken, gone, and
// mended.
func TestReloadWhileItRuns(t *testing.T) {
	const scene = "tickRate: 30\nbots: [{ id: hare, name: Hare, count: 3, speedMps: 1, behavior: { file: hare.yaml } }]\n"
	e := newEdited(t, map[string]string{"scene.yaml": scene, "hare.yaml": "kind: wander"})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() { ended <- e.Play(ctx) }()

	e.write("hare.yaml", "kind: selector\nchildren: [{ kind: wander }]")
	e.says("reloaded hare.yaml for 3 bots")
	e.write("hare.yaml", "kind: selector\nchildren: [{ kind: wonder }]")
	e.says("not reloaded, the old trees run on:", `hare.yaml:2:20: unknown kind "wonder", wanted one of selector, sequence, state_equals, `+
		`action, condition, chase_nearest, flee_nearest or wander; did you mean "wander"?`)
	e.write("scene.yaml", strings.Replace(scene, "tickRate: 30", "tickRate: 10", 1))
	e.write("hare.yaml", "kind: wander")
	e.says("reloaded hare.yaml for 3 bots", "note: scene.yaml:1:1: tickRate has changed; that waits until the scene begins anew")
	if err := os.Remove(filepath.Join(e.dir, "hare.yaml")); err != nil {
		t.Fatal(err)
	}
	e.says("not reloaded, the old trees run on:", `scene.yaml:2:73: no file "hare.yaml" beside this one or in the root "`+e.dir+`"`)
	e.write("other.yaml", "kind: chase_nearest")
	e.write("scene.yaml", strings.Replace(scene, "hare.yaml", "other.yaml", 1))
	e.says(`reloaded class "hare" for 3 bots`)
	e.write("other.yaml", "kind: flee_nearest")
	e.says("reloaded other.yaml for 3 bots")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := e.Session.Game().Counts.ActionCounts()["chase_nearest"]; got == 0 {
		t.Error("no bot chased")
	}
	var out bytes.Buffer
	if err := e.Result().Print(&out); err != nil {
		t.Fatal(err)
	}
	var r struct{ Reloads []map[string]any }
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || len(r.Reloads) != 6 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for i, keys := range [][]string{{"changes", "ok", "tick"}, {"error", "ok", "tick"}, {"changes", "notes", "ok", "tick"}} {
		for _, key := range keys {
			if _, ok := r.Reloads[i][key]; !ok || len(r.Reloads[i]) != len(keys) {
				t.Errorf("reload %d has the keys %v, wanted %v", i, r.Reloads[i], keys)
			}
		}
	}
}

// News are shown for a while in place of the key, and stay when the screen is
// left.
func TestLiveShowsReloads(t *testing.T) {
	tty := screen(t)
	r := strollAt(t, "20", 3)
	l := NewLive(tty, nil, r, nil, 1)
	r.Observers = append(r.Observers, l)
	l.tell([]string{"tick 7: reloaded hare.yaml for 3 bots", "note: something"})
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	shown, left, _ := strings.Cut(string(read(t, tty.Name())), terminal.LeaveScreen)
	if !strings.Contains(shown, "tick 7: reloaded hare.yaml for 3 bots  note: something") || strings.Contains(shown, "→ A") {
		t.Errorf("shown: %q", shown)
	}
	if want := "tick 7: reloaded hare.yaml for 3 bots\nnote: something\n"; left != want {
		t.Errorf("left: %q, wanted %q", left, want)
	}
}

func TestRulesThatAreReloadedAreCounted(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "scene.yaml")
	const scene = "bots: [{ id: a, name: A, count: 2, speedMps: 0, behavior: { kind: wander } }]\nrules:\n"
	const rule = "  - { on: contact, radius: 1000, from: {}, to: {} }\n"
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(scene + rule)
	s, err := live.Open(name, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	r := New(s, name, 4, []live.Timed{{Tick: 2, Name: "reload", Do: &session.Reload{}}})
	write(scene + "  - { on: contact, radius: 0, from: { x: 1 }, to: {} }\n" + rule)
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{2, 2}, r.Tally.rules); diff != "" {
		t.Errorf("contacts by rule (-want +got)\n%s", diff)
	}
	if text := r.Summary(false); !strings.Contains(text, "tick 2     reload  done (reloaded rules)") {
		t.Errorf("summary:\n%s", text)
	}
}
