package nav2

import (
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	rows "github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// TestRows: each leaf loads as its row says, with the least and with all that it says, and what is
// said of ports is said of ports that are there.
func TestRows(t *testing.T) {
	reg := &host.Registry{}
	if err := register(reg); err != nil {
		t.Fatal(err)
	}
	reg.Overlay("btcpp").Vocabulary = true
	leaves := rows.Leaves(reg.Overlay("btcpp"))
	if len(leaves) < 50 {
		t.Errorf("%d leaves", len(leaves))
	}
	x := &wordstest.XML{
		Words: rows.Join(btcpp.Words(), leaves),
		Frame: `<root BTCPP_format="4"><BehaviorTree ID="Sample">%s</BehaviorTree></root>`,
		Entry: func(name string) string { return "{" + name + "}" },
	}
	said := map[string]bool{}
	for i := range leaves {
		w := &leaves[i]
		for _, all := range []bool{false, true} {
			var l syntax.List
			text := x.File(w, all)
			btcpp.Load("sample.xml", []byte(text), reg, sourcefile.Memory(nil), &l)
			if l.Err() != nil || len(l.Notices) > 0 {
				t.Errorf("%s: %v %v", text, l.Err(), l.Notices)
			}
		}
		for _, p := range w.Params {
			said[p.Name], said[w.Name+"."+p.Name] = true, true
			if p.Doc == "" {
				t.Errorf("%s: nothing is said of %s", w.Name, p.Name)
			}
		}
		if is := slices.ContainsFunc(conditions(), func(l leaf) bool { return l.name == w.Name }); is != (w.Role == rows.Condition) || w.Vocabulary != btcpp.Vocabulary {
			t.Errorf("%s is a %s of %q", w.Name, w.Role, w.Vocabulary)
		}
	}
	for name := range portTexts {
		if !said[name] {
			t.Errorf("no leaf has the port %s", strings.TrimSpace(name))
		}
	}
}
