package unvanquished_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/systems/arena/internal/unvanquished"
)

var update = flag.Bool("update", false, "write docs/bases.md anew")

const page = "../../../../docs/bases.md"

// The tables of docs/bases.md are what the vocabulary says of itself.
func TestThePage(t *testing.T) {
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin = "<!-- tables -->\n"
	head, _, ok := strings.Cut(string(file), begin)
	if !ok {
		t.Fatalf("%s has no line %q", page, begin)
	}
	want := head + begin + tables()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(file)); diff != "" {
		t.Errorf("%s is not what the arena does; -update writes it (-want +got)\n%s", page, diff)
	}
}

func tables() string {
	var b strings.Builder
	actions, funcs := unvanquished.Entries()
	b.WriteString("\n## Actions\n\n| action | what it does here |\n| --- | --- |\n")
	for i := range actions {
		b.WriteString(row(actions[i].Name, actions[i].Admit != nil, actions[i].Doc))
	}
	b.WriteString("\n## Functions\n\n| function | what it gives here |\n| --- | --- |\n")
	for _, f := range funcs {
		b.WriteString(row(f.Name, false, f.Doc))
	}
	return b.String()
}

func row(name string, goesOn bool, doc string) string {
	if goesOn {
		doc += " Goes on over many ticks."
	}
	return "| `" + name + "` | " + doc + " |\n"
}
