package mbt

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/golden"
)

// operationTables are the tables of operations and conditions on the page about scripts.
func operationTables() (operations, conditions string) {
	var b strings.Builder
	b.WriteString("<!-- operations -->\n| operation | attributes (default) | does |\n| --- | --- | --- |\n")
	for _, w := range pipeRows() {
		if slices.ContainsFunc(pipeOps, func(o pipeOp) bool { return o.name == w.Name }) {
			var attrs []string
			for i := range w.Params {
				if p := &w.Params[i]; p.Doc != "is read, and has no effect here" && p.Name != blocking.Name {
					attrs = append(attrs, attributeText(p))
				}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.Name, strings.Join(attrs, "; "), w.Doc)
		}
	}
	b.WriteString("<!-- end of operations -->")
	operations = b.String()
	b.Reset()
	b.WriteString("<!-- conditions -->\n| condition | holds where |\n| --- | --- |\n")
	for _, c := range pipeConditions {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.name, c.doc)
	}
	b.WriteString("<!-- end of conditions -->")
	return operations, b.String()
}

func TestOperationsOnThePage(t *testing.T) {
	const file = "../../../docs/mbt-lua.md"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(src)
	operations, conditions := operationTables()
	for name, want := range map[string]string{"operations": operations, "conditions": conditions} {
		got := regexp.MustCompile(`(?s)<!-- ` + name + ` -->.*?<!-- end of ` + name + ` -->`).FindString(page)
		if got == want {
			continue
		}
		if page = strings.Replace(page, got, want, 1); got == "" || !golden.Update() {
			t.Errorf("the table of %s is old; go test ./internal/dialect/mbt -run OperationsOnThePage -update writes it", name)
		} else if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// pipeNotices loads a node with operations, and returns what is said of these.
func pipeNotices(t *testing.T, operations string) []string {
	t.Helper()
	reg := &host.Registry{}
	reg.Overlay(dialect).Vocabulary = true
	var l syntax.List
	Load("t.xml", []byte("<BehaviorTree><Root><GoalPipe>"+operations+"</GoalPipe></Root></BehaviorTree>"), reg, &l)
	var all []string
	for _, e := range slices.Concat(l.Errors, l.Notices) {
		if !strings.HasPrefix(e.Msg, "this game has no") {
			all = append(all, e.Error())
		}
	}
	return all
}

// What of the operations in a node has no counterpart is told, each with its place, and the node loads.
func TestOperationsThatAreNotThere(t *testing.T) {
	for operations, want := range map[string]string{
		`<Timeout interval="1"/><signal NAME="Done"/>`:               ``,
		`<Strafe distance="3"/><Peek timeout="1"/>`:                  `t.xml:1:31: the goal operation Strafe has no counterpart here, and is left out|t.xml:1:53: the goal operation Peek has no counterpart here, and is left out`,
		`<Timeuot interval="1"/>`:                                    `t.xml:1:31: unknown goal operation <Timeuot>, which is left out; did you mean "Timeout"?`,
		`<Timeout intervall="1"/>`:                                   `t.xml:1:40: <Timeout> ignores the attribute "intervall"; did you mean "interval"?`,
		`<Else/>`:                                                    `t.xml:1:31: <Else> outside of an <If> is left out`,
		`<If IF_NO_PATH=""><Clear/></If>`:                            `t.xml:1:35: the condition IF_NO_PATH of a goal pipe has no counterpart here, and does not hold`,
		`<If not_IF_RANDM="0.5"><Clear/></If>`:                       `t.xml:1:35: the condition not_IF_RANDM of a goal pipe has no counterpart here, and does not hold; did you mean "IF_RANDOM"?`,
		`<FireCmd mode="Brust"/>`:                                    `t.xml:1:46: mode "Brust" is not known, so that it is Off; did you mean "Burst"?`,
		`<Signal/>`:                                                  `t.xml:1:31: <Signal> without name`,
		`<Script code="x = "/>`:                                      `t.xml:1:49: the operation is left out: `,
		`<Clear><Clear/></Clear>`:                                    `t.xml:1:38: <Clear> in <Clear> is left out`,
		`<Script code="entity.x = 1 -- why"/><Script code="y = 2"/>`: ``,
	} {
		got := strings.Join(pipeNotices(t, operations), "|")
		if got != want && (want == "" || !strings.HasSuffix(want, ": ") || !strings.HasPrefix(got, want)) {
			t.Errorf("%s:\n%s\nwanted\n%s", operations, got, want)
		}
	}
}

// A file of pipes is one of Lua in which each operation stands in its line.
func TestPipesFile(t *testing.T) {
	src := `<GoalPipes>
<GoalPipe name="A">
  <Loop>
    <Timeout interval="1.5" blocking="False"/>
    <If IF_RANDOM="0.45"><Clear/>
    <Else/><Devalue/></If>
  </Loop>
</GoalPipe>
<Other/><GoalPipe/>
<Goalpipe name="A"><Script code="x = &quot;1&quot;"/></Goalpipe>
</GoalPipes>`
	var l syntax.List
	text := string(Pipes("p.xml", []byte(src), &host.Registry{}, &l))
	lines := strings.Split(text, "\n")
	for line, want := range map[int]string{
		2:  `GoalPipes["A"]={`,
		4:  `{op="timeout",waits=false,says="Timeout, line 4",a={interval=1.5}},`,
		5:  `{op="branch",waits=true,says="If, line 5",to=5,a={any=false,{"IF_RANDOM",0.45,false}}},{op="clear",waits=true,says="Clear, line 5",a={}},`,
		6:  `{op="goto",waits=true,says="Else, line 6",to=6,a={}},{op="clear",waits=true,says="Devalue, line 6",a={}},{op="goto",waits=true,says="Loop, line 3",to=1,a={}},}`,
		10: `GoalPipes["A"]={{op="script",waits=true,says="Script, line 10",a={code=function(entity) x = "1" end}},}`,
	} {
		if len(lines) < line || lines[line-1] != want {
			t.Errorf("line %d, wanted %s, of\n%s", line, want, text)
		}
	}
	var said []string
	for _, n := range l.Notices {
		said = append(said, n.Error())
	}
	want := "p.xml:9:1: <Other> is ignored here|p.xml:9:9: <GoalPipe> without name, which is left out|p.xml:10:1: a second goal pipe \"A\", which replaces the first\n\tp.xml:2:1: the first is here"
	if got := strings.Join(said, "|"); l.Err() != nil || got != want {
		t.Errorf("%v %s", l.Err(), got)
	}
	l = syntax.List{}
	Load("p.xml", []byte(src), &host.Registry{}, &l)
	if err := l.Err(); err == nil || err.Error() != "p.xml:1:1: a file of 4 goal pipes, wanted a tree; scenes name it under lua, and nodes GoalPipe run them" {
		t.Errorf("%v", err)
	}
}
