package lua

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// FuzzRun compiles and runs any text: it ends, with a place in its own file
// where it fails, and so does the same text again.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"return 1", "local a, b = {}, 'x' .. 2 a[b], c = 1", "for k, v in pairs({1, x = 2}) do print(k, v) end",
		"function f(...) return select('#', ...) end return f(1, 2)", "return ('a b'):gsub('%w', { a = 1 })",
		"return pcall(error, 'x')", "repeat local x = 1 until x", "t = setmetatable({}, {__index = math}) return t.sin(0)",
		"return string.format('%5.1f', 3)", "goto a ::a::", "x = x .. x", "return #'\\065'", "--[[ x ]] return [==[\n]]]==]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if strings.Contains(src, "t.lua:") {
			t.Skip("an error message of its own making")
		}
		got, err := evalIn(NewState(Options{Limits: Limits{Text: 1 << 12, Match: 1 << 12}}), src)
		if err != nil && err.Pos.File != "t.lua" {
			t.Errorf("error %v without a place", err)
		}
		again, _ := evalIn(NewState(Options{Limits: Limits{Text: 1 << 12, Match: 1 << 12}}), src)
		if got != again {
			t.Errorf("%q, then %q", got, again)
		}
	})
}

// FuzzPattern matches any pattern against any text.
func FuzzPattern(f *testing.F) {
	for _, p := range []string{"a*b", "^(%w+)%s*$", "%b()", "[^%]a-z]+", "(a)%1", "%f[%w]x", "()", "[]", "%", "(((", "a-$"} {
		f.Add("some (text) of 12 aab", p)
	}
	f.Fuzz(func(t *testing.T, text, pattern string) {
		s := NewState(Options{Limits: Limits{Match: 1 << 12}})
		for _, lib := range []string{"find", "match", "gsub"} {
			src := "return string." + lib + "(" + quote(text) + ", " + quote(pattern) + ", 'x')"
			if lib != "gsub" {
				src = strings.Replace(src, ", 'x')", ")", 1)
			}
			_, _ = evalIn(s, src)
		}
	})
}

// TestPlacesOfPieces holds positions within a larger file.
func TestPlacesOfPieces(t *testing.T) {
	_, err := Compile(syntax.Pos{File: "a.xml", Line: 3, Col: 9}, "x = 1\ny = ", Limits{})
	if want := "a.xml:4:5: unexpected end of the script: syntax error"; err == nil || err.Error() != want {
		t.Errorf("error %v, wanted %s", err, want)
	}
}
