package mbt

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The page about the dialect shows trees that load, and has a row for every node.
func TestPage(t *testing.T) {
	src, err := os.ReadFile("../../../docs/mbt.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(src)
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
