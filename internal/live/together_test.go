package live_test

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// packed is a scene whose brain requires a file that also comes with a brain that is dropped,
// where it says something else.
var packed = map[string]string{
	"scene.yaml": `
tickRate: 10
world: { width: 40, height: 40 }
bots:
  - { id: fox, name: F, count: 2, speedMps: 2, behavior: { file: own.lua } }
  - { id: hen, name: H, count: 2, speedMps: 1, behavior: wander }
`,
	"own.lua":       brain,
	"parts/own.lua": "require 'behaviours/standstill'\nfunction Root(inst) return StandStill(inst) end\n",
}

const brain = `require 'parts/own'
local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart() self.bt = BT(self.inst, Root(self.inst)) end
return B
`

// dropped are files that belong together, by dialect.
var dropped = map[string][]session.Text{
	"unvanquished": {{File: "prowl.bt", Source: "#include \"speed.inc\"\naction flee_nearest()\n"}, {File: "pack.bt", Source: "selector { behavior prowl }\n"}, {File: "speed.inc", Source: "// nothing\n"}},
	"dragengine":   {{File: "parts/part.debt", Source: "<behaviorTree><action id='root' name='flee_nearest'/></behaviorTree>"}, {File: "whole.debt", Source: "<behaviorTree><sequence id='root' loop='true'><subtree id='.part'>parts/part.debt</subtree></sequence></behaviorTree>"}},
	"dst":          {{File: "calm.lua", Source: brain}, {File: "parts/own.lua", Source: "require 'behaviours/panic'\nfunction Root(inst) return Panic(inst) end\n"}},
}

func openPacked(t *testing.T, o live.Options) *live.Session {
	t.Helper()
	for name, text := range packed {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open("scene.yaml", silent(o))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// deeds returns the deeds of bots; those of a brain that lets them stand do nothing.
func deeds(s *live.Session) string {
	var all []string
	for _, b := range s.Snapshot().Bots {
		all = append(all, cmp.Or(b.Action, "stands"))
	}
	return strings.Join(all, " ")
}

// What is dropped together is one tree with its files, and is in recordings, saves and the
// past, which need no file.
func TestFilesThatComeTogether(t *testing.T) {
	for dialect, files := range dropped {
		t.Run(dialect, func(t *testing.T) {
			t.Chdir(t.TempDir())
			s := openPacked(t, live.Options{History: session.History{Seconds: 100}})
			var file bytes.Buffer
			r, err := s.Record(&file)
			if err != nil {
				t.Fatal(err)
			}
			before := save(t, s)
			trees, err := s.Together(files)
			if err != nil || len(trees) != 1 || len(trees[0].With) != len(files)-1 {
				t.Fatalf("%+v, %v, wanted one tree with its files", trees, err)
			}
			if !bytes.Equal(before, save(t, s)) {
				t.Error("to look at what belongs together changed the session")
			}
			steps(5, s)
			for _, class := range []string{"hen", "fox"} {
				if got := deeds(s); !strings.HasPrefix(got, "stands stands") {
					t.Errorf("before the trees came they do %s", got)
				}
				c := trees[0]
				if c.Class = class; s.Do(&c) != nil {
					t.Fatal(s.Do(&c))
				}
				steps(5, s)
				deed := map[bool]string{true: "head", false: "flee_nearest"}[dialect == "dst"]
				if got, want := deeds(s), strings.ReplaceAll(map[string]string{"hen": "stands stands X X", "fox": "X X X X"}[class], "X", deed); got != want {
					t.Errorf("after %s got the tree they do %s, wanted %s", class, got, want)
				}
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			for _, f := range s.Files() {
				if strings.Contains(f.Name, "part.debt") || strings.Contains(f.Name, ".inc") {
					t.Errorf("%s is followed, which is not there", f.Name)
				}
			}
			saved, digest := save(t, s), s.Digest()
			for name := range packed {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			if n, cut, err := replaytest.Play(t, file.Bytes(), 2, nil); n != 15 || cut != nil || err != nil {
				t.Errorf("%d ticks were replayed, %v, %v", n, cut, err)
			}
			for _, tick := range []int{2, 15} {
				if err := s.Seek(tick); err != nil || tick == 15 && s.Digest() != digest {
					t.Errorf("tick %d of the past: %016x, wanted %016x; %v", tick, s.Digest(), digest, err)
				}
			}
			restored := restore(t, saved, 1)
			steps(10, s, restored)
			same(t, "restored", s, restored)
		})
	}
}

// Trees that do not refer to one another stay apart, and all errors are told at once, those
// of files that a tree refers to among them.
func TestFilesThatDoNotBelongTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openPacked(t, live.Options{})
	together := func(files ...session.Text) string {
		trees, err := s.Together(files)
		if err != nil {
			return err.Error()
		}
		var all []string
		for _, c := range trees {
			name := c.File
			for _, w := range c.With {
				name += "+" + w.File
			}
			all = append(all, name)
		}
		return strings.Join(all, " ")
	}
	bt := func(name, text string) session.Text { return session.Text{File: name, Source: text} }
	for _, test := range []struct {
		files []session.Text
		want  []string
	}{
		{[]session.Text{bt("a.bt", "action wander()"), bt("b.bt", "selector { behavior a }"), bt("c.yaml", "kind: wander")}, []string{"b.bt+a.bt c.yaml"}},
		{[]session.Text{bt("a.bt", "action wander()"), bt("b.bt", "selector { behavior a }"), bt("c.bt", "sequence { behavior a }")}, []string{"b.bt+a.bt c.bt+a.bt"}},
		{[]session.Text{bt("a.bt", "action wandr()"), bt("b.bt", "selector { behavior a }"), bt("c.yaml", "kind: wandr"), bt("notes.text", "")}, []string{"a.bt:1:8: ", "c.yaml:1:7: unknown kind \"wandr\"", `file "notes.text": wanted an extension of`}},
		{[]session.Text{bt("a.bt", "selector { behavior b }"), bt("b.bt", "selector { behavior a }")}, []string{"a.bt:1:", "b.bt:1:"}},
		{[]session.Text{bt("a.bt", "action wander()"), bt("a.bt", "action wander()")}, []string{"a.bt:1:1: the command brings this file twice"}},
		{[]session.Text{bt("a.bt", "action wander()"), bt("../b.bt", "action wander()")}, []string{"wanted a name within the scene's folder"}},
		{make([]session.Text, 1001), []string{"a command that brings 1001 files, wanted at most 1000 (the limit command.files)"}},
	} {
		got := together(test.files...)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%.60v: %s, wanted %s", test.files, got, want)
			}
		}
		if n := strings.Count(got, "a.bt:1:8:"); n > 1 {
			t.Errorf("an error is told %d times:\n%s", n, got)
		}
	}
	if err := s.Do(&session.Switch{Class: "hen", File: "a.bt", With: []session.Text{bt("b.bt", "action wander()")}}); err == nil || !strings.Contains(err.Error(), "without the source") {
		t.Errorf("files without a tree: %v", err)
	}
}
