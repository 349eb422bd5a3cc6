// Package luawords has the rows of what scripts in Lua find defined: its libraries base, string, table
// and math, as the sandbox has them.
//
// Non-goals: what a dialect adds for its own scripts; it has rows of that itself.
package luawords

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// page is the page of docs about Lua.
const page = "mbt.md#lua"

// list has a line for each name: its parameters with an optional one in brackets and ... for any
// number more, the kind of what it gives, an example, and what it does.
const list = `
assert(v, [message], ...) any assert(1) | Gives its arguments, or fails where the first is false or nil.
error(message, [level]) nil pcall(error, "no") | Fails with a message.
getmetatable(object) any getmetatable({}) | Gives the metatable of a table.
ipairs(t) any ipairs({ 1 }) | Goes through the list of a table, in a for.
next(t, [key]) any next({ 1 }) | Gives the key behind another, and its value.
pairs(t) any pairs({ a = 1 }) | Goes through all of a table, in a for: its list, then other keys as they came.
pcall(f, ...) bool pcall(print) | Calls a function, and says whether it has failed, with what.
print(...) nil print("a") | Writes to the log.
rawequal(a, b) bool rawequal(1, 1) | Whether two are the same, without __eq.
rawget(t, key) any rawget({}, 1) | Gives a field without __index.
rawset(t, key, value) any rawset({}, 1, 2) | Sets a field without __newindex.
require(name) any pcall(require, "none") | Gives what a file of the scene returns.
select(n, ...) any select(1, 2) | Gives its arguments from the n-th on, or their number for "#".
setmetatable(t, meta) any setmetatable({}, {}) | Gives a table another metatable.
tonumber(v, [base]) number tonumber("5") | Reads a number, or gives nil.
tostring(v) text tostring(5) | Writes a value as text.
type(v) text type(5) | Gives the name of the type of a value.
unpack(t, [from], [to]) any unpack({ 1 }) | Gives all of a list, one after the other.
xpcall(f, handler) bool xpcall(print, print) | Calls a function, and a handler where it fails.
string.byte(s, [from], [to]) int string.byte("a") | Gives the codes of bytes.
string.char(...) text string.char(65) | Makes a text of codes.
string.find(s, pattern, [from], [plain]) int string.find("ab", "b") | Finds a pattern, and gives where it begins and ends.
string.format(format, ...) text string.format("%d", 5) | Writes values as a format says.
string.gfind(s, pattern) any string.gfind("ab", "b") | Is gmatch by its older name.
string.gmatch(s, pattern) any string.gmatch("ab", "b") | Goes through all matches, in a for.
string.gsub(s, pattern, by, [most]) text string.gsub("ab", "b", "c") | Replaces matches, and gives their number, too.
string.len(s) int string.len("ab") | Gives the number of bytes.
string.lower(s) text string.lower("A") | Makes letters small.
string.match(s, pattern, [from]) text string.match("ab", "b") | Gives what a pattern catches.
string.rep(s, n) text string.rep("a", 2) | Repeats a text.
string.reverse(s) text string.reverse("ab") | Turns a text round.
string.sub(s, from, [to]) text string.sub("ab", 1) | Gives a part of a text; negative places count from its end.
string.upper(s) text string.upper("a") | Makes letters large.
table.concat(t, [between], [from], [to]) text table.concat({ 1 }) | Joins a list of texts and numbers.
table.foreach(t, f) any table.foreach({ 1 }, type) | Calls a function with each key and value until it gives something.
table.foreachi(t, f) any table.foreachi({ 1 }, type) | Is foreach for the list alone.
table.getn(t) int table.getn({ 1 }) | Gives the length of a list.
table.insert(t, at, [value]) nil table.insert({}, 1) | Puts a value into a list, at its end where no place is given.
table.maxn(t) number table.maxn({ 1 }) | Gives the largest key that is a number.
table.remove(t, [at]) any table.remove({ 1 }) | Takes a value out of a list, the last where no place is given.
table.sort(t, [before]) nil table.sort({ 2, 1 }) | Sorts a list.
math.abs(x) number math.abs(1) | Gives the absolute value.
math.acos(x) number math.acos(1) | Gives the arc cosine, in radians.
math.asin(x) number math.asin(1) | Gives the arc sine, in radians.
math.atan(x) number math.atan(1) | Gives the arc tangent, in radians.
math.atan2(y, x) number math.atan2(1, 1) | Gives the angle of a vector, in radians.
math.ceil(x) number math.ceil(1.5) | Rounds up.
math.cos(x) number math.cos(1) | Gives the cosine of radians.
math.cosh(x) number math.cosh(1) | Gives the hyperbolic cosine.
math.deg(x) number math.deg(1) | Turns radians into degrees.
math.exp(x) number math.exp(1) | Gives e to the power of x.
math.floor(x) number math.floor(1.5) | Rounds down.
math.fmod(x, y) number math.fmod(5, 3) | Gives the rest of a division, with the sign of x.
math.frexp(x) number math.frexp(8) | Gives the fraction and the power of 2 of a number.
math.ldexp(m, e) number math.ldexp(1, 2) | Gives m times 2 to the power of e.
math.log(x) number math.log(1) | Gives the natural logarithm.
math.log10(x) number math.log10(1) | Gives the logarithm to the base of 10.
math.max(x, ...) number math.max(1, 2) | Gives the largest of its arguments.
math.min(x, ...) number math.min(1, 2) | Gives the smallest of its arguments.
math.mod(x, y) number math.mod(5, 3) | Is fmod by its older name.
math.modf(x) number math.modf(1.5) | Gives the whole part and the rest of a number.
math.pow(x, y) number math.pow(2, 3) | Gives x to the power of y.
math.rad(x) number math.rad(1) | Turns degrees into radians.
math.random([least], [most]) number math.random(1, 6) | Draws a number from the bot's own stream, from 0 to below 1 without bounds.
math.randomseed(x) nil math.randomseed(1) | Does nothing: the scene has the seed.
math.sin(x) number math.sin(1) | Gives the sine of radians.
math.sinh(x) number math.sinh(1) | Gives the hyperbolic sine.
math.sqrt(x) number math.sqrt(4) | Gives the square root.
math.tan(x) number math.tan(1) | Gives the tangent of radians.
math.tanh(x) number math.tanh(1) | Gives the hyperbolic tangent.
`

var kinds = map[string]host.Kind{"any": host.Any, "nil": host.Null, "bool": host.Bool, "number": host.Number, "int": host.Int, "text": host.String}

// Words lists the functions and constants of the libraries.
func Words() (all []words.Word) {
	for line := range strings.Lines(strings.TrimSpace(list)) {
		said, doc, _ := strings.Cut(strings.TrimSpace(line), " | ")
		name, rest, _ := strings.Cut(said, "(")
		params, rest, _ := strings.Cut(rest, ") ")
		kind, example, _ := strings.Cut(rest, " ")
		w := words.Word{Name: name, Role: words.Function, Doc: doc, Example: example, Value: words.Value{Kind: kinds[kind]}, Page: page}
		for param := range strings.SplitSeq(params, ", ") {
			given := strings.Trim(param, "[]")
			switch {
			case param == "...":
				w.Open = true
			case param != "":
				w.Params = append(w.Params, words.Param{Name: given, Required: given == param, Value: words.Value{Kind: host.Any}})
			}
		}
		all = append(all, w)
	}
	number := words.Value{Kind: host.Number}
	for _, c := range []struct{ name, is, doc string }{
		{"math.huge", "inf", "Is larger than all other numbers."}, {"math.pi", "3.141592653589793", "Is half the circumference of a circle of radius 1."},
	} {
		number.Is = c.is
		all = append(all, words.Word{Name: c.name, Role: words.Constant, Doc: c.doc, Value: number, Example: c.name, Page: page})
	}
	return all
}
