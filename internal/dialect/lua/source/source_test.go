package source

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

func parsed(src string) (*Parsed, *Lines) {
	lines := NewLines(syntax.Pos{File: "t.lua", Line: 1, Col: 1}, src)
	return Parse(lines, src, 200, nil), lines
}

// What could be read of a source with faults is there, and each fault is told once.
func TestReadingOnBehindFaults(t *testing.T) {
	p, _ := parsed("local a = 1\nlocal = 2\nlocal b = (3\nlocal c = 4\nif a then b( end\nfunction d() return ) end\nlocal e = 5")
	var names, faults []string
	for _, st := range p.Body {
		if l, ok := st.(*Local); ok {
			names = append(names, l.Names[0].Name)
		}
	}
	for _, e := range p.Faults() {
		faults = append(faults, fmt.Sprintf("%d:%d", e.Pos.Line, e.Pos.Col))
	}
	if got := strings.Join(names, " "); got != "a c e" {
		t.Errorf("the locals are %s", got)
	}
	if got := strings.Join(faults, " "); got != "2:7 4:1 5:14 6:21" {
		t.Errorf("faults at %s", got)
	}
}

// Each name is the variable that is in scope there.
func TestScopes(t *testing.T) {
	p, _ := parsed("local x = 1\nlocal function f() local x = x return function() x = y return math.max(x) end end\nprint(x, f)\nrequire 'a.b'\nz = x")
	if got := fmt.Sprint(p.Uses, p.Gives, p.Wants); got != "[{y 65} {math.max 74} {print 94} {require 106}] map[z:true] [a.b]" {
		t.Errorf("uses, gives, wants: %s", got)
	}
	outer := p.Body[0].(*Local).Names[0]
	f := p.Body[1].(*LocalFunc).Fn
	inner := f.Body[0].(*Local).Names[0]
	if !outer.Captured || !inner.Captured || outer == inner || len(f.Ups) != 1 || f.Ups[0].Local != outer || f.Ups[0].Outer != -1 {
		t.Errorf("the variable outside is captured %v, the one within %v; f keeps %v", outer.Captured, inner.Captured, f.Ups)
	}
	if name := f.Body[0].(*Local).Exprs[0].(*Name); name.Local != outer {
		t.Error("a local is in scope in its own value")
	}
}

// Nodes have the ranges of their text.
func TestRanges(t *testing.T) {
	src := "x = a.b['c'](1, {2}) + -d\nfor i = 1, 2 do f(i) end"
	p, lines := parsed(src)
	text := func(n interface{ Where() Span }) string { w := n.Where(); return src[w.From:w.To] }
	sum := p.Body[0].(*Assign).Exprs[0].(*Binary)
	for _, c := range []struct{ got, want string }{
		{text(sum), "a.b['c'](1, {2}) + -d"}, {text(sum.A), "a.b['c'](1, {2})"}, {text(sum.B), "-d"},
		{text(sum.A.(*Call).Fn), "a.b['c']"}, {text(sum.A.(*Call).Args[1]), "{2}"}, {text(p.Body[1]), "for i = 1, 2 do f(i) end"},
		{lines.At(p.Body[1].Where().From).String(), "t.lua:2:1"},
	} {
		if c.got != c.want {
			t.Errorf("%s, wanted %s", c.got, c.want)
		}
	}
}

// A column of a long line is that of its signs, of which some have several bytes and some are damaged.
func TestColumnsOfLongLines(t *testing.T) {
	for _, sign := range []string{"x", "\u00fc", "\u20ac", "\U0001d11e", "\xff", "\xe2\x82", "a\u00fc\xf0\x9d"} {
		src := "\n\xe2" + "\n" + strings.Repeat(sign, 5000) + "\n" + strings.Repeat("y"+sign, 3000)
		lines := NewLines(syntax.Pos{File: "t.lua", Line: 1, Col: 1}, src)
		for at := 0; at < len(src); at += 7 {
			begins := strings.LastIndexByte(src[:at], '\n') + 1
			if got, want := lines.At(int32(at)).Col, utf8.RuneCountInString(src[begins:at])+1; int(got) != want {
				t.Fatalf("byte %d of %q is in column %d, wanted %d", at, sign, got, want)
			}
		}
	}
}

func TestWords(t *testing.T) {
	var got []string
	for _, w := range Words("local x=[[a]]..'b'--c\n+1.5e+2~=...--[[d]]end") {
		got = append(got, fmt.Sprint(w.Text, w.Kind))
	}
	if want := "local0 x0 =3 [[a]]2 ..3 'b'2 +3 1.5e+21 ~=3 ...3 end0"; strings.Join(got, " ") != want {
		t.Errorf("%s, wanted %s", strings.Join(got, " "), want)
	}
}
