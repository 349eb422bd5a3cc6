package markup_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func TestRepairXML(t *testing.T) {
	for src, want := range map[string]string{
		`<a b=”1” c = “2”/>`:                          `<a b="1" c = "2"/> [typographic quotes]`,
		`<a b=”say "x"” c='y'/>`:                      `<a b='say "x"' c='y'/> [typographic quotes]`,
		`<a b=”it's "x"”/>`:                           `<a b="it's &quot;x&quot;"/> [typographic quotes]`,
		`<a b="1” c="2"/>`:                            `<a b="1" c="2"/> [typographic quotes]`,
		`<a b="1” />`:                                 `<a b="1" /> [typographic quotes]`,
		`<a b="go “now” or never" c="2"/>`:            `<a b="go “now” or never" c="2"/> []`,
		`<a b=‘it’s x’ c=‘2’></a>`:                    `<a b="it’s x" c="2"></a> [typographic quotes]`,
		"- <a>\n  - <b/>\n + <c/>\n </a>":             "  <a>\n    <b/>\n   <c/>\n </a> [- before tags]",
		"<a>- text - <b/> a-b <!-- - <c=”1”> --></a>": "<a>- text - <b/> a-b <!-- - <c=”1”> --></a> []",
		"<a><![CDATA[- <b=”1”>]]> <b c=”1”/></a>":     "<a><![CDATA[- <b=”1”>]]> <b c=\"1\"/></a> [typographic quotes]",
		`<a b=”1`:              `<a b=”1 []`,
		`<a>-</a>`:             `<a>-</a> []`,
		"<a b=\u00931\u0094/>": `<a b="1"/> [typographic quotes]`,
	} {
		text, changes := markup.RepairXML("a.xml", []byte(src), markup.Limits{})
		if got := fmt.Sprintf("%s %v", text, changes); got != want {
			t.Errorf("%s\nbecomes %s\nwanted  %s", src, got, want)
		}
	}
}
