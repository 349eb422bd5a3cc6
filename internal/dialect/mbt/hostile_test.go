package mbt

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
)

// Files that nobody writes by hand are refused at once, or load and run.
func TestHostileFiles(t *testing.T) {
	tree := func(root string) string { return "<BehaviorTree><Root>" + root + "</Root></BehaviorTree>" }
	nested := func(n int, open, inside, end string) string {
		return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
	}
	for name, c := range map[string]struct{ src, want string }{
		"too many nodes":      {tree("<Selector>" + strings.Repeat("<Fail/>", 66000) + "</Selector>"), "more than 65535 nodes"},
		"many nodes":          {tree("<Selector>" + strings.Repeat("<Fail/>", 60000) + "</Selector>"), ""},
		"too many timers":     {tree("<Selector>" + strings.Repeat("<Timeout duration='1'/>", 2000) + "</Selector>"), "more than 65535 bits of memory for each bot: its nodes need 130032; the first node without any is at 1:22847"},
		"nodes too deep":      {tree(nested(200, "<Loop>", "<Halt/>", "</Loop>")), "nodes nested deeper than 200"},
		"nodes deep":          {tree(nested(200-1, "<Loop>", "<Halt/>", "</Loop>")), ""},
		"elements too deep":   {tree(nested(5000, "<a>", "", "</a>")), "elements nested deeper than 800 levels"},
		"states too deep":     {tree(nested(150, "<StateMachine><State name=''><BehaviorTree>", "<Halt/>", "</BehaviorTree></State></StateMachine>")), ""},
		"too many attributes": {tree("<Halt " + manyAttributes(300) + "/>"), "more than 250 attributes"},
		"300 children":        {tree("\n<Sequence>" + strings.Repeat("<Fail/>", 300) + "</Sequence>"), "t.xml:2:1: <Sequence> with 300 children, wanted at most 255"},
		"33 in parallel":      {tree("\n<Parallel>" + strings.Repeat("<Halt/>", 33) + "</Parallel>"), "t.xml:2:1: <Parallel> with 33 children, wanted at most 32"},
		"32 in parallel":      {tree("<Parallel>" + strings.Repeat("<Halt/>", 32) + "</Parallel>"), ""},
		"deep parentheses":    {tree("<AssertCondition condition='" + nested(3000, "(", "true", ")") + "'/>"), "t.xml:1:79: condition \"(((((((((((((((((((((((((((((((((((((((((((((((((((((((((...\": parentheses nested deeper than 30"},
		"UTF-16":              {"\xff\xfe<\x00B\x00>\x00", "t.xml:1:1: found UTF-16 text, wanted UTF-8"},
		"no text":             {"\x10<\x1eI\xbck\x9f\x0e\x9a\x8f\xdc\xe9\x01\x02\x03", "t.xml:1:1: control character U+0010; there is more like this, so that it is probably no text"},
		"a packed file":       {"\x1f\x8b\x08\x00\x00\x00\x00\x00", "t.xml:1:1: found a packed file, wanted text; unpack it first"},
		"a zero byte":         {tree("\x00<Halt/>"), "t.xml:1:21: control character U+0000"},
		"an empty file":       {"", "t.xml:1:1: empty file, wanted an element"},
		"nested loops":        {tree(nested(180, "<Loop>", "<Wait duration='0'/>", "</Loop>")), ""},
		"a loop that spins":   {tree("<Loop><SendEvent name='X'/></Loop>"), ""},
		"states that bounce": {tree("<StateMachine><State name='A'><Transitions><Transition to='B' onEvent='x'/></Transitions><BehaviorTree><SendTransitionEvent name='x'/></BehaviorTree></State>" +
			"<State name='B'><Transitions><Transition to='A' onEvent='x'/></Transitions><BehaviorTree><SendTransitionEvent name='x'/></BehaviorTree></State></StateMachine>"), ""},
		"a long condition": {tree("<AssertCondition condition='" + strings.Repeat("a and ", 100_000) + "a'/>"), ""},
		"unknown nodes":    {tree("<Selector>" + strings.Repeat("<Sequense/>", 60000) + "</Selector>"), "and 59900 more"},
		"undeclared names": {"<BehaviorTree><Variables>" + numbered(9000, "<Variable name='v%d'/>") + "</Variables><Timestamps>" +
			numbered(9000, "<Timestamp name='t%d' exclusiveTo='u%d'/>") + "</Timestamps><Root><Selector>" +
			numbered(9000, "<IfTime since='x%d' isLessThan='1'><AssertCondition condition='w%d or z'/></IfTime>") +
			numbered(9000, "<GroupScope name='g%d'><Fail/></GroupScope>") + "</Selector></Root></BehaviorTree>", ""},
		"a long name":   {tree("<" + strings.Repeat("x", 1<<20) + "/>"), "unknown node"},
		"a long script": {tree("<ExecuteLua code='x = 1" + strings.Repeat(" x = 2", 300_000) + "'/>"), "wanted at most"},
		"too large":     {tree("<!--" + strings.Repeat("x", 17<<20) + "-->"), "wanted at most 16 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && (name == "unknown nodes" || name == "undeclared names") {
				t.Skip("takes long: thousands of faults with hints")
			}
			begin := cputime.Now()
			var l syntax.List
			p := Load("t.xml", []byte(c.src), newGame(t), &l)
			switch err := l.Err(); {
			case c.want == "" && err != nil:
				t.Fatalf("%.300v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Fatalf("%.300v, wanted %s", err, c.want)
			case err != nil && len(err.Error()) > 20_000:
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			if p != nil {
				pool := newPlayer(p, &world{}, 1)
				pool.step()
				pool.Send(0, host.Event{}, run.Moment{Tick: 1, DT: testDT})
				pool.step()
			}
			if took := cputime.Now() - begin; took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// numbered repeats a text with each %d as a number of its own.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%d", strconv.Itoa(i)))
	}
	return b.String()
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("a", i+1) + "='' ")
	}
	return b.String()
}
