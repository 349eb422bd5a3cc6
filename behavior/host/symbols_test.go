package host_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
)

// values are pairwise different, and each is written in all ways that equal it.
var values = [][]host.Value{
	{host.NullValue, {}},
	{host.BoolValue(true)},
	{host.BoolValue(false)},
	{host.NumberValue(0), host.NumberValue(math.Copysign(0, -1)), host.IntValue(0)},
	{host.NumberValue(1), host.IntValue(1)},
	{host.NumberValue(-1), host.IntValue(-1)},
	{host.NumberValue(0.1)},
	{host.NumberValue(math.Inf(1))},
	{host.NumberValue(math.Inf(-1))},
	{host.NumberValue(math.NaN())},
	{host.StringValue("")},
	{host.StringValue("1")},
	{host.StringValue("true")},
	{host.StringValue("null")},
	{host.StringValue(`".nan"`)},
	{host.StringValue("[1]")},
	{host.OpaqueValue("[1]")},
	{host.OpaqueValue("{}")},
}

func TestSymIsEquality(t *testing.T) {
	var s host.Symbols
	seen := map[host.Sym]host.Value{}
	hashes := map[uint64]host.Value{0: {}} // that of Missing
	for _, same := range values {
		y := s.Sym(same[0])
		if y == host.Missing {
			t.Errorf("%v has the number of Missing", same[0])
		}
		if other, ok := seen[y]; ok {
			t.Errorf("%v and %v have one number", other, same[0])
		}
		if other, ok := hashes[s.Hash(y)]; ok {
			t.Errorf("%v and %v have one hash", other, same[0])
		}
		seen[y], hashes[s.Hash(y)] = same[0], same[0]
		for _, v := range append(same, same[0]) {
			if s.Sym(v) != y {
				t.Errorf("%v (%v) has not the number of %v", v, v.Kind(), same[0])
			}
		}
	}
	var negative host.Symbols // one that saw -0 first
	if minus := host.NumberValue(math.Copysign(0, -1)); negative.Hash(negative.Sym(minus)) != s.Hash(s.Sym(host.IntValue(0))) {
		t.Error("the hash of 0 depends on how it was written first")
	}
	if got := s.Hash(host.Missing); got != 0 {
		t.Errorf("the hash of Missing is %d, want 0", got)
	}
}

func TestComparable(t *testing.T) {
	for v, want := range map[host.Value]bool{
		host.NullValue:                true,
		host.BoolValue(false):         true,
		host.NumberValue(math.Inf(1)): true,
		host.IntValue(3):              true,
		host.StringValue(""):          true,
		host.NumberValue(math.NaN()):  false,
		host.OpaqueValue("[]"):        false,
		host.OpaqueValue(`{"a":1}`):   false,
	} {
		if v.Comparable() != want {
			t.Errorf("Comparable of %v is %v", v, !want)
		}
	}
}

// The hashes go into digests, which are compared between processes, machines
// and releases.
func TestHashesArePinned(t *testing.T) {
	var shuffled host.Symbols
	for i := range 10 {
		shuffled.Sym(host.NumberValue(float64(i))) // numbers are not hashes
	}
	for v, want := range pinned {
		if got := shuffled.Hash(shuffled.Sym(v)); got != want {
			t.Errorf("%v hashes to %#x, want %#x", v, got, want)
		}
	}
}

var pinned = map[host.Value]uint64{
	host.NullValue:             0xaf63bd4c8601b7df,
	host.BoolValue(true):       0x50b0a3dc8e5526f1,
	host.IntValue(1):           0x79384a97b8fca0cb,
	host.StringValue("it"):     0xb8051c185998788e,
	host.OpaqueValue(`["it"]`): 0x22e54a670b551cf5,
}

func TestFacets(t *testing.T) {
	var s host.Symbols
	it, team := s.Key("it"), s.Key("team")
	yes, red := s.Sym(host.BoolValue(true)), s.Sym(host.StringValue("red"))
	first := s.Facet(host.Facet{Key: it, Value: yes})
	second := s.Facet(host.Facet{Key: team, Value: red})
	if first == host.Everyone || first == second || s.Facet(host.Facet{Key: it, Value: yes}) != first {
		t.Errorf("facets %d, %d", first, second)
	}
	for _, never := range []host.Value{host.NumberValue(math.NaN()), host.OpaqueValue("[]")} {
		if got := s.Facet(host.Facet{Key: it, Value: s.Sym(never)}); got != host.Nobody {
			t.Errorf("%v selects facet %d, want Nobody", never, got)
		}
	}
	want := []host.Facet{{Key: it, Value: yes}, {Key: team, Value: red}}
	if diff := cmp.Diff(want, s.Facets()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := s.Facets()[second-1]; got.Key != team {
		t.Errorf("element %d is %+v", second-1, got)
	}
}

func TestNamesAreNumberedInTheOrderOfAsking(t *testing.T) {
	var s host.Symbols
	for i, name := range []string{"it", "", "team", "it"} {
		if got, want := s.Key(name), host.Key(i%3); got != want {
			t.Errorf("key %q is %d, want %d", name, got, want)
		}
		id := s.Event(name)
		if got, ok := s.EventNumber(id); !ok || got != uint32(i%3) || s.EventAt(got) != id || s.EventName(id) != name {
			t.Errorf("event %q is %d, %t, %q, want %d", name, got, ok, s.EventName(id), i%3)
		}
	}
	if diff := cmp.Diff([]string{"it", "", "team"}, s.KeyNames()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDeclaredNames(t *testing.T) {
	var s host.Symbols
	if names, ok := s.Declared("place"); ok || names != nil {
		t.Errorf("nothing was declared, found %q, %v", names, ok)
	}
	s.Declare("place")
	if _, ok := s.Declared("place"); !ok {
		t.Error("a game without places says so, and it is not known")
	}
	s.Declare("place", "base", "mine")
	if names, _ := s.Declared("place"); !slices.Equal(names, []string{"base", "mine"}) {
		t.Errorf("declared %q", names)
	}
}
