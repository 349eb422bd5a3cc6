package lua

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// counted returns 1, 2, ... n with something between them.
func counted(n int, format, between string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i+1))
	}
	return strings.Join(parts, between)
}

// list is a constructor of n values and of what follows them, with what shows them.
func list(n int, more string) string {
	value := "#"
	if n > 1000 {
		value = "5" // one constant
	}
	return fmt.Sprintf(`local function f() return 7, 8, 9 end
		local t = {%s%s} return #t, t[1], t[2], t[3], t[%d], t[%[3]d + 1], t[%[3]d + 2], t[%[3]d + 3], t[7], t.x`, counted(n, value, ","), more, n)
}

func body(begin string, statement string, n int, end string) string {
	return "local x, n, y = 0, 0 " + begin + strings.Repeat(statement, n) + end + " return x"
}

func captures(n int) string {
	var b strings.Builder
	for i := 0; i < n; i += 50 {
		fmt.Fprintf(&b, "local %s = %s return (function() ", counted(min(50, n-i), fmt.Sprintf("v%d_#", i), ","), counted(min(50, n-i), "#", ","))
	}
	b.WriteString("local s = 0 ")
	for i := range n {
		fmt.Fprintf(&b, "s = s + v%d_%d ", i/50*50, i%50+1)
	}
	return b.String() + "return s " + strings.Repeat("end)() ", (n+49)/50)
}

// TestCompiledRightOrRefused holds what is compiled to what Lua 5.1 makes of it, and what
// gopher-lua gets wrong to a refusal.
func TestCompiledRightOrRefused(t *testing.T) {
	const tail, name = "multiple of 50 values in a table; put its", "name with a value that is computed"
	cases := []struct{ what, src, want string }{
		{"no values and a call", "local function f() return 7, 8 end local t = {f()} return #t, t[1]", ""},
		{"a named call last", list(2, ", x = f()"), ""},
		{"100 values, x = 1 and a call", list(100, ", x = 1, f()"), tail},
		{"25,550 values", list(25550, ""), ""},
		{"25,551 values", list(25551, ""), "t.lua:2:3: a table of more than 25550"},
		{"25,550 values and a call", list(25550, ", f()"), tail},
		{"50 values, x = 1", list(50, ", x = 1"), ""},
		{"50 values, x and y", list(50, ", x = 1, y = 'a', 51"), ""},
		{"50 values, x = f()", list(50, ", x = f()"), name},
		{"50 values, x = {}", list(50, ", x = {9}"), name},
		{"50 values, [f()] = 1", list(50, ", [f()] = 1, 51"), name},
		{"51 values, x = f()", list(51, ", x = f()"), ""},
		{"50 values, (f())", list(50, ", (f())"), ""},
		{"for of 10,000", body("for i = 1, 2 do ", "x=x+1 ", 10_000, "end"), ""},
		{"for", body("for i = 1, 2 do ", "x=x+1 ", jumpReach, "end"), "a loop or a branch in a function of"},
		{"while", body("while n < 2 do n = n + 1 ", "x=x+1 ", jumpReach, "end"), "t.lua:1:1: a function with a loop or a branch of more than 131071 instructions"},
		{"repeat", body("repeat n = n + 1 ", "x=x+1 ", jumpReach, "until n > 1"), "a loop or a branch in a function of"},
		{"201 locals of one function", "\nlocal function f() local " + counted(201, "v#", ",") + " end", "t.lua:2:1: a function that needs more than 200 places"},
		{"long without jumps", body("", "x=x+1 ", jumpReach, ""), ""},
		{"30,000 or", body("", "x = y or x ", 30_000, ""), ""},
		{"33,000 or", body("", "x = y or x ", 33_000, ""), "too many branches and loops"},
		{"50,000 if", body("", "if y then x = 1 end ", 50_000, ""), "too many branches and loops"},
		{"60 locals", captures(60), ""},
		{"256 locals", captures(256), "uses 256 locals"},
		{"10,000 texts", "local t = {" + counted(10_000, "'k#'", ",") + "} return #t, t[10000]", ""},
		{"17,000 texts", "local t = {" + counted(17_000, "'k#'", ",") + "} return #t", "lua.constants"},
		{"3,000 functions", "local t = {} " + counted(3000, "t[#] = function() return # end", " ") + " return t[1](), t[3000]()", ""},
		{"600 constants", "local t = {" + counted(600, "k# = #.5", ",") + "} local s = 0 " + counted(600, "if t.k# == #.5 and not (#.5 < t['k#']) then s = s + t.k# * #.5 end", " ") + " return s", ""},
		{"swaps", "local a, b, c = 1, 2, 3 a, b, c = c, a, b local t = {1, 2} local i = 1 i, t[i] = i + 1, 20 return a, b, c, i, t[1], t[2]", ""},
		{"loops in loops", "local n = 0 repeat while true do n = n + 1 if n % 3 == 0 then break end end until n > 10 or n == 3 and n > 5 return n", ""},
		{"locals of loops", "local t = {} for i = 1, 3 do local j = i t[i] = function() j = j + i return j end end return t[1](), t[1](), t[3]()", ""},
	}
	for n := 49; n <= 151; n++ {
		want := ""
		if n%50 == 0 {
			want = tail
		}
		if n%50 < 2 || n%50 == 49 {
			cases = append(cases, struct{ what, src, want string }{fmt.Sprint(n, " values and a call"), list(n, ", f()"), want})
		}
	}
	reference, err := exec.LookPath("lua5.1")
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			got, e := evalIn(NewState(Options{}), c.src)
			if c.want != "" {
				if e == nil || !strings.Contains(e.Error(), c.want) {
					t.Fatalf("%.100s %v, wanted it refused: %s", got, e, c.want)
				}
				return
			}
			if e != nil {
				t.Fatal(e)
			}
			if err != nil {
				t.Skip("lua5.1 is not installed, which says what is right")
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, reference, "-")
			cmd.Stdin = strings.NewReader("local function show(...) local s = {} for i = 1, select('#', ...) do s[i] = tostring((select(i, ...))) end io.write(table.concat(s, ' ')) end show((function(...) " + c.src + " end)())")
			want, err := cmd.CombinedOutput()
			if err != nil || string(want) != got {
				t.Errorf("%s, and Lua 5.1 makes it %s %v", got, want, err)
			}
		})
	}
}
