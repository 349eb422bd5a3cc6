package btcpp

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// FuzzLoad: a file is refused with places, or its tree runs. Laid out anew it is the same tree. Where
// nodes are stood in for, more files load.
func FuzzLoad(f *testing.F) {
	for _, c := range dryruntest.Read(f, casesFile) {
		f.Add([]byte(c.Source))
	}
	for _, raw := range rawElements {
		f.Add([]byte((&unit{raw: raw}).source()))
	}
	real, _ := filepath.Glob("../../../../shared/btcpp/*.xml") // the pattern is good
	for _, file := range real {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	b := wildGame(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		p := loadPlaced(t, b.reg, src, Load)
		if p == nil {
			p = loadPlaced(t, b.reg, src, loadLeniently)
		} else {
			sameLaidOut(t, b.reg, src, p)
		}
		Outline("f.xml", src, limit.Values{})
		if p == nil || len(p.Tree.Nodes) > 500 { // slow, and shows nothing new
			return
		}
		judgeNode(p, p.Tree.Entries[0])
		pool := newHerd(p, 3)
		pool.Trace = &everything{}
		for range 20 {
			pool.step()
		}
		pool.picture()
		for _, row := range slices.Clone(pool.Order()) {
			pool.At(row, run.Moment{Tick: pool.tick, DT: testDT}, func(x *run.Exec) { p.Semantics.(run.Inspector).Inspect(x) })
			pool.Remove(row, run.Moment{Tick: pool.tick, DT: testDT})
		}
	})
}

type loading func(string, []byte, *host.Registry, *sourcefile.Files, *syntax.List) *run.Program

// loadPlaced loads a file, and wants all that is said of it to have a place.
func loadPlaced(t *testing.T, reg *host.Registry, src []byte, load loading) *run.Program {
	t.Helper()
	var l syntax.List
	p := load("f.xml", src, reg, sourcefile.Memory(map[string]string{"f.xml": string(src)}), &l)
	all := slices.Concat(l.Errors, l.Notices)
	for _, e := range all {
		if e.Pos.File != "f.xml" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
			t.Fatalf("no place or text: %#v", e)
		}
	}
	facttest.Inside(t, "f.xml", src, all)
	if (p == nil) != (len(l.Errors) > 0) {
		t.Fatalf("program %v with errors %v", p != nil, l.Err())
	}
	return p
}

// sameLaidOut wants a file that is laid out anew to be the same tree. What only the original's reader
// takes for XML is not laid out.
func sameLaidOut(t *testing.T, reg *host.Registry, src []byte, p *run.Program) {
	t.Helper()
	out, err := markup.FormatXML("f.xml", src, limit.Values{})
	if err != nil {
		return
	}
	var l syntax.List
	again := Load("f.xml", out, reg, sourcefile.Memory(nil), &l)
	if again == nil || !p.Tree.SameShape(again.Tree) || labels(again) != labels(p) {
		t.Fatalf("laid out as\n%s\nit is another tree: %v", out, l.Err())
	}
}

// labels returns what a tree shows of its nodes.
func labels(p *run.Program) (all string) {
	shows := p.Semantics.(run.Describer)
	for n := range p.Tree.Nodes[1:] {
		kind, detail := shows.Label(p.Tree, tree.NodeID(n+1))
		all += kind + " " + detail + "\n"
	}
	return all
}
