package trees_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

func TestRegisterRefusesWhatCouldNotBeTold(t *testing.T) {
	t.Cleanup(trees.Forget())
	load := func(string, []byte, *host.Registry, *sourcefile.Files, *syntax.List) *run.Program { return nil }
	never := func([]byte) bool { return false }
	for want, d := range map[string]trees.Dialect{
		`dialect "": wanted a name of letters`:      {Exts: []string{".x"}, Load: load},
		`there is one of that name already`:         {Name: "dst", Exts: []string{".x"}, Load: load},
		`wanted Load`:                               {Name: "x", Exts: []string{".x"}},
		`wanted extensions of its files`:            {Name: "x", Load: load},
		`extension "x", wanted a dot and a word`:    {Name: "x", Exts: []string{"x"}, Load: load},
		`extension ".a.b", wanted a dot and a word`: {Name: "x", Exts: []string{".a.b"}, Load: load},
		`files *.yaml are of the dialect wage, too`: {Name: "x", Exts: []string{".yaml"}, Load: load},
		`files *.inc are of the dialect unvanquish`: {Name: "x", Exts: []string{".inc"}, Load: load},
	} {
		if err := trees.Register(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q of %v is refused with %v, want %s", d.Name, d.Exts, err, want)
		}
	}
	if err := trees.Register(trees.Dialect{Name: "x", Exts: []string{".yaml", ".x"}, Load: load, Match: never}); err != nil {
		t.Error(err)
	}
	var reg host.Registry
	if _, _, err := trees.LoadSource("a.x", nil, &reg); err == nil || !strings.Contains(err.Error(), `no dialect of files *.x knows its text`) {
		t.Errorf("a text that its only dialect does not know is refused with %v", err)
	}
	if trees.IsTree("a.yaml") || !trees.IsTree("a.x") {
		t.Error("a dialect whose files may be scenes tells trees by their extension")
	}
}

func TestAGraphIsNoRuleset(t *testing.T) {
	var reg host.Registry
	_, _, err := trees.LoadSource("b3.json", []byte(`{"title": "a", "root": "1", "nodes": {"1": {"name": "Priority"}}}`), &reg)
	if err == nil || !strings.HasPrefix(err.Error(), "b3.json:1:1: found a graph with nodes and a root") {
		t.Errorf("a graph of nodes is refused with %v", err)
	}
}
