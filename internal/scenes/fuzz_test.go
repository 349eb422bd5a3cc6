package scenes_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// FuzzScene parses any bytes as a scene, in both formats. They are refused with
// places, or make a game that plays. Seeds are long: without -fuzzminimizetime
// 10x the fuzzer spends its time on making inputs smaller.
func FuzzScene(f *testing.F) {
	for _, name := range scenes.Shipped() {
		if src, _, ok := scenes.Source(name); ok && name != "crowd" {
			f.Add(src)
		}
	}
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, doc := range archive.Files {
			if !isAnswer(doc) {
				f.Add(doc.Data)
			}
		}
	}
	for _, edges := range []string{"clamp", "bounce", "wrap"} {
		f.Add([]byte("bots: [{ id: a, name: A, count: 9, speedMps: 1e300, behavior: { kind: wander } }]\nworld: { width: 0.001, edges: " + edges + " }\n" +
			"rules: [{ on: contact, from: {}, to: { kind: selector, children: [] }, radius: 1e6, send: x }]"))
		f.Add([]byte("bots: [{ id: a, name: A, count: 9, speedMps: 1e30, initialState: { behavior: chase_nearest } }]\ntickRate: 0.1\n" +
			"world: { width: 1e6, height: 0.001, edges: " + edges + " }\nrules: [{ on: contact, from: {}, to: {}, radius: 1e6, send: [x, y] }]"))
	}
	dir := f.TempDir() // nothing in it to refer to
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, name := range []string{"scene.yaml", "scene.json"} {
			file := filepath.Join(dir, name)
			s, err := scenes.Parse(file, src, scenes.Options{Root: dir})
			if err != nil {
				checkRefusal(t, s, err, file, src)
				continue
			}
			if s.Bots() <= 1000 {
				play(t, s)
			}
		}
	})
}

// checkRefusal holds errors to their form: at a place in the file, each once.
func checkRefusal(t *testing.T, s *scenes.Scene, err error, file string, src []byte) {
	t.Helper()
	var list syntax.ErrorList
	if s != nil || !errors.As(err, &list) || len(list) == 0 {
		t.Fatalf("a scene %v with an error of type %T: %v", s != nil, err, err)
	}
	facttest.Inside(t, file, src, list)
	lines := int32(1 + strings.Count(string(src), "\n") + strings.Count(string(src), "\r"))
	for i, e := range list {
		if e.Pos.File != file || e.Pos.Line < 1 || e.Pos.Line > lines || e.Pos.Col < 1 || e.Msg == "" {
			t.Errorf("no place or text: %+v", e)
		}
		if i > 0 && e.Error() == list[i-1].Error() {
			t.Errorf("twice: %v", e)
		}
	}
}

// play plays three ticks and holds the game to its field.
func play(t *testing.T, s *scenes.Scene) {
	t.Helper()
	g, err := systems.New(&s.Setup)
	if err != nil {
		t.Fatalf("a scene that was accepted: %v", err)
	}
	defer g.Close()
	for range 3 {
		g.Step()
	}
	var snap session.Snapshot
	g.Snapshot(&snap)
	if len(snap.Bots) < s.Bots() {
		t.Errorf("%d bots, wanted %d", len(snap.Bots), s.Bots())
	}
	for _, b := range snap.Bots {
		if !(b.X >= 0 && b.X <= s.Setup.Width && b.Y >= 0 && b.Y <= s.Setup.Height) {
			t.Fatalf("%s at %v, %v on a field of %v x %v", b.Name, b.X, b.Y, s.Setup.Width, s.Setup.Height)
		}
	}
}
