package lua

import (
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

func TestValuesCross(t *testing.T) {
	for _, c := range []struct {
		game   host.Value
		script glua.LValue
		back   host.Value
	}{
		{host.NullValue, glua.LNil, host.NullValue},
		{host.BoolValue(false), glua.LFalse, host.BoolValue(false)},
		{host.IntValue(-3), glua.LNumber(-3), host.NumberValue(-3)},
		{host.NumberValue(0.5), glua.LNumber(0.5), host.NumberValue(0.5)},
		{host.StringValue(""), glua.LString(""), host.StringValue("")},
		{host.OpaqueValue(`[1]`), glua.LString(`[1]`), host.StringValue(`[1]`)},
	} {
		script := FromHost(c.game)
		if back := ToHost(script); script != c.script || back != c.back {
			t.Errorf("%v: a script sees %v and gives back %v, wanted %v and %v", c.game, script, back, c.script, c.back)
		}
	}
	if v := ToHost(&glua.LTable{}); v != host.NullValue {
		t.Errorf("a table is %v for the game, wanted null", v)
	}
}
