package btcpp

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Files that nobody writes by hand are refused at once, or load and run.
func TestHostileFiles(t *testing.T) {
	one := func(root string) string {
		return "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\">\n<BehaviorTree ID=\"Main\">\n" + root + "\n</BehaviorTree>\n"
	}
	tree := func(root string) string { return one(root) + "</root>" }
	nested := func(n int, open, inside, end string) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
	}
	// chain is trees of which each uses the next one several times.
	chain := func(trees, times int) string {
		var b strings.Builder
		for i := range trees {
			b.WriteString("<BehaviorTree ID=\"t" + strconv.Itoa(i) + "\"><Sequence>" + strings.Repeat("<SubTree ID=\"t"+strconv.Itoa(i+1)+"\" _autoremap=\"true\"/>", times) + "</Sequence></BehaviorTree>\n")
		}
		return b.String() + "<BehaviorTree ID=\"t" + strconv.Itoa(trees) + "\"><Script code=\"x := 1\"/></BehaviorTree>\n</root>"
	}
	for name, c := range map[string]struct {
		src, want string
		files     map[string]string
	}{
		"too many nodes":        {src: tree("<Sequence>" + strings.Repeat("<AlwaysSuccess/>", 30_000) + "</Sequence>"), want: "more than 20000 nodes"},
		"too much memory":       {src: tree("<Sequence>\n" + strings.Repeat("<AlwaysSuccess/>\n", 10_000) + "</Sequence>"), want: "bits of memory for each bot"},
		"many children":         {src: tree("<ParallelAll>" + strings.Repeat("<AlwaysSuccess/>", 1900) + "</ParallelAll>")},
		"many timers":           {src: tree("<ParallelAll>" + strings.Repeat("<Sleep msec=\"100\"/>", 450) + "</ParallelAll>")},
		"nodes too deep":        {src: tree(nested(300, "<Inverter>", "<AlwaysSuccess/>", "</Inverter>")), want: "t.xml:3:2561: nodes nested deeper than 256 levels"},
		"nodes deep":            {src: tree(nested(255, "<Inverter>", "<AlwaysSuccess/>", "</Inverter>"))},
		"elements too deep":     {src: tree(nested(5000, "<a>", "", "</a>")), want: "deeper than"},
		"SubTrees that double":  {src: one(`<SubTree ID="t0"/>`) + chain(20, 2), want: "more than 20000 nodes, with SubTrees in place"},
		"SubTrees that explode": {src: one(`<SubTree ID="t0"/>`) + chain(100, 50), want: "more than 20000 nodes, with SubTrees in place"},
		"SubTrees in depth":     {src: one(`<SubTree ID="t0"/>`) + chain(600, 1), want: "nodes nested deeper than 1000 levels, with SubTrees in place"},
		"SubTrees in a circle":  {src: one(`<SubTree ID="a"/>`) + `<BehaviorTree ID="a"><SubTree ID="Main"/></BehaviorTree></root>`, want: "t.xml:5:35: tree \"Main\" contains itself"},
		"files in a circle":     {src: one("<AlwaysSuccess/>") + "<include path=\"b.xml\"/></root>", files: map[string]string{"b.xml": "<root BTCPP_format=\"4\"><include path=\"t.xml\"/></root>"}, want: "b.xml:1:39: t.xml includes itself"},
		"a file in itself":      {src: one("<AlwaysSuccess/>") + "<include path=\"./t.xml\"/></root>", want: "t.xml:5:16: "},
		"files that double":     {src: one("<AlwaysSuccess/>") + "<include path=\"f0.xml\"/></root>", files: doubling(15), want: "more than 1000 files"},
		"a long attribute":      {src: tree("<AlwaysSuccess name=\"" + strings.Repeat("x", 1<<20) + "\"/>")},
		"a long script":         {src: tree("<Script code=\"x := 1" + strings.Repeat(" + 1", 20_000) + "\"/>"), want: "t.xml:3:15: code: a script has 65536 bytes at most"},
		"a script in depth":     {src: tree("<Script code=\"x := " + nested(5000, "(", "1", ")") + "\"/>"), want: "code: "},
		"a long chain":          {src: tree("<ScriptCondition code=\"1" + strings.Repeat(" &lt; 2", 9000) + "\"/>")},
		"a long list":           {src: tree("<LoopInt queue=\"" + strings.Repeat("1;", 20_000) + "\"><AlwaysSuccess/></LoopInt>"), want: "a list has 10000 elements at most"},
		"many attributes":       {src: tree("<SubTree ID=\"In\" " + numbered(200, "a%d=\"{b%d}\" ") + "/></BehaviorTree>\n<BehaviorTree ID=\"In\"><AlwaysSuccess/>")},
		"many entries":          {src: tree("<Sequence>" + numbered(3000, "<Script code=\"x%d := 1\"/>") + "</Sequence>"), want: "bits of memory for each bot"},
		"many unknown nodes":    {src: tree("<Sequence>" + strings.Repeat("<Sequense/>", 20_000) + "</Sequence>"), want: "more"},
		"a text that doubles":   {src: tree("<Sequence><Script code=\"t := 'abc'\"/><Repeat num_cycles=\"-1\"><Script code=\"t = t .. t\"/></Repeat></Sequence>")},
		"repeats in repeats":    {src: tree(nested(250, "<Repeat num_cycles=\"-1\">", "<AlwaysSuccess/>", "</Repeat>"))},
		"names at run time":     {src: tree("<Sequence><Script code=\"n := 'x'\"/><Repeat num_cycles=\"-1\"><Sequence><Script code=\"n = n .. 'x'\"/><SetBlackboard value=\"1\" output_key=\"{n}\"/></Sequence></Repeat></Sequence>")},
		"large numbers":         {src: tree("<Sequence><Sleep msec=\"4294967295\"/><Repeat num_cycles=\"2147483647\"><AlwaysSuccess/></Repeat></Sequence>")},
		"numbers too large":     {src: tree("<Sleep msec=\"4294967296\"/>"), want: "t.xml:3:14: msec: "},
		"UTF-16":                {src: "\xff\xfe<\x00r\x00>\x00", want: "t.xml:1:1: "},
		"a packed file":         {src: "\x1f\x8b\x08\x00\x00\x00\x00\x00", want: "t.xml:1:1: "},
		"an empty file":         {src: "", want: "t.xml:1:1: "},
		"entities":              {src: "<!DOCTYPE root [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>" + tree("<AlwaysSuccess name=\"&b;&b;\"/>"), want: "t.xml:1:1: a document type with declarations"},
		"too large":             {src: "<!--" + strings.Repeat("x", 17<<20) + "-->", want: "wanted at most 16 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			begin := cputime.Now()
			files := map[string]string{"t.xml": c.src}
			for name, src := range c.files {
				files[name] = src
			}
			var l syntax.List
			p := Load("t.xml", []byte(c.src), wildGame(t).reg, sourcefile.Memory(files), &l)
			switch err := l.Err(); {
			case c.want == "" && err != nil:
				t.Fatalf("%.300v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Fatalf("%.300v, wanted %s", err, c.want)
			case err != nil && !place.MatchString(err.Error()):
				t.Errorf("%.300v, wanted it at a place", err)
			case err != nil && len(err.Error()) > 30_000:
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			if p != nil {
				newHerd(p, 1).play(20)
			}
			if took := cputime.Now() - begin; took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// doubling is files of which each includes the next one twice.
func doubling(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		include := fmt.Sprintf("<include path=\"f%d.xml\"/>", i+1)
		files[fmt.Sprintf("f%d.xml", i)] = "<root BTCPP_format=\"4\">" + include + include + "</root>"
	}
	files[fmt.Sprintf("f%d.xml", n)] = "<root BTCPP_format=\"4\"/>"
	return files
}

// numbered repeats a text with each %d as a number of its own.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%d", strconv.Itoa(i)))
	}
	return b.String()
}
