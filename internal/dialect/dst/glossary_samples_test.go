package dst

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// callee is how scripts write the function or value of a row.
func callee(w *words.Word) string {
	if w.Example == "" {
		return w.Name
	}
	name, _, _ := strings.Cut(w.Example, "(")
	return name
}

// argument is a value that a parameter takes.
func argument(p *words.Param) string {
	switch {
	case p.Sample != "":
		return p.Sample
	case p.Default != "":
		return p.Default
	}
	switch p.Kind {
	case host.Bool:
		return "true"
	case host.Number:
		return "1"
	case host.String:
		return `"a"`
	case host.Opaque:
		return "{}"
	}
	return "nil"
}

// sample calls the function of a row with the parameters that it needs, or with all.
func sample(w *words.Word, full bool) string {
	var args []string
	last := 0
	for i := range w.Params {
		p := &w.Params[i]
		if !full && !p.Required {
			args = append(args, "nil")
			continue
		}
		args, last = append(args, argument(p)), i+1
	}
	return callee(w) + "(" + strings.Join(args[:last], ", ") + ")"
}

// inOnStart is a brain that does something in OnStart, and has a tree.
func inOnStart(code, node string) string {
	return "local B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart()\nlocal inst = self.inst\n" + code +
		"\nself.bt = BT(inst, PriorityNode({ " + node + " }, 1))\nend\nreturn B"
}

// gone loads a brain, and returns what is wrong or odd about it.
func gone(t *testing.T, src string) string {
	t.Helper()
	var l syntax.List
	reg := game(t)
	if err := reg.AddAction(host.Action{Name: host.DoStay, Local: true, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
		t.Fatal(err)
	}
	Load("brain.lua", []byte(src), reg, sourcefile.Memory(map[string]string{"brain.lua": src}), &l)
	text := ""
	if err := l.Err(); err != nil {
		text = err.Error()
	}
	for _, n := range l.SortedNotices() {
		if !strings.Contains(n.Msg, "no file describes") && !strings.Contains(n.Msg, "there is no stategraphs/") && !strings.Contains(n.Msg, " does nothing: ") { // a sample has no files beside it
			text += n.Error() + "\n"
		}
	}
	return text
}

// Every node loads with the parameters that its row says it needs, and with all; a name that is
// spelt otherwise is told.
func TestNodesLoadFromTheirRows(t *testing.T) {
	seen := 0
	for _, w := range Words() {
		if !w.Role.IsNode() {
			continue
		}
		seen++
		for _, full := range []bool{false, true} {
			if text := gone(t, inOnStart("", sample(&w, full))); text != "" {
				t.Errorf("%s: %s", sample(&w, full), text)
			}
		}
		wrong := w
		wrong.Name += "x"
		if text := gone(t, inOnStart("", sample(&wrong, true))); !strings.Contains(text, `unknown name "`+wrong.Name+`"`) || !strings.Contains(text, "did you mean") {
			t.Errorf("%s: %q", wrong.Name, text)
		}
	}
	if seen < 45 {
		t.Errorf("%d nodes", seen)
	}
}

// wanting are words of errors about values that a function does not take.
const wanting = `{ "bad argument", "attempt to", "wanted a" }`

// called is code that calls a function, and keeps what is wrong about that: an error about its arguments,
// or a result of another kind than the row says.
func called(w *words.Word, path string) string {
	inst, call := "inst", sample(w, true)
	if name, ok := strings.CutPrefix(path, "inst.components."); ok {
		inst = fmt.Sprintf("made(%q)", name)
	} else if of := words.Find(Words(), path, false); len(of) > 0 && (of[0].Role == words.Function || of[0].Role.IsNode()) { // of objects
		call = "(" + sample(&of[0], false) + ")" + strings.TrimPrefix(call, path)
	}
	return fmt.Sprintf("try(%q, function(inst) return %s end, %s, %s)\n", callee(w), call, inst, domain(w))
}

// domain is the kind of the value of a row, its range and its words, as arguments.
func domain(w *words.Word) string {
	kind := map[host.Kind]string{host.Bool: "boolean", host.Number: "number", host.String: "string", host.Opaque: "table"}[w.Value.Kind]
	return fmt.Sprintf("%q, %v, %v, %q", kind, w.Value.Least, w.Value.Most, strings.Join(w.Value.Words, " "))
}

const tried = `
local bad
self.bt = BT(inst, WaitNode(1))
local function made(name)
	local e = CreateEntity()
	e.entity:AddTransform()
	e:AddComponent(name)
	return e
end
local function fits(name, v, kind, least, most, words)
	if v == nil or kind == "" then return end
	if type(v) ~= kind or most > 0 and (v < least or v > most) or words ~= "" and not string.find(words, v, 1, true) then
		bad = (bad or "") .. name .. " is the " .. type(v) .. " " .. tostring(v) .. "\\n"
	end
end
local function try(name, call, inst, ...)
	local ok, v = pcall(call, inst)
	if not ok then
		for _, word in ipairs(` + wanting + `) do
			if string.find(tostring(v), word, 1, true) then bad = (bad or "") .. name .. ": " .. tostring(v) .. "\\n" end
		end
	else
		fits(name, v, ...)
	end
end
`

// check is code that looks whether the rows of a path are there, take what they say, and give it.
func check(path string, rows []words.Word) string {
	var code strings.Builder
	if name, ok := strings.CutPrefix(path, "inst.components."); ok {
		fmt.Fprintf(&code, "inst:AddComponent(%q)\n", name)
	}
	for i := range rows {
		w := &rows[i]
		name := strings.ReplaceAll(callee(w), ":", ".")
		isCalled := w.Role == words.Function && (w.Example == "" || strings.HasSuffix(w.Example, ")"))
		if path == "inst.components" {
			fmt.Fprintf(&code, "inst:AddComponent(%q)\n", w.Name)
		}
		switch {
		case w.Role == words.Event:
			fmt.Fprintf(&code, "EventNode(inst, %q, WaitNode(1))\ninst:PushEvent(%q, {})\n", w.Name, w.Name)
		case w.Role == words.Constant:
			fmt.Fprintf(&code, "if tostring(%s) ~= tostring(%s) then error(%q) end\n", name, w.Value.Is, name)
		case isCalled || w.Role == words.Place || w.Role == words.Part:
			fmt.Fprintf(&code, "if %s == nil then error(%q) end\n", name, name)
		default:
			fmt.Fprintf(&code, "fits(%q, %s, %s)\n", name, name, domain(w))
		}
		if isCalled {
			code.WriteString(called(w, path))
		}
	}
	return code.String()
}

// Every other row is there in a file that is written from the rows, takes what it says, and gives it.
func TestWordsLoadFromTheirRows(t *testing.T) {
	const most = 40_000 // bytes of a file
	rows := rowsOf(t)
	paths := script.SortedKeys(rows)
	for len(paths) > 0 {
		code := ""
		for first := true; len(paths) > 0 && (first || len(code) < most); first = false {
			code += check(paths[0], rows[paths[0]])
			paths = paths[1:]
		}
		if text := gone(t, inOnStart(tried+code+"if bad then error(bad) end\n", "WaitNode(1)")); text != "" {
			t.Error(text)
		}
	}
}

// A name of an action or a number that is spelt otherwise is told.
func TestMisspeltMembersAreTold(t *testing.T) {
	for _, w := range Words() {
		if path, ok := strings.CutSuffix(w.Example, "."+w.Name); ok && (w.Name == "EAT" && path == "ACTIONS" || w.Name == "PIG_HEALTH" && path == "TUNING") {
			if text := gone(t, inOnStart("local v = "+w.Example+"x", "WaitNode(1)")); !strings.Contains(text, w.Example+"x is no") {
				t.Errorf("%sx: %q", w.Example, text)
			}
		}
	}
}
