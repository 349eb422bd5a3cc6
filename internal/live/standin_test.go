package live_test

import (
	"bytes"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// lenientScene has a class for each dialect whose trees have stand-ins that can be saved.
const lenientScene = `{ "name": "Strangers", "seed": 3, "world": { "width": 50, "height": 50 }, "bots": [
{ "id": "w", "name": "W", "count": 3, "behavior": { "kind": "selector", "children": [
	{ "kind": "condition", "name": "is_up" }, { "kind": "sequence", "children": [ { "kind": "action", "name": "leap" }, { "kind": "action", "name": "wander" } ] } ] } },
{ "id": "u", "name": "U", "count": 3, "behavior": { "file": "u.bt" } },
{ "id": "d", "name": "D", "count": 3, "behavior": { "file": "d.debt" } },
{ "id": "m", "name": "M", "count": 3, "behavior": { "file": "m.xml" } },
{ "id": "b", "name": "B", "count": 3, "behavior": { "file": "b.xml" } },
{ "id": "p", "name": "P", "count": 3, "behavior": { "kind": "action", "name": "move_to_place", "args": { "place": "harbour" } } },
{ "id": "n", "name": "N", "count": 3, "behavior": { "file": "nowhere.bt" } } ] }`

func lenientFiles() fs.FS {
	return fstest.MapFS{
		"s.json": {Data: []byte(lenientScene)},
		"u.bt":   {Data: []byte(`sequence { action leap action wander }`)},
		"d.debt": {Data: []byte(`<behaviorTree><sequence id="s"><action id="a" name="leap"/><action id="w" name="wander"/></sequence></behaviorTree>`)},
		"m.xml":  {Data: []byte(`<BehaviorTree><Root><Sequence><Leap/><wander/></Sequence></Root></BehaviorTree>`)},
		"b.xml":  {Data: []byte(`<root BTCPP_format="4"><BehaviorTree ID="M"><Sequence><Leap/><Wander/></Sequence></BehaviorTree></root>`)},
	}
}

func openLenient(t *testing.T, workers int) *live.Session {
	t.Helper()
	s, err := live.Open("s.json", live.Options{FS: lenientFiles(), Lenient: true, Workers: workers, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func advance(s *live.Session, ticks int) {
	for range ticks {
		s.Step()
	}
}

// A game with stand-ins is the same on any number of workers, and goes on from a save that whoever
// restores it wants with stand-ins.
func TestGamesWithStandIns(t *testing.T) {
	t.Parallel()
	one, four := openLenient(t, 1), openLenient(t, 4)
	advance(one, 20)
	var save bytes.Buffer
	if err := one.Save(&save); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Restore(bytes.NewReader(save.Bytes()), live.Options{}); !errors.Is(err, scenes.ErrLenient) {
		t.Errorf("a save with stand-ins: %v, wanted ErrLenient", err)
	}
	back, err := live.Restore(&save, live.Options{Lenient: true, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	advance(one, 40)
	advance(back, 40)
	advance(four, 60)
	if a, b, c := one.Digest(), four.Digest(), back.Digest(); a != b || a != c {
		t.Errorf("digests %x, on four workers %x, restored %x", a, b, c)
	}
}

// Without being asked, no name is stood in for, and the errors are as ever.
func TestNoStandInsUnasked(t *testing.T) {
	t.Parallel()
	s, err := live.Open("s.json", live.Options{FS: lenientFiles()})
	if err == nil {
		s.Close()
		t.Fatal("it loads")
	}
}
