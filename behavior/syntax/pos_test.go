package syntax_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

func TestParsePos(t *testing.T) {
	for _, p := range []syntax.Pos{
		{}, {File: "a.lua"}, {File: "a.lua", Line: 3}, {File: "a.lua", Line: 3, Col: 14}, {File: "c:/a:b.lua", Line: 1, Col: 2},
	} {
		if got := syntax.ParsePos(p.String()); got != p {
			t.Errorf("%v: got %+v", p, got)
		}
	}
}
