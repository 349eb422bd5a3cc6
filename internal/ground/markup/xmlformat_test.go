package markup

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// said is an element without its places.
type said struct {
	Name  string
	Attrs [][2]string
	Texts []string
	Kids  []said
}

// sayings returns what a document says. Space beside elements says nothing.
func sayings(e *Element) said {
	s := said{Name: e.Name}
	for _, a := range e.Attrs {
		s.Attrs = append(s.Attrs, [2]string{a.Name, a.Value})
	}
	for _, t := range e.Texts {
		if len(e.Children) == 0 || t.CDATA || strings.Trim(t.Value, " \t\r\n") != "" {
			s.Texts = append(s.Texts, t.Value)
		}
	}
	for _, kid := range e.Children {
		s.Kids = append(s.Kids, sayings(kid))
	}
	return s
}

// laidOut lays a document out, and checks that it says the same and is laid out for good. It
// gives false for what is no XML.
func laidOut(t *testing.T, src []byte) (string, bool) {
	t.Helper()
	before, err := ParseXML("f.xml", src, Limits{})
	if err != nil {
		return "", false
	}
	out, err := FormatXML("f.xml", src, limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	after, err := ParseXML("f.xml", out, Limits{})
	if err != nil {
		t.Fatalf("%v\nof %q\nlaid out as %q", err, src, out)
	}
	if diff := cmp.Diff(sayings(before), sayings(after)); diff != "" {
		t.Fatalf("%q\nlaid out as %q\n%s", src, out, diff)
	}
	if again, err := FormatXML("f.xml", out, limit.Values{}); err != nil || string(again) != string(out) {
		t.Fatalf("laid out twice (%v) %q, once %q", err, again, out)
	}
	return string(out), true
}

func TestFormatXML(t *testing.T) {
	for src, want := range map[string]string{
		"<a/>":    "<a/>\n",
		"<a></a>": "<a/>\n",
		"<a  x = '1>2'\n y=\"2\" ><b/>  <b>\n<c z='/'></c></b></a>":                                                           "<a x='1>2' y=\"2\">\n\t<b/>\n\t<b>\n\t\t<c z='/'/>\n\t</b>\n</a>\n",
		"<?xml version='1.0'?><!-- top --><a> <!-- behind -->\n<!-- two\n lines --><b>  9 <!-- in --> </b></a ><!-- tail -->": "<?xml version='1.0'?> <!-- top -->\n<a> <!-- behind -->\n\t<!-- two\n lines -->\n\t<b>  9 <!-- in --> </b>\n</a> <!-- tail -->\n",
		"<a><b> </b><c>&#32;</c><d><![CDATA[ ]]></d></a>":                                                                     "<a>\n\t<b> </b>\n\t<c>&#32;</c>\n\t<d><![CDATA[ ]]></d>\n</a>\n",
		"<a>text <b/> more</a>": "<a>text <b/> more</a>\n",
	} {
		if got, ok := laidOut(t, []byte(src)); got != want || !ok {
			t.Errorf("%q became\n%q, wanted\n%q", src, got, want)
		}
	}
	if _, err := FormatXML("f.xml", []byte("<a><b></a>"), limit.Values{}); err == nil {
		t.Error("what is no XML is laid out")
	}
}

// FuzzFormatXML: a document that is laid out says the same, and is not laid out again.
func FuzzFormatXML(f *testing.F) {
	for _, s := range []string{"<a/>", "<a b='c'><d>e</d><!-- f --></a>", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<a b='\xe9'/>", "<a>\r\n<b>\r\n</b></a>", "<a><![CDATA[x]]></a>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { laidOut(t, src) })
}
