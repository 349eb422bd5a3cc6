package playback

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// start begins a session of a shipped scene or a file.
func start(t *testing.T, scene string) *live.Session {
	t.Helper()
	s, err := live.Open(scene, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// outputsTo returns the paths of a run that writes some outputs.
func outputsTo(paths map[string]string) Paths {
	p := NewPaths()
	for i, o := range Outputs {
		p[i] = paths[o.Flag]
	}
	return p
}

// stopAt ends a run at a tick, as Ctrl-C does.
type stopAt struct {
	Idle
	tick int64
	stop func()
}

func (s stopAt) After(r *Run) error {
	if r.Done()+1 == s.tick {
		s.stop()
	}
	return nil
}

func TestRunThatIsStoppedEndsInOrder(t *testing.T) {
	var text bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	r := New(start(t, "tag"), "tag", 1000, nil)
	if err := r.Write(outputsTo(map[string]string{"dump": Stdout}), &text); err != nil {
		t.Fatal(err)
	}
	r.Observers = append(r.Observers, stopAt{tick: 7, stop: stop})
	if err := r.Play(ctx); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	if last := lines[len(lines)-1]; len(lines) != 8 || !strings.HasPrefix(last, `{"tick":7,`) || !strings.HasSuffix(last, "}") {
		t.Errorf("found %d lines up to %.40s, wanted 8 up to tick 7", len(lines), last)
	}
	if sum := r.Summary(false); !strings.Contains(sum, "stopped early, after tick 7 of 1000") {
		t.Errorf("the summary does not say so:\n%s", sum)
	}
}

// notes lists the moments of which an observer is told.
type notes struct {
	name string
	to   *[]string
	fail string // the moment at which it fails
}

func (n notes) note(what string) error {
	*n.to = append(*n.to, n.name+" "+what)
	if what == n.fail {
		return errors.New(n.name + " failed")
	}
	return nil
}

func (n notes) Before(*Run) error           { return n.note("before") }
func (n notes) After(*Run) error            { return n.note("after") }
func (n notes) Close(*Run) (Written, error) { return Written{}, n.note("close") }

// All observers are closed, whatever fails, and the first fault is told.
func TestObserversAreToldInOrder(t *testing.T) {
	for fail, want := range map[string][]string{
		"":       {"a before", "b before", "a after", "b after", "a before", "b before", "a after", "b after", "a close", "b close"},
		"before": {"a before", "a close", "b close"},
		"after":  {"a before", "b before", "a after", "a close", "b close"},
		"close":  {"a before", "b before", "a after", "b after", "a before", "b before", "a after", "b after", "a close", "b close"},
	} {
		var told []string
		r := New(start(t, "tag"), "tag", 2, nil)
		r.Observers = append(r.Observers, notes{"a", &told, fail}, notes{"b", &told, ""})
		err := r.Play(t.Context())
		if fail == "" && err != nil || fail != "" && (err == nil || err.Error() != "a failed") {
			t.Errorf("%q: %v", fail, err)
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("%q (-want +got)\n%s", fail, diff)
		}
	}
}

// digests notes that of each tick.
type digests struct {
	Idle
	list []uint64
}

func (d *digests) After(r *Run) error {
	d.list = append(d.list, r.Session.Digest())
	return nil
}

// onlooker asks in each tick all that is told of the bot that is inspected.
type onlooker struct{ *Inspector }

func (o onlooker) After(*Run) error {
	if in := o.now(); in.Tick == 0 {
		return errors.New("nothing is told")
	}
	return nil
}

// Watching changes nothing: a run of each shipped scene with every output, and with a bot that
// is inspected, goes as one with none.
func TestOutputsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every shipped scene with every output")
	}
	ticks := int64(15)
	if longtest.On {
		ticks = 40
	}
	for _, name := range scenes.Shipped() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			paths := map[string]string{}
			for _, o := range Outputs {
				paths[o.Flag] = filepath.Join(dir, o.Flag+"."+o.Ext)
			}
			open := func() (*Run, *digests) {
				scene, err := scenes.Load(name, scenes.Options{})
				if err == nil && scene.Bots() > 1000 {
					err = scene.Scale(100)
				}
				var s *live.Session
				if err == nil {
					s, err = live.New(scene, live.Options{OnNotice: func(string) {}})
				}
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				r, d := New(s, "", ticks, nil), &digests{}
				r.Observers = append(r.Observers, d)
				return r, d
			}
			watched, seen := open()
			plain, alone := open()
			watched.SaveEvery = 7
			if err := watched.Write(outputsTo(paths), nil); err != nil {
				t.Fatal(err)
			}
			bot, err := NewInspector(watched.Session, Closest)
			if err != nil {
				t.Fatal(err)
			}
			watched.Observers = append(watched.Observers, onlooker{bot})
			for _, r := range []*Run{watched, plain} {
				if err := r.Play(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(alone.list, seen.list); diff != "" {
				t.Errorf("digests with outputs (-without +with)\n%s", diff)
			}
			if len(watched.wrote) != len(Outputs) {
				t.Errorf("wrote %v, wanted every output", watched.wrote)
			}
			for _, w := range watched.wrote {
				if info, err := os.Stat(w.Path); err != nil || info.Size() != w.Bytes {
					t.Errorf("%s: %v, wanted %d bytes", w.Path, err, w.Bytes)
				}
			}
		})
	}
}

func TestPathsAreApart(t *testing.T) {
	dir := t.TempDir()
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	if err := os.WriteFile(there, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(there, link); err != nil {
		t.Fatal(err)
	}
	scene := Input{What: "the scene", Path: there}
	for _, c := range []struct {
		paths map[string]string
		want  string
	}{
		{map[string]string{"dump": filepath.Join(dir, "a"), "gif": filepath.Join(dir, "b")}, ""},
		{map[string]string{"dump": Stdout, "gif": Stdout}, ""}, // which is another check's
		{map[string]string{"dump": "new", "gif": "./new"}, "--dump and --gif are both ./new, wanted two files"},
		{map[string]string{"png": link}, "the scene and --png are both " + link + ", wanted two files"},
	} {
		if err := outputsTo(c.paths).Apart(scene); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%v: %v, wanted %q", c.paths, err, c.want)
		}
	}
	r := New(start(t, "tag"), "", 1, nil)
	if err := r.Write(outputsTo(map[string]string{"dump": link, "gif": filepath.Join(dir, "no", "such.gif")}), nil); err == nil || len(r.Observers) != 2 {
		t.Errorf("%v, %d observers: a file that cannot be made is taken", err, len(r.Observers))
	}
}

func TestFrames(t *testing.T) {
	for _, c := range []struct {
		ticks  int64
		rate   float64
		stride int64
		delay  int
	}{
		{700, 30, 2, 7},
		{1800, 30, 6, 7},
		{3600, 60, 11, 7},
		{100, 60, 4, 7},
		{600, 10, 2, 10},
		{100, 10, 1, 10},
		{60, 1, 1, 100},
		{1_000_000, 30, 2858, 7},
		{100_000, 1000, 286, 8},
		{10, 0.1, 1, 1000},
		{0, 30, 2, 7},
	} {
		if stride, delay := frames(c.ticks, c.rate); stride != c.stride || delay != c.delay {
			t.Errorf("%d ticks at %v: found every %d for %d/100 s, wanted every %d for %d/100 s", c.ticks, c.rate, stride, delay, c.stride, c.delay)
		}
	}
}
