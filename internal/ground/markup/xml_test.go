package markup_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// TestXMLDocuments holds documents against their trees or errors. In a
// document, a byte stands as \xNN.
func TestXMLDocuments(t *testing.T) {
	golden.Test(t, "testdata/xml.txtar", func(_ *testing.T, file string, all golden.Documents) string {
		return xmlOutcome(file, withBytes([]byte(all[file])))
	})
}

// withBytes turns \xNN into the byte, and \r into a carriage return.
func withBytes(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); i++ {
		var b byte
		switch {
		case src[i] == '\\' && i+1 < len(src) && src[i+1] == 'r':
			out = append(out, '\r')
			i++
		case src[i] == '\\' && i+3 < len(src) && src[i+1] == 'x':
			if _, err := fmt.Sscanf(string(src[i+2:i+4]), "%02x", &b); err == nil {
				out = append(out, b)
				i += 3
			}
		default:
			out = append(out, src[i])
		}
	}
	return out
}

func xmlOutcome(file string, src []byte) string {
	e, err := markup.ParseXML(file, src, markup.Limits{})
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	printElement(&b, e, "")
	return b.String()
}

// Each character of a value is where the file has it, also behind line breaks, which are
// spaces in the value, and behind references, which are longer than what they stand for.
func TestPlacesInValues(t *testing.T) {
	src := "<a\n b='one\r\nt&#119;o\rthr&lt;e\té&#10;'/>"
	e, err := markup.ParseXML("f.xml", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	at := e.Attr("b")
	var got strings.Builder
	for i, r := range at.Value {
		fmt.Fprintf(&got, "%q %d:%d ", r, at.At(i).Line, at.At(i).Col)
	}
	const want = `'o' 2:5 'n' 2:6 'e' 2:7 ' ' 2:8 't' 3:1 'w' 3:2 'o' 3:8 ' ' 3:9 't' 4:1 'h' 4:2 'r' 4:3 '<' 4:4 'e' 4:8 ' ' 4:9 'é' 4:10 '\n' 4:11 `
	if got.String() != want {
		t.Errorf("places %s\nwanted %s", got.String(), want)
	}
	if end := at.At(len(at.Value)); end != (syntax.Pos{File: "f.xml", Line: at.ValueSpan.EndLine, Col: at.ValueSpan.EndCol}) {
		t.Errorf("the end is at %v, wanted that of the value, %v", end, at.ValueSpan)
	}
}

func brief(s syntax.Span) string {
	return fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Col, s.EndLine, s.EndCol)
}

func printElement(b *strings.Builder, e *markup.Element, indent string) {
	fmt.Fprintf(b, "%s%s %s\n", indent, e.Name, brief(e.Span))
	for _, a := range e.Attrs {
		fmt.Fprintf(b, "%s  @%s %s = %q %s\n", indent, a.Name, brief(a.NameSpan), a.Value, brief(a.ValueSpan))
	}
	for _, p := range e.Texts {
		marks := ""
		if p.CDATA {
			marks = " cdata"
		}
		if p.First {
			marks += " first"
		}
		if p.Last {
			marks += " last"
		}
		if strings.TrimSpace(p.Value) == "" && len(e.Children) > 0 {
			continue // the space between tags is not what these documents are about
		}
		fmt.Fprintf(b, "%s  %q %s%s\n", indent, p.Value, brief(p.Span), marks)
	}
	for _, c := range e.Children {
		printElement(b, c, indent+"  ")
	}
}

func TestXMLLimits(t *testing.T) {
	small := markup.Limits{Nodes: 10, Depth: 5, Bytes: 100}
	attrs := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d='1'", i)
		}
		return "<a" + b.String() + "/>"
	}
	laughs := "<!DOCTYPE a [<!ENTITY l 'lol'><!ENTITY m '&l;&l;&l;&l;&l;&l;&l;&l;'>]><a>&m;</a>"
	for _, c := range []struct {
		name, src string
		lim       markup.Limits
		want      string // within the error, "" for none
	}{
		{"bytes", "<a>" + strings.Repeat(" ", 94) + "</a>", small, "f.xml:1:1: file of 101 bytes, wanted at most 100 bytes"},
		{"bytes at the limit", "<a>" + strings.Repeat(" ", 93) + "</a>", small, ""},
		{"bytes of a file that grows as it is decoded", "<?xml version='1.0' encoding='latin1'?><a>" + strings.Repeat("\xe9", 54) + "</a>", small, ""},
		{"depth at the limit", nested(5, "<a>", "", "</a>"), small, ""},
		{"depth", nested(6, "<a>", "", "</a>"), small, "f.xml:1:16: elements nested deeper than 5 levels"},
		{"depth 100000", strings.Repeat("<a>", 100000), markup.Limits{}, "f.xml:1:3001: elements nested deeper than 1000 levels"},
		{"nodes at the limit", "<a b='1' c='2'>t<d/>t<d/>t<d/>t</a>", small, ""},
		{"nodes", "<a b='1' c='2'>t<d/>t<d/>t<d/>t<d/></a>", small, "f.xml:1:32: more than 10 elements, attributes and pieces of text in one file"},
		{"nodes that are pieces of text", "<a>t<!---->t<!---->t<!---->t<!---->t<!---->t<!---->t<!---->t<!---->t<!---->t</a>", small, "more than 10 elements"},
		{"attributes at the limit", attrs(250), markup.Limits{}, ""},
		{"attributes", attrs(251), markup.Limits{}, "f.xml:1:2144: more than 250 attributes in one element"},
		{"many elements", "<a>" + strings.Repeat("<b/>", 1_000_000) + "</a>", markup.Limits{}, "more than 300000 elements"},
		{"attributes without end", "<a " + strings.Repeat("b='' ", 2_000_000), markup.Limits{}, "f.xml:1:1254: more than 250 attributes in one element"},
		{"ampersands without end", "<a>&" + strings.Repeat("a", 1_000_000), markup.Limits{}, `f.xml:1:4: found "&" alone`},
		{"billion laughs", laughs, markup.Limits{}, "f.xml:1:1: a document type with declarations of its own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := cputime.Now()
			_, err := markup.ParseXML("f.xml", []byte(c.src), c.lim)
			if d := cputime.Now() - start; d > 10*time.Second {
				t.Errorf("took %v", d)
			}
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestXMLRoot(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"<a/>", "a"},
		{"\uFEFF<?xml version='1.0' encoding='ISO-8859-1'?>\n<!-- \xe9 <b> -->\n<!DOCTYPE c>\n<d:e f='\xe9'>&nothing; <", "d:e"},
		{"<a", ""},
		{"a: b", ""},
		{"", ""},
	} {
		if got := markup.XMLRoot([]byte(c.src)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

func TestElementAttr(t *testing.T) {
	e, err := markup.ParseXML("f.xml", []byte("<a id='1' ID='2'/>"), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if a := e.Attr("ID"); a == nil || a.Value != "2" {
		t.Errorf("ID: %v", a)
	}
	if a := e.Attr("Id"); a != nil {
		t.Errorf("Id: %v", a)
	}
}

func FuzzParseXML(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/xml.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, doc := range archive.Files {
		if !strings.HasSuffix(doc.Name, ".want") {
			f.Add(withBytes(doc.Data))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := markup.ParseXML("f.xml", src, markup.Limits{})
		if err == nil {
			if name := markup.XMLRoot(src); name != root.Name {
				t.Fatalf("root %q, by itself %q", root.Name, name)
			}
			orderedElement(t, root)
			return
		}
		var list syntax.ErrorList
		if root != nil || !errors.As(err, &list) {
			t.Fatalf("tree %v with an error of type %T: %v", root, err, err)
		}
		for _, e := range list {
			if e.Pos.File != "f.xml" || e.Pos.Line < 1 || e.Pos.Col < 1 || e.Msg == "" {
				t.Fatalf("no place or text: %#v", e)
			}
		}
		facttest.Inside(t, "f.xml", src, list)
	})
}

// orderedElement checks that nothing ends before it starts or leaves the
// element around it.
func orderedElement(t *testing.T, e *markup.Element) {
	at := func(line, col int32) int64 { return int64(line)<<32 | int64(col) }
	check := func(s syntax.Span) {
		start, end := at(s.Start.Line, s.Start.Col), at(s.EndLine, s.EndCol)
		if s.Start.Line < 1 || s.Start.Col < 1 || end < start || start < at(e.Span.Start.Line, e.Span.Start.Col) || end > at(e.Span.EndLine, e.Span.EndCol) {
			t.Fatalf("span %s in <%s> %s", brief(s), e.Name, brief(e.Span))
		}
	}
	for _, a := range e.Attrs {
		check(a.NameSpan)
		check(a.ValueSpan)
	}
	for _, p := range e.Texts {
		check(p.Span)
	}
	for _, c := range e.Children {
		check(c.Span)
		orderedElement(t, c)
	}
}

// TestLenientXML: what tinyxml2 takes is taken, at its place, and all else is refused as it is.
func TestLenientXML(t *testing.T) {
	src := "<root>\n  <!-- a < b && c -->\n  <A x=\"1 < 2 && 3 > 2 &amp; 'y' &foo; \" y='\"<b>\"'/>\n  <B z=\"a\nb\"/></root> & anything <"
	root, err := markup.ParseLenientXML("a.xml", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := root.Children[0], root.Children[1]
	if got, want := a.Attr("x").Value, "1 < 2 && 3 > 2 & 'y' &foo; "; got != want {
		t.Errorf("x is %q, wanted %q", got, want)
	}
	if got, want := a.Attr("y").Value, `"<b>"`; got != want {
		t.Errorf("y is %q, wanted %q", got, want)
	}
	if got, want := b.Attr("z").Value, "a\nb"; got != want || b.Span.Start.Line != 4 {
		t.Errorf("z is %q in line %d, wanted %q in line 4", got, b.Span.Start.Line, want)
	}
	if got := a.Attr("x").At(len("1 < 2 && 3 > 2 & ")); got.Line != 3 || got.Col != 30 {
		t.Errorf("the text stands at %v", got)
	}
	for src, want := range map[string]string{
		"<root><A></root>":     `a.xml:1:10: found </root>, wanted </A>`,
		"<root a=1/>":          `a.xml:1:9: found "1", wanted the value of the attribute "a" in quotes`,
		"<root a/>":            `a.xml:1:8: found "/", wanted = after the attribute "a"`,
		"<root><A x='1/>":      `a.xml:1:12: the value of the attribute "x" has no closing quote`,
		"<root x='1' x='2'/>":  `a.xml:1:13: attribute "x" stands twice in one element`,
		"<root><!-- a </root>": `a.xml:1:7: a comment without end, wanted -->`,
		"<root>":               `a.xml:1:7: found the end of the file, wanted </root>`,
	} {
		_, err := markup.ParseLenientXML("a.xml", []byte(src), markup.Limits{})
		if got := strings.Split(fmt.Sprint(err), "\n")[0]; got != want {
			t.Errorf("%s: %s, wanted %s", src, got, want)
		}
	}
}
