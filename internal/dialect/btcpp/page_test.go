package btcpp

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

var update = flag.Bool("update", false, "write the table of nodes into the page")

const page = "../../../docs/btcpp.md"

// nodeTable is the table of nodes on the page.
func nodeTable() string {
	var b strings.Builder
	b.WriteString("| node | ports (default) | children | answers |\n| --- | --- | --- | --- |\n")
	names := slices.SortedFunc(maps.Keys(builtIn), func(x, y string) int {
		if builtIn[x].op != builtIn[y].op {
			return int(builtIn[x].op) - int(builtIn[y].op)
		}
		return strings.Compare(x, y)
	})
	for _, name := range names {
		k := builtIn[name]
		var ports []string
		for _, p := range k.ports {
			text := "`" + p.name + "` " + p.typ.String()
			if p.dir == out {
				text += ", written"
			}
			if p.hasPreset {
				text += " (" + p.preset + ")"
			}
			ports = append(ports, text)
		}
		children := k.wants()
		switch {
		case k.most == 0:
			children = "none"
		case k.op == opIfThenElse || k.op == opWhileDoElse:
			children = "2 or 3"
		case k.op == opSwitch:
			children = fmt.Sprint(k.cases + 1)
		}
		if k.op == opSubTree {
			ports = []string{"those of the tree"}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, strings.Join(ports, "; "), children, ops.Ops[tree.Op(k.op)].Truth)
	}
	return b.String()
}

// TestPage: the page has the table of nodes as the code has it, and trees that load without a notice.
func TestPage(t *testing.T) {
	src, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	table := regexp.MustCompile(`(?s)<!-- nodes -->\n(.*?)<!-- end of nodes -->`)
	want := "<!-- nodes -->\n" + nodeTable() + "<!-- end of nodes -->"
	if got := table.FindString(text); got != want {
		if !*update {
			t.Errorf("the table of nodes is old; go test ./internal/dialect/btcpp -run ThePage -update writes it")
		} else if err := os.WriteFile(page, []byte(strings.Replace(text, got, want, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reg := &host.Registry{}
	runs := func(*host.Call) host.Status { return host.Running }
	text1 := func(name string) host.Param { return host.Param{Name: name, Kind: host.String, Optional: true} }
	for _, a := range []host.Action{
		{Name: "wander", Tick: runs}, {Name: "flee_nearest", Tick: runs}, {Name: "look_around", Tick: runs, Params: []host.Param{text1("every")}}, {Name: "fight", Tick: runs, Params: []host.Param{text1("pace")}},
		{Name: "move_to_place", Tick: runs, Params: []host.Param{text1("place"), text1("pace")}},
	} {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := reg.AddFunc(host.Func{Name: "sees", Result: host.Bool, Params: []host.Param{text1("who")}, Eval: func(*host.Call) host.Value { return host.NullValue }}); err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```xml\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) < 2 {
		t.Errorf("%d trees on the page", len(blocks))
	}
	for _, b := range blocks {
		var l syntax.List
		Load("page.xml", []byte(b[1]), reg, sourcefile.Memory(nil), &l)
		if err := l.Err(); err != nil || len(l.Notices) > 0 {
			t.Errorf("%v %v", err, l.Notices)
		}
	}
}
