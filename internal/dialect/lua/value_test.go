package lua

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

func TestValuesCross(t *testing.T) {
	for _, c := range []struct {
		game   host.Value
		script machine.Value
		back   host.Value
	}{
		{host.NullValue, machine.Nil, host.NullValue},
		{host.BoolValue(false), machine.Bool(false), host.BoolValue(false)},
		{host.IntValue(-3), machine.Number(-3), host.NumberValue(-3)},
		{host.NumberValue(0.5), machine.Number(0.5), host.NumberValue(0.5)},
		{host.StringValue(""), machine.String(""), host.StringValue("")},
		{host.OpaqueValue(`[1]`), machine.String(`[1]`), host.StringValue(`[1]`)},
	} {
		script := FromHost(c.game)
		if back := ToHost(script); !machine.Same(script, c.script) || back != c.back {
			t.Errorf("%v: a script sees %s and gives back %v, wanted %s and %v", c.game, machine.Show(script), back, machine.Show(c.script), c.back)
		}
	}
	table := machine.NewState(machine.Options{}).NewTable().V()
	if v := ToHost(table); v != host.NullValue {
		t.Errorf("a table is %v for the game, wanted null", v)
	}
	if v := Shown(table).String(); v != "a table" {
		t.Errorf("a table is shown as %s", v)
	}
}
