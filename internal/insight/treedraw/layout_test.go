package treedraw

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// anyTree draws a tree of up to 40 nodes with texts of all kinds.
func anyTree(t *rapid.T) *Tree {
	n := rapid.IntRange(1, 40).Draw(t, "nodes")
	drawn := &Tree{Name: rapid.String().Draw(t, "name"), Roots: []tree.NodeID{1}}
	for i := range n {
		drawn.Nodes = append(drawn.Nodes, Node{
			ID:     tree.NodeID(i + 1),
			Kind:   Printable(rapid.StringN(1, 12, -1).Draw(t, "kind")),
			Detail: Printable(rapid.StringN(0, 60, -1).Draw(t, "detail")),
			Role:   run.Role(rapid.IntRange(0, 3).Draw(t, "role")),
		})
		if i > 0 {
			up := rapid.IntRange(0, i-1).Draw(t, "parent")
			drawn.Nodes[up].Children = append(drawn.Nodes[up].Children, tree.NodeID(i+1))
		}
	}
	return drawn
}

func TestLayoutIsTidy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes, width, height := layout(anyTree(t).grow())
		for i, a := range boxes {
			if a.x-a.width/2 < -1e-6 || a.x+a.width/2 > width+1e-6 || a.y < 0 || a.y+a.height > height+1e-6 {
				t.Fatalf("box %d is outside of %v x %v: %+v", a.ID, width, height, a)
			}
			for _, b := range boxes[:i] {
				apart := max(a.x, b.x) - min(a.x, b.x) - (a.width+b.width)/2
				if a.level == b.level && apart < siblingGap-1e-6 {
					t.Fatalf("boxes %d and %d of level %d are %v apart, wanted %v", a.ID, b.ID, a.level, apart, siblingGap)
				}
				if a.level > b.level && a.y < b.y+b.height {
					t.Fatalf("box %d is above the end of box %d, which is %d levels higher", a.ID, b.ID, a.level-b.level)
				}
			}
			if n := len(a.kids); n > 0 {
				if middle := (a.kids[0].x + a.kids[n-1].x) / 2; middle < a.x-1e-6 || middle > a.x+1e-6 {
					t.Fatalf("box %d at %v is not above the middle %v of its children", a.ID, a.x, middle)
				}
			}
			for k := 1; k < len(a.kids); k++ {
				if a.kids[k].x <= a.kids[k-1].x {
					t.Fatalf("children of box %d are out of order", a.ID)
				}
			}
		}
	})
}

// TestSVGIsWellFormed reads the picture back: every kind is a text of its own
// and the page is the size that it says.
func TestSVGIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := anyTree(t)
		var b strings.Builder
		if err := SVG(&b, drawn); err != nil {
			t.Fatal(err)
		}
		var kinds []string
		var inKind bool
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				inKind = tok.Name.Local == "text" && strings.HasPrefix(attr(tok, "class"), "kind ")
				if tok.Name.Local == "svg" && attr(tok, "viewBox") != "0 0 "+attr(tok, "width")+" "+attr(tok, "height") {
					t.Fatalf("viewBox is %q", attr(tok, "viewBox"))
				}
			case xml.CharData:
				if inKind {
					kinds = append(kinds, string(tok))
				}
			case xml.EndElement:
				inKind = false
			}
		}
		if len(kinds) != len(drawn.Nodes) {
			t.Fatalf("%d kinds in the picture of %d nodes", len(kinds), len(drawn.Nodes))
		}
		for _, n := range drawn.Nodes {
			if !strings.Contains(strings.Join(kinds, "\n"), n.Kind) {
				t.Fatalf("kind %q is not in the picture", n.Kind)
			}
		}
	})
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb\tc":        "a b c",
		"\x1b[31mred":    "\uFFFD[31mred",
		"\u202eevil":     "\uFFFDevil",
		"grün 走る":        "grün 走る",
		"\x00\x7f\u0085": "\uFFFD\uFFFD\uFFFD",
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, wanted %q", in, got, want)
		}
	}
}

func TestDOTKeepsTexts(t *testing.T) {
	for in, want := range map[string]string{
		`say "hi"`: `"say \"hi\""`,
		`C:\new`:   `"C:\\new"`,
		"a &lt; b": `"a &amp;lt; b"`,
	} {
		if got := dotString(in); got != want {
			t.Errorf("dotString(%s) = %s, wanted %s", strconv.Quote(in), got, want)
		}
	}
}
