package check

import (
	"strings"
	"testing"
)

// A finding is a line, whatever a script says.
func TestAFindingIsALine(t *testing.T) {
	var b strings.Builder
	f := Finding{Message: "boom\nother.lua:1:1: a line that nobody wrote"}
	WriteFindings(&b, "", []Finding{f})
	if n := strings.Count(b.String(), "\n"); n != 1 {
		t.Errorf("%d lines: %q", n, b.String())
	}
}
