package markup_test

import (
	"errors"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// What is missing is written where nothing else can be meant, and nowhere else.
func TestMissingEndsAreMended(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, text, good string }{
		{"a.yaml", "world: { width: 2, edges: bounce # x\nbots: []\n", "world: { width: 2, edges: bounce } # x\nbots: []\n"},
		{"a.yaml", "world: {width: 2\r\nbots: []\r\n", "world: {width: 2}\r\nbots: []\r\n"},
		{"a.yaml", "a:\n  - { b: [1, 2 }\n", "a:\n  - { b: [1, 2] }\n"},
		{"a.yaml", "a:\n  - { b: [1, 2}\n", "a:\n  - { b: [1, 2]}\n"},
		{"a.yaml", "a: { b: { c: 1 }\nd: 1\n", ""},
		{"a.yaml", "a: [1, [2, 3]\nd: 1\n", ""},
		{"a.yaml", "a: \"it is\nb: 1\n", "a: \"it is\"\nb: 1\n"},
		{"a.yaml", "a: 'it is\nb: 'so'\n", "a: 'it is'\nb: 'so'\n"},
		{"a.yaml", "- \"it # is\n- b\n", ""},
		{"a.yaml", "a: { b: \"it, c: 1 }\nb: 1\n", ""},
		{"a.json", "{\n  \"a\": [1, 2\n}\n", "{\n  \"a\": [1, 2]\n}\n"},
		{"a.yaml", "a: {\nb: 1\n", ""},
		{"a.json", "{\n  \"a\": {\n    \"b\": 1\n  \"c\": 2\n}\n", "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 2\n}\n"},
		{"a.json", "{\n  \"a\": {\n    \"b\": 1\n}\n", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"},
		{"a.json", "{\n  \"a\": 1\n", "{\n  \"a\": 1\n}\n"},
		{"a.json", "{ \"a\": [1, 2 }\n", "{ \"a\": [1, 2] }\n"},
		{"a.json", "{\n  \"a\": \"bc,\n  \"d\": 1\n}\n", "{\n  \"a\": \"bc\",\n  \"d\": 1\n}\n"},
		{"a.json", "{\n  \"a\": \"b c, d\n}\n", ""},
		{"a.xml", "<a>\n\t<b x=\"1 y=\"2\"/>\n</a>\n", "<a>\n\t<b x=\"1\" y=\"2\"/>\n</a>\n"},
		{"a.xml", "<a>\n\t<b x='c/d.xml/>\n</a>\n", "<a>\n\t<b x='c/d.xml'/>\n</a>\n"},
		{"a.xml", "<a>\n\t<b x=1>t</b>\n</a>\n", "<a>\n\t<b x=\"1\">t</b>\n</a>\n"},
		{"a.xml", "<a>\n\t<b x='y z/>\n</a>\n", ""},
		{"a.xml", "<a>\n\t<b>\n\t\t<c/>\n\t<d/>\n</a>\n", "<a>\n\t<b>\n\t\t<c/>\n\t</b>\n\t<d/>\n</a>\n"},
		{"a.xml", "<a>\n\t<b>\n\t\t<c/>\n\t<d/>\n\t\t<e/>\n</a>\n", ""},
	} {
		var list syntax.ErrorList
		errors.As(parseAny(c.file, []byte(c.text)), &list)
		got := ""
		for _, e := range list {
			if len(e.Fix) > 0 && got == "" {
				got = string(syntax.Apply([]byte(c.text), e.Fix...))
			}
		}
		if got != c.good {
			t.Errorf("%q: got %q, wanted %q; %v", c.text, got, c.good, list)
		}
		if got != "" && parseAny(c.file, []byte(got)) != nil {
			t.Errorf("%q is still wrong: %v", got, parseAny(c.file, []byte(got)))
		}
	}
}
