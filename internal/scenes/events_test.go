package scenes_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// A signal that no tree, script or function of the game listens to is told once, where it
// stands; what a tree sends to itself is told by the tree.
func TestEventsThatNobodyHears(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"send.xml": `<BehaviorTree><Root><Loop><Sequence>
<Signal name="Help" filter="Group"/>
<Signal name="Hlep" filter="Group"/>
<Signal name="Hlep" filter="GroupExcludingSender"/>
<Signal name="Scripted" filter="Group"/>
<Signal name="Announced" filter="Group"/>
<Signal name="Help"/>
<SendEvent name="Mine"/>
<SendEvent name="Help"/>
<SendEvent name="Mien"/>
<Parallel successMode="any"><WaitForEvent name="Mine"/><Wait duration="1"/></Parallel>
</Sequence></Loop></Root></BehaviorTree>`,
		"hear.xml": `<BehaviorTree><Root><Loop><Sequence><WaitForEvent name="Help"/><AssertLua code="return true"/></Sequence></Loop></Root></BehaviorTree>`,
		"lib.lua":  "function entity:Scripted() end",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	reg := &host.Registry{}
	reg.Listen("Announced", func(host.World, host.Announcement) {})
	s, err := scenes.Parse(filepath.Join(dir, "s.yaml"), []byte(`
lua: [lib.lua]
bots:
  - { id: a, name: A, count: 1, behavior: { file: send.xml } }
  - { id: b, name: B, count: 1, behavior: { file: hear.xml } }
`), scenes.Options{Registry: reg})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range s.Notices {
		got = append(got, strings.TrimPrefix(n.Error(), dir+"/"))
	}
	want := []string{
		`send.xml:3:1: <Signal>: nothing in the scene listens to the event "Hlep"; did you mean "Help"?`,
		`send.xml:7:1: <Signal>: nothing in the tree listens to the event "Help"`,
		`send.xml:9:1: <SendEvent>: nothing in the tree listens to the event "Help"`,
		`send.xml:10:1: <SendEvent>: nothing in the tree listens to the event "Mien"; did you mean "Mine"?`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
