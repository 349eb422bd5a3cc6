package dragengine_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
)

const work = `
<choice id="root">
 <sequence id=".work"><action id=".a" name="A"/><yield id=".wait"/><action name="B"/></sequence>
 <action id="rest" name="C"/>
</choice>`

func TestJump(t *testing.T) {
	g := newGame(t).load(work)
	if err := g.bot.Jump("rest"); err != nil {
		t.Fatal(err)
	}
	g.want(host.Success, "C")
	err := g.bot.Jump("root.wrok")
	if err == nil || err.Error() != `unknown rule "root.wrok"; did you mean "root.work"?` {
		t.Errorf("a jump nowhere: %v", err)
	}
	g.want(host.Running, "A")
	if err := g.pool.Control(0, run.Command{Name: "jump"}, run.Moment{DT: 0.1}); err == nil {
		t.Error("a jump to null")
	}
}

func TestWhereABotIs(t *testing.T) {
	g := newGame(t).load(work)
	if id, ok := g.bot.Rule(); id != "root" || !ok {
		t.Errorf("a new bot is at %q, %v", id, ok)
	}
	if s, ok := g.bot.Last(); ok {
		t.Errorf("a new bot had a result: %v", s)
	}
	g.want(host.Running, "A")
	if got, want := g.bot.Path(), "choice #root > 0: sequence #root.work > 1: yield #root.work.wait"; got != want {
		t.Errorf("path %q, want %q", got, want)
	}
	if s, ok := g.bot.Last(); s != host.Running || !ok {
		t.Errorf("last result %v, %v", s, ok)
	}
	g.answers["B"] = host.Running
	g.want(host.Running, "B")
	if id, ok := g.bot.Rule(); id != "" || ok {
		t.Errorf("at a rule without id: %q, %v", id, ok)
	}
	if got := g.bot.Path(); !strings.HasSuffix(got, "> 2: action B without id") {
		t.Errorf("path %q", got)
	}
	g.bot.Reset()
	if id, _ := g.bot.Rule(); id != "root" {
		t.Errorf("after a reset at %q", id)
	}
	g.answers["A"], g.answers["C"] = host.Failure, host.Failure
	g.want(host.Failure, "AC")
	g.bot.Reset()
	if s, _ := g.bot.Last(); s != host.Running {
		t.Errorf("after a reset the last result is %v, want that of a rule that runs on", s)
	}
}

func TestLimit(t *testing.T) {
	g := newGame(t).load(`<sequence id="r" loop="true"><action id="a" name="A"/></sequence>`)
	for _, n := range []int{0, -1, dragengine.MaxLimit + 1} {
		if err := g.bot.SetLimit(n); err == nil {
			t.Errorf("limit %d was taken", n)
		}
	}
	if err := g.bot.SetLimit(4); err != nil {
		t.Fatal(err)
	}
	g.want(host.Error, "AA") // the list, A, the list, A
	want := "tree.debt:1:44: tree tree.debt, bot 1, tick 0: run-away: 4 rules ran in one step without one that runs on; " +
		"see that a loop waits for something\n\t1) sequence #r\n\t2) action A #a\n\t3) sequence #r\n\t4) action A #a"
	if len(g.faults) != 1 || g.faults[0] != want {
		t.Errorf("reported %q, want %q", g.faults, want)
	}
	if s, ok := g.bot.Last(); s != host.Success || !ok {
		t.Errorf("the last rule of a run-away gave %v, %v", s, ok)
	}
	g.want(host.Error, "AA") // A, the list, A, the list
	if err := g.bot.SetLimit(dragengine.MaxLimit); err != nil {
		t.Fatal(err)
	}
	if s, calls := g.step(); s != host.Error || len(calls) != dragengine.MaxLimit/2+1 {
		t.Errorf("at the highest limit %v after %d calls", s, len(calls))
	}
	long := "run-away: 65535 rules ran in one step without one that runs on; see that a loop waits for something" +
		"\n\t65408) sequence #r\n\t65409) action A #a\n\tand from 65408) on again, to 65535)"
	if last := g.faults[len(g.faults)-1]; !strings.HasSuffix(last, long) {
		t.Errorf("of a long run-away is reported %q", last)
	}
	g = newGame(t).load(`<sequence id="r"><success/><choice id="c" loop="true">` +
		`<sequence id="s"><action id="a" name="A"/><success/></sequence></choice></sequence>`)
	g.step()
	rules := strings.Split(g.faults[0], "\n\t")[1:]
	if want := []string{
		"1) sequence #r", "2) success without id", "3) sequence #r", "4) choice #c", "5) sequence #s",
		"6) action A #a", "7) sequence #s", "8) success without id", "9) sequence #s", "and from 4) on again, to 100)",
	}; !slices.Equal(rules, want) {
		t.Errorf("of a run-away is reported %q, want %q", rules, want)
	}
	g = newGame(t).loadWith(dragengine.Options{Limit: 2}, `<sequence id="r" loop="true"><action id="a" name="A"/></sequence>`)
	g.want(host.Error, "A")
}

func TestRootFailed(t *testing.T) {
	const src = `<sequence id="r"><action id="a" name="A"/></sequence>`
	g := newGame(t).loadWith(dragengine.Options{OnRootFailed: dragengine.Stop}, src)
	g.want(host.Success, "A")
	g.answers["A"] = host.Failure
	g.want(host.Stopped, "A")
	want := "tree.debt:1:32: tree tree.debt, bot 1, tick 1: the tree failed and is stopped; the last rule that ran is sequence #r > 0: action A #a"
	if len(g.faults) != 1 || g.faults[0] != want {
		t.Errorf("reported %q, want %q", g.faults, want)
	}
	if g.want(host.Stopped, ""); !g.bot.Stopped() {
		t.Error("not stopped")
	}
	if err := g.bot.Jump("a"); err != nil {
		t.Fatal(err)
	}
	g.want(host.Stopped, "A")
	g.bot.Reset()
	g.want(host.Stopped, "A")
	g.bot.Restore(dragengine.Place{HasRule: true, Rule: "a"})
	g.want(host.Stopped, "A")
	if err := g.bot.OnRootFailed(dragengine.Restart); err != nil {
		t.Fatal(err)
	}
	g.want(host.Failure, "A")
	g.want(host.Failure, "A")
	if err := g.pool.Control(0, run.Command{Name: "onRootFailed", Arg: host.StringValue("stop")}, run.Moment{DT: 0.1}); err != nil {
		t.Fatal(err)
	}
	g.want(host.Stopped, "A")
	g.bot.Reset()
	if err := g.bot.SetLimit(2); err != nil {
		t.Fatal(err)
	}
	g.answers["A"] = host.Success
	g.want(host.Error, "A") // the driver of the engine is stopped by a run-away, too
	if g.want(host.Stopped, ""); !g.bot.Stopped() || !strings.Contains(g.faults[len(g.faults)-1], "runs on, and the tree is stopped;") {
		t.Errorf("not stopped by a run-away, or not so reported: %q", g.faults)
	}
	if err := g.bot.OnRootFailed(7); err == nil {
		t.Error("a policy that is none was taken")
	}
}

// A bot's place is kept by id over a change of the tree.
func TestPlace(t *testing.T) {
	g := newGame(t).load(work)
	g.want(host.Running, "A")
	p, err := g.bot.Save()
	if err != nil || p != (dragengine.Place{HasRule: true, Rule: "root.work.wait"}) {
		t.Fatalf("%+v, %v", p, err)
	}
	next := newGame(t).load(`<sequence id="new"><sequence id="root"><yield id=".work.wait"/><action name="D"/></sequence></sequence>`)
	next.bot.Restore(p)
	next.want(host.Success, "D") // it has yielded already
	p.FirstRun = true
	next.bot.Restore(p)
	next.want(host.Running, "")
	p.Rule = "gone"
	next.bot.Restore(p)
	next.want(host.Failure, "")
	if got := next.bot.Path(); got != "nowhere" {
		t.Errorf("a bot with an unknown place is at %s", got)
	}
	nowhere, err := next.bot.Save()
	if err != nil || nowhere != (dragengine.Place{FirstRun: true}) {
		t.Errorf("the place of a bot that is nowhere: %+v, %v", nowhere, err)
	}
	next.bot.Reset()
	next.bot.Restore(nowhere)
	next.want(host.Running, "") // a place without a rule leaves the bot where it is

	g.answers["B"] = host.Running
	g.want(host.Running, "B")
	if _, err := g.bot.Save(); err == nil || err.Error() != "the current rule has no id: choice #root > 0: sequence #root.work > 2: action B without id" {
		t.Errorf("a place without id: %v", err)
	}
}

func TestPlaceBytes(t *testing.T) {
	for _, c := range []struct {
		place dragengine.Place
		bytes string
	}{
		{dragengine.Place{}, "\x00\x00"},
		{dragengine.Place{FirstRun: true}, "\x00\x02"},
		{dragengine.Place{HasRule: true, Rule: "a.b"}, "\x00\x01\x03a.b"},
		{dragengine.Place{HasRule: true, Rule: strings.Repeat("x", 255), FirstRun: true}, "\x00\x03\xff" + strings.Repeat("x", 255)},
	} {
		b, err := c.place.MarshalBinary()
		if err != nil || string(b) != c.bytes {
			t.Errorf("%+v: %q, %v", c.place, b, err)
		}
		var p dragengine.Place
		if err := p.UnmarshalBinary(b); err != nil || p != c.place {
			t.Errorf("%q: %+v, %v", b, p, err)
		}
		for i := range b {
			if err := p.UnmarshalBinary(b[:i]); err == nil && i != 2 {
				t.Errorf("%q was taken", b[:i])
			}
		}
		if err := p.UnmarshalBinary(append(b, 0)); err == nil {
			t.Errorf("%q and one byte more was taken", b)
		}
	}
	if _, err := (dragengine.Place{HasRule: true, Rule: strings.Repeat("x", 256)}).MarshalBinary(); err == nil {
		t.Error("an id of 256 bytes was written")
	}
	for _, b := range []string{"\x01\x00", "\x00\x04", "\x00\x01"} {
		if err := new(dragengine.Place).UnmarshalBinary([]byte(b)); err == nil {
			t.Errorf("%q was taken", b)
		}
	}
}

func TestBackup(t *testing.T) {
	g := newGame(t).load(work)
	g.answers["B"] = host.Running
	g.want(host.Running, "A")
	g.want(host.Running, "B") // where a place cannot be saved
	k := g.bot.Backup()
	g.answers["B"] = host.Success
	g.want(host.Success, "B")
	if err := g.bot.Undo(k); err != nil {
		t.Fatal(err)
	}
	g.want(host.Success, "B")
	if err := newGame(t).load(work).bot.Undo(k); err == nil {
		t.Error("a backup of another tree was taken")
	}
}

// The words of all bots are saved and loaded as in any dialect, in the middle of
// the tree.
func TestPoolSave(t *testing.T) {
	g := newGame(t).load(work)
	g.want(host.Running, "A")
	var b bytes.Buffer
	if err := g.pool.Save(&b); err != nil {
		t.Fatal(err)
	}
	hash := g.pool.Hash(0)
	g.want(host.Success, "B")
	if g.pool.Hash(0) == hash {
		t.Error("a step did not change the digest")
	}
	if err := g.pool.Load(&b); err != nil {
		t.Fatal(err)
	}
	if g.pool.Hash(0) != hash {
		t.Error("another digest after a load")
	}
	g.want(host.Success, "B")
}

// A bot and a tracer are told of the tree as it is after a reload.
func TestBotAfterAReload(t *testing.T) {
	g := newGame(t).load(`<choice id="root"><sequence id="nap"><yield id="doze"/></sequence></choice>`)
	g.want(host.Running, "")
	backup := g.bot.Backup()
	g.action(dragengine.UpdateParameter{Entry: "n"}.Action("zero"))
	next := mustLoad(t, dragengine.Options{}, `
<choice id="root"><success id="more"/><failure/>
 <sequence id="nap"><yield id="new"/><yield id="doze"/><action id="last" name="zero"/></sequence></choice>`, g.reg)
	g.pool.Migrate(run.NewMigration(g.pool.Program(), next), run.Moment{Tick: g.tick, DT: 0.1})
	g.exec = g.pool.NewExec()
	if got, want := g.bot.Path(), "choice #root > 2: sequence #nap > 1: yield #doze"; got != want {
		t.Errorf("path %q, want %q", got, want)
	}
	if p, err := g.bot.Save(); err != nil || p.Rule != "doze" {
		t.Errorf("place %+v, %v", p, err)
	}
	if err := g.bot.Undo(backup); err == nil {
		t.Error("a backup of the old tree was taken")
	}
	if err := g.bot.SetParameter("n", "3"); err != nil {
		t.Error(err)
	}
	if n, ok := g.bot.Parameter("n"); n != 3 || !ok {
		t.Errorf("parameter %v, %v", n, ok)
	}
	if err := g.bot.Jump("last"); err != nil {
		t.Error(err)
	}
	if id, _ := g.bot.Rule(); id != "last" {
		t.Errorf("at %q", id)
	}
	l := &told{}
	g.pool.Trace = l
	g.want(host.Success, "")
	if want := "0: action zero #last runs: success"; !slices.Contains(l.lines, want) {
		t.Errorf("told %q, wanted %s", l.lines, want)
	}
}

// An action may jump: the target runs in the same step, or in the next where the
// action runs on. It has no first run, as the action's call clears that.
func TestJumpFromAnAction(t *testing.T) {
	const src = `
<sequence id="r">
 <sequence id="in"><action id="jump" name="jump"/><action name="A"/></sequence>
 <yield id="y"/>
 <action name="B"/>
</sequence>`
	for _, c := range []struct {
		target string
		answer host.Status
		steps  []string
	}{
		{"y", host.Success, []string{"success B"}}, // the yield does not wait, and the inner list never hears of the jump
		{"y", host.Failure, []string{"success B"}},
		{"y", host.Running, []string{"running ", "success B"}},
		{"jump", host.Success, []string{"running A", "success B"}}, // as if there was no jump
		{"jump", host.Failure, []string{"failure "}},
		{"none", host.Success, []string{"running A", "success B"}},
	} {
		g := newGame(t)
		g.action(host.Action{Name: "jump", Tick: func(c2 *host.Call) host.Status {
			if err := c2.Control("jump", host.StringValue(c.target)); (err != nil) != (c.target == "none") {
				t.Errorf("jump to %s: %v", c.target, err)
			}
			return c.answer
		}})
		g.load(src)
		for i, want := range c.steps {
			s, calls := g.step()
			if got := s.String() + " " + calls; got != want {
				t.Errorf("jump to %s with %v, step %d: %q, want %q", c.target, c.answer, i, got, want)
			}
		}
	}
}

// An action that answers none of the three results fails.
func TestOtherAnswersFail(t *testing.T) {
	for _, other := range []host.Status{host.Ready, host.Other, host.Stopped, host.Error} {
		g := newGame(t).load(`<choice id="r"><action name="A"/><action name="B" doNotFail="true"/></choice>`)
		g.answers["A"], g.answers["B"] = other, other
		g.want(host.Success, "AB")
	}
}

// A timer with a lower and an upper time draws its own between them.
func TestTimersDrawTheirTime(t *testing.T) {
	lasted := map[int]bool{}
	for bot := range host.BotID(40) {
		g := newGame(t)
		if err := dragengine.AddBehaviors(g.reg); err != nil {
			t.Fatal(err)
		}
		g.load(sequence(rule("timer.start timeout.lower=0.2 timeout.upper=0.6") + rule("timer.wait") + `<action name="A"/>`))
		row := g.pool.Add(bot+2, 1, run.Moment{DT: 0.1})
		for n := 0; ; n++ {
			if n > 10 {
				t.Fatal("the timer runs for ever")
			}
			g.step()
			if g.pool.Status(row) != host.Running {
				lasted[n] = true
				break
			}
		}
	}
	for n := range lasted {
		if n < 2 || n > 6 {
			t.Errorf("a timer of 0.2 to 0.6 s lasted %d ticks of 0.1 s", n)
		}
	}
	if len(lasted) < 4 {
		t.Errorf("the timers lasted %v ticks, wanted many times", lasted)
	}
}

// A sequence whose condition jumps elsewhere, when a child has finished, goes on
// with its first child: the current rule is none of its children. A choice has
// looked for the next child before it asks.
func TestJumpFromACondition(t *testing.T) {
	for _, list := range []struct {
		tag   string
		child host.Status // after which it goes on
		want  string
	}{
		{"sequence", host.Success, "P P Q R"},
		{"choice", host.Failure, "P Q R"},
	} {
		g := newGame(t)
		calls := ""
		for _, name := range []string{"P", "Q", "R"} {
			g.action(host.Action{Name: name, Tick: func(*host.Call) host.Status {
				calls += " " + name
				return list.child
			}})
		}
		asked := 0
		g.condition(host.Func{Name: "leap", Result: host.Bool, Eval: func(c *host.Call) host.Value {
			if asked++; asked == 2 {
				if err := c.Control("jump", host.StringValue("x")); err != nil {
					t.Error(err)
				}
			}
			return host.BoolValue(true)
		}})
		g.load(fmt.Sprintf(`<choice id="r"><%[1]s><condition>leap</condition><action name="P"/><action name="Q"/><action name="R"/></%[1]s><success id="x"/></choice>`, list.tag))
		if g.step(); strings.TrimSpace(calls) != list.want {
			t.Errorf("%s: called%s, wanted %s", list.tag, calls, list.want)
		}
	}
}

// An action with Enter is told that its rule begins a first run, and by nothing
// else: no rule is told that it is left.
func TestFirstRun(t *testing.T) {
	g := newGame(t)
	log := ""
	note := func(s string) func(*host.Call) { return func(*host.Call) { log += s } }
	g.action(host.Action{
		Name: "walk", Enter: note("+"), Exit: note("-"), Stop: note("!"), Reset: note("?"),
		Tick: func(*host.Call) host.Status { log += "w"; return host.Running },
	})
	g.load(`<action id="r" name="walk"/>`)
	g.step()
	g.step()
	if err := g.bot.Jump("r"); err != nil {
		t.Fatal(err)
	}
	g.step()
	g.bot.Reset()
	g.step()
	g.pool.Remove(0, run.Moment{Tick: 9, DT: 0.1})
	if want := "+ww+w+w"; log != want {
		t.Errorf("told %q, want %q", log, want)
	}
}

func TestCommands(t *testing.T) {
	g := newGame(t).load(work)
	for _, c := range []struct {
		command string
		arg     host.Value
		err     string
	}{
		{"jump", host.StringValue("rest"), ""},
		{"reset", host.NullValue, ""},
		{"restore", host.NullValue, "restore: nothing was saved"},
		{"save", host.NullValue, ""},
		{"restore", host.NullValue, ""},
		{"limit", host.NumberValue(7), ""},
		{"limit", host.NumberValue(1.5), "limit: wanted a whole number, found 1.5"},
		{"limit", host.StringValue("7"), `limit: wanted a whole number, found "7"`},
		{"limit", host.IntValue(0), "limit 0, wanted 1 to 65535"},
		{"onRootFailed", host.StringValue("restart"), ""},
		{"onRootFailed", host.StringValue("explode"), "onRootFailed: wanted restart or stop, found \"explode\""},
		{"jmp", host.NullValue, `unknown command "jmp"; did you mean "jump"?`},
	} {
		err := g.pool.Control(0, run.Command{Name: c.command, Arg: c.arg}, run.Moment{DT: 0.1})
		if got := text(err); got != c.err {
			t.Errorf("%s %v: %q, want %q", c.command, c.arg, got, c.err)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Events say the same: jump:ID, or jump with the id beside it.
func TestEvents(t *testing.T) {
	g := newGame(t).load(work)
	send := func(name string, arg host.Value) {
		g.pool.Send(0, host.Event{ID: host.SymbolsOf(g.reg).Event(name), Arg: arg}, run.Moment{Tick: g.tick, DT: 0.1})
	}
	send("jump", host.StringValue("rest"))
	g.want(host.Success, "C")
	send("jump:rest", host.NullValue)
	send("jump:none", host.NullValue)
	send("playerSeen", host.NullValue)
	g.want(host.Success, "C")
	g.want(host.Running, "A")
	send("reset", host.NullValue)
	g.want(host.Running, "A")
}

func TestOfAnotherDialect(t *testing.T) {
	p := &run.Program{Tree: mustLoad(t, dragengine.Options{}, "", &host.Registry{}).Tree, Semantics: other{}}
	if _, err := dragengine.BotOf(run.NewPool(p, &world{}), 0); err == nil {
		t.Error("a tree of another dialect was taken")
	}
}

type other struct{ run.Semantics }

// A parameter that selects bots is KEY=VALUE.
func TestWhere(t *testing.T) {
	g := newGame(t)
	var got []host.FacetID
	g.action(host.Action{
		Name: "seek", Params: []host.Param{{Name: "whom", Kind: host.Where, Optional: true}},
		Tick: func(c *host.Call) host.Status { got = append(got, c.Facet); return host.Success },
	})
	g.load(sequence(rule("seek"), rule("seek whom=it=true"), rule("seek whom=lives=3"), rule("seek whom=name=bob"), rule("seek whom=it=null")))
	g.want(host.Success, "")
	facet := func(key string, v host.Value) host.FacetID {
		return host.SymbolsOf(g.reg).Facet(host.Facet{Key: g.reg.Key(key), Value: g.reg.Sym(v)})
	}
	want := []host.FacetID{
		host.Everyone, facet("it", host.BoolValue(true)), facet("lives", host.NumberValue(3)), facet("name", host.StringValue("bob")), facet("it", host.NullValue),
	}
	if !slices.Equal(got, want) || !slices.Equal(g.pool.Program().Tree.Facets, want) {
		t.Errorf("sought %v, of a tree that looks for %v, want %v", got, g.pool.Program().Tree.Facets, want)
	}
}
