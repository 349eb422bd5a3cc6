package dst

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// FuzzLoad takes bytes as a brain. They are refused at places in the file, or give a program,
// and the same one every time.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("../../../internal/scenes/shipped/brains/*.lua")
	if err != nil || len(files) == 0 {
		f.Fatal(err, "no brains")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, src := range []string{
		"local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({ StandStill(self.inst) }, 1)) end\nreturn B",
		"require \"behaviours/wander\" return 7", "return nosuch", "error('x')", "local t = {} while true do t[#t + 1] = t end", "return Class(Brain, function() error({}) end)",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var nodes [2]int
		for i := range nodes {
			var l syntax.List
			p := Load("f.lua", src, &host.Registry{}, sourcefile.Memory(nil), &l)
			for _, e := range append(l.Errors, l.Notices...) {
				if e.Pos.File == "" || e.Msg == "" {
					t.Fatalf("no place or text: %#v", e)
				}
			}
			facttest.Inside(t, "f.lua", src, append(l.Errors, l.Notices...))
			if (p == nil) != (len(l.Errors) > 0) {
				t.Fatalf("program %v with errors %v", p != nil, l.Err())
			}
			if p != nil {
				nodes[i] = len(p.Tree.Nodes)
			}
		}
		if nodes[0] != nodes[1] {
			t.Fatalf("a tree of %d nodes, then of %d", nodes[0], nodes[1])
		}
	})
}
