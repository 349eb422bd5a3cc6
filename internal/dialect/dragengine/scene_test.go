package dragengine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func offer(t *testing.T, reg *host.Registry, src string) error {
	t.Helper()
	doc, err := markup.ParseYAML("scene.yaml", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	dragengine.Offer(doc.Get("actions"), doc.Get("conditions"), reg, &l)
	return l.Err()
}

// Everything that is ready-made can be had without Go.
func TestOffer(t *testing.T) {
	g := newGame(t)
	if dragengine.TablesOf(g.reg) != nil {
		t.Error("tables that nobody has made")
	}
	err := offer(t, g.reg, `
actions:
  calm: { kind: parameterTable, entry: fear, set: 0 }
  scare: { kind: parameterTable, entry: fear, add: 2, default: 1, parameter: fear.by }
  double: { kind: parameterTable, entry: fear, multiply: two }
  two: { kind: parameterTable, entry: two, set: 2 }
  ring: { kind: trigger, trigger: bell }
  hush: { kind: trigger, trigger: bell, do: fullReset }
  shout: { kind: globalEvent, event: noise, source: bot, data: loud }
  isDay: { kind: condition, condition: day }
  flag: { kind: flags.set }
conditions:
  afraid: { kind: parameterTable, entry: fear, greaterThan: 3 }
  calm: { kind: parameterTable, entry: fear, equal: 0, default: 7, type: int }
  brave: { kind: parameterTable, entry: fear, lessThan: two, negated: true }
  tame: { kind: parameterTable, entry: tame, equal: true, default: true }
  rang: { kind: trigger, trigger: bell, is: everFired }
  all: { kind: combine, mode: allTrue, conditions: [afraid, rang] }
  flag: { kind: flags.state }
`)
	if err != nil {
		t.Fatal(err)
	}
	tables := dragengine.TablesOf(g.reg)
	heard := ""
	g.reg.Listen("noise", func(_ host.World, a host.Announcement) { heard += a.Source + a.Data.Text() })
	not := func(name string) string {
		return `<success><conditionMode>allFalse</conditionMode><condition>` + name + `</condition></success>`
	}
	g.holds["day"] = true
	g.load(sequence(
		not("calm"), asks("tame"), not("rang"),
		rule("scare"), not("afraid"), // 1 + 2
		rule("scare fear.by=1"), asks("afraid"), // 4
		rule("ring"), asks("rang"), asks("all"),
		rule("two"), rule("double"), asks("brave"), // 8, not less than 2
		rule("calm"), asks("calm"),
		rule("hush"), not("rang"), not("all"),
		rule("shout"), rule("isDay"), rule("flag flag=f"), asks("flag flag=f"),
	))
	g.want(host.Success, "")
	if heard != "botloud" {
		t.Errorf("heard %q", heard)
	}
	if tables.Triggers.Use("bell", dragengine.Fire); !dragengine.TablesOf(g.reg).Triggers.Is("bell", dragengine.Fired) {
		t.Error("other tables than those of the actions")
	}
}

func TestOfferRefuses(t *testing.T) {
	reg := &host.Registry{}
	err := offer(t, reg, `
actions:
  a: { kind: parameterTabel, entry: x }
  b: { entry: x }
  c: 3
  d: { kind: parameterTable, entry: x }
  e: { kind: parameterTable, set: 1, add: 2 }
  f: { kind: trigger, trigger: t, do: explode }
  g: { kind: trigger, name: t }
  h: { kind: parameterTable, entry: x, set: [1] }
  i: { kind: parameterTable, entry: x, set: 1e39 }
  j: { kind: flags.set, flag: f }
  "": { kind: flags.set }
conditions:
  a: { kind: combine, conditions: [b, 3] }
  b: { kind: combine }
  c: { kind: parameterTable, entry: x, lessThan: true }
  d: { kind: parameterTable, entry: x, equal: 1, type: double }
  e: { kind: globalEvent }
  f: { kind: trigger, trigger: t, is: ringing }
  g: { kind: parameterTable, entry: x, equal: 1, default: y }
`)
	want := strings.TrimSpace(`
scene.yaml:3:14: kind: wanted parameterTable, trigger, globalEvent, condition, flags.set, flags.check, timer.start, timer.stop, timer.wait, timer.running, timer.finished, parameterTable.set or parameterTable.check, found "parameterTabel"; did you mean "parameterTable"?
scene.yaml:4:6: a ready-made action has no key "kind", wanted a string
scene.yaml:5:6: a ready-made action: wanted a map, found a number
scene.yaml:6:6: wanted one of set, add, multiply
scene.yaml:7:6: a ready-made action has no key "entry", wanted a string
scene.yaml:7:38: add beside set, wanted one of them
scene.yaml:8:39: do: wanted fire, reset, pulse or fullReset, found "explode"
scene.yaml:9:6: a ready-made action has no key "trigger", wanted a string
scene.yaml:9:23: unknown key "name" in a ready-made action; wanted one of kind, trigger, do
scene.yaml:10:45: set: wanted a number, true, false or the name of another entry, found a list
scene.yaml:11:45: set: wanted a finite number of single precision, found 1e+39
scene.yaml:12:25: unknown key "flag" in a ready-made action; wanted kind
scene.yaml:13:3: action without a name
scene.yaml:15:39: conditions: wanted a list of names, found 3 in it
scene.yaml:16:6: a combination has no key "conditions", wanted a list of names
scene.yaml:17:40: lessThan: truth values are compared by equal and notEqual
scene.yaml:18:56: type: wanted bool, int or float, found "double"
scene.yaml:19:14: kind: wanted parameterTable, trigger, combine, flags.state, timer.running, timer.finished or parameterTable.check, found "globalEvent"
scene.yaml:20:39: is: wanted fired, notFired, everFired or neverFired, found "ringing"
scene.yaml:21:59: default: wanted a number, true or false, found "y"`)
	if diff := cmp.Diff(want, text(err)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := offer(t, reg, "actions: [a]\nconditions: { a: { kind: flags.state } }"); err == nil || !strings.Contains(err.Error(), "actions: wanted a map of names, found a list") {
		t.Errorf("a list: %v", err)
	}
	if err := offer(t, &host.Registry{}, "{}"); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

// What a scene describes comes before what the game offers by the same name.
func TestOfferTakesThePlaceOfANameOfTheGame(t *testing.T) {
	var reg host.Registry
	own := reg.Overlay("dragengine")
	if err := own.AddAction(host.Action{Name: "wait", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
		t.Fatal(err)
	}
	if err := own.AddFunc(host.Func{Name: "late", Eval: func(*host.Call) host.Value { return host.NullValue }}); err != nil {
		t.Fatal(err)
	}
	err := offer(t, &reg, "actions: { wait: { kind: timer.wait } }\nconditions: { late: { kind: timer.finished } }")
	if err != nil || own.Action("wait").Payload == nil || own.Func("late").Payload == nil {
		t.Errorf("error %v, actions %v, conditions %v", err, own.Action("wait"), own.Func("late"))
	}
}
