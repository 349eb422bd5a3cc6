package markup_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

func parse(t *testing.T, src string) *markup.Node {
	t.Helper()
	n, err := markup.ParseYAML("f", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestObjectReads(t *testing.T) {
	var l syntax.List
	o := parse(t, "name: Tag\nspeed: 2.5\ncount: 3\nwhole: 3.0\non: true\nlist: [1, 2]\nnothing: null\n").Object(&l, "a bot")
	name, ok := o.Str("name")
	if name != "Tag" || !ok {
		t.Errorf("Str: %q, %v", name, ok)
	}
	if got := o.RequiredStr("name"); got != "Tag" {
		t.Errorf("RequiredStr: %q", got)
	}
	if got := o.Number("speed", 9); got != 2.5 {
		t.Errorf("Number: %v", got)
	}
	if got := o.NumberIn("count", 9, 3, 3); got != 3 {
		t.Errorf("NumberIn at both bounds: %v", got)
	}
	if got := o.Int("count", 9, math.MinInt64, math.MaxInt64); got != 3 {
		t.Errorf("Int: %v", got)
	}
	if got := o.Int("whole", 9, 3, 3); got != 3 {
		t.Errorf("Int of 3.0: %v", got)
	}
	if !o.Bool("on", false) {
		t.Error("Bool: false")
	}
	if got := o.List("list"); len(got) != 2 || got[1].Num != 2 {
		t.Errorf("List: %v", got)
	}
	if !o.Has("nothing") || o.Has("none") {
		t.Error("Has: null is there, none is not")
	}
	if o.SkipNulls(); o.Has("nothing") || o.Value("nothing") == nil || o.Value("none") != nil {
		t.Error("a null that is skipped is there as a value only")
	}
	if got := o.KeySpan("speed").Start; got.Line != 2 || got.Col != 1 {
		t.Errorf("KeyPos: %v", got)
	}
	if got := o.KeySpan("none"); got != o.Span() || got.Start.Line != 1 {
		t.Errorf("KeyPos of an absent key: %v", got)
	}
	o.Done()
	if err := l.Err(); err != nil {
		t.Errorf("errors: %v", err)
	}
}

func TestObjectDefaults(t *testing.T) {
	var l syntax.List
	for name, o := range map[string]*markup.Object{
		"empty": parse(t, "{}").Object(&l, "a bot"),
		"nil":   (*markup.Node)(nil).Object(&l, "a bot"),
	} {
		if _, ok := o.Str("a"); ok || o.Has("a") || o.Node("a") != nil || o.List("a") != nil || o.Unknown() != nil {
			t.Errorf("%s: has something", name)
		}
		if o.Number("a", 1.5) != 1.5 || o.NumberIn("a", 9, 0, 1) != 9 || o.Int("a", 9, 0, 1) != 9 || !o.Bool("a", true) {
			t.Errorf("%s: not the default", name)
		}
		o.Known("b")
		o.Done()
	}
	var none *markup.Object
	if none.RequiredStr("a") != "" || none.Span() != (syntax.Span{}) || none.KeySpan("a") != (syntax.Span{}) {
		t.Error("nil: has something")
	}
	if err := l.Err(); err != nil {
		t.Errorf("errors: %v", err)
	}
}

func TestObjectErrors(t *testing.T) {
	for _, c := range []struct {
		name, src string
		read      func(o *markup.Object)
		want      string
	}{
		{"no map", "3", func(*markup.Object) {}, "f:1:1: a bot: wanted a map, found a number"},
		{"string", "a: 3", func(o *markup.Object) { o.Str("a") }, "f:1:4: a: wanted a string, found 3"},
		{"required", "{}", func(o *markup.Object) { o.RequiredStr("id") }, `f:1:1: a bot has no key "id", wanted a string`},
		{"required kind", "id: [x]", func(o *markup.Object) { o.RequiredStr("id") }, "f:1:5: id: wanted a string, found a list"},
		{"number", "a: many", func(o *markup.Object) { o.Number("a", 0) }, `f:1:4: a: wanted a number, found "many"`},
		{"long text", "a: 0123456789012345678901234567890123456789x", func(o *markup.Object) { o.Bool("a", true) },
			`f:1:4: a: wanted true or false, found "0123456789012345678901234567890123456789..."`},
		{"null", "a: null", func(o *markup.Object) { o.Number("a", 0) }, "f:1:4: a: wanted a number, found null"},
		{"forgotten", "a:", func(o *markup.Object) { o.SkipNulls().Number("a", 0) }, "f:1:3: a: wanted a number, found null"},
		{"required and null", "a: null", func(o *markup.Object) { o.SkipNulls().RequiredStr("a") }, `f:1:1: a bot has no key "a", wanted a string`},
		{"nan", "a: .nan", func(o *markup.Object) { o.Number("a", 0) }, "f:1:4: a: wanted a number, found .nan"},
		{"infinite", "a: -.inf", func(o *markup.Object) { o.Number("a", 0) }, "f:1:4: a: wanted a number, found -.inf"},
		{"too small", "a: -1", func(o *markup.Object) { o.NumberIn("a", 0, 0, 1) }, "f:1:4: a: wanted a number from 0 to 1, found -1"},
		{"too large", "a: 1.5", func(o *markup.Object) { o.NumberIn("a", 0, math.Inf(-1), 1) }, "f:1:4: a: wanted a number of at most 1, found 1.5"},
		{"whole", "minCount: many", func(o *markup.Object) { o.Int("minCount", 0, math.MinInt64, math.MaxInt64) },
			`f:1:11: minCount: wanted a whole number, found "many"`},
		{"fraction", "a: 1.5", func(o *markup.Object) { o.Int("a", 0, 0, math.MaxInt64) }, "f:1:4: a: wanted a whole number of at least 0, found 1.5"},
		{"whole range", "a: 11", func(o *markup.Object) { o.Int("a", 0, 0, 10) }, "f:1:4: a: wanted a whole number from 0 to 10, found 11"},
		{"past int64", "a: 9223372036854775808", func(o *markup.Object) { o.Int("a", 0, math.MinInt64, math.MaxInt64) },
			"f:1:4: a: wanted a whole number, found 9223372036854775808"},
		{"boolean", "a: yes", func(o *markup.Object) { o.Bool("a", false) }, `f:1:4: a: wanted true or false, found "yes"`},
		{"list", "a: {}", func(o *markup.Object) { o.List("a") }, "f:1:4: a: wanted a list, found a map"},
		{"unknown, close", "mincont: 1", func(o *markup.Object) { o.Known("id", "minCount") },
			`f:1:1: unknown key "mincont" in a bot; did you mean "minCount"?`},
		{"unknown, not close", "id: x\nzzz: 1", func(o *markup.Object) { o.Str("id"); o.Int("count", 0, 0, 1); o.Known("id", "name") },
			`f:2:1: unknown key "zzz" in a bot; wanted one of id, count, name`},
		{"unknown, all", "b: 1\na: 2", func(*markup.Object) {}, "f:1:1: unknown key \"b\" in a bot\nf:2:1: unknown key \"a\" in a bot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l syntax.List
			o := parse(t, c.src).Object(&l, "a bot")
			c.read(o)
			o.Done()
			if l.Err() == nil {
				t.Fatalf("no error, want %s", c.want)
			}
			if diff := cmp.Diff(c.want, l.Err().Error()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestValueOfANode(t *testing.T) {
	for src, want := range map[string]host.Value{
		"null":          host.NullValue,
		"true":          host.BoolValue(true),
		"1":             host.NumberValue(1),
		"1.5":           host.NumberValue(1.5),
		`"1"`:           host.StringValue("1"),
		"[1, {a: yes}]": host.OpaqueValue(`[1,{"a":"yes"}]`),
		"{a: null}":     host.OpaqueValue(`{"a":null}`),
	} {
		n, err := markup.ParseYAML("v.yaml", []byte(src), markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Value(); got != want {
			t.Errorf("%s is %v (%v), want %v", src, got, got.Kind(), want)
		}
	}
}
