package mbt

import (
	"errors"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A check points at the value of an attribute, and is asked in the round in which elements are
// refused.
func TestChecksPointAtValues(t *testing.T) {
	reg := asking()
	number := func(name string) host.Param {
		return host.Param{Name: name, Kind: host.Number, Optional: true, Default: host.NumberValue(1)}
	}
	a := host.Action{
		Name: "Gate", Params: []host.Param{number("width"), number("height")}, Tick: missing,
		Elements: []host.Element{{Name: "Bar", Least: 1, Params: []host.Param{number("size")}}},
		Check: func(s *host.Site) error {
			var all []error
			for i, v := range s.Args {
				if v.Number() < 1 {
					all = append(all, s.ErrorAt(i, "%s: found %v, wanted 1 or more", s.Params[i].Name, v))
				}
			}
			for _, bar := range s.Items {
				if bar.Args[0].Number() < 1 {
					all = append(all, bar.ErrorAt(0, "too small"))
				}
			}
			return errors.Join(all...)
		},
	}
	if err := reg.AddAction(a); err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	Load("t.xml", []byte("<BehaviorTree><Root><Gate\n width=\"0\"\n height=\"-1\">\n<Bar size=\"0\"/>\n<Bra/><Bar size=\"x\"/></Gate></Root></BehaviorTree>"), reg, &l)
	for _, want := range []string{"t.xml:2:9: width: found 0", "t.xml:3:10: height: found -1", "t.xml:4:12: too small", "t.xml:5:1: found <Bra>", "t.xml:5:18: size: wanted a number"} {
		if !strings.Contains(l.Err().Error(), want) {
			t.Errorf("no %q in\n%v", want, l.Err())
		}
	}
	if len(l.Errors) != 5 {
		t.Errorf("%d errors, wanted 5", len(l.Errors))
	}
	if err := host.SiteIn(reg, host.Site{}).ErrorAt(0, "far"); err.Error() != "far" {
		t.Errorf("%v, of a site without places", err)
	}
}

// reasons takes down what a tree tells of its answers.
type reasons struct {
	visits
	list [8]host.Reason
	n    int
}

func (r *reasons) Reason(int32, tree.NodeID) *host.Reason {
	r.n++
	return &r.list[r.n-1]
}

func (r *reasons) Reasons(int32, tree.NodeID) []host.Reason { return r.list[:r.n] }

// What the game's own script compares is no reason of a tree.
func TestThePreludeGivesNoReasons(t *testing.T) {
	reg := asking()
	if err := Prelude(reg, "own.lua", []byte("function Ready(x) return x ~= nil and x > 3 end")); err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, reg, "", `<Sequence><AssertLua code="return Ready(4) and entity.id == 1"/><Halt/></Sequence>`)
	pl := newPlayer(p, &world{}, 1)
	all := &reasons{visits: visits{sem: p.Semantics.(*semantics), last: map[string]host.Status{}}}
	pl.Trace = all
	pl.step()
	var told []string
	for _, r := range all.list[:all.n] {
		told = append(told, r.What)
	}
	if got := strings.Join(told, "; "); got != "entity.id; its Lua answers" {
		t.Errorf("it tells %q", got)
	}
}
