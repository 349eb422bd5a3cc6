package host_test

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
)

func TestParamAccept(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		kind    host.Kind
		given   host.Value
		want    host.Value
		refusal string
	}{
		{host.Any, host.OpaqueValue("[]"), host.OpaqueValue("[]"), ""},
		{host.Any, host.NumberValue(inf), host.NumberValue(inf), ""},
		{host.Null, host.NullValue, host.NullValue, ""},
		{host.Bool, host.BoolValue(true), host.BoolValue(true), ""},
		{host.Bool, host.NumberValue(1), host.Value{}, "p: wanted true or false, found 1"},
		{host.Number, host.NumberValue(0.5), host.NumberValue(0.5), ""},
		{host.Number, host.IntValue(2), host.NumberValue(2), ""},
		{host.Number, host.BoolValue(true), host.Value{}, "p: wanted a number, found true"},
		{host.Number, host.NumberValue(inf), host.Value{}, `p: wanted a finite number, found ".inf"`},
		{host.Number, host.NumberValue(nan), host.Value{}, `p: wanted a finite number, found ".nan"`},
		{host.Int, host.NumberValue(2), host.IntValue(2), ""},
		{host.Int, host.IntValue(2), host.IntValue(2), ""},
		{host.Int, host.NumberValue(2.5), host.Value{}, "p: wanted a whole number, found 2.5"},
		{host.Int, host.NumberValue(-inf), host.Value{}, `p: wanted a whole number, found "-.inf"`},
		{host.Int, host.NumberValue(nan), host.Value{}, `p: wanted a whole number, found ".nan"`},
		{host.Int, host.StringValue("2"), host.Value{}, `p: wanted a whole number, found "2"`},
		{host.String, host.StringValue("a"), host.StringValue("a"), ""},
		{host.String, host.NullValue, host.Value{}, "p: wanted a text, found null"},
		{host.Opaque, host.OpaqueValue("{}"), host.OpaqueValue("{}"), ""},
		{host.Where, host.OpaqueValue("{}"), host.Value{}, "p: wanted a map {key, value}, found {}"},
	} {
		p := host.Param{Name: "p", Kind: c.kind}
		got, err := p.Accept(c.given)
		switch {
		case c.refusal == "" && (err != nil || got != c.want):
			t.Errorf("%v accepts %v as %v (%v), want %v", c.kind, c.given, got, err, c.want)
		case c.refusal != "" && (err == nil || err.Error() != c.refusal):
			t.Errorf("%v, %v: %v\nwant %s", c.kind, c.given, err, c.refusal)
		}
	}
}

func TestValueAppendJSON(t *testing.T) {
	for _, c := range []struct {
		v    host.Value
		want string
	}{
		{host.NullValue, `null`},
		{host.BoolValue(true), `true`},
		{host.BoolValue(false), `false`},
		{host.IntValue(-3), `-3`},
		{host.NumberValue(3), `3`},
		{host.NumberValue(math.Copysign(0, -1)), `-0`},
		{host.NumberValue(0.1), `0.1`},
		{host.NumberValue(1e-7), `1e-07`},
		{host.NumberValue(1e21), `1e+21`},
		{host.NumberValue(123456789012345), `123456789012345`},
		{host.NumberValue(math.NaN()), `".nan"`},
		{host.NumberValue(math.Inf(1)), `".inf"`},
		{host.NumberValue(math.Inf(-1)), `"-.inf"`},
		{host.StringValue("a \"<b>\" & \n"), `"a \"<b>\" & \n"`},
		{host.OpaqueValue(`[1,{"a":null}]`), `[1,{"a":null}]`},
	} {
		if got := string(c.v.AppendJSON([]byte("x"))); got != "x"+c.want {
			t.Errorf("got %s, want x%s", got, c.want)
		}
		if !json.Valid([]byte(c.want)) {
			t.Errorf("%s is no JSON", c.want)
		}
	}
}

// Finite numbers and texts read back as what they were.
func TestValueJSONReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		var number float64
		if err := json.Unmarshal(host.NumberValue(f).AppendJSON(nil), &number); err != nil || math.Float64bits(number) != math.Float64bits(f) {
			t.Fatalf("%v reads back as %v (%v)", f, number, err)
		}
		s := rapid.String().Draw(t, "s")
		var text string
		if err := json.Unmarshal(host.StringValue(s).AppendJSON(nil), &text); err != nil || text != s {
			t.Fatalf("%q reads back as %q (%v)", s, text, err)
		}
	})
}

func TestValueReaders(t *testing.T) {
	for _, c := range []struct {
		v      host.Value
		truth  bool
		number float64
		text   string
	}{
		{host.NullValue, false, 0, ""},
		{host.BoolValue(true), true, 1, ""},
		{host.NumberValue(1), false, 1, ""},
		{host.IntValue(7), false, 7, ""},
		{host.StringValue("true"), false, 0, "true"},
		{host.OpaqueValue("[1]"), false, 0, ""},
	} {
		if c.v.Bool() != c.truth || c.v.Number() != c.number || c.v.Text() != c.text {
			t.Errorf("%v reads as %v, %v, %q", c.v, c.v.Bool(), c.v.Number(), c.v.Text())
		}
	}
}
