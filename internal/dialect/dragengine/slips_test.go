package dragengine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// TestSlips has mistakes that load in the engine without a word, or with one that does not
// help, and what is said of them here. want is "" where there is nothing to say.
func TestSlips(t *testing.T) {
	arena := func(rule string) string { return "<behaviorTree>\n" + rule + "</behaviorTree>" }
	for _, c := range []struct{ name, source, want string }{
		{"a misspelt attribute that must be there", arena(`<action nmae="orbit" id="r"/>`),
			`f.debt:2:1: <action> has no attribute "name"; write name where nmae stands, at f.debt:2:9` + "\n" +
				`f.debt:2:9: <action> has no attribute "nmae", it is ignored; did you mean "name"?`},
		{"a tree of another dialect", "<behaviorTree><Root><Halt/></Root></behaviorTree>",
			"f.debt:1:15: unknown tag <Root> in <behaviorTree>, wanted sequence, choice, action, success, failure, running, yield or subtree; " +
				"a Modular Behavior Tree has it, in <BehaviorTree> with a capital letter"},
		{"two modes", arena("<running id='r'><conditionMode>allTrue</conditionMode>\n<conditionMode>anyTrue</conditionMode></running>"),
			"f.debt:3:16: a second conditionMode in one rule, the last one counts"},
		{"two parameters of a name", arena("<sequence id='r'>" + rule("timer.wait timer=a") + "</sequence>"), ""},
		{"one of them for nothing", arena("<action id='r' name='timer.wait'><parameter name='timer'>a</parameter>\n<parameter name='timer'>b</parameter></action>"),
			"f.debt:3:18: a second parameter \"timer\" in one rule, the last one counts\n\tf.debt:2:51: the first is here"},
		{"a misspelt parameter of a ready-made action", arena("<action id='r' name='timer.start'><parameter name='timeuot'>1</parameter></action>"),
			`f.debt:2:52: nothing reads the parameter "timeuot" of this rule; did you mean "timeout"?`},
		{"a misspelt parameter of a condition", arena("<running id='r'><condition>flags.state</condition><parameter name='flags.cleard'/></running>"),
			`f.debt:2:68: nothing reads the parameter "flags.cleard" of this rule; did you mean "flags.cleared"?`},
		{"one that the condition of an action reads", arena("<action id='r' name='timer.wait'><condition>flags.state</condition><parameter name='flag'>f</parameter></action>"), ""},
		{"one that only conditions read, without any", arena("<sequence id='r'><parameter name='flag'>f</parameter><running/></sequence>"),
			`f.debt:2:35: nothing reads the parameter "flag" of this rule`},
		{"any of an action of the game", arena("<action id='r' name='walk'><parameter name='anything'>1</parameter></action>"), ""},
		{"any of an action that nobody offers", arena("<action id='r' name='wolk'><parameter name='anything'>1</parameter></action>"),
			`f.debt:2:22: nothing offers the action "wolk", so it fails; did you mean "walk"?`},
		{"a condition in an attribute", arena(`<running id='r'><condition name="day"/></running>`),
			`f.debt:2:17: nothing offers the condition "", so it is false` + "\n" +
				`f.debt:2:28: <condition> has no attribute "name", it is ignored; write <condition>day</condition>`},
		{"a value in an attribute", arena(`<action id='r' name='timer.start'><parameter name='timeout' value='2' unit='s'/></action>`),
			`f.debt:2:61: <parameter> has no attribute "value", it is ignored; write <parameter name='timeout'>2</parameter>` + "\n" +
				`f.debt:2:71: <parameter> has no attribute "unit", it is ignored`},
		{"an action in the text", arena("<action id='r'>walk</action>"),
			`f.debt:2:1: <action> has no attribute "name"; write <action name='walk'/>` + "\n" + `f.debt:2:16: text in <action> is ignored`},
		{"a rule in a rule that holds none", arena("<success id='r'><running/></success>"),
			`f.debt:2:17: unknown tag <running> in <success>, wanted parameter, condition or conditionMode; <success> holds no rules; put both into a sequence or a choice`},
		{"a subtree without a path", arena("<subtree id='r'></subtree>"), `f.debt:2:1: an empty file name; the text of a subtree is the path of its file`},
		{"a period for nothing", arena("<running id='.r'/>"),
			`f.debt:2:14: the full id is ".r": no list in this file that has an id stands around the rule, and the period stands for nothing`},
	} {
		t.Run(c.name, func(t *testing.T) {
			reg := offers(t)
			if err := dragengine.AddBehaviors(reg); err != nil {
				t.Fatal(err)
			}
			var l syntax.List
			dragengine.Load("f.debt", []byte(c.source), reg, sourcefile.Memory(nil), &l)
			var got []string
			for _, e := range append(l.Errors, l.SortedNotices()...) {
				got = append(got, e.Error())
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("told\n%s\nwanted\n%s", text, c.want)
			}
		})
	}
}

// A tree that is too large for a bot's memory names the rule that does not fit.
func TestTooMuchMemory(t *testing.T) {
	var b strings.Builder
	b.WriteString("<behaviorTree><sequence id='r'>")
	for i := range 3000 {
		fmt.Fprintf(&b, "\n<action name='timer.start'><parameter name='timer'>t%d</parameter></action>", i)
	}
	b.WriteString("</sequence></behaviorTree>")
	reg := offers(t)
	if err := dragengine.AddBehaviors(reg); err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	dragengine.Load("f.debt", []byte(b.String()), reg, sourcefile.Memory(nil), &l)
	want := "the tree is too large: more than 65535 bits of memory for each bot: its nodes need 480064; this is the last rule that was counted"
	if err := l.Err(); err == nil || !strings.HasPrefix(err.Error(), "f.debt:") || !strings.HasSuffix(err.Error(), want) || strings.HasPrefix(err.Error(), "f.debt:1:") {
		t.Errorf("%v, wanted %s", err, want)
	}
}
