package mbt_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
)

var update = flag.Bool("update", false, "write what docs/mbt.md says of the nodes anew")

// What stands between these lines of the page is made from the code.
const (
	pageFrom = "<!-- written by: go test ./internal/arena/mbt -run NodesOnThePage -update -->\n"
	pageTo   = "<!-- end -->\n"
)

// nodeTable lists the nodes with their attributes and defaults.
func nodeTable() string {
	o := arena.NewRegistry().Overlay("mbt")
	names := o.ActionNames()
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		a := o.Action(name)
		fmt.Fprintf(&b, "### %s\n\n", name)
		switch a.Kind {
		case host.Decorator, host.Gate, host.Composite:
			b.WriteString("Stands over one child. ")
		}
		fmt.Fprintf(&b, "%s\n\n", a.Doc)
		if len(a.Params) == 0 {
			continue
		}
		b.WriteString("| attribute | default | meaning |\n| --- | --- | --- |\n")
		for i := range a.Params {
			p := &a.Params[i]
			def := "required"
			if p.Optional {
				if def = strings.Trim(p.Default.String(), `"`); def == "" || p.Default.Kind() == host.Null {
					def = "none"
				}
				if p.Unit != "" && def != "none" {
					def += " " + p.Unit
				}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.Name, def, strings.ReplaceAll(p.Doc, "|", "\\|"))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestNodesOnThePage holds docs/mbt.md to the code; -update writes it.
func TestNodesOnThePage(t *testing.T) {
	const file = "../../../docs/mbt.md"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(src), pageFrom)
	was, tail, ended := strings.Cut(rest, pageTo)
	if !ok || !ended {
		t.Fatal("the page lacks the lines around what is made from the code")
	}
	made := "\n" + nodeTable()
	if *update {
		if err := os.WriteFile(file, []byte(head+pageFrom+made+pageTo+tail), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != made {
		t.Error("docs/mbt.md is not what the code says of its nodes: run this test with -update")
	}
}
