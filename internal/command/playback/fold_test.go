package playback

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
)

// foldable returns a tree of which the last branch runs: depth, kind and answer of each node.
func foldable() *Inspection {
	in := &Inspection{ID: 1, Name: "Ann", Tree: "tree.bt"}
	for i, n := range []struct {
		depth        int
		kind, answer string
	}{
		{0, "selector", "running"}, {1, "sequence", "failure"}, {2, "low", "failure"}, {2, "shout", ""}, {2, "flee", ""}, {3, "far", ""},
		{1, "guard", ""}, {2, "post", ""}, {1, "walk", "running"},
	} {
		v := NodeView{Written: inspect.Written{Line: int32(i + 1), Col: 1, Depth: n.depth, Kind: n.kind}}
		if n.answer != "" {
			v.Status = &n.answer
		}
		in.Nodes = append(in.Nodes, v)
	}
	return in
}

// What does not fit is folded step by step, so that what runs is seen, and what is still cut
// is marked.
func TestTreesAreFoldedToTheScreen(t *testing.T) {
	in := foldable()
	for rows, want := range map[int]string{
		10: "1:1 ▶ selector|2:1 ✗   sequence|3:1 ✗     low|4:1 ·     shout|5:1 ·     flee|6:1 ·       far|7:1 ·   guard|8:1 ·     post|9:1 ▶   walk",
		8:  "1:1 ▶ selector|2:1 ✗   sequence|3:1 ✗     low|4:1 ·     shout|5:1 ·     flee  ⋯ 1 below|7:1 ·   guard  ⋯ 1 below|9:1 ▶   walk",
		7:  "1:1 ▶ selector|2:1 ✗   sequence|3:1 ✗     low|    ⋯     3 not asked|7:1 ·   guard  ⋯ 1 below|9:1 ▶   walk",
		5:  "1:1 ▶ selector|2:1 ✗   sequence  ⋯ 4 below|7:1 ·   guard  ⋯ 1 below|9:1 ▶   walk",
		4:  "1:1 ▶ selector|2:1 ✗   sequence  ⋯ 4 below|⋯ 2 of 4 lines of the tree, ↑ ↓ for the others",
	} {
		got := in.pane(terminal.Style{}, 80, rows, 0)
		if diff := cmp.Diff("Ann  (id 1)  tree.bt|"+want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%d rows (-want +got)\n%s", rows, diff)
		}
	}
	got := in.pane(terminal.Style{}, 80, 4, 9)
	if want := "9:1 ▶   walk"; len(got) != 4 || got[2] != want {
		t.Errorf("scrolled to the end: %q", got)
	}
	for _, line := range in.pane(terminal.Style{}, 14, 10, 0) {
		if n := len([]rune(line)); n > 14 {
			t.Errorf("%d characters: %q", n, line)
		}
	}
}

// A reason stands behind its node, in the room that there is, and takes no line.
func TestReasonsStandBesideNodes(t *testing.T) {
	in := foldable()
	in.Nodes[2].Detail, in.Nodes[2].why = `limit=7 who="enemy"`, "distance to Bob: 5.8 < 7 m"
	for cols, want := range map[int]string{
		80: `3:1 ✗     low  limit=7 who="enemy"  ← distance to Bob: 5.8 < 7 m`,
		50: `3:1 ✗     low  limit=7 who="e…  ← distance to Bob…`,
		30: `3:1 ✗     low  limit=7 who="e…`,
	} {
		if got := in.pane(terminal.Style{}, cols, 20, 0)[3]; got != want {
			t.Errorf("%d columns: %q, wanted %q", cols, got, want)
		}
	}
	in.Nodes[6].why = "the shop is closed for ever"
	for cols := 14; cols < 100; cols++ {
		for _, line := range in.pane(terminal.Style{}, cols, 8, 0) {
			if n := len([]rune(line)); n > cols {
				t.Errorf("%d characters of %d: %q", n, cols, line)
			}
		}
	}
}

// Of an error that has no room, what was probably meant comes first.
func TestHeadlines(t *testing.T) {
	wrong := []string{"tick 3: not reloaded, the old trees run on:", `t.yaml:30:19: unknown kind "wonder", wanted one of selector, sequence or wander; did you mean "wander"?`}
	for cols, want := range map[int]string{
		200: strings.Join(wrong, "  "),
		100: `did you mean "wander"?  t.yaml:30:19: unknown kind "wonder", wanted one of selector, sequence or wander`,
	} {
		if got := headline(wrong, cols); got != want {
			t.Errorf("%d columns: %s", cols, got)
		}
	}
	if got := headline([]string{"not reloaded, the old trees run on:", "t.yaml:1:1: empty, wanted a scene"}, 60); got != "t.yaml:1:1: empty, wanted a scene" {
		t.Error(got)
	}
}

// In a tree of several files each node tells which it stands in.
func TestNodesNameTheirFiles(t *testing.T) {
	at := func(file string, line, col int32) NodeView {
		return NodeView{Written: inspect.Written{File: file, Line: line, Col: col}}
	}
	nodes := []NodeView{at("bots/a.bt", 3, 1), at("bots/a.bt", 4, 2)}
	nameFiles(nodes)
	if got := nodes[1].at(); got != "4:2" {
		t.Errorf("of one file: %q", got)
	}
	nodes = append(nodes, at("bots/b.bt", 1, 1))
	nameFiles(nodes)
	if a, b := nodes[0].at(), nodes[2].at(); a != "a.bt:3:1" || b != "b.bt:1:1" {
		t.Errorf("of two files: %q and %q", a, b)
	}
}
