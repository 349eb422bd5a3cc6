package schema_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/insight/schema"
	"github.com/thicket-sim/thicket/internal/trees"
)

// written writes the schema of a dialect with what an arena offers to its trees.
func written(t *testing.T, name string) string {
	t.Helper()
	x, ok := schema.XMLOf(name)
	i := slices.IndexFunc(trees.Dialects(), func(d *trees.Dialect) bool { return d.Name == name })
	if !ok || i < 0 {
		t.Fatalf("%s has no schema", name)
	}
	reg := arena.NewRegistry()
	file := filepath.Join(t.TempDir(), name+".xsd")
	text := x.XSD(trees.Dialects()[i].Words(), slices.Concat(words.Leaves(reg.Overlay(name)), words.Leaves(reg)))
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// validate asks xmllint for what is wrong with files by a schema.
func validate(t *testing.T, xsd string, files ...string) (wrong []string) {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("there is no xmllint, of the package libxml2-utils")
	}
	out, _ := exec.Command(lint, append([]string{"--noout", "--nonet", "--schema", xsd}, files...)...).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, " : ") || strings.Contains(line, "error") {
			wrong = append(wrong, line)
		}
	}
	return wrong
}

// dialectOf returns the dialect of a file of XML by its root.
func dialectOf(t *testing.T, file string) string {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return trees.NameOf(file, src)
}

// TestShippedTreesAreValid: the trees of the shipped scenes, and those of a corpus where there is one,
// are right by the schema of their dialect.
func TestShippedTreesAreValid(t *testing.T) {
	of := map[string]string{"mbt": written(t, "mbt"), "btcpp": written(t, "btcpp"), "dragengine": written(t, "dragengine")}
	files := map[string][]string{}
	for _, pattern := range []string{"../../scenes/shipped/*.xml", "../../scenes/shipped/*/*.xml", "../../scenes/shipped/*/*.debt", "../../../examples/dialects/*.debt", "../../../../shared/corpus/mbt/*.xml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name := dialectOf(t, file)
			files[name] = append(files[name], file)
		}
	}
	for name, xsd := range of {
		if len(files[name]) < 2 {
			t.Errorf("%d files of %s", len(files[name]), name)
		}
		for _, line := range validate(t, xsd, files[name]...) {
			// Misspelt attributes, which the engine ignores, as Thicket does with a notice.
			if !strings.Contains(line, "'exlusiveTo'") && !strings.Contains(line, "'expirity'") {
				t.Error(line)
			}
		}
	}
}

// TestSchemasRefuse: what a row excludes is an error by the schema.
func TestSchemasRefuse(t *testing.T) {
	of := map[string]string{"mbt": written(t, "mbt"), "btcpp": written(t, "btcpp"), "dragengine": written(t, "dragengine")}
	dir := t.TempDir()
	cases := []struct{ dialect, node, wrong string }{
		{"mbt", `<Sequence><Wait duration="1"/></Sequence>`, ""},
		{"mbt", `<Parallel successMode="ANY"><chase_nearest/><ChaseNearest/></Parallel>`, ""},
		{"mbt", `<Sequense/>`, "Sequense"},
		{"mbt", `<Wait/>`, "duration"},
		{"mbt", `<Wait duration="long"/>`, "duration"},
		{"mbt", `<SuppressFailure><Fail/><Fail/></SuppressFailure>`, "Fail"},
		{"mbt", `<RandomGate opensWithChance="2"><Fail/></RandomGate>`, "opensWithChance"},
		{"mbt", `<WaitForEvent name="a" result="Succes"/>`, "result"},
		{"mbt", `<Priority><Fail/></Priority>`, "Fail"},
		{"mbt", `<Animate name="a" playMode="InfiniteLoop"/>`, ""},
		{"mbt", `<Animate name="a" playMode="Play Once"/>`, ""},
		{"mbt", `<Animate name="a" playMode="PlayTwice"/>`, "playMode"},
		{"mbt", `<ThrowGrenade type="frag"/>`, ""},
		{"mbt", `<ThrowGrenade/>`, "type"},
		{"mbt", `<Sequence><Communicate name="a"/><Move to="Initial Position" bodyOrientation="Halfway Towards Aim Or Look" fireMode="Burst While Moving" speed="Run" stance="Stand"/></Sequence>`, ""},
		{"mbt", `<Signal name="a" filter="Group Excluding Sender"/>`, ""},
		{"mbt", `<Signal name="a" filter="GroupExcluding Anybody"/>`, "filter"},
		{"mbt", `<MetaExtensions/>`, "MetaExtensions"},
		{"mbt", `<GoalPipe><Locate name="home"/><If IF_LASTOP_SUCCEED=""><Approach/><Else/><Clear/></If></GoalPipe>`, ""},
		{"btcpp", `<Sequence><Sleep msec="{time}"/><ChaseNearest/><health_below limit="3"/><time into="{now}"/></Sequence>`, ""},
		{"btcpp", `<Timeout msec="5" _skipIf="a == 1"><AlwaysSuccess/></Timeout>`, ""},
		{"btcpp", `<Sleep msec="-5"/>`, "msec"},
		{"btcpp", `<Sleep/>`, "msec"},
		{"btcpp", `<Inverter/>`, "Inverter"},
		{"btcpp", `<Precondition if="true" else="SUCESS"><AlwaysSuccess/></Precondition>`, "else"},
		{"btcpp", `<RateController hz="-1"><AlwaysSuccess/></RateController>`, "hz"},
		{"btcpp", `<Sequence><AlwaysSuccess port="1"/></Sequence>`, "port"},
		{"dragengine", `<choice id="root" loop="true"><condition>near</condition><subtree id=".a">b.debt</subtree><conditionMode>allTrue</conditionMode><action name="hop"><parameter name="metres">2</parameter></action></choice>`, ""},
		{"dragengine", `<success/><success/>`, ""},
		{"dragengine", `<choise/>`, "choise"},
		{"dragengine", `<action/>`, "name"},
		{"dragengine", `<sequence loop="yes"/>`, "loop"},
		{"dragengine", `<success loop="true"/>`, "loop"},
		{"dragengine", `<sequence><conditionMode>allTure</conditionMode></sequence>`, "conditionMode"},
		{"dragengine", `<sequence><parameter>a</parameter></sequence>`, "name"},
		{"dragengine", `<action name="hop"><success/></action>`, "success"},
	}
	files := map[string][]string{}
	nameOf := func(i int) string { return filepath.Join(dir, fmt.Sprintf("tree%02d.xml", i)) }
	for i, c := range cases {
		frame := `<BehaviorTree><Root>` + c.node + `</Root></BehaviorTree>`
		switch c.dialect {
		case "mbt":
			frame = `<BehaviorTree><MetaExtensions><Any of="it">it<Node/></Any></MetaExtensions><Variables/><Root>` + c.node + `</Root></BehaviorTree>`
		case "dragengine":
			frame = `<behaviorTree>` + c.node + `</behaviorTree>`
		case "btcpp":
			frame = `<root BTCPP_format="4"><BehaviorTree ID="A">` + c.node + `</BehaviorTree></root>`
		}
		if err := os.WriteFile(nameOf(i), []byte(frame), 0o644); err != nil {
			t.Fatal(err)
		}
		files[c.dialect] = append(files[c.dialect], nameOf(i))
	}
	said := map[string][]string{}
	for name, xsd := range of {
		said[name] = validate(t, xsd, files[name]...)
	}
	for i, c := range cases {
		of := slices.DeleteFunc(slices.Clone(said[c.dialect]), func(line string) bool { return !strings.Contains(line, filepath.Base(nameOf(i))) })
		if wrong := strings.Join(of, ""); (wrong == "") != (c.wrong == "") || !strings.Contains(wrong, c.wrong) {
			t.Errorf("%s: %q, wanted %q", c.node, wrong, c.wrong)
		}
	}
}
