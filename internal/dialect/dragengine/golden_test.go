package dragengine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

const goldenFile = "testdata/trees.txtar"

// offers returns a game with actions and conditions that declare parameters, refuse
// uses and combine.
func offers(t testing.TB) *host.Registry {
	reg := &host.Registry{}
	success := func(*host.Call) host.Status { return host.Success }
	for _, a := range []host.Action{
		{Name: "walk", Tick: success},
		{Name: "gate", Kind: host.Gate, Tick: success},
		{Name: "seek", Params: []host.Param{{Name: "whom", Kind: host.Where, Optional: true}}, Tick: success},
		{Name: "orbit", Params: []host.Param{
			{Name: "radius", Kind: host.Number},
			{Name: "laps", Kind: host.Int, Optional: true, Default: host.IntValue(1)},
			{Name: "back", Kind: host.Bool, Optional: true},
		}, Check: func(s *host.Site) error {
			if s.Args[0].Number() < 0 {
				return errors.New("radius: wanted 0 or more")
			}
			return nil
		}, Tick: success},
	} {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []host.Func{
		{Name: "day", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }},
		{Name: "seen", Result: host.Any, Params: []host.Param{{Name: "by", Kind: host.String}}, Check: func(s *host.Site) error {
			if _, ok := s.Declared("place"); ok || s.Args[0].Text() != "me" {
				return errors.New("by: wanted me")
			}
			return nil
		}, Eval: func(*host.Call) host.Value { return host.NullValue }},
		{Name: "closer", Result: host.Any, Params: []host.Param{{Name: "distance", Kind: host.Number}}, Eval: func(*host.Call) host.Value { return host.NullValue }},
		dragengine.Combine{Conditions: []string{"day", "all"}}.Condition("both"),
		dragengine.Combine{Conditions: []string{"both"}}.Condition("all"),
	} {
		if err := reg.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

func TestTrees(t *testing.T) {
	testTrees(t, goldenFile, offers(t))
}

// Slips lists the slips of people, of which each says where it is, what was found and what
// was wanted.
func TestSlipsInFiles(t *testing.T) {
	reg := offers(t)
	if err := dragengine.AddBehaviors(reg); err != nil {
		t.Fatal(err)
	}
	testTrees(t, "testdata/slips.txtar", reg)
}

func testTrees(t *testing.T, path string, reg *host.Registry) {
	golden.Test(t, path, func(t *testing.T, file string, all golden.Documents) string {
		var l syntax.List
		dragengine.Load(file, []byte(all[file]), reg, sourcefile.Memory(all), &l)
		return golden.Said(&l)
	})
}

// Files that would cost much are refused soon.
func TestLimits(t *testing.T) {
	tree := func(s string) string { return "<behaviorTree>" + s + "</behaviorTree>" }
	nested := func(n int) string { return strings.Repeat("<choice>", n) + strings.Repeat("</choice>", n) }
	double := map[string]string{}
	for c := 'a'; c < 'z'; c++ {
		next := string(c+1) + ".debt"
		double[string(c)+".debt"] = tree("<subtree>" + next + "</subtree><subtree>" + next + "</subtree>")
	}
	double["z.debt"] = tree("<success/>")
	long := tree("<sequence id='" + strings.Repeat("x", 1001) + "'/>")
	for _, c := range []struct {
		name, src, want string
		files           map[string]string
	}{
		{"depth at the limit", tree(nested(200)), "", nil},
		{"depth", tree(nested(201)), "main.debt:1:1615: rules and subtrees nested deeper than 200 levels", nil},
		{"rules", tree("<choice>" + strings.Repeat("<success/>", 65_000) + "</choice>"), "more than 65000 rules in a tree with its subtrees", nil},
		{"subtrees that double", tree("<subtree>a.debt</subtree>"), "more than 65000 rules", double},
		{"conditions in a subtree", tree("<choice>" + strings.Repeat("<subtree>c.debt</subtree>", 1000) + "</choice>"), "more than 300000 parameters, conditions and modes",
			map[string]string{"c.debt": tree("<success>" + strings.Repeat("<condition>c</condition>", 1000) + "</success>")}},
		{"parameters of a rule", tree("<success>" + strings.Repeat("<parameter name='a'/>", 1001) + "</success>"), "", nil},
		{"elements within each other", tree(nested(1200)), "main.debt:1:8007: elements nested deeper than 1000 levels", nil},
		{"ids of lists with an id", tree("\n<choice id='" + strings.Repeat("a", 990) + "'><running id='.short'/><running id='.too-long-1'/></choice>"),
			"main.debt:2:1040: an id of 1001 bytes with its prefixes, wanted at most 1000", nil},
		{"an empty file", "", "main.debt:1:1: empty file, wanted an element", nil},
		{"a zero byte", tree("\n<choice id='a\x00b'/>"), "main.debt:2:14: control character U+0000", nil},
		{"no text", strings.Repeat("\xff\x01", 20), "main.debt:1:1: invalid UTF-8: found the byte 0xff; there is more like this, so that it is probably no text", nil},
		{"a packed file", "\x1f\x8b\x08\x00\x0c\x3e\x02", "main.debt:1:1: found a packed file, wanted text; unpack it first", nil},
		{"ISO-8859-1", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<behaviorTree><running id='\xe4\xf6'/></behaviorTree>", "", nil},
		{"ISO-8859-1 that nobody declares", tree("\n<running id='\xe4'/>"), "main.debt:2:14: invalid UTF-8: found the byte 0xe4; a file in ISO-8859-1 says so: <?xml version='1.0' encoding='ISO-8859-1'?>", nil},
		{"another encoding", "<?xml version='1.0' encoding='KOI8-R'?>\n<behaviorTree/>", `main.debt:1:31: encoding "KOI8-R", wanted UTF-8 or ISO-8859-1`, nil},
		{"id", long, "main.debt:1:29: an id of 1001 bytes with its prefixes, wanted at most 1000", nil},
	} {
		var l syntax.List
		p := dragengine.Load("main.debt", []byte(c.src), offers(t), sourcefile.Memory(c.files), &l)
		got := text(l.Err())
		if c.want == "" && got != "" || !strings.Contains(got, c.want) || (p == nil) != (got != "") {
			if len(got) > 300 {
				got = got[:300]
			}
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// shown returns what a tree shows of its nodes.
func shown(p *run.Program) string {
	var b strings.Builder
	labels := p.Semantics.(run.Describer)
	for n := range p.Tree.Nodes {
		kind, detail := labels.Label(p.Tree, tree.NodeID(n))
		fmt.Fprintln(&b, kind, detail)
	}
	return b.String()
}

// FuzzLoad: a file is refused with places, or gives a tree that runs, and the same one where
// it is laid out anew.
func FuzzLoad(f *testing.F) {
	archive, err := txtar.ParseFile(goldenFile)
	if err != nil {
		f.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range archive.Files {
		if !strings.HasSuffix(file.Name, ".want") {
			texts[file.Name] = string(file.Data)
			f.Add(file.Data)
		}
	}
	for _, c := range dryruntest.Read(f, "testdata/cases.jsonl") {
		f.Add([]byte(c.Source))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		reg := offers(t)
		if err := dragengine.AddBehaviors(reg); err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		p := dragengine.Load("f.debt", src, reg, sourcefile.Memory(texts), &l)
		for _, e := range append(l.Errors, l.Notices...) {
			if e.Pos.File == "" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
				t.Fatalf("no place or text: %#v", e)
			}
		}
		facttest.Inside(t, "f.debt", src, append(l.Errors, l.Notices...))
		if (p == nil) != (len(l.Errors) > 0) {
			t.Fatalf("program %v with errors %v", p != nil, l.Err())
		}
		if p == nil {
			return
		}
		out, err := markup.FormatXML("f.debt", src, limit.Values{})
		if err != nil {
			t.Fatal(err)
		}
		if again := dragengine.Load("f.debt", out, reg, sourcefile.Memory(texts), &l); again == nil || !p.Tree.SameShape(again.Tree) || shown(again) != shown(p) {
			t.Fatalf("laid out as\n%s\nit is another tree: %v", out, l.Err())
		}
		pool := run.NewPool(p, &world{quiet: true})
		pool.Add(1, 0, run.Moment{DT: 0.1})
		bot, err := dragengine.BotOf(pool, 0)
		if err != nil {
			t.Fatal(err)
		}
		x := pool.NewExec()
		for tick := range int64(5) {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
			if s := pool.Status(0); s > host.Running && s != host.Error {
				t.Fatalf("status %v", s)
			}
			if id, ok := bot.Rule(); ok && len(p.Tree.Nodes) > 2 {
				_ = bot.Jump(id)
			}
			_ = bot.Path()
			if place, err := bot.Save(); err == nil {
				bot.Restore(place)
			}
		}
	})
}
