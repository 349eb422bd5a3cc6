package btcpp

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// nav2Cases has cases of Nav2's own controls and decorators.
const nav2Cases = "testdata/nav2.jsonl"

func TestNav2Cases(t *testing.T) { dryruntest.Run(t, Trace, nav2Cases) }

func TestNav2CasesLaidOut(t *testing.T) { dryruntest.RunLaidOut(t, Trace, nav2Cases) }

// Each of Nav2's ops has a truth, and some case uses it.
func TestNav2OpsHaveCases(t *testing.T) {
	used := map[string]bool{}
	for _, c := range dryruntest.Read(t, nav2Cases) {
		for name := range nav2Kinds {
			used[name] = used[name] || strings.Contains(c.Source, "<"+name)
		}
	}
	for name, k := range nav2Kinds {
		if !isNav2(k.op) || ops.Truth(name) == "" || !used[name] {
			t.Errorf("%s: op %d, truth %q, in a case: %v", name, k.op, ops.Truth(name), used[name])
		}
	}
}

// A path is shown by its ends, as long as it may be.
func TestPathsAreShownShort(t *testing.T) {
	for _, c := range []struct {
		poses []board.Pose
		want  string
	}{
		{nil, "[]"},
		{[]board.Pose{{X: 1.0 / 3, Y: 2, Angle: 1}}, "0.33;2.00;1.00"},
		{[]board.Pose{{X: 1}, {X: 2}, {X: 3, Y: -1}}, "3 poses, from 1.00;0.00 to 3.00;-1.00"},
	} {
		if got := shown(board.PosesOf(c.poses)); got != c.want {
			t.Errorf("%v is shown as %q, wanted %q", c.poses, got, c.want)
		}
	}
}

// Poses go through saves and to leaves of a game, and come back as they were.
func TestPosesComeBack(t *testing.T) {
	v := board.PosesOf([]board.Pose{{X: 1.0 / 3, Y: 2, Angle: 1}, {X: -4}})
	var e state.Encoder
	encodeValue(&e, v)
	saved, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if got := decodeValue(state.NewDecoder(saved), false); !got.Same(v) {
		t.Errorf("saved and read: %s", got.AppendText(nil))
	}
	if got, err := fromHost(toHost(v)); err != nil || !got.Same(v) {
		t.Errorf("by a leaf of a game: %s, %v", got.AppendText(nil), err)
	}
	var bad state.Encoder
	encodeValue(&bad, board.ListOf(board.Poses, []board.Value{board.RealOf(1)}))
	if saved, err = bad.Bytes(); err != nil {
		t.Fatal(err)
	}
	d := state.NewDecoder(saved)
	decodeValue(d, false)
	if d.Close() == nil {
		t.Error("a third of a pose is read")
	}
	for _, text := range []string{`[[1]]`, `[[1,2],3]`, `[[1,"2"]]`} {
		if _, err := listOfJSON(text); err == nil {
			t.Errorf("%s is read as poses", text)
		}
	}
}
