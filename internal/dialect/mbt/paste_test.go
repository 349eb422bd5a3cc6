package mbt

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// pastes are trees as they come from pages, with what is wrong with each.
var pastes = map[string]string{
	"<BehaviorTree>\n<Root><Loop count=”2”><Wait duration=“1” /></Loop></Root></BehaviorTree>":             straight,
	"<Sequence>\n  <Shout what=”Hello” />\n  <Wait duration=\"2.0\" />\n</Sequence>":                       straight + ", " + bare,
	"- <BehaviorTree>\n- <Root>\n  <Halt />\n</Root>\n</BehaviorTree>":                                     dashes,
	"<?xml version=\"1.0\"?>\n<Variables>\n<Variable name=\"A\" />\n</Variables>\n<Root>\n<Halt /></Root>": bareRoot,
	"<ExecuteLua code=”print('x')” />":                                                                     straight + ", " + bare,
	"<Loop>\n- <Sequence>\n<Wait duration=\"1” />\n</Sequence>\n</Loop>":                                   straight + ", " + dashes + ", " + bare,
}

const (
	straight = "typographic quotes"
	dashes   = "- before tags"
	bare     = "no <BehaviorTree><Root> around it"
	bareRoot = "no <BehaviorTree> around it"
)

// Text from a page is refused, but for --lenient, which tells of it once; fmt writes what loads.
func TestTextFromAPage(t *testing.T) {
	for src, wrong := range pastes {
		strict := pageGame(standin.Nothing)
		if p, _ := loaded(strict, src); p {
			t.Errorf("%s loads as it is", src)
		}
		ok, l := loaded(pageGame(standin.All), src)
		told := 0
		for _, n := range l.Notices {
			if strings.Contains(n.Msg, "as from a page: "+wrong+";") {
				told++
			}
		}
		if !ok || told != 1 {
			t.Errorf("%s\nwith stand-ins: %v, %v, wanted one notice of %s", src, l.Errors, l.Notices, wrong)
		}
		text, err := markup.FormatXML("t.xml", Wrap("t.xml", []byte(src), limit.Values{}), limit.Values{})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if ok, l := loaded(strict, string(text)); !ok {
			t.Errorf("%s\nafter fmt:\n%s%v", src, text, l.Errors)
		}
	}
}

func pageGame(how standin.Leniency) *host.Registry {
	reg := asking()
	if err := reg.AddAction(host.Action{Name: "Shout", Params: []host.Param{{Name: "what", Kind: host.String}}, Tick: missing}); err != nil {
		panic(err)
	}
	standin.Allow(reg, how)
	return reg
}

func loaded(reg *host.Registry, src string) (bool, syntax.List) {
	var l syntax.List
	p := Load("t.xml", []byte(src), reg, &l)
	return p != nil, l
}

// Places in text from a page are those in the file.
func TestPlacesInTextFromAPage(t *testing.T) {
	_, l := loaded(pageGame(standin.All), "<Sequence> <Shout what=”Hello” /> <Wait duration=”1” />\n  <Wait/></Sequence>")
	if len(l.Errors) != 1 || l.Errors[0].Pos != (syntax.Pos{File: "t.xml", Line: 2, Col: 3}) {
		t.Errorf("%v", l.Errors)
	}
	_, l = loaded(pageGame(standin.All), "<Sequence> <Shout what=”Hello” /> <Wait duration=”1” /> <Wait/></Sequence>")
	if len(l.Errors) != 1 || l.Errors[0].Pos != (syntax.Pos{File: "t.xml", Line: 1, Col: 57}) {
		t.Errorf("%v", l.Errors)
	}
}

// What is whole stays as it is, and so does what is no tree.
func TestWrapLeavesTreesAlone(t *testing.T) {
	for _, src := range []string{
		"<BehaviorTree><Root><Log message=\"say “go”\"/></Root></BehaviorTree>", "<behaviortree><root><Halt/></root></behaviortree>",
		"<Tree><Root><Halt/></Root></Tree>", "<BehaviourTree><Halt/></BehaviourTree>", "<Sequence>", "",
	} {
		if got := Wrap("t.xml", []byte(src), limit.Values{}); string(got) != src {
			t.Errorf("%s becomes %s", src, got)
		}
	}
}

// The examples of the guide page load as they are printed there.
func TestExamplesOfThePageLoad(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/seeds/*.mbt.txt")
	if len(files) == 0 {
		t.Skip("the page is not there")
	}
	page, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile(`(?m)^\s*(<[A-Z].*>)\s*$`).FindAllSubmatch(page, -1)
	if len(examples) != 10 {
		t.Errorf("%d examples, wanted 10", len(examples))
	}
	for _, e := range examples {
		if ok, l := loaded(pageGame(standin.All), string(e[1])); !ok {
			t.Errorf("%s\n%v", e[1], l.Errors)
		}
		text, err := markup.FormatXML("t.xml", Wrap("t.xml", e[1], limit.Values{}), limit.Values{})
		if err != nil {
			t.Errorf("%s: %v", e[1], err)
		} else if ok, l := loaded(pageGame(standin.All), string(text)); !ok || strings.Contains(l.SortedNotices().Error(), "as from a page") {
			t.Errorf("after fmt: %s\n%v %v", text, l.Errors, l.Notices)
		}
	}
}
