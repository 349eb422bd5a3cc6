package mbt

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/golden"
)

// nodeTable is the table of nodes on the page.
func nodeTable() string {
	var b strings.Builder
	b.WriteString("| node | attributes (default) | children | does | answers |\n| --- | --- | --- | --- | --- |\n")
	for _, w := range nodeRows() {
		var attrs []string
		for i := range w.Params {
			attrs = append(attrs, attributeText(&w.Params[i]))
		}
		children := fmt.Sprintf("%d to %d", w.Least, w.Most)
		switch {
		case len(w.Parts) > 0:
			children = "`" + strings.TrimSuffix(strings.Join(w.Parts, "`, `"), "+") + "`"
		case w.Most == words.Any:
			children = fmt.Sprintf("%d or more", w.Least)
		case w.Least == w.Most:
			children = []string{"none", "1"}[w.Most]
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", w.Name, strings.Join(attrs, "; "), children, strings.ReplaceAll(w.Doc, "|", `\|`), strings.ReplaceAll(w.Truth, "|", `\|`))
	}
	return b.String()
}

// attributeText says what an attribute takes.
func attributeText(p *words.Param) string {
	text := "`" + p.Name + "`"
	switch {
	case p.Words != nil:
		text += " " + strings.Join(p.Words, ", ")
	case p.Most != 0 && math.IsInf(p.Most, 1):
		text += fmt.Sprintf(" %v or more", p.Least)
	case p.Most != 0:
		text += fmt.Sprintf(" %v to %v", p.Least, p.Most)
	}
	if p.Unit != "" {
		text += " " + p.Unit
	}
	switch {
	case p.Default != "":
		text += " (" + p.Default + ")"
	case !p.Required:
		text += ", optional"
	}
	return text
}

// The page about the dialect shows trees that load, and has a row for every node.
func TestPage(t *testing.T) {
	src, err := os.ReadFile("../../../docs/mbt.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(src)
	table := regexp.MustCompile(`(?s)<!-- nodes -->\n(.*?)<!-- end of nodes -->`)
	want := "<!-- nodes -->\n" + nodeTable() + "<!-- end of nodes -->"
	if got := table.FindString(page); got != want {
		if !golden.Update() {
			t.Errorf("the table of nodes is old; go test ./internal/dialect/mbt -run Page -update writes it")
		} else {
			page = strings.Replace(page, got, want, 1)
			if err := os.WriteFile("../../../docs/mbt.md", []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	reg := newGame(t)
	for _, name := range []string{"chase_nearest", "wander"} {
		if err := reg.AddAction(host.Action{Name: name, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
			t.Fatal(err)
		}
	}
	blocks := regexp.MustCompile("(?s)```xml\n(.*?)```").FindAllStringSubmatch(page, -1)
	if len(blocks) == 0 {
		t.Error("no trees on the page")
	}
	for _, b := range blocks {
		var l syntax.List
		Load("page.xml", []byte(b[1]), reg, &l)
		if err := l.Err(); err != nil || len(l.Notices) > 0 {
			t.Errorf("%v %v", err, l.Notices)
		}
	}
	for _, b := range regexp.MustCompile("(?s)```lua\n(.*?)```").FindAllStringSubmatch(page, -1) {
		var lib Library
		if err := lib.Add("page.lua", []byte(b[1])); err != nil {
			t.Error(err)
		}
		reg := newGame(t)
		Configure(reg, Config{Lua: &lib})
		p := mustLoad(t, reg, "", `<Sequence><AssertLua code="return Squad.size == 4 and not entity:IsTired()"/><Halt/></Sequence>`)
		w := &world{}
		pool := newPlayer(p, w, 1)
		if pool.step(); pool.Status(0) != host.Running {
			t.Errorf("the library of the page does not do what it says: %q", w.faults)
		}
	}
	for name := range loaders {
		if !regexp.MustCompile("(?m)^\\| .*`" + name + "`").MatchString(page) {
			t.Errorf("no row for %s", name)
		}
	}
	if strings.Contains(page, "\t") {
		t.Error("a tab on the page")
	}
}
