package lua

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/pattern"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// The defaults suit files that people write.
var (
	usual     = machine.DefaultLimits
	maxSource = limit.New("lua.source", int64(usual.Source), 1<<28, "bytes", "one file of Lua", limit.Refused)
	maxDepth  = limit.New("lua.depth", int64(usual.Depth), 200, "levels", "expressions and blocks of Lua within each other", limit.Refused)
	maxCalls  = limit.New("lua.calls", int64(usual.Calls), 10_000, "calls", "functions of Lua that wait for each other", limit.Stopped)
	maxText   = limit.New("lua.text", int64(usual.Text), 1<<26, "bytes", "one text that a script makes", limit.Stopped)
	maxMatch  = limit.New("lua.match", int64(usual.Match), 1<<30, "steps", "one search of a pattern in a text", limit.Stopped)
	maxMemory = limit.New("lua.memory", int64(usual.Memory), 1<<30, "bytes", "what a script takes in one turn, given back or not", limit.Stopped)
)

// LimitsOf returns the limits of scripts.
func LimitsOf(v limit.Values) machine.Limits {
	return machine.Limits{
		Source: maxSource.In(v), Depth: maxDepth.In(v), Calls: maxCalls.In(v), Text: maxText.In(v), Match: maxMatch.In(v), Memory: maxMemory.In(v),
	}
}

func init() {
	limit.Fixed(source.MaxLocals, "as in Lua", "lua.locals", "locals", "locals of one function of Lua", limit.Refused)
	limit.Fixed(source.MaxUpvalues, "an instruction has a byte for it", "lua.upvalues", "locals", "locals of functions around that one function of Lua uses", limit.Refused)
	limit.Fixed(source.MaxChain, "the compiler goes from one to the next", "lua.chain", "operators", "operators, calls and fields of Lua one behind the other", limit.Refused)
	limit.Fixed(source.MaxJoined, "an instruction has a byte for it", "lua.joined", "texts", "texts that one expression of Lua joins", limit.Refused)
	limit.Fixed(bytecode.MaxRegs, "as in Lua", "lua.registers", "values", "locals of one function of Lua, and what it computes at once", limit.Refused)
	limit.Fixed(machine.MaxResults, "the stack of values is as large as all calls may need", "lua.results", "values", "what one function of Lua returns", limit.Stopped)
	limit.Fixed(machine.MaxStack, "the stack of values is as large as all calls may need", "lua.stack", "values", "values of all functions of Lua that wait for each other", limit.Stopped)
	limit.Fixed(machine.MaxNesting, "each takes a piece of the stack of the program", "lua.nesting", "calls", "functions of Lua and of the program that call each other", limit.Stopped)
	limit.Fixed(machine.MaxLookups, "as in Lua", "lua.lookups", "tables", "tables that one look-up asks by __index", limit.Stopped)
	limit.Fixed(pattern.MaxCaptures, "as in Lua", "lua.captures", "captures", "captures of one pattern", limit.Stopped)
}
