package host_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// TestEventNameOfAnotherRegistry asks a registry for a number that its clone gave: it says so.
// A call asks the one that the tree was loaded with.
func TestEventNameOfAnotherRegistry(t *testing.T) {
	original := &host.Registry{}
	clone := host.CloneOf(original)
	e := host.Event{ID: host.SymbolsOf(clone).Event("knock")}
	const want = "event 0 of another registry"
	if got := host.SymbolsOf(original).EventName(e.ID); got != want {
		t.Errorf("the original says %q, want %q", got, want)
	}
	if got := (&host.Call{}).EventName(e); got != want {
		t.Errorf("a call of no tree says %q, want %q", got, want)
	}
	var c host.Call
	host.RuntimeOf(&c).Symbols = host.SymbolsOf(clone)
	if got := c.EventName(e); got != "knock" {
		t.Errorf("the call says %q, want knock", got)
	}
}

// Events that an original and its clones name apart have one number, and are other events
// all the same: each registry names its own, and says of the others that it knows them not.
func TestNumbersOfAClonesEventsAreNotTheOriginals(t *testing.T) {
	original := &host.Registry{}
	both := host.SymbolsOf(original).Event("both")
	first, second := host.CloneOf(original), host.CloneOf(original)
	ids := map[*host.Registry]host.EventID{original: host.SymbolsOf(original).Event("ring"), first: host.SymbolsOf(first).Event("knock"), second: host.SymbolsOf(second).Event("knock")}
	stranger := host.SymbolsOf(&host.Registry{}).Event("both")
	for r, own := range ids {
		for other, id := range ids {
			want := "event 1 of another registry"
			if other == r {
				want = map[*host.Registry]string{original: "ring", first: "knock", second: "knock"}[r]
			} else if id == own {
				t.Error("two registries gave one number")
			}
			if got := host.SymbolsOf(r).EventName(id); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if n, ok := host.SymbolsOf(r).EventNumber(id); ok != (other == r) || ok && n != 1 {
				t.Errorf("number %d, %t", n, ok)
			}
		}
		if got := host.SymbolsOf(r).EventName(both); got != "both" {
			t.Errorf("what all have is %q", got)
		}
		if got := host.SymbolsOf(r).EventName(stranger); got != "event 0 of another registry" {
			t.Errorf("what a stranger has is %q", got)
		}
		if got := host.SymbolsOf(r).EventName(host.EventID{}); got != "no event" {
			t.Errorf("no event is %q", got)
		}
	}
}

// The numbers of a save are the restored registry's own; those that it had before stay.
func TestRestoredEventsAreTheRegistrysOwn(t *testing.T) {
	saved, fresh := &host.Registry{}, &host.Registry{}
	host.SymbolsOf(saved).Event("both")
	knock := host.SymbolsOf(saved).Event("knock")
	both := host.SymbolsOf(fresh).Event("both")
	var e state.Encoder
	host.SaveSymbols(saved, &e)
	b, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := host.RestoreSymbols(fresh, state.NewDecoder(b)); err != nil {
		t.Fatal(err)
	}
	if got := host.SymbolsOf(fresh).EventName(host.SymbolsOf(fresh).EventAt(1)); got != "knock" || host.SymbolsOf(fresh).Event("knock") != host.SymbolsOf(fresh).EventAt(1) || host.SymbolsOf(fresh).Event("both") != both {
		t.Errorf("the restored registry has %q", got)
	}
	if got := host.SymbolsOf(fresh).EventName(knock); got != "event 1 of another registry" {
		t.Errorf("of the number that was saved it says %q", got)
	}
}

// A number that no value has here is that of no value.
func TestValueOfANumberOfAnotherRegistry(t *testing.T) {
	original := &host.Registry{}
	clone := host.CloneOf(original)
	for _, y := range []host.Sym{host.Missing, clone.Sym(host.StringValue("red"))} {
		if got := host.SymbolsOf(original).Value(y); got != host.NullValue {
			t.Errorf("value %d is %v", y, got)
		}
	}
}
