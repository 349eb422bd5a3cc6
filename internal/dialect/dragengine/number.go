package dragengine

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// numbers returns the parameters of a rule that are written as numbers. A rule is known by its
// id, one without by its action or its tag.
func (h *Head) numbers() (all []run.Number) {
	for i, p := range h.Params {
		v := valueOf(p.Value, host.Number)
		if v.Kind() != host.Number {
			continue
		}
		at := h.written[i].textAt
		all = append(all, run.Number{
			Of: cmp.Or(h.ID, h.name), Arg: p.Name, Value: v.Number(), Fixed: h.written[i].fixed,
			At: syntax.Span{Start: at.Start, EndLine: at.Start.Line, EndCol: at.Start.Col + int32(len(strings.TrimSpace(p.Value)))},
		})
	}
	return all
}

// fixedText says why another text cannot be written in the place of that of an element, or
// empty.
func fixedText(e *markup.Element) string {
	if len(e.Texts) != 1 || e.Texts[0].CDATA {
		return "its text is in several pieces, or in a CDATA section"
	}
	t := &e.Texts[0]
	if t.Span.EndLine == t.Span.Start.Line && int(t.Span.EndCol-t.Span.Start.Col) != utf8.RuneCountInString(t.Value) {
		return "it is written with references"
	}
	return ""
}
