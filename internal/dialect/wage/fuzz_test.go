package wage

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// FuzzLoad: a tree is refused with places, or runs by columns as it does bot by
// bot.
func FuzzLoad(f *testing.F) {
	seeds(f, "testdata/trees.txtar")
	f.Fuzz(func(t *testing.T, src []byte) {
		reg := newGame()
		reg.Key("k0")
		var l syntax.List
		p := Load("f.yaml", src, reg, &l)
		placed(t, l.Errors)
		placed(t, l.Notices)
		facttest.Inside(t, "f.yaml", src, slices.Concat(l.Errors, l.Notices))
		if (p == nil) != (len(l.Errors) > 0) {
			t.Fatalf("program %v with errors %v", p != nil, l.Err())
		}
		if p == nil || len(p.Tree.Nodes) > 1000 || len(host.SymbolsOf(reg).KeyNames()) > 100 { // slow, and shows nothing new
			return
		}
		samePrinted(t, p, src)
		bots := make([]host.BotID, 70)
		for i := range bots {
			bots[i] = host.BotID(1000 + i)
		}
		state := make([][]uint32, len(host.SymbolsOf(reg).KeyNames()))
		for k := range state {
			state[k] = make([]uint32, len(bots))
			for b := range state[k] {
				state[k][b] = uint32((b*7 + k) % 5)
			}
		}
		sameByRows(t, p, bots, state, 66, len(src)%2 == 0)
	})
}

// samePrinted wants the document of a tree, as JSON, to be the same tree.
func samePrinted(t *testing.T, p *run.Program, src []byte) {
	doc, err := markup.Parse("f.yaml", src, markup.Limits{})
	if err != nil || strings.Contains(doc.JSON(), `".nan"`) || strings.Contains(doc.JSON(), `.inf"`) { // of which JSON has no form
		return
	}
	reg := newGame()
	reg.Key("k0")
	var l syntax.List
	again := Load("f.json", []byte(doc.JSON()), reg, &l)
	if again == nil {
		t.Fatalf("%s: %v", doc.JSON(), l.Err())
	}
	if diff := cmp.Diff(p.Tree.Nodes, again.Tree.Nodes); diff != "" {
		t.Fatalf("%s (-want +got)\n%s", doc.JSON(), diff)
	}
}

// FuzzRuleset: a ruleset is refused with places, or its numbers agree.
func FuzzRuleset(f *testing.F) {
	seeds(f, "testdata/rulesets.txtar")
	f.Fuzz(func(t *testing.T, src []byte) {
		var l syntax.List
		doc, err := markup.Parse("f.yaml", src, markup.Limits{Aliases: 1000})
		if err != nil || doc.Kind != markup.Map {
			return
		}
		r := DecodeRuleset(doc.Object(&l, "a ruleset"), newGame(), &l)
		placed(t, l.Errors)
		placed(t, l.Notices)
		facttest.Inside(t, "f.yaml", src, slices.Concat(l.Errors, l.Notices))
		if len(l.Errors) > 0 {
			return
		}
		for _, c := range r.Classes {
			started := 0
			for _, s := range c.Start {
				started += s.Count
			}
			if c.ID == "" || c.Name == "" || c.Count < c.MinCount || c.Count > c.MaxCount || started > c.Count || !(c.SpeedMPS >= 0) {
				t.Fatalf("accepted %+v", c)
			}
			for _, tn := range c.Tunables {
				if !(tn.Min <= tn.Max) || !(tn.Step > 0) || tn.Label == "" && !strings.Contains(string(src), "label") {
					t.Fatalf("accepted %+v", tn)
				}
			}
		}
	})
}

func seeds(f *testing.F, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		if !strings.HasSuffix(file.Name, ".want") {
			f.Add(file.Data)
		}
	}
}

func placed(t *testing.T, list syntax.ErrorList) {
	for _, e := range list {
		if e.Pos.File != "f.yaml" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
			t.Fatalf("no place or text: %#v", e)
		}
		for _, n := range e.Notes {
			if n.Pos.File != "f.yaml" || n.Pos.Line < 1 || n.Pos.Col < 1 {
				t.Fatalf("no place: %#v", n)
			}
		}
	}
}
