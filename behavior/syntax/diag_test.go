package syntax_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// What a script says in several lines is one message; an error without a place is as it was made.
func TestAMessageIsALine(t *testing.T) {
	e := &syntax.Error{Pos: syntax.Pos{File: "a.lua", Line: 1, Col: 2}, Msg: "boom\r\nb.lua:1:1: no"}
	if got, want := e.Error(), "a.lua:1:2: boom\ufffdb.lua:1:1: no"; got != want {
		t.Errorf("%q, wanted %q", got, want)
	}
	e.Pos = syntax.Pos{}
	if got, want := e.Error(), "boom\r\nb.lua:1:1: no"; got != want {
		t.Errorf("without a place %q, wanted %q", got, want)
	}
}

func TestPosString(t *testing.T) {
	for _, c := range []struct {
		pos  syntax.Pos
		want string
	}{
		{syntax.Pos{File: "a.bt", Line: 14, Col: 9}, "a.bt:14:9"},
		{syntax.Pos{File: "a.bt", Line: 14}, "a.bt:14"},
		{syntax.Pos{File: "a.bt", Col: 9}, "a.bt"},
		{syntax.Pos{Line: 14, Col: 9}, "14:9"},
		{syntax.Pos{}, ""},
	} {
		if got := c.pos.String(); got != c.want {
			t.Errorf("%#v: got %q, want %q", c.pos, got, c.want)
		}
	}
}

func TestErrorText(t *testing.T) {
	var l syntax.List
	e := l.Errorf(syntax.Pos{File: "a", Line: 2, Col: 3}, "unknown action %q", "moveToGaol")
	e.Suggest("moveToGaol", []string{"attack", "moveToGoal"})
	e.Notes = []syntax.Note{{Pos: syntax.Pos{File: "b", Line: 1}, Msg: "from here"}}
	want := "a:2:3: unknown action \"moveToGaol\"; did you mean \"moveToGoal\"?\n\tb:1: from here"
	if e.Error() != want {
		t.Errorf("got  %s\nwant %s", e, want)
	}
	if e.Hint = ""; e.Suggest("zzz", []string{"attack"}).Hint != "" {
		t.Errorf("a word that is not close was suggested: %s", e)
	}
	if got := (&syntax.Error{Msg: "no place"}).Error(); got != "no place" {
		t.Errorf("without a place: %q", got)
	}
}

func TestListErr(t *testing.T) {
	var l syntax.List
	if err := l.Err(); err != nil {
		t.Fatalf("empty list: %v", err)
	}
	at := func(file string, line, col int32) syntax.Pos {
		return syntax.Pos{File: file, Line: line, Col: col}
	}
	l.Noticef(at("a", 2, 1), "second")
	l.Noticef(at("a", 1, 1), "first")
	if err := l.Err(); err != nil {
		t.Fatalf("notices only: %v", err)
	}
	l.Errorf(at("b", 1, 1), "in b")
	l.Errorf(at("a", 2, 1), "second line")
	l.Errorf(at("a", 1, 7), "z, reported first")
	l.Errorf(at("a", 1, 7), "a, reported second")
	l.Errorf(at("a", 2, 1), "second line")
	l.Errorf(at("a", 1, 2), "early")
	want := "a:1:2: early\na:1:7: z, reported first\na:1:7: a, reported second\na:2:1: second line\nb:1:1: in b"
	if diff := cmp.Diff(want, l.Err().Error()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff("a:1:1: first\na:2:1: second", l.SortedNotices().Error()); diff != "" {
		t.Errorf("notices (-want +got)\n%s", diff)
	}
	var one *syntax.Error
	if !errors.As(l.Err(), &one) || one.Msg != "early" {
		t.Errorf("errors.As found %v", one)
	}
}

func TestErrorListPrintsAHundred(t *testing.T) {
	for _, c := range []struct {
		errors, lines int
		last          string
	}{
		{100, 100, "f:100: bad"},
		{101, 101, "and 1 more error"},
		{250, 101, "and 150 more errors"},
	} {
		var l syntax.List
		for i := range c.errors {
			l.Errorf(syntax.Pos{File: "f", Line: int32(i + 1)}, "bad")
		}
		lines := strings.Split(l.Err().Error(), "\n")
		if len(lines) != c.lines || lines[len(lines)-1] != c.last {
			t.Errorf("%d errors: %d lines, the last %q", c.errors, len(lines), lines[len(lines)-1])
		}
	}
}

func TestListAdd(t *testing.T) {
	var inner, l syntax.List
	inner.Errorf(syntax.Pos{File: "b"}, "two")
	inner.Errorf(syntax.Pos{File: "a"}, "one")
	l.Add(nil)
	l.Add(errors.Join(inner.Err(), fmt.Errorf("plain")))
	l.Add(&syntax.Error{Pos: syntax.Pos{File: "c"}, Msg: "three"})
	if diff := cmp.Diff("plain\na: one\nb: two\nc: three", l.Err().Error()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestClosest(t *testing.T) {
	keys := []string{"moveToGoal", "minCount", "maxCount", "it", "wander", "wonder", "selector"}
	for _, c := range []struct{ word, want string }{
		{"moveToGaol", "moveToGoal"}, // swapped
		{"movetoGoal", "moveToGoal"}, // case
		{"move_to_goal", "moveToGoal"},
		{"move-to-gol", "moveToGoal"},
		{"MINCOUNT", "minCount"},
		{"mxCount", "maxCount"},    // missing
		{"selecttor", "selector"},  // added
		{"sellecctor", "selector"}, // two of nine
		{"selllecccttor", ""},      // five of thirteen
		{"wunder", "wander"},       // tie: order decides
		{"wonder", "wonder"},       // exact beats an earlier one
		{"IT", "it"},
		{"is", ""}, // too short to guess
		{"", ""},
		{"unrelated", ""},
	} {
		if got := syntax.Closest(c.word, keys); got != c.want {
			t.Errorf("%q: got %q, want %q", c.word, got, c.want)
		}
	}
	if got := syntax.Closest("tga", []string{"tig", "tag"}); got != "tag" {
		t.Errorf("swapped letters of three: got %q", got)
	}
	if got := syntax.Closest("cat", []string{"dog", "bat"}); got != "bat" {
		t.Errorf("one letter of three: got %q", got)
	}
}

func TestOr(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := markup.Or(words); got != want {
			t.Errorf("%q: %q, wanted %q", words, got, want)
		}
	}
}

// A fix is offered where the word can only be a misspelling: not where it may be one of the user's own.
func TestOnlyWhatIsSureIsFixed(t *testing.T) {
	among := []string{"score_at_least", "selector", "sequence", "roam"}
	for word, want := range map[string]string{
		"selektor": "selector", "sellektor": "selector", "scor_at_leest": "score_at_least",
		"corn_at_least": "", "rom": "", "sequel": "", "nothing": "",
	} {
		e := &syntax.Error{At: syntax.Span{Start: syntax.Pos{File: "f", Line: 1, Col: 1}, EndLine: 1, EndCol: int32(1 + len(word))}}
		got := ""
		if e.Suggest(word, among); len(e.Fix) == 1 {
			got = e.Fix[0].With
		}
		if got != want {
			t.Errorf("%s is mended to %q, wanted %q", word, got, want)
		}
	}
}
