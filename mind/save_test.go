package mind_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/thicket-sim/thicket/mind"
)

// TestReloadKeepsMemory changes a tree under a walking agent; an error changes nothing.
func TestReloadKeepsMemory(t *testing.T) {
	disk := fstest.MapFS{"a.bt": {Data: []byte("selector { action Walk( 1 ) }")}, "b.bt": {Data: []byte("action Eat()")}}
	o := options(nil)
	o.Files = disk
	m := start(t, o)
	ann, bob := add(t, m, &crab{name: "Ann"}, "a.bt"), add(t, m, &crab{name: "Bob"}, "b.bt")
	tick(m, 2)
	disk["a.bt"] = &fstest.MapFile{Data: []byte("selector { action Walk( 10 ) action Eat() }")}
	if changed, err := m.Poll(); err != nil || !slices.Equal(changed, []string{"a.bt"}) {
		t.Fatalf("changed %v, %v", changed, err)
	}
	if changed, err := m.Poll(); err != nil || changed != nil {
		t.Fatalf("once more changed %v, %v", changed, err)
	}
	tick(m, 1)
	wantDid(t, ann, "walk 1 0 false", "walk 2 -5 false", "walk 12 -4 false")
	disk["a.bt"] = &fstest.MapFile{Data: []byte("selector { action Wolk( 10 ) }")}
	disk["b.bt"] = &fstest.MapFile{Data: []byte("action Rest()\naction Rist()")}
	_, err := m.Poll()
	if err == nil || !strings.Contains(err.Error(), `a.bt:1:19: unknown action "Wolk"; did you mean "Walk"?`) || !strings.Contains(err.Error(), "b.bt:2:") {
		t.Errorf("an error in both: %v", err)
	}
	if _, err := m.Poll(); err != nil {
		t.Errorf("the same error once more: %v", err)
	}
	tick(m, 1)
	wantDid(t, ann, "walk 22 -3 false")
	wantDid(t, bob, "Eat", "Eat", "Eat", "Eat")
	disk["a.bt"] = &fstest.MapFile{Data: []byte("selector { action Eat() }")}
	disk["b.bt"] = &fstest.MapFile{Data: []byte("action Eat()")}
	if changed, err := m.Poll(); err != nil || !slices.Equal(changed, []string{"a.bt"}) {
		t.Fatalf("mended: changed %v, %v", changed, err)
	}
	tick(m, 1)
	wantDid(t, ann, "Eat")
}

// reads counts how often files are read; their times are those of the map.
type reads struct {
	fstest.MapFS
	n int
}

func (r *reads) Open(name string) (fs.File, error)     { r.n++; return r.MapFS.Open(name) }
func (r *reads) ReadFile(name string) ([]byte, error)  { r.n++; return r.MapFS.ReadFile(name) }
func (r *reads) Stat(name string) (fs.FileInfo, error) { return r.MapFS.Stat(name) }

// TestPollReadsWhatChanged reads a file when its size or time is another one, when it is so young
// that both may stay, and when its time is not known.
func TestPollReadsWhatChanged(t *testing.T) {
	old := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	file := func(text string, at time.Time) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(text), ModTime: at}
	}
	disk := &reads{MapFS: fstest.MapFS{"a.bt": file("action Eat()", old)}}
	o := options(nil)
	o.Files = disk
	m := start(t, o)
	add(t, m, &crab{name: "Ann"}, "a.bt")
	poll := func(what string, changed, read bool) {
		t.Helper()
		disk.n = 0
		got, err := m.Poll()
		if err != nil || (got != nil) != changed || (disk.n > 0) != read {
			t.Errorf("%s: changed %v, %v, with %d reads", what, got, err, disk.n)
		}
	}
	poll("first", false, true)
	poll("nothing is new", false, false)
	disk.MapFS["a.bt"] = file("action Act()", old.Add(time.Nanosecond))
	poll("another time", true, true)
	poll("after that", false, true)
	poll("nothing is new", false, false)
	disk.MapFS["a.bt"] = file("action Rest()", old.Add(time.Nanosecond))
	poll("another size", true, true)
	disk.MapFS["a.bt"] = file("action Rest()", time.Now().Add(time.Hour))
	poll("so young", false, true)
	poll("so young", false, true)
	disk.MapFS["a.bt"] = file("action Eat() ", disk.MapFS["a.bt"].ModTime)
	poll("so young that its time stays", true, true)
	disk.MapFS["a.bt"] = file("action Eat() ", time.Time{})
	poll("no time", false, true)
	poll("no time", false, true)
}

// TestSaveAndLoad saves minds in the middle of what they do, in each dialect, and goes on with
// agents that are made anew in another order.
func TestSaveAndLoad(t *testing.T) {
	for file := range hoppers {
		var did []string
		o := mind.Options[*hopper]{
			Files: files(hoppers).fs(), Methods: true, Seed: seed, Step: 0.1,
			Leaves:  []mind.Leaf[*hopper]{{Name: "Hop", Do: mind.With((*hopper).Hop)}},
			OnFault: func(*hopper, mind.Fault) {},
		}
		m, err := mind.New(o)
		if err != nil {
			t.Fatal(err)
		}
		var all []*hopper
		for i := range hopperCount {
			h := &hopper{id: i + 1, did: &did}
			b, err := m.Add(h, file)
			if err != nil {
				t.Fatal(err)
			}
			if i == 3 {
				b.Every(2)
			}
			all = append(all, h)
		}
		play := func(m *mind.Minds[*hopper], n int) {
			for range n {
				m.Tick(0.1)
				m.ThinkAll(1)
			}
		}
		play(m, 33)
		m.Of(all[5]).Drop()
		m.Of(all[2]).Hold(true)
		play(m, 4)
		var save bytes.Buffer
		id := func(h *hopper) string { return fmt.Sprint("hopper ", h.id) }
		if err := m.Save(&save, id); err != nil {
			t.Fatal(err)
		}
		digest := m.Digest()
		// The same agents in a game that loads another tree first.
		var again []*hopper
		for _, h := range all {
			same := *h
			again = append(again, &same)
		}
		n, err := mind.New(o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := n.Add(&hopper{id: 99, did: new([]string)}, "hopper.yaml"); err != nil {
			t.Fatal(err)
		}
		kept, err := n.Add(again[0], file)
		if err != nil {
			t.Fatal(err)
		}
		view := kept.Watch()
		find := func(id string) (*hopper, bool) {
			i := slices.IndexFunc(again, func(h *hopper) bool { return fmt.Sprint("hopper ", h.id) == id })
			if i < 0 {
				return nil, false
			}
			return again[i], true
		}
		if err := n.Load(bytes.NewReader(save.Bytes()), find); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if got := n.Digest(); got != digest {
			t.Errorf("%s: digest %x after loading, wanted %x", file, got, digest)
		}
		if n.Of(again[0]) != kept || n.Of(again[5]) != nil {
			t.Errorf("%s: minds after loading are others", file)
		}
		if got, want := n.Why(again[1]), m.Why(all[1]); got != want {
			t.Errorf("%s: after loading %q, wanted %q", file, got, want)
		}
		did = nil
		play(m, 40)
		want := did
		did = nil
		play(n, 40)
		if !slices.Equal(did, want) || len(want) < 40 {
			t.Errorf("%s: after loading\n%q, wanted\n%q", file, did, want)
		}
		if n.Digest() != m.Digest() {
			t.Errorf("%s: digests differ", file)
		}
		if view.Update(); len(view.Rows) == 0 || view.Turns != 77 || !slices.ContainsFunc(view.Rows, func(r mind.Row) bool { return r.Answer != "" }) {
			t.Errorf("%s: the view after loading is of %d turns\n%v", file, view.Turns, view)
		}
		// What cannot be loaded changes nothing.
		was := n.Digest()
		damaged := slices.Clone(save.Bytes())
		damaged[len(damaged)/2] ^= 1
		for _, bad := range [][]byte{nil, []byte("x"), damaged, save.Bytes()[:100]} {
			if err := n.Load(bytes.NewReader(bad), find); err == nil {
				t.Errorf("%s: loads %d bytes", file, len(bad))
			}
		}
		again = again[:2]
		if err := n.Load(bytes.NewReader(save.Bytes()), find); err == nil || !strings.Contains(err.Error(), `no agent "hopper 3"`) {
			t.Errorf("%s: without agents: %v", file, err)
		}
		if n.Digest() != was {
			t.Errorf("%s: an error has changed minds", file)
		}
	}
}

// TestLoadIntoAnotherVersion loads a save of a tree that was edited since, by a game with
// another leaf.
func TestLoadIntoAnotherVersion(t *testing.T) {
	m := start(t, options(files{"a.bt": "selector { action Walk( 1 ) }", "b.yaml": "{ kind: condition, name: Sees, args: { other: { key: Side, value: red } } }"}))
	ann := add(t, m, &crab{name: "Ann"}, "a.bt")
	add(t, m, &crab{name: "Bob"}, "b.yaml")
	tick(m, 2)
	var save bytes.Buffer
	if err := m.Save(&save, func(c *crab) string { return c.name }); err != nil {
		t.Fatal(err)
	}
	o := options(files{"a.bt": "selector {\n\taction Walk( 10 )\n\taction Eat()\n}", "b.yaml": "{ kind: state_equals, key: Food, value: 2 }"})
	o.Leaves = append([]mind.Leaf[*crab]{{Name: "Early", Do: func(*crab) mind.Status { return mind.Success }}, {Name: "Age", Do: func(*crab) int { return 1 }}}, o.Leaves...)
	m = start(t, o)
	by := map[string]*crab{"Ann": ann, "Bob": {name: "Bob"}}
	if err := m.Load(&save, func(id string) (*crab, bool) { c, ok := by[id]; return c, ok }); err != nil {
		t.Fatal(err)
	}
	ann.did = nil
	tick(m, 1)
	wantDid(t, ann, "walk 12 -4 false")
}
