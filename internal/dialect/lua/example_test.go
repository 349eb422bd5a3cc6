package lua_test

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// A chunk is compiled once and called many times, each time with a budget.
func ExampleState_Protect() {
	chunk, err := lua.Compile(syntax.Pos{File: "alert.lua"}, "return bot.health < 30", lua.Limits{}, "bot")
	if err != nil {
		fmt.Println(err)
		return
	}
	state := lua.NewState(lua.Options{})
	alert := state.Function(chunk)
	bot := state.L.NewTable()
	for _, health := range []glua.LValue{glua.LNumber(20), glua.LNumber(80), glua.LNil} {
		bot.RawSetString("health", health)
		err := state.Protect(10_000, func(*glua.LState) { fmt.Println(state.Call(alert, bot)) })
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// true
	// false
	// alert.lua:1:1: attempt to compare nil with number
}
