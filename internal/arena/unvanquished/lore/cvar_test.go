package lore

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

// A setting is a number, a truth value, or a text that the game reads as one of them.
func TestSettingsAreRead(t *testing.T) {
	for _, c := range []struct {
		from, want host.Value
		ok         bool
	}{
		{host.NumberValue(2.5), host.NumberValue(2.5), true},
		{host.NumberValue(2), host.IntValue(2), true},
		{host.BoolValue(true), host.IntValue(1), true},
		{host.StringValue("yes"), host.IntValue(1), true},
		{host.StringValue("enable"), host.IntValue(1), true},
		{host.StringValue("no"), host.IntValue(0), true},
		{host.StringValue("off"), host.IntValue(0), true},
		{host.StringValue("disabled"), host.IntValue(0), true},
		{host.StringValue("0.5"), host.NumberValue(0.5), true},
		{host.StringValue("nope"), host.IntValue(0), false},
	} {
		if got, ok := SettingOf(c.from); got != c.want || ok != c.ok {
			t.Errorf("%v gives %v, %v; wanted %v, %v", c.from, got, ok, c.want, c.ok)
		}
	}
}
