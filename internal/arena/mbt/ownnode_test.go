package mbt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
)

const flock = `
seed: 5
tickRate: 10
world: { width: 60, height: 40 }
lua: [own.lua]
bots: [{ id: a, name: A, count: 12, speedMps: 2, behavior: { file: a.xml } }, { id: b, name: B, count: 12, speedMps: 2, behavior: { file: b.xml } }]
`

const flockLua = `
total = 0
nodes.Peck = { attributes = { most = 3 },
	enter = function(entity, attributes, memory) memory.left = math.random(attributes.most) end,
	update = function(entity, attributes, memory)
		memory.left = memory.left - 1
		total = total + memory.left
		if memory.left > 0 then return 'running' end
		return math.random() < 0.7
	end }
nodes.Any = { children = true, update = function(entity, attributes, memory, children)
	memory.at = memory.at or math.random(children:count())
	return children:run(memory.at)
end }
`

// What nodes in Lua keep is the same on any number of workers, goes on behind a save, and
// stays under an edit of the tree.
func TestNodesInLuaOnAnyNumberOfWorkers(t *testing.T) {
	dir := t.TempDir()
	tree := func(most string) string {
		return `<BehaviorTree><Root><Loop><SuppressFailure><Any><Peck most="` + most + `"/><Wander/><Peck/></Any></SuppressFailure></Loop></Root></BehaviorTree>`
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("own.lua", flockLua)
	var want uint64
	for _, workers := range []int{1, 2, 4, 7} {
		write("a.xml", tree("9"))
		write("b.xml", tree("4"))
		opts := live.Options{Workers: workers, OnNotice: func(string) {}, OnFault: func(f host.Fault) { t.Errorf("%v", f) }}
		s, err := live.Start(filepath.Join(dir, "flock.yaml"), []byte(flock), opts)
		if err != nil {
			t.Fatal(err)
		}
		for range 47 {
			s.Step()
		}
		var b bytes.Buffer
		if err := s.Save(&b); err != nil {
			t.Fatal(err)
		}
		r, err := live.Restore(&b, opts)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			s.Step()
			r.Step()
		}
		if s.Game().Digest() != r.Game().Digest() {
			t.Errorf("%d workers: another digest behind a save", workers)
		}
		r.Close()
		write("a.xml", `<BehaviorTree><Root><Loop><Sequence><Log message="new"/>`+tree("9")[len("<BehaviorTree><Root><Loop>"):len(tree("9"))-len("</Loop></Root></BehaviorTree>")]+`</Sequence></Loop></Root></BehaviorTree>`)
		if _, err := s.Reload(); err != nil {
			t.Fatal(err)
		}
		for range 50 {
			s.Step()
		}
		if got := s.Game().Digest(); want == 0 {
			want = got
		} else if got != want {
			t.Errorf("%d workers: digest %016x, wanted %016x", workers, got, want)
		}
		s.Close()
	}
}
