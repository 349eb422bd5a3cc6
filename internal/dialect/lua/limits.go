package lua

import (
	glua "github.com/yuin/gopher-lua"

	patterns "github.com/thicket-sim/thicket/internal/dialect/lua/pattern"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Limits bounds what scripts may cost. A zero field means the default.
type Limits struct {
	Source int // bytes of a file
	Depth  int // expressions and blocks within each other
	Calls  int // functions that wait for each other
	Text   int // bytes of one string
	Match  int // steps of one pattern over one string
	// Constants is how many texts, numbers and names one function may have.
	Constants int
	Memory    int // bytes that one turn may take, given back or not
	// Compare lets [Options.Number] decide comparisons and bounds of loops that Lua
	// refuses. A loop without an iterator and a write to the key nil then do
	// nothing, and a join takes the text of any value.
	Compare bool
}

// The defaults suit files that people write. One state that only computes needs less than a
// megabyte with them.
var (
	maxSource    = limit.New("lua.source", 1<<20, 1<<28, "bytes", "one file of Lua", limit.Refused)
	maxDepth     = limit.New("lua.depth", 200, 200, "levels", "expressions and blocks of Lua within each other", limit.Refused)
	maxCalls     = limit.New("lua.calls", 180, 10_000, "calls", "functions of Lua that wait for each other", limit.Stopped)
	maxText      = limit.New("lua.text", 1<<15, 1<<26, "bytes", "one text that a script makes", limit.Stopped)
	maxMatch     = limit.New("lua.match", 1<<18, 1<<30, "steps", "one search of a pattern in a text", limit.Stopped)
	maxConstants = limit.New("lua.constants", 1<<14, 1<<18-1, "constants", "texts, numbers and names of one function of Lua", limit.Refused)
	maxMemory    = limit.New("lua.memory", 32<<20, 1<<30, "bytes", "what a script takes in one turn, given back or not", limit.Stopped)
)

// LimitsOf returns the limits of scripts.
func LimitsOf(v limit.Values) Limits {
	return Limits{
		Source: maxSource.In(v), Depth: maxDepth.In(v), Calls: maxCalls.In(v), Text: maxText.In(v), Match: maxMatch.In(v),
		Constants: maxConstants.In(v), Memory: maxMemory.In(v),
	}
}

func init() {
	limit.Fixed(maxSearch, "the compiler looks for each constant in a list", "lua.search", "comparisons", "looking for the constants of one file of Lua", limit.Refused)
	limit.Fixed(maxList, "a list is a slice without gaps, which one write may lengthen", "lua.list", "elements", "one list of Lua", limit.Stopped)
	limit.Fixed(maxResults, "the stack of values is as large as all calls may need", "lua.results", "values", "what one function of Lua returns", limit.Stopped)
	limit.Fixed(patterns.MaxCaptures, "as in Lua", "lua.captures", "captures", "captures of one pattern", limit.Stopped)
}

func (lim Limits) orDefault() Limits {
	usual := LimitsOf(limit.Values{})
	for _, f := range []struct {
		have *int
		def  int
	}{
		{&lim.Source, usual.Source}, {&lim.Depth, usual.Depth}, {&lim.Calls, usual.Calls},
		{&lim.Text, usual.Text}, {&lim.Match, usual.Match}, {&lim.Memory, usual.Memory}, {&lim.Constants, usual.Constants},
	} {
		if *f.have <= 0 {
			*f.have = f.def
		}
	}
	return lim
}

// maxList is the length of the longest list. Whole numbers up to it are kept in
// a slice without gaps, so that a single write may need as much memory.
const maxList = 1<<16 - 1

// maxResults is how many values one function may return. With it no script can
// outgrow the stack of values before it outgrows that of calls.
const maxResults = 250

// slotsPerStep is how many list slots one instruction may fill.
const slotsPerStep = 4

// bytesPerStep is how many bytes one instruction may copy.
const bytesPerStep = 16

// What values take, in bytes: measured, and rounded up. A table that gets a name as
// a key begins with room for 8 of them, or for 32 if a function of Go made it.
const (
	bytesOfTable    = 2800
	bytesOfSlot     = 120
	bytesOfItem     = 32
	bytesOfFunction = 200
	bytesOfList     = 150
)

func init() {
	glua.MaxArrayIndex = maxList + 1
	glua.MaxTableGetLoop = 20 // a look-up is one instruction, however long it takes
}
