package scenes_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// wantRefusal loads a scene that must be refused soon, with just these errors.
func wantRefusal(t *testing.T, name string, want ...string) {
	t.Helper()
	began := cputime.Now()
	s, err := scenes.Load(name, scenes.Options{})
	if d := cputime.Now() - began; d > deadline {
		t.Errorf("%s: took %v", name, d)
	}
	var list syntax.ErrorList
	if s != nil || !errors.As(err, &list) {
		t.Fatalf("%s: a scene %v and an error of type %T: %v", name, s != nil, err, err)
	}
	if got := err.Error(); got != strings.Join(want, "\n") {
		t.Errorf("%s: got\n%s\nwanted\n%s", name, got, strings.Join(want, "\n"))
	}
}

// nodes returns a tree of sequences within each other, the last one empty.
func nodes(depth int) string {
	return strings.Repeat("{kind: sequence, children: [", depth) + strings.Repeat("]}", depth)
}

// list is n items of a list of a scene, made by a format with their number.
func list(key string, n int, format string) string {
	var b strings.Builder
	b.WriteString(key + ":\n")
	for i := range n {
		fmt.Fprintf(&b, "- "+format+"\n", i)
	}
	return b.String()
}

func TestHostileText(t *testing.T) {
	t.Chdir(t.TempDir())
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i <= 9; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	for _, c := range []struct {
		name, src string
		want      string
	}{
		{"control.yaml", "name: \"a\x07b\"\nbots: []\n", "control.yaml:1:9: control character U+0007"},
		{"control.json", "{\"bots\": [],\n \"name\": \"a\x00b\"}", "control.json:2:12: control character U+0000"},
		{"escaped.json", `{"bots": [], "name": "a\u0007b"}`, "escaped.json:1:22: control character U+0007 in a string"},
		{"escaped.yaml", `{bots: [], name: "a\x07b"}`, "escaped.yaml:1:18: control character U+0007 in a string"},
		{"utf8.yaml", "bots: []\nname: caf\xe9\n", "utf8.yaml:2:10: invalid UTF-8: found the byte 0xe9"},
		{"utf8.json", "{\"bots\": [], \"name\": \"\xff\"}", "utf8.json:1:23: invalid UTF-8: found the byte 0xff"},
		{"utf16.yaml", "\xff\xfeb\x00o\x00t\x00s\x00", "utf16.yaml:1:1: found UTF-16 text, wanted UTF-8"},
		{"surrogate.json", `{"bots": [], "name": "\ud800"}`, `surrogate.json:1:22: half of a surrogate pair in a string, wanted two \u escapes in a row`},
		{"binary.yaml", "\x7fELF\x02\x01", "binary.yaml:1:1: control character U+007F\nbinary.yaml:1:5: control character U+0002\nbinary.yaml:1:6: control character U+0001"},
		{"columns.yaml", "bots: [{ id: é, name: \"日本\", sped: 1 }]\n", `columns.yaml:1:29: unknown key "sped" in a bot class; wanted one of id, name, teamId, description, initialState, speedMps, minCount, maxCount, count, start, behavior, tunable, health, armour, regen, sight, weapons, cargo, hunger, respawn, turnRate, paces, radius, home, skill, skills, price, tags, foes, drops`},
		{"windows.yaml", "\ufeffname: Tag\r\nbots: []\r\nsede: 1\r\n", `windows.yaml:3:1: unknown key "sede" in a scene; did you mean "seed"?`},

		{"deep_tree.yaml", "bots:\n- {id: a, name: A, behavior: " + nodes(201) + "}\n", "deep_tree.yaml:2:5630: a tree deeper than 200 nodes"},
		{"deep.yaml", "bots: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "deep.yaml:1:1006: lists and maps nested deeper than 1000 levels"},
		{"deep.json", `{"bots": ` + strings.Repeat("[", 100_000), "deep.json:1:1009: lists and maps nested deeper than 1000 levels"},
		{"laughs.yaml", laughs + "bots: []\n", "laughs.yaml:5:55: aliases expand to more than 100000 values"},
		{"cycle.yaml", "bots:\n- id: a\n  name: A\n  behavior: &b {kind: sequence, children: [*b]}\n", "cycle.yaml:4:44: alias *b is inside the value that it names"},
		{"nodes.yaml", "bots:\n- id: a\n  name: A\n  behavior:\n    kind: sequence\n    children:\n" + strings.Repeat("    - {kind: wander}\n", 70_000), "nodes.yaml:5:5: the tree is too large: more than 65535 nodes"},

		{"teams.yaml", "bots: []\n" + list("teams", 20_000, "id: t%d"), "teams.yaml:1003:3: more than 1000 teams"},
		{"classes.yaml", list("bots", 20_000, "{id: c%d, name: C}"), "classes.yaml:1002:3: more than 1000 bot classes"},
		{"places.yaml", "bots: []\n" + list("places", 20_000, "{id: p%d, at: [0, 0]}"), "places.yaml:10003:3: more than 10000 places"},
		{"rules.yaml", "bots: []\n" + list("rules", 20_000, "{on: contact, from: {a: %d}, to: {}}"), "rules.yaml:1003:3: more than 1000 rules"},
	} {
		if err := os.WriteFile(c.name, []byte(c.src), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Run(c.name, func(t *testing.T) { wantRefusal(t, c.name, c.want) })
	}
}

func TestHostileStateKeys(t *testing.T) {
	t.Parallel()
	var src bytes.Buffer
	src.WriteString("bots: []\nplayerJoinStates:\n")
	for i := range 100_000 {
		fmt.Fprintf(&src, "  k%d: 1\n", i)
	}
	_, err := scenes.Parse("keys.yaml", src.Bytes(), scenes.Options{})
	if want := "keys.yaml:1:1: 100000 different state keys, wanted at most 1000"; err == nil || err.Error() != want {
		t.Errorf("%v, wanted %s", err, want)
	}
}

func TestTreesMayBe200NodesDeep(t *testing.T) {
	parse(t, "bots: [{id: a, name: A, behavior: "+nodes(200)+"}]")
}

func TestNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder.yaml", 0o777); err != nil {
		t.Fatal(err)
	}
	large, err := os.Create("large.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if err := large.Truncate(100 << 20); err != nil {
		t.Skip(err)
	}
	const shipped = "the shipped scenes are bases, bots-vs-humans, camp, chase, cowardly, crowd, delivery, gunship, meadow, monsters, patrol, siege, skirmish, squad, tag, tag.json, wilds"
	for _, c := range []struct{ name, want string }{
		{"folder.yaml", "folder.yaml:1:1: found a directory, wanted a file"},
		{"large.yaml", "large.yaml:1:1: file of 100 MB, wanted at most 16 MB"},
		{"none.yaml", "none.yaml:1:1: no such file"},
		{"none/none.yaml", "none/none.yaml:1:1: no such file"},
		{"tga", `tga:1:1: no such file, and no shipped scene of that name; did you mean "tag"?`},
		{"pong", "pong:1:1: no such file, and no shipped scene of that name; " + shipped},
		{"shipped/tag.yaml", "shipped/tag.yaml:1:1: no such file"},
		{os.DevNull, os.DevNull + ":1:1: found a device, pipe or socket, wanted a file"},
	} {
		wantRefusal(t, c.name, c.want)
	}
}
