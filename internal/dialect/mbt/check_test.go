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

// Of a node with an attribute that nobody knows, one of another kind and one that its check
// refuses, all are told at once; what the check says of the refused one is not.
func TestAttributesAreToldInOneRound(t *testing.T) {
	reg := asking()
	err := reg.AddAction(host.Action{
		Name: "Gate", Tick: missing,
		Params: []host.Param{{Name: "width", Kind: host.Number}, {Name: "height", Kind: host.Number}, {Name: "name", Kind: host.String}},
		Check: func(s *host.Site) error {
			if s.Args[2].Text()[0] == 'x' {
				return errors.New("a name that begins so")
			}
			return errors.Join(s.ErrorAt(0, "too narrow"), s.ErrorAt(1, "too low"), errors.New("no gate"))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	told := func(attributes string) string {
		var l syntax.List
		Load("t.xml", []byte("<BehaviorTree><Root><Gate "+attributes+"/></Root></BehaviorTree>"), reg, &l)
		var all []string
		for _, e := range append(l.Errors, l.Notices...) {
			all = append(all, e.Error())
		}
		return strings.Join(all, "|")
	}
	for attributes, want := range map[string]string{
		`width="w" height="1" nam="y" name="a"`: `t.xml:1:34: width: wanted a number, found "w"|t.xml:1:45: too low|t.xml:1:48: <Gate> ignores the attribute "nam"; did you mean "name"?`,
		`width="w" height="1" name=""`:          `t.xml:1:34: width: wanted a number, found "w"`, // and the check panics
		`width="1" name="a"`:                    `t.xml:1:21: <Gate> without height, wanted a number|t.xml:1:34: too narrow`,
		`width="1" height="2" name="a" x="1"`:   `t.xml:1:34: too narrow|t.xml:1:45: too low|t.xml:1:21: <Gate>: no gate|t.xml:1:57: <Gate> ignores the attribute "x"; it reads height, name, width`,
	} {
		if got := told(attributes); got != want {
			t.Errorf("%s:\n%s\nwanted\n%s", attributes, got, want)
		}
	}
}

// What is meant is told of what other systems write.
func TestOtherSystemsAreNamed(t *testing.T) {
	for src, want := range map[string]string{
		`<BehaviorTree><Root><AssertCondition condition="~$fights"/></Root></BehaviorTree>`:                "t.xml:1:49: condition \"~$fights\": found \"~\", wanted a variable, true, false, ! or (; write !",
		`<BehaviorTree><Root><AssertCondition condition="a and $b"/></Root></BehaviorTree>`:                `; variables are written by their names alone`,
		`<SelectionTrees><SelectionTree name="A"><Priority name="Root"/></SelectionTree></SelectionTrees>`: `found <SelectionTrees>, wanted <BehaviorTree> with a <Root> in it; selection trees are an older system`,
	} {
		var l syntax.List
		Load("t.xml", []byte(src), asking(), &l)
		if err := l.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %s", src, err, want)
		}
	}
}

// What Lua compares is told with its own signs.
func TestSignsOfLua(t *testing.T) {
	p := mustLoad(t, asking(), "", `<Sequence><AssertLua code="return entity.id ~= 4 and entity.id &lt; 5"/><Halt/></Sequence>`)
	pl := newPlayer(p, &world{}, 1)
	all := &reasons{visits: visits{sem: p.Semantics.(*semantics), last: map[string]host.Status{}}}
	pl.Trace = all
	pl.step()
	if got := all.list[0].Text(nil); all.n < 2 || got != "entity.id: 1 ~= 4" {
		t.Errorf("it tells %q", got)
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
	Prelude(reg, "own.lua", "function Ready(x) return x ~= nil and x > 3 end")
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
