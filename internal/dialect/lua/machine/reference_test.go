package machine

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// endless is the answer of C Lua to a program that would not end within ten million instructions.
const endless = "endless\n"

// driver runs many programs in one process of C Lua, each with globals of its own, and prints
// what each printed behind a line of its own. A program that calls itself from within pcall can
// catch the overflow of its stack at each depth, and so takes twice as long with each depth:
// when its time is up, each of its instructions raises an error, which no pcall outlives.
const driver = `
local write = io.write
local over
local function stop()
	if debug.getinfo(2, "S").source ~= "@t.lua" then return end
	over = true
	debug.sethook(stop, "", 1)
	error("endless", 0)
end
for i, src in ipairs(programs) do
	write("\1\2\3", i, "\n")
	local f, e = loadstring(src, "@t.lua")
	if f then
		local env = setmetatable({ print = function(...)
			for j = 1, select("#", ...) do write(j > 1 and "\t" or "", tostring((select(j, ...)))) end
			write("\n")
		end }, { __index = _G })
		env._G = env
		setfenv(f, env)
		over = false
		debug.sethook(stop, "", 10000000)
		local ok, e = pcall(f)
		debug.sethook()
		if over then write("\n\1", "endless\n")
		elseif not ok then write("error: ", tostring(e), "\n") end
	else
		write("refused: ", e, "\n")
	end
end
`

// reference finds C Lua 5.1, or leaves the test out.
func reference(t testing.TB) string {
	path, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed, which says what is right")
	}
	return path
}

// answers are what C Lua prints for programs.
func answers(t testing.TB, lua string, programs []string) []string {
	var b bytes.Buffer
	b.WriteString("local programs = {}\n")
	for i, p := range programs {
		fmt.Fprintf(&b, "programs[%d] = %s\n", i+1, number.Quote(p))
	}
	b.WriteString(driver)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, lua, "-")
	cmd.Stdin = &b
	out, err := cmd.CombinedOutput()
	parts := strings.Split(string(out), "\x01\x02\x03")[1:]
	if err != nil || len(parts) != len(programs) {
		t.Fatalf("%d of %d programs ran: %v\n%.500s", len(parts), len(programs), err, out)
	}
	for i, p := range parts {
		_, parts[i], _ = strings.Cut(p, "\n")
		if strings.HasSuffix(p, "\n\x01"+endless) {
			parts[i] = endless
		}
	}
	return parts
}

var addresses = regexp.MustCompile(`\b(table|function): (0x|builtin: )[0-9a-f]+`)

// alike takes out of an output what is left open: addresses, the sign of what is no number, and the words
// of an error that ended the program.
func alike(s string) string {
	s = addresses.ReplaceAllString(strings.ReplaceAll(s, "-nan", "nan"), "$1")
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "error: ") {
			line = "error\n"
		}
		b.WriteString(line)
	}
	return b.String()
}
