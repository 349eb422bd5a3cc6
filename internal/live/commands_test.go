package live

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

var update = flag.Bool("update", false, "write the tables of commands into docs/commands.md")

// TestKeysOfCommands wants each decoder to read the keys that the table lists for it.
func TestKeysOfCommands(t *testing.T) {
	all := map[string]bool{}
	for _, k := range commands {
		for _, key := range k.keys {
			all[key.name] = true
		}
	}
	for _, k := range commands {
		// What a decoder reads may depend on whom a command is for.
		read := map[string]bool{}
		for _, whom := range []string{"bot", "class", "player"} {
			values := map[string]string{whom: "1"}
			for key := range all {
				if key != "bot" && key != "class" && key != "player" {
					values[key] = "1"
				}
			}
			var src []string
			for key, value := range values {
				src = append(src, fmt.Sprintf("%q: %s", key, value))
			}
			doc, err := markup.ParseJSONLine("c", 1, []byte("{"+strings.Join(src, ", ")+"}"), markup.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var l syntax.List
			o := doc.Object(&l, "a command")
			k.decode(&commandDecoder{list: &l, o: o})
			for _, e := range o.Unknown() {
				delete(values, e.Key)
			}
			for key := range values {
				read[key] = true
			}
		}
		for key := range all {
			if listed := slices.ContainsFunc(k.keys, func(c commandKey) bool { return c.name == key }); listed != read[key] {
				t.Errorf("%s: the key %s is read: %v, and is in the table: %v", k.name, key, read[key], listed)
			}
		}
	}
}

// TestCommandsPage holds the page to the table: each section begins with what the command
// does, and lists its keys; -update writes the keys.
func TestCommandsPage(t *testing.T) {
	const file = "../../docs/commands.md"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(src), "\n### ")
	rest, after, found := strings.Cut(rest, "\n## The replies")
	sections := strings.Split(rest, "\n### ")
	if !found || len(sections) != len(commands) {
		t.Fatalf("%d sections, wanted one for each of %d commands", len(sections), len(commands))
	}
	for i, k := range commands {
		name, text, _ := strings.Cut(sections[i], "\n\n")
		if name != "`"+k.name+"`" {
			t.Fatalf("section %d is of %s, wanted %s", i, name, k.name)
		}
		if !strings.HasPrefix(strings.Join(strings.Fields(text), " "), k.doc) {
			t.Errorf("%s begins otherwise than %q", name, k.doc)
		}
		const head = "| key | meaning |\n| --- | --- |\n"
		above, table, has := strings.Cut(text, head)
		if has != (len(k.keys) > 0) {
			t.Errorf("%s has a table of keys: %v", name, has)
		}
		if _, below, _ := strings.Cut(table, "\n\n"); has {
			var rows strings.Builder
			for _, key := range k.keys {
				fmt.Fprintf(&rows, "| `%s` | %s |\n", key.name, key.meaning)
			}
			text = above + head + rows.String() + "\n" + below
		}
		sections[i] = name + "\n\n" + text
	}
	want := before + "\n### " + strings.Join(sections, "\n### ") + "\n## The replies" + after
	if want == string(src) {
		return
	}
	if !*update {
		t.Fatal("docs/commands.md lists other keys than the program: go test ./session -run CommandsPage -update")
	}
	if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}
