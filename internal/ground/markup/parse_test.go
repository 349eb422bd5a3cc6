package markup_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

var noSpans = cmpopts.IgnoreTypes(syntax.Span{})

func TestYAMLAndJSONGiveEqualTrees(t *testing.T) {
	yamlSrc := `
name: Tag
seed: 1
world: { width: 200, height: 2.5e+2 }
bots:
  - id: tag-bot
    initialState: { it: false, note: null, 3: three }
    tags: []
    text: "tab\t \u00e9"
    big: 18446744073709551615
    zero: -0
`
	jsonSrc := `{"name": "Tag", "seed": 1, "world": {"width": 200, "height": 2.5e+2}, "bots": [
	{"id": "tag-bot", "initialState": {"it": false, "note": null, "3": "three"}, "tags": [],
	 "text": "tab\t \u00e9", "big": 18446744073709551615, "zero": -0}]}`
	y, err := markup.ParseYAML("f", []byte(yamlSrc), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for name, parser := range map[string]func(string, []byte, markup.Limits) (*markup.Node, error){
		"JSON": markup.ParseJSON, "YAML": markup.ParseYAML,
	} {
		j, err := parser("f", []byte(jsonSrc), markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(y, j, noSpans); diff != "" {
			t.Errorf("read as %s (-yaml +json)\n%s", name, diff)
		}
	}
}

// Any JSON that our own text form gives is read alike by both parsers.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawNode(t, 3)
		for name, parser := range map[string]func(string, []byte, markup.Limits) (*markup.Node, error){
			"JSON": markup.ParseJSON, "YAML": markup.ParseYAML,
		} {
			got, err := parser("f", []byte(want.JSON()), markup.Limits{})
			if err != nil {
				t.Fatalf("%s of %s: %v", name, want.JSON(), err)
			}
			if diff := cmp.Diff(want, got, noSpans); diff != "" {
				t.Fatalf("%s of %s (-want +got)\n%s", name, want.JSON(), diff)
			}
		}
	})
}

func drawNode(t *rapid.T, depth int) *markup.Node {
	text := rapid.StringOf(rapid.RuneFrom([]rune("aZ09 :#'\"\\[]{},&*!|>%@-_~.\t\n\ré\u2028😀<")))
	n := &markup.Node{Kind: markup.Kind(rapid.IntRange(0, 3+2*min(depth, 1)).Draw(t, "kind"))}
	switch n.Kind {
	case markup.Bool:
		n.Bool = rapid.Bool().Draw(t, "bool")
	case markup.Number:
		if n.Int = rapid.Bool().Draw(t, "whole"); n.Int {
			n.Num = float64(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "int"))
		} else {
			n.Num = rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "float")
		}
	case markup.String:
		n.Str = text.Draw(t, "string")
	case markup.Sequence:
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			n.Items = append(n.Items, drawNode(t, depth-1))
		}
	case markup.Map:
		for _, k := range rapid.SliceOfNDistinct(text, 0, 3, rapid.ID[string]).Draw(t, "keys") {
			n.Entries = append(n.Entries, markup.Entry{Key: k, Value: drawNode(t, depth-1)})
		}
	}
	return n
}

// Scalars decodes scalars as yaml.v3 does.
func TestScalarsAgreeWithYAMLv3(t *testing.T) {
	for _, s := range strings.Fields(`0 -0 1 +1 -1 007 0x1F -0x1F 0o17 -0o17 0b11 -0b11 1_000 1e3 1E-3 1.5e+3 .5 5. 1_0.5 +.5
		9007199254740992 9007199254740993 9223372036854775808 18446744073709551616 -9223372036854775808 -9223372036854775809
		.inf +.inf -.inf .Inf .nan .NaN inf nan 1e400 0x 1.2.3 1: 12:30 y yes on no off true True TRUE tRue false null Null ~ nil`) {
		n, err := markup.ParseYAML("f", []byte("- "+s), markup.Limits{})
		if err != nil {
			if s == "1:" {
				continue // a map
			}
			t.Errorf("%s: %v", s, err)
			continue
		}
		var v []any
		if err := yaml.Unmarshal([]byte("- "+s), &v); err != nil {
			t.Fatal(err)
		}
		var want string
		switch v := v[0].(type) {
		case float64:
			want = fmt.Sprintf("number %v", v)
		case int, uint64:
			var f float64
			fmt.Sscan(fmt.Sprint(v), &f)
			want = fmt.Sprintf("number %v", f)
		default:
			want = fmt.Sprintf("%T %v", v, v)
		}
		var got string
		switch n := n.Items[0]; n.Kind {
		case markup.Number:
			got = fmt.Sprintf("number %v", n.Num)
		case markup.Bool:
			got = fmt.Sprintf("bool %v", n.Bool)
		case markup.String:
			got = fmt.Sprintf("string %v", n.Str)
		case markup.Null:
			got = "<nil> <nil>"
		default:
			got = "map[string]interface {} map[1:<nil>]"
		}
		if got != want && s != "1:" {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}

func TestInt(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"0", true}, {"-0", true}, {"7", true}, {"-7", true}, {"7.0", false}, {"7e0", false},
		{"9007199254740992", true}, {"9007199254740993", false}, {"9007199254740994", true},
		{"-9223372036854775808", true}, {"9223372036854775807", false}, {"18446744073709551615", false},
		{"9223372036854775808", true}, {"18446744073709551616", false}, {"-9223372036854775809", false},
		{"-9223372036854777856", false}, // exact, but past 64 bits
	} {
		for _, ext := range []string{".json", ".yaml"} {
			n, err := markup.Parse("f"+ext, []byte(c.text), markup.Limits{})
			if err != nil || n.Kind != markup.Number || n.Int != c.want {
				t.Errorf("%s in %s: %+v, %v", c.text, ext, n, err)
			}
		}
	}
}

// Every value spans the text it was written as.
func TestSpans(t *testing.T) {
	yamlSrc := "# é\n" +
		"plain: some é  text # comment\n" +
		"folded: one\n  two\n" +
		"quoted: [\"a\\\"b\", 'it''s', {é: 1, }, []]\r\n" +
		"block: |\n  line\n  last\n\n" +
		"props: &anchor !!str 12\n" +
		"alias: *anchor\n" +
		"nothing:\n" +
		"list:\n- x\n- y: [1,\n    2] # end\n" +
		"sep: \"\u2028\"\n" +
		"after: z\n" +
		"empty: &e !!str\n" +
		"nest: &m\n  # of m\n  &k key: v\n"
	jsonSrc := "{\"plain\" : \"é\", \"list\":[1 ,-2.5e3, {}, [ ] ,true,null ],\r\n\t\"\u2028\": {\"a\":\"\\\"\"}\r, \"after\": 1}\n"
	for _, c := range []struct {
		file, src string
		want      []string
	}{
		{"f.yaml", "\uFEFF" + yamlSrc, []string{
			"2:1 plain", "2:8 some é  text", "3:1 folded", "3:9 one\n  two",
			"5:1 quoted", "5:9 [\"a\\\"b\", 'it''s', {é: 1, }, []]", "5:10 \"a\\\"b\"", "5:18 'it''s'", "5:27 {é: 1, }", "5:28 é", "5:31 1", "5:37 []",
			"6:1 block", "6:8 |\n  line\n  last",
			"10:1 props", "10:22 12", "11:1 alias", "10:22 12", "12:1 nothing", "12:9 ",
			"13:1 list", "14:1 - x\n- y: [1,\n    2]", "14:3 x", "15:3 y: [1,\n    2]", "15:3 y", "15:6 [1,\n    2]", "15:7 1", "16:5 2",
			"17:1 sep", "17:6 \"\u2028\"", "18:1 after", "18:8 z",
			"19:1 empty", "19:16 ", "20:1 nest", "22:3 &k key: v", "22:6 key", "22:11 v",
		}},
		{"f.json", "\uFEFF" + jsonSrc, []string{
			`1:1 {`, `1:2 "plain"`, `1:12 "é"`, `1:17 "list"`, `1:24 [1 ,-2.5e3, {}, [ ] ,true,null ]`, "1:25 1", "1:28 -2.5e3", "1:36 {}", "1:40 [ ]", "1:45 true", "1:50 null",
			"2:2 \"\u2028\"", `2:7 {"a":"\""}`, `2:8 "a"`, `2:12 "\""`, `3:3 "after"`, "3:12 1",
		}},
	} {
		n, err := markup.Parse(c.file, []byte(c.src), markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		walk(n, func(s syntax.Span) {
			got = append(got, fmt.Sprintf("%d:%d %s", s.Start.Line, s.Start.Col, cut(c.src, s)))
		})
		got = got[1:]
		if c.file == "f.json" {
			got = append([]string{"1:1 {"}, got...)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.file, diff)
		}
	}
}

// walk gives the spans of a value and all in it, in the order of the file.
func walk(n *markup.Node, visit func(syntax.Span)) {
	visit(n.Span)
	for _, item := range n.Items {
		walk(item, visit)
	}
	for _, e := range n.Entries {
		visit(e.KeySpan)
		walk(e.Value, visit)
	}
}

// cut gives the text of a span, found the plain way.
func cut(src string, s syntax.Span) string {
	line, col := int32(1), int32(1)
	var b strings.Builder
	runes := []rune(strings.TrimPrefix(src, "\uFEFF"))
	for i, r := range runes {
		from := line > s.Start.Line || line == s.Start.Line && col >= s.Start.Col
		if from && (line < s.EndLine || line == s.EndLine && col < s.EndCol) {
			b.WriteRune(r)
		}
		if r == '\n' || r == '\r' && (i+1 == len(runes) || runes[i+1] != '\n') {
			line, col = line+1, 1
		} else {
			col++
		}
	}
	return b.String()
}

func TestRawCharacters(t *testing.T) {
	for _, c := range []struct{ file, src, want string }{
		{"f.yaml", "a: \x00b\x1b\n\x7f: \u0085", "f.yaml:1:4: control character U+0000\nf.yaml:1:6: control character U+001B\nf.yaml:2:1: control character U+007F\nf.yaml:2:4: control character U+0085"},
		{"f.yaml", "é: \xff\n\xc3: 1\na: 1\na: 2", "f.yaml:1:4: invalid UTF-8: found the byte 0xff\nf.yaml:2:1: invalid UTF-8: found the byte 0xc3\nf.yaml:4:1: key \"a\" stands twice in one map\n\tf.yaml:3:1: first here"},
		{"f.yaml", "\xff\xfea\x00", "f.yaml:1:1: found UTF-16 text, wanted UTF-8"},
		{"f.yaml", "a: \uffff", "f.yaml:1:4: control character U+FFFF"},
		{"f.json", "[\"\x01\", \x02, \"\xff\"]", "f.json:1:3: control character U+0001\nf.json:1:7: control character U+0002\nf.json:1:11: invalid UTF-8: found the byte 0xff"},
		{"f.json", "", "f.json:1:1: empty file, wanted a value"},
		{"f.json", "\uFEFF \n", "f.json:2:1: empty file, wanted a value"},
		{"f.yaml", "", "f.yaml:1:1: empty file, wanted a value"},
		{"f.yaml", "\uFEFF", "f.yaml:1:1: empty file, wanted a value"},
		{"f.yaml", "\t\r\n \n", "f.yaml:1:1: empty file, wanted a value"},
	} {
		if diff := cmp.Diff(c.want, outcome(c.file, []byte(c.src))); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.src, diff)
		}
	}
}

// A fault too far into a large file to be found is said to be so.
func TestInexactSyntaxError(t *testing.T) {
	src := "a: [\n\"" + strings.Repeat("x", 6<<20) + "\", }\n"
	_, err := markup.ParseYAML("f", []byte(src), markup.Limits{})
	const want = "f:2:1: syntax error here or further down, wanted a value"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Every kind of place is that in the file: of values, of syntax errors, of
// characters, and of what is past a limit.
func TestJSONLineCountsFromItsLine(t *testing.T) {
	n, err := markup.ParseJSONLine("f.jsonl", 7, []byte(`{"a": [1]}`), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Get("a").Span.Start.String(); got != "f.jsonl:7:7" {
		t.Errorf("the value of a is at %s, wanted f.jsonl:7:7", got)
	}
	for src, want := range map[string]string{
		`{"a": ]`:                                "f.jsonl:7:7: ",
		"{\"a\":\n x}":                           "f.jsonl:8:2: ",
		"[\"\x01\"]":                             "f.jsonl:7:3: ",
		`{"a": 1, "a": 2}`:                       "f.jsonl:7:10: ",
		`["` + strings.Repeat("long", 20) + `"]`: "f.jsonl:7:1: ",
	} {
		_, err := markup.ParseJSONLine("f.jsonl", 7, []byte(src), markup.Limits{Bytes: 50})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: found error %v, wanted one at %s", src, err, want)
		}
	}
}

// A file that is no text is one error, and a few stray bytes are one each.
func TestBinaryFileIsOneError(t *testing.T) {
	const want = "1:1: invalid UTF-8: found the byte 0xff"
	for _, ext := range []string{".json", ".yaml"} {
		for n, errors := range map[int]int{9: 9, 10: 1, 1 << 20: 1} {
			_, err := markup.Parse("f"+ext, []byte(strings.Repeat("\xff", n)), markup.Limits{})
			list, ok := err.(syntax.ErrorList)
			if !ok || len(list) != errors || !strings.HasPrefix(list[0].Error(), "f"+ext+":"+want) || (errors == 1) != strings.HasSuffix(list[0].Hint, "no text") {
				t.Errorf("%s: %d bytes: %d errors, the first %v", ext, n, len(list), list[0])
			}
		}
	}
}

func TestParsePicksTheFormat(t *testing.T) {
	const both = `{"a": "\/"}` // an escape that only JSON has
	for _, c := range []struct {
		file, src string
		ok        bool
	}{
		{"f.json", both, true},
		{"f.JSON", both, true},
		{"f.json", "a: 1", false},
		{"f.yaml", both, false},
		{"f.yml", "a: 1", true},
		{"f", both, true},
		{"f", "\uFEFF\n " + both, true},
		{"f.scene", "{a: 1}", true},
		{"f.scene", "a: 1", true},
		{"f.scene", `"\/"`, false},
	} {
		if _, err := markup.Parse(c.file, []byte(c.src), markup.Limits{}); (err == nil) != c.ok {
			t.Errorf("%s %q: %v", c.file, c.src, err)
		}
	}
}

// What encoding/json takes for valid, and nothing else, has no syntax error.
func TestJSONSyntaxAgreesWithEncodingJSON(t *testing.T) {
	pieces := rapid.SampledFrom(strings.Fields(`{ } [ ] , : "a" "b" "\n" "\q" "\u00e9" "\u00 "x 1 -0 1.5 1. 01 -1e3 1e true tru false null x '`))
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(pieces, 1, 8).Draw(t, "pieces"), " ")
		_, err := markup.ParseJSON("f", []byte(src), markup.Limits{})
		if err != nil && strings.Contains(err.Error(), "twice in one map") {
			return
		}
		if valid := json.Valid([]byte(src)); valid != (err == nil) {
			t.Fatalf("%s: valid %v, error %v", src, valid, err)
		}
	})
}
