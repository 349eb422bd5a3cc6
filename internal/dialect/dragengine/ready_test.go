package dragengine_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
)

// rule writes an action with parameters: "name key=value key=value".
func rule(spec string) string {
	name, rest, _ := strings.Cut(spec, " ")
	return `<action name="` + name + `">` + params(rest) + `</action>`
}

func params(spec string) string {
	text := ""
	for _, p := range strings.Fields(spec) {
		key, value, _ := strings.Cut(p, "=")
		text += `<parameter name="` + key + `">` + value + `</parameter>`
	}
	return text
}

// asks writes a rule that succeeds when a condition is true.
func asks(spec string) string {
	name, rest, _ := strings.Cut(spec, " ")
	return `<success><condition>` + name + `</condition>` + params(rest) + `</success>`
}

func sequence(rules ...string) string {
	return `<sequence id="r">` + strings.Join(rules, "") + `</sequence>`
}

func TestUpdateParameter(t *testing.T) {
	const entry = "fear"
	for _, c := range []struct {
		name   string
		update dragengine.UpdateParameter
		had    string // text of the entry before; "" for none
		params string
		want   float64
	}{
		{"set", dragengine.UpdateParameter{Do: dragengine.Set, Value: 2.5}, "7", "", 2.5},
		{"set without a value before", dragengine.UpdateParameter{Do: dragengine.Set, Value: 2.5}, "", "", 2.5},
		{"add", dragengine.UpdateParameter{Do: dragengine.Add, Value: 2}, "7", "", 9},
		{"add to the default", dragengine.UpdateParameter{Do: dragengine.Add, Value: 2, Default: 5}, "", "", 7},
		{"the default is for no value alone", dragengine.UpdateParameter{Do: dragengine.Add, Value: 2, Default: 5}, "0", "", 2},
		{"multiply", dragengine.UpdateParameter{Do: dragengine.Multiply, Value: -2}, "1.5", "", -3},
		{"from another entry", dragengine.UpdateParameter{Do: dragengine.Add, Value: 2, Other: "hunger"}, "7", "", 11},
		{"another entry without a value", dragengine.UpdateParameter{Do: dragengine.Add, Value: 2, Other: "thirst"}, "7", "", 9},
		{"from the rule", dragengine.UpdateParameter{Value: 2, Other: "hunger", Parameter: "by"}, "7", "by=6.5x", 6.5},
		{"the rule does not say", dragengine.UpdateParameter{Value: 2, Other: "hunger", Parameter: "by"}, "7", "to=6", 4},
		{"a text that is no number", dragengine.UpdateParameter{Do: dragengine.Add, Value: 1}, "much", "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t)
			c.update.Entry = entry
			g.action(c.update.Action("update"))
			g.load(sequence(rule("update " + c.params)))
			g.set("hunger", "4")
			if c.had != "" {
				g.set(entry, c.had)
			}
			g.want(host.Success, "")
			if got, ok := g.bot.Parameter(entry); !ok || got != c.want {
				t.Errorf("got %v, %v, want %v", got, ok, c.want)
			}
		})
	}
}

// set gives an entry a text; one that the tree does not mention stays out.
func (g *game) set(name, text string) {
	_ = g.bot.SetParameter(name, text)
}

func TestCompare(t *testing.T) {
	type compare = dragengine.Compare
	for _, c := range []struct {
		kind   string
		c      compare
		had    string // text of the entry; "" for none
		params string
		want   bool
	}{
		{"bool", compare{Value: 1}, "true", "", true},
		{"bool", compare{Value: 1}, "yes", "", true},
		{"bool", compare{Value: 1}, "1", "", true},
		{"bool", compare{Value: 1}, "TRUE", "", false},
		{"bool", compare{Value: 1}, "2", "", false},
		{"bool", compare{Value: 0}, "no", "", true},
		{"bool", compare{Value: 1, Is: dragengine.NotEqual}, "true", "", false},
		{"bool", compare{Value: 1, Is: dragengine.NotEqual}, "", "", true},
		{"bool", compare{Value: 1, Default: 1}, "", "", true},
		{"bool", compare{Other: "o"}, "true", "", false}, // o is 3
		{"bool", compare{Parameter: "p"}, "true", "p=true", true},
		{"bool", compare{Parameter: "p"}, "true", "p=yes", false}, // of a rule, true alone is true
		{"bool", compare{Value: 1, Negated: true}, "true", "", false},
		{"int", compare{Value: 3}, "3.9", "", true},
		{"int", compare{Value: 3}, "-3e2", "", false},
		{"int", compare{Value: -3}, "-3e2", "", true},
		{"int", compare{Value: 3, Is: dragengine.NotEqual}, "4", "", true},
		{"int", compare{Value: 3, Is: dragengine.LessThan}, "3", "", false},
		{"int", compare{Value: 3, Is: dragengine.LessThan}, "2", "", true},
		{"int", compare{Value: 3, Is: dragengine.LessThanOrEqual}, "3", "", true},
		{"int", compare{Value: 3, Is: dragengine.GreaterThan}, "3", "", false},
		{"int", compare{Value: 3, Is: dragengine.GreaterThan}, "4", "", true},
		{"int", compare{Value: 3, Is: dragengine.GreaterThanOrEqual}, "3", "", true},
		{"int", compare{Value: 3, Default: 3}, "", "", true},
		{"int", compare{Other: "o"}, "3", "", true},
		{"int", compare{Value: 9, Other: "absent"}, "9", "", true},
		{"int", compare{Parameter: "p"}, "4", "p=4.9", true},
		{"int", compare{Value: 3, Is: dragengine.LessThan, Negated: true}, "3", "", true},
		{"int", compare{Value: 1<<24 + 1}, "16777217", "", true}, // more than a float holds
		{"int", compare{Value: 1<<24 + 1}, "16777216", "", false},
		{"int", compare{Parameter: "p"}, "16777217", "p=16777217", true},
		{"int", compare{Value: 1<<24 + 1, Default: 1<<24 + 1}, "", "", true},
		{"float", compare{Value: 3}, "3.00009", "", true},
		{"float", compare{Value: 3}, "3.0002", "", false},
		{"float", compare{Value: 3, Is: dragengine.NotEqual}, "3.0002", "", true},
		{"float", compare{Value: 3, Is: dragengine.LessThan}, "2.99995", "", false},
		{"float", compare{Value: 3, Is: dragengine.LessThan}, "2.9998", "", true},
		{"float", compare{Value: 3, Is: dragengine.LessThanOrEqual}, "3.00005", "", true},
		{"float", compare{Value: 3, Is: dragengine.LessThanOrEqual}, "3.0002", "", false},
		{"float", compare{Value: 3, Is: dragengine.GreaterThan}, "3.00005", "", false},
		{"float", compare{Value: 3, Is: dragengine.GreaterThan}, "3.0002", "", true},
		{"float", compare{Value: 3, Is: dragengine.GreaterThanOrEqual}, "2.99995", "", true},
		{"float", compare{Value: 3, Is: dragengine.GreaterThanOrEqual}, "2.9998", "", false},
		{"float", compare{Value: 2.5, Default: 2.5}, "", "", true},
		{"float", compare{Other: "o"}, "3", "", true},
		{"float", compare{Parameter: "p"}, "2.5", "p=2.5m", true},
		{"float", compare{Value: 3, Negated: true}, "3", "", false},
	} {
		t.Run(c.kind+" "+c.had+" "+c.params, func(t *testing.T) {
			g := newGame(t)
			c.c.Entry = "e"
			switch c.kind {
			case "bool":
				g.condition(c.c.Bool("compare"))
			case "int":
				g.condition(c.c.Int("compare"))
			case "float":
				g.condition(c.c.Float("compare"))
			}
			g.load(sequence(asks("compare " + c.params)))
			g.set("o", "3")
			if c.had != "" {
				g.set("e", c.had)
			}
			s, _ := g.step()
			if (s == host.Success) != c.want {
				t.Errorf("%+v: %v, want %v", c.c, s, c.want)
			}
		})
	}
}

func TestTriggers(t *testing.T) {
	table := dragengine.NewTriggers()
	g := newGame(t)
	for name, do := range map[string]dragengine.Pulse{
		"fire": dragengine.Fire, "reset": dragengine.Reset, "pulse": dragengine.PulseOnce, "fullReset": dragengine.FullReset,
	} {
		g.action(dragengine.UseTrigger{Table: table, Name: "alarm", Do: do}.Action(name))
	}
	states := map[string]dragengine.Firing{
		"fired": dragengine.Fired, "notFired": dragengine.NotFired, "everFired": dragengine.EverFired, "neverFired": dragengine.NeverFired,
	}
	for name, is := range states {
		g.condition(dragengine.AskTrigger{Table: table, Name: "alarm", Is: is}.Condition(name))
	}
	for i, c := range []struct{ do, want string }{
		{"", "notFired neverFired"},
		{"reset", "notFired neverFired"},
		{"fire", "fired everFired"},
		{"fire", "fired everFired"},
		{"reset", "notFired everFired"},
		{"pulse", "notFired everFired"},
		{"fullReset", "notFired neverFired"},
		{"pulse", "notFired everFired"},
	} {
		rules := []string{}
		if c.do != "" {
			rules = append(rules, rule(c.do))
		}
		for name := range states {
			wanted := strings.Contains(" "+c.want+" ", " "+name+" ")
			mode := map[bool]string{true: "allTrue", false: "allFalse"}[wanted]
			rules = append(rules, `<success><conditionMode>`+mode+`</conditionMode><condition>`+name+`</condition></success>`)
		}
		g.load(sequence(rules...))
		if s, _ := g.step(); s != host.Success {
			t.Errorf("%d: after %q not %q", i, c.do, c.want)
		}
		for name, is := range states {
			if got := table.Is("alarm", is); got != strings.Contains(" "+c.want+" ", " "+name+" ") {
				t.Errorf("%d: after %q, %s is %v", i, c.do, name, got)
			}
		}
	}
	if g.pool.Local() {
		t.Error("a tree with a table that all bots share may run on any worker")
	}
	if table.Is("nobody", dragengine.Fired) || !table.Is("nobody", dragengine.NeverFired) {
		t.Error("a trigger that nobody named has fired")
	}
	if table.Use("siren", dragengine.Fire); !table.Is("siren", dragengine.Fired) {
		t.Error("the siren did not fire")
	}
}

func TestSendGlobalEvent(t *testing.T) {
	g := newGame(t)
	g.action(dragengine.SendGlobalEvent{Name: "noise", Source: "bot", Data: "loud"}.Action("shout"))
	g.action(dragengine.SendGlobalEvent{Name: "silence"}.Action("hush"))
	var got []host.Announcement
	for range 2 {
		g.reg.Listen("noise", func(_ host.World, a host.Announcement) { got = append(got, a) })
	}
	g.load(sequence(rule("shout"), rule("hush")))
	g.want(host.Success, "")
	want := host.Announcement{Name: "noise", Source: "bot", Data: host.StringValue("loud")}
	if len(got) != 2 || got[0] != want || got[1] != want {
		t.Errorf("heard %v", got)
	}
	g.reg.Listen("silence", func(host.World, host.Announcement) { panic("ouch") })
	g.want(host.Success, "")
	if len(g.faults) != 1 || !strings.Contains(g.faults[0], `panic in a listener for "silence": ouch`) {
		t.Errorf("reported %q", g.faults)
	}
}

func TestCombine(t *testing.T) {
	for _, c := range []struct {
		mode  dragengine.Mode
		names string
		holds string // by the conditions that are true: neither, day, day and near
	}{
		{dragengine.AllTrue, "day near", "001"},
		{dragengine.AnyTrue, "day near", "011"},
		{dragengine.AnyFalse, "day near", "110"},
		{dragengine.AllFalse, "day near", "100"},
		{dragengine.AnyTrue, "nobody", "000"},
		{dragengine.AllFalse, "nobody", "111"},
		{dragengine.AllTrue, "", "111"},
		{dragengine.AnyTrue, "", "111"},
		{dragengine.AnyFalse, "", "111"},
		{dragengine.AnyTrue, "near inner", "110"},
	} {
		g := newGame(t)
		g.condition(dragengine.Combine{Mode: dragengine.AnyFalse, Conditions: []string{"day", "near"}}.Condition("inner"))
		g.condition(dragengine.Combine{Mode: c.mode, Conditions: strings.Fields(c.names)}.Condition("outer"))
		g.load(sequence(asks("outer")))
		if c.mode == dragengine.AnyTrue && strings.Contains(c.names, "inner") {
			c.holds = "111" // near itself makes the third true
		}
		got := ""
		for _, on := range []string{"", "day", "day near"} {
			g.holds = map[string]bool{}
			for _, name := range strings.Fields(on) {
				g.holds[name] = true
			}
			s, _ := g.step()
			got += map[bool]string{true: "1", false: "0"}[s == host.Success]
		}
		if got != c.holds {
			t.Errorf("%v of %q: %s, want %s", c.mode, c.names, got, c.holds)
		}
		if !g.pool.Local() {
			t.Error("a combination of conditions that may run on any worker may not")
		}
	}
}

func TestConditionAction(t *testing.T) {
	g := newGame(t)
	g.action(dragengine.ConditionAction("isDay", "day"))
	g.load(rule("isDay"))
	g.want(host.Failure, "")
	g.holds["day"] = true
	g.want(host.Success, "")
}

// Steps of the behaviours: each case is rules that run in one sequence, tick by
// tick, with a tenth of a second between two.
func TestBehaviors(t *testing.T) {
	running := func(n int) string { return strings.Repeat("running ", n) }
	for _, c := range []struct {
		name  string
		rules []string
		want  string // statuses of the ticks
	}{
		{"a flag is off", []string{rule("flags.check flag=f")}, "failure"},
		{"a flag is set", []string{rule("flags.set flag=f"), rule("flags.check flag=f")}, "success"},
		{"a flag is cleared", []string{rule("flags.set flag=f"), rule("flags.set flag=f clear=no"), rule("flags.check flag=f cleared=")}, "success"},
		{"flags have names", []string{rule("flags.set flag=f"), rule("flags.check flag=g")}, "failure"},
		{"a check waits", []string{rule("flags.check flag=f wait=")}, running(2)},
		{"a check resets", []string{rule("flags.set flag=f"), rule("flags.check flag=f reset="), rule("flags.check flag=f cleared= reset="), rule("flags.check flag=f")}, "success"},
		{"a check that fails resets nothing", []string{`<choice>` + rule("flags.check flag=f reset=") + `<success/></choice>`, rule("flags.check flag=f")}, "failure"},
		{"the state of a flag", []string{asks("flags.state flag=f flags.cleared="), rule("flags.set flag=f"), asks("flags.state flag=f")}, "success"},
		{"a timer runs", []string{rule("timer.start timeout=0.3"), rule("timer.wait")}, running(3) + "success"},
		{"timers have names", []string{rule("timer.start timer=a timeout=9"), rule("timer.wait timer=b")}, "success"},
		{"a timer that nobody started", []string{rule("timer.wait")}, "success"},
		{"no timer runs", []string{rule("timer.running")}, "failure"},
		{"no timer has finished", []string{rule("timer.finished")}, "failure"},
		{"a timer is running", []string{rule("timer.start timeout=1"), rule("timer.running"), asks("timer.running")}, "success"},
		{"a timer is not finished", []string{rule("timer.start timeout=1"), rule("timer.finished")}, "failure"},
		{"a timer is finished", []string{rule("timer.start timeout=0"), rule("timer.finished"), asks("timer.finished"), `<success><conditionMode>allFalse</conditionMode><condition>timer.running</condition></success>`}, "success"},
		{"a timer is stopped", []string{rule("timer.start timeout=9"), rule("timer.stop"), rule("timer.wait"), rule("timer.running")}, "failure"},
		{"a random timer", []string{rule("timer.start timeout.lower=0.25 timeout.upper=0.39"), rule("timer.wait")}, running(3)},
		{"an integer is set", []string{rule("parameterTable.set name=n value=4.7"), rule("parameterTable.check name=n value=4")}, "success"},
		{"set, then more, then less", []string{rule("parameterTable.set name=n value=4 value.decrement=1 value.increment=10"), rule("parameterTable.check name=n value=13")}, "success"},
		{"more of nothing", []string{rule("parameterTable.set name=n value.increment=2"), rule("parameterTable.set name=n value.increment=2"), rule("parameterTable.check name=n value=4")}, "success"},
		{"absent is 0", []string{rule("parameterTable.check name=n value=0")}, "success"},
		{"all tests hold", []string{rule("parameterTable.check name=n value.not=1 value.less=1 value.greater=-1")}, "success"},
		{"not", []string{rule("parameterTable.check name=n value.not=0")}, "failure"},
		{"less", []string{rule("parameterTable.check name=n value.less=0")}, "failure"},
		{"greater", []string{rule("parameterTable.check name=n value.greater=0")}, "failure"},
		{"no test", []string{rule("parameterTable.check name=n")}, "success"},
		{"a check of the table waits", []string{rule("parameterTable.check name=n value=1 wait=")}, running(2)},
		{"a condition has prefixes", []string{asks("parameterTable.check name=n value=7 parameterTable.value=0")}, "success"},
		{"a condition is false", []string{asks("parameterTable.check name=n parameterTable.value.greater=0")}, "failure"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t)
			if err := dragengine.AddBehaviors(g.reg); err != nil {
				t.Fatal(err)
			}
			g.load(sequence(c.rules...))
			want := strings.Fields(c.want)
			for i, w := range want {
				if s, _ := g.step(); s.String() != w {
					t.Errorf("tick %d: %v, want %s", i, s, w)
				}
			}
		})
	}
}

// The tables are the bot's own memory: they are saved with it, and a game reads
// and writes them.
func TestTables(t *testing.T) {
	g := newGame(t)
	if err := dragengine.AddBehaviors(g.reg); err != nil {
		t.Fatal(err)
	}
	g.load(sequence(rule("flags.check flag=f"), rule("parameterTable.set name=n value.increment=2")))
	if _, ok := g.bot.Parameter("n"); ok {
		t.Error("an entry of a new bot has a value")
	}
	if err := g.bot.SetParameter("n", " 4.5 apples"); err != nil {
		t.Fatal(err)
	}
	if err := g.bot.SetFlag("f", true); err != nil {
		t.Fatal(err)
	}
	k := g.bot.Backup()
	g.want(host.Success, "")
	if got, _ := g.bot.Parameter("n"); got != 6 { // integers, both
		t.Errorf("n is %v, want 6", got)
	}
	if err := g.bot.Undo(k); err != nil {
		t.Fatal(err)
	}
	if got, _ := g.bot.Parameter("n"); got != 4.5 {
		t.Errorf("n is %v, want 4.5", got)
	}
	if err := g.bot.SetFlag("f", false); err != nil || g.bot.Flag("f") {
		t.Errorf("the flag is %v, %v", g.bot.Flag("f"), err)
	}
	g.want(host.Failure, "")
	if got := text(g.bot.SetParameter("m", "")); got != `unknown parameter "m"; did you mean "n"?` && got != `unknown parameter "m"` {
		t.Errorf("an entry that the tree does not have: %s", got)
	}
	if g.bot.SetFlag("g", true) == nil || g.bot.Flag("g") {
		t.Error("a flag that the tree does not have")
	}
}

// A ready-made action counts as what the bot did; one outside of these trees
// fails and says so.
func TestReadyMadeActionsAreActions(t *testing.T) {
	g := newGame(t)
	if err := dragengine.AddBehaviors(g.reg); err != nil {
		t.Fatal(err)
	}
	g.load(sequence(rule("A"), rule("flags.set flag=f")))
	g.want(host.Success, "A")
	if got := strings.Join(g.decided, " "); got != "A flags.set" {
		t.Errorf("decided %s", got)
	}
	g.decided = nil
	g.load(rule("flags.check flag=f"))
	g.want(host.Failure, "")
	if len(g.decided) > 0 {
		t.Errorf("an action that failed counts: %q", g.decided)
	}
	g.load(`<action id="r" name="flags.check"><parameter name="wait"/></action>`)
	g.want(host.Running, "")
	if p, err := g.bot.Save(); err != nil || p.FirstRun {
		t.Errorf("after its first run: %+v, %v", p, err)
	}
	g.faults = nil
	a := dragengine.BehaviorActions()[0]
	f := dragengine.BehaviorConditions()[0]
	c := &host.Call{World: g.world}
	*host.RuntimeOf(c) = host.Runtime{Action: &a, Source: g.pool.Program().Tree}
	if s := a.Tick(c); s != host.Failure || f.Eval(c).Bool() || len(g.faults) != 2 {
		t.Errorf("elsewhere: %v, reported %q", s, g.faults)
	}
}
