package scenes_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/scenes"
)

// Every node of every shipped scene's trees stands in a text that the scene has.
func TestTheSourceOfEveryNode(t *testing.T) {
	for _, name := range scenes.Shipped() {
		s, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Setup.Classes {
			p := s.Setup.Classes[i].Program
			if p == nil {
				continue
			}
			for _, span := range p.Tree.Spans[1:] {
				const library = "thicket/" // that comes with the program
				if span.Start.Line == 0 || strings.HasPrefix(span.Start.File, library) {
					continue
				}
				if _, ok := s.Source(span.Start.File); !ok {
					t.Errorf("%s: no text of %q", name, span.Start.File)
					break
				}
			}
		}
	}
	s, err := scenes.Load("skirmish", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := s.Source("nosuch.bt"); ok {
		t.Errorf("a file that is not there has the text %q", text)
	}
}
