package unvanquished

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// What sources are read as: the tree in its normal form, on one line, and how
// many notices there are.
func TestReadAs(t *testing.T) {
	for _, c := range []struct {
		source, want string
		notices      int
	}{
		// tokens
		{"action say( \"tab\\tq\\\"q \\\\ \\x41\\66\" )", "action say( \"tab\tq\"q \\ AB\" )", 0},
		{"action say( \"one\" \"two\" /* c */\n\"three\" )", `action say( "onetwothree" )`, 0},
		{`action say( "// no comment" )`, `action say( "// no comment" )`, 0},
		{"SEQUENCE { \"action\" HEAL Action \"roam\"() }", "sequence { action heal action roam }", 0},
		{"sequence {\x80action jump\xff} /* open", "sequence { action jump }", 0},
		{"sequence { } \x00 {", "sequence { }", 0},
		{"sequence { } @ {", "sequence { }", 1},
		{"action A( 0x1f 010 08 018 ) ", "action A( 31, 8, 8, 18 )", 0},
		{"action A( 0x .5 099.5 1.0 )", "action A( 0, 0.5, 99.5, 1 )", 0},
		{"action A( 5u 5UL 2.5l 16777217 )", "action A( 5, 5, 2.5, 16777217 )", 0},
		{"action A( 2147483648 4294967297 )", "action A( 2.14748e+09, 4.29497e+09 )", 0},
		{"action A( " + strings.Repeat("9", 400) + ".5, -" + strings.Repeat("9", 400) + ".5 )", "action A( inf, -inf )", 0},
		{"action A( 1. 3. 1..5 1.5.9 )", "action A( -3.8, -1.8, 0.85, 1.5 )", 0},

		// parameters
		{"action A( 1, -2, 3.5, -4.25 )", "action A( 1, -2, 3.5, -4.25 )", 0},
		{"action A( ,1,,2 3, )", "action A( 1, 2, 3 )", 0},
		{"action A( --3 -, 5 -= 5 -> 6 )", "action A( -3, -5, -5, -6 )", 0},
		{`action A( "s" -"t" 5 )`, `action A( "s", "t", 5 )`, 0},
		{"sequence { action heal( 1 ) action roam( x ) action jump( action flee }", "sequence { action heal action roam action jump action flee }", 3},

		// expressions
		{"condition !f == 1 { action jump }", "condition ( !( f ) == 1 ) { action jump }", 0},
		{"condition f < 1 < 2 > 3 { action jump }", "condition ( ( f < ( 1 < 2 ) ) > 3 ) { action jump }", 0},
		{"condition f > 1 < 2 { action jump }", "condition ( f > ( 1 < 2 ) ) { action jump }", 0},
		{"condition 1 != 2 == 3 || f && 0 { action jump }", "condition ( ( 1 != ( 2 == 3 ) ) || ( f && 0 ) ) { action jump }", 0},
		{"condition f ( g == 1 ) { action jump }", "condition f { action jump }", 1},

		// macros
		{"#define a b\n#define b 3\naction A( a )", "action A( 3 )", 0},
		{"#define both( x, y ) x \\\n\ty\naction A( both( 1, 2 ) )", "action A( 1, 2 )", 0},
		{"#define f ( x )\ncondition f { action jump }\n#undef f", "", 0},
		{"#define none() action jump\nsequence { none() action roam }", "sequence { action jump action roam }", 0},
		{"#define name( x ) #x\naction say( name( a b ) )", `action say( "ab" )`, 0},
		{"#define join( x, y ) x##y\naction join( mov, eTo )( join( E_, SELF ) )", "action moveTo( 22 )", 0},
		{"#define join( x, y ) x ## y\naction say( join( \"a\", \"b\" ) )", `action say( "ab" )`, 0},
		{"#define TEAM_HUMANS 7\n#undef TEAM_ALIENS\n#define TEAM_ALIENS 8\naction A( TEAM_HUMANS TEAM_ALIENS )", "action A( 7, 8 )", 1},
		{"#define tell( x ) action say( x )\nsequence { tell( \",\" ) tell( \"a\" \")\" ) }", `sequence { action say( "," ) action say( "a)" ) }`, 0},
		{"#define slash \"\\\\\"\naction say( slash )", `action say( "\" )`, 0},
		{"#define \"a\"", "", 0},

		// conditions
		{"#if 0\nx\n#elif 1\nsequence\n#else\ny\n#endif\n{ }", "sequence { }", 0},
		{"#if 1\nsequence\n#elif 1\n{\n#else\ny\n#endif\n}", "sequence { }", 0},
		{"#ifdef E_SELF\n#ifndef e_self\nsequence { }\n#endif\n#endif", "sequence { }", 0},
		{"#if defined NOPE || defined( E_SELF ) && 1 + 2 * 3 == 7 && ( 6 & 3 ) == 2 && 1 << 3 == 8 && -7 % 4 == -3\nsequence { }\n#endif", "sequence { }", 0},
		{"#if 0\n#if NOPE\n#endif\n#endif\nsequence { }", "", 0},
		{"#ifndef NOPE\nsequence { }", "sequence { }", 1},
		{"#pragma once\nsequence { }", "sequence { }", 1},

		// computed numbers
		{"action A( $evalint( 2 + 3 * 4 ) $evalint( 7 / 2 ) $evalint( 0 - 3 ) $evalfloat( 1 / 4.0 ) )", "action A( 14, 3, 3, 0.25 )", 0},
		{"#define N 20\naction A( $evalint( N - 3 ) )", "action A( 17 )", 0},
		{"Enum { a, b = 5, c, d = -2, e, } sequence { action A( a, b, c ) action A( d e ) }", "sequence { action A( 0, 5, 6 ) action A( -2, -1 ) }", 0},

		// files
		{"sequence { behavior x behavior X behavior \"x\" }", "sequence { behavior x behavior x behavior x }", 0},
		{"#include \"bots/part.inc\"\nsequence { go }", "sequence { action jump }", 0},
		{"#include <bots/part.inc>\nsequence { go }", "sequence { action jump }", 0},
		{"#include \"part.inc\"\nsequence { go }", "", 0},
		{"sequence {\n#include \"bots/self.inc\"\n}", "sequence { action jump }", 1},
		{"selectClass { spawnAs 2.7 } spawnAs WP_HBUILD", "selectClass { spawnAs 2 } spawnAs 22", 0},
	} {
		reg := asking()
		params := []host.Param{optional(anyParam(""), "p"), optional(anyParam(""), "q"), optional(anyParam(""), "r"), optional(anyParam(""), "s")}
		offerAll(t, reg, []host.Action{{Name: "A", Params: params, Tick: func(*host.Call) host.Status { return host.Success }}}, []host.Func{
			{Name: "f", Result: host.Int, Eval: func(*host.Call) host.Value { return host.IntValue(0) }},
		})
		files := dryrun.Case{Name: "main", Source: c.source, Files: map[string]string{
			"x.bt":     "action jump()",
			"part.inc": "#define go action jump\n",
			"self.inc": "#include \"bots/self.inc\"\naction jump",
		}}
		var l syntax.List
		main := newLibrary(reg, caseSource{&files}, &l).root(mainName, "main", []byte(c.source))
		got := ""
		if main != nil {
			got = strings.Join(strings.FieldsFunc(main.Print(), func(r rune) bool { return r == ' ' || r == '\n' }), " ")
		}
		if got != c.want || main != nil && len(l.Notices) != c.notices {
			t.Errorf("%s\nis     %s (%v)\nwanted %s\nnotices %v, wanted %d", c.source, got, l.Err(), c.want, l.Notices, c.notices)
		}
	}
}

// TestASelectionThatMustBeGivenIsRefused: these files cannot write one, and a bot
// that means everybody where its game means some would be wrong in silence.
func TestASelectionThatMustBeGivenIsRefused(t *testing.T) {
	reg := asking()
	for name, optional := range map[string]bool{"near": false, "about": true} {
		a := host.Action{
			Name: name, Params: []host.Param{{Name: "where", Kind: host.Where, Optional: optional}},
			Tick: func(*host.Call) host.Status { return host.Success },
		}
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	var l syntax.List
	src := "selector { action about action near }"
	Load("tree.bt", []byte(src), reg, sourcefile.Disk("tree.bt", ""), &l)
	want := `tree.bt:1:32: "near" must be told which bodies it is about (where), which these files have no way to write`
	if err := l.Err(); err == nil || err.Error() != want {
		t.Errorf("error %v, wanted %s", err, want)
	}
}
