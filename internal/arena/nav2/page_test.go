package nav2_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
)

var update = flag.Bool("update", false, "write what docs/nav2.md says of the nodes anew")

// What stands between these lines of the page is made from the code.
const (
	pageFrom = "<!-- written by: go test ./internal/arena/nav2 -run NodesOnThePage -update -->\n"
	pageTo   = "<!-- end -->\n"
)

// nodeTables lists controls and decorators, and then leaves, with their ports.
func nodeTables() string {
	var b strings.Builder
	row := func(cells ...string) {
		b.WriteString("|")
		for _, c := range cells {
			fmt.Fprintf(&b, " %s |", strings.TrimSpace(strings.ReplaceAll(c, "|", "\\|")))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n| node | ports | answers |\n| --- | --- | --- |\n")
	for _, n := range btcpp.VocabularyNodes() {
		row("`"+n.Name+"`", n.Ports, n.Truth)
	}
	b.WriteString("\n## Leaves\n\nWhat is in brackets is read where a tree gives nothing else.\n\n| leaf | ports | what it does |\n| --- | --- | --- |\n")
	o := arena.NewRegistry().Overlay("btcpp")
	for _, name := range o.ActionNames() {
		a := o.Action(name)
		row("`"+name+"`", btcpp.PortTexts(a), a.Doc)
	}
	return b.String() + "\n"
}

// TestNodesOnThePage holds docs/nav2.md to the code; -update writes it.
func TestNodesOnThePage(t *testing.T) {
	const file = "../../../docs/nav2.md"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(src), pageFrom)
	was, tail, ended := strings.Cut(rest, pageTo)
	if !ok || !ended {
		t.Fatal("the page lacks the lines around what is made from the code")
	}
	made := nodeTables()
	if *update {
		if err := os.WriteFile(file, []byte(head+pageFrom+made+pageTo+tail), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != made {
		t.Error("docs/nav2.md is not what the code says of its nodes: run this test with -update")
	}
}
