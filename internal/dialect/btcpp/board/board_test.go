package board_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// show writes a value with the type that it was made as.
func show(v board.Value) string {
	if l := v.List(); v.Own() >= board.Ints {
		text := v.Own().String()
		for _, e := range l {
			text += " " + show(e)
		}
		return text
	}
	return v.Own().String() + " " + v.Describe()
}

var enums = board.Enums{"RED": 1, "BLUE": 4}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		to         board.Type
		text, want string
	}{
		{board.Int, "7abc", "int 7"},
		{board.Int, "-3.9", "int -3"},
		{board.Int, "0x10", "int 0"},
		{board.Int, "2147483648", `error: found "2147483648", wanted a whole number of 32 bits`},
		{board.Int, " 5", `error: found " 5", wanted a whole number of 32 bits`},
		{board.Int, "", `error: found "", wanted a whole number of 32 bits`},
		{board.Unsigned, "4294967295", "unsigned 4294967295"},
		{board.Unsigned, "-1", `error: found "-1", wanted a whole number from 0 to 4294967295`},
		{board.Long, "-9000000000", "int64 -9000000000"},
		{board.Double, "1.5abc", "double 1.5"},
		{board.Double, ".5", "double 0.5"},
		{board.Double, "5.", "double 5"},
		{board.Double, "-2e-1x", "double -0.2"},
		{board.Double, "3e", "double 3"},
		{board.Double, "inf", "double +Inf"},
		{board.Double, "0x1p3", "double 0"},
		{board.Double, "+1", `error: found "+1", wanted a number`},
		{board.Double, ".", `error: found ".", wanted a number`},
		{board.Bool, "True", "bool 1"},
		{board.Bool, "0", "bool 0"},
		{board.Bool, "yes", `error: found "yes", wanted true, false, 0 or 1`},
		{board.Status, "FAILURE", "status 3"},
		{board.Status, "SUCESS", `error: found "SUCESS", wanted IDLE, RUNNING, SUCCESS, FAILURE or SKIPPED; did you mean SUCCESS?`},
		{board.Enum, "BLUE", "enum 4"},
		{board.Enum, "12", "enum 12"},
		{board.Enum, "BLU", `error: found "BLU", wanted a number, or a name of the game's enums; did you mean BLUE?`},
		{board.Ints, "1;2;3;", "ints int 1 int 2 int 3"},
		{board.Ints, "", "ints"},
		{board.Poses, "1;2", "poses double 1 double 2 double 0"},
		{board.Poses, "1;2;0.5|3;-4", "poses double 1 double 2 double 0.5 double 3 double -4 double 0"},
		{board.Poses, "", "poses"},
		{board.Poses, "1;2;3;4", `error: found "1;2;3;4", wanted poses as X;Y or X;Y;ANGLE, with | between two`},
		{board.Poses, "1;inf", `error: found "1;inf", wanted poses as X;Y or X;Y;ANGLE, with | between two`},
		{board.Ints, "1;;2", `error: element 2: found "", wanted a whole number of 32 bits`},
		{board.Strings, "a;;b", `strings string the text "a" string the text "" string the text "b"`},
		{board.Bools, "true;0", "bools bool 1 bool 0"},
		{board.Doubles, "1.5;2", "doubles double 1.5 double 2"},
	} {
		v, err := enums.Parse(c.to, c.text)
		got := show(v)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%q as %s: %s, wanted %s", c.text, c.to, got, c.want)
		}
	}
}

func TestAs(t *testing.T) {
	whole := func(n int64) board.Value { return board.WholeOf(board.Int, n) }
	for _, c := range []struct {
		from board.Value
		to   board.Type
		want string
	}{
		{whole(7), board.Double, "double 7"},
		{whole(-7), board.Unsigned, "error: found -7, wanted unsigned"},
		{whole(1), board.Bool, "bool 1"},
		{whole(2), board.Bool, "error: found 2, wanted bool"},
		{whole(2), board.Status, "status 2"},
		{whole(-12), board.String, `string the text "-12"`},
		{board.RealOf(2), board.Int, "int 2"},
		{board.RealOf(2.5), board.Int, "error: found 2.5, wanted int"},
		{board.RealOf(1e300), board.Long, "error: found 1e+300, wanted int64"},
		{board.RealOf(0.25), board.Bool, "bool 1"},
		{board.RealOf(-1), board.Bool, "error: found -1, wanted bool"},
		{board.RealOf(0.5), board.String, `string the text "0.500000"`},
		{board.RealOf(math.Inf(-1)), board.String, `string the text "-inf"`},
		{board.WholeOf(board.Long, 1<<53+1), board.Double, "error: a whole number beyond 2^53 is no real number"},
		{board.TextOf("12x"), board.Int, "int 12"},
		{board.TextOf("x"), board.Double, `error: found "x", wanted a number`},
		{board.Value{}, board.Int, "error: found an entry without a value, wanted int"},
		{board.TextOf("x"), board.Free, `string the text "x"`},
		{whole(1), board.Ints, "error: found 1, wanted ints"},
	} {
		v, err := enums.As(c.to, c.from)
		got := show(v)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s as %s: %s, wanted %s", c.from.Describe(), c.to, got, c.want)
		}
	}
}

// TestAssign puts values into entries that are declared and filled in all ways.
func TestAssign(t *testing.T) {
	filled := func(declared board.Type, v board.Value) board.Entry {
		return board.Entry{Value: v, Declared: declared, Sequence: 3}
	}
	whole, text := board.WholeOf(board.Int, 5), board.TextOf("9 lives")
	for _, c := range []struct {
		name  string
		entry board.Entry
		v     board.Value
		want  string
	}{
		{"free and empty", board.Entry{}, board.WholeOf(board.Long, 4), "int64 4"},
		{"typed and empty takes any number", board.Entry{Declared: board.Int}, board.RealOf(2.5), "double 2.5"},
		{"typed and empty converts texts", board.Entry{Declared: board.Int}, text, "int 9"},
		{"copied and empty takes no text", board.Entry{Declared: board.Any}, text, "error"},
		{"status and empty takes no text", board.Entry{Declared: board.Status}, board.TextOf("SUCCESS"), "error"},
		{"whole stays whole", filled(board.Int, whole), board.RealOf(8), "int 8"},
		{"whole takes no fraction", filled(board.Int, whole), board.RealOf(8.5), "error"},
		{"bool takes any whole number", filled(board.Bool, board.WholeOf(board.Bool, 1)), board.WholeOf(board.Long, 5), "bool 5"},
		{"real stays real", filled(board.Double, board.RealOf(1)), whole, "double 5"},
		{"free number takes a text as real", filled(board.Free, whole), text, "double 9"},
		{"free number takes an enum as real", filled(board.Free, whole), board.TextOf("BLUE"), "double 4"},
		{"any takes no text over a number", filled(board.Any, whole), text, "error"},
		{"text takes text", filled(board.String, board.TextOf("a")), text, `string the text "9 lives"`},
		{"text takes no number", filled(board.Free, board.TextOf("a")), whole, "error"},
		{"nothing", filled(board.Int, whole), board.Value{}, "error"},
	} {
		en := c.entry
		err := en.Assign(enums, c.v)
		switch got := show(en.Value); {
		case (err != nil) != (c.want == "error"):
			t.Errorf("%s: %v, wanted %s", c.name, err, c.want)
		case err != nil && (!en.Same(c.entry.Value) || en.Sequence != c.entry.Sequence):
			t.Errorf("%s: it is refused, and the entry is %s", c.name, got)
		case err == nil && (got != c.want || en.Sequence != c.entry.Sequence+1):
			t.Errorf("%s: %s, written %d times more, wanted %s", c.name, got, en.Sequence-c.entry.Sequence, c.want)
		}
	}
}

func TestPosesAreWhole(t *testing.T) {
	v := board.PosesOf([]board.Pose{{X: 1, Y: 2, Angle: 0.5}, {X: 3, Y: 4}})
	if got := string(v.AppendText(nil)); got != "1;2;0.5|3;4;0" || v.PoseCount() != 2 || v.Pose(1) != (board.Pose{X: 3, Y: 4}) || !v.WellMade() {
		t.Errorf("%s of %d poses, the second %v", got, v.PoseCount(), v.Pose(1))
	}
	for _, list := range [][]board.Value{{board.RealOf(1), board.RealOf(2)}, {board.RealOf(1), board.RealOf(2), board.TextOf("3")}} {
		if board.ListOf(board.Poses, list).WellMade() {
			t.Errorf("%v is a list of poses", list)
		}
	}
}
