package stage_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// fits are the parameters of methods of components for which a number is no good sample, by what is one.
var fits = map[string]string{
	"other": "target child e other who owner by attacker afflicter doer giver taker picker harvester victim fisherman fish observer grower feeder eater " +
		"worker destroyer threat from herd home leader first",
	"thing":            "item loot food bait weapon flower projectile invobject tool",
	`"meat"`:           "prefab name product childname preferred mode tag key event sound stimuli source cause season",
	"Vector3(1, 0, 1)": "pos pt at v position dest offset",
	"{}":               "list tags caneat preferseating lines script data diet special spared ignored must",
	"ACTIONS.EAT":      "action act",
	"function() end":   "fn callback check test onharvest ongrow before",
}

// fit is a value that a method may take as a parameter of that name.
func fit(param string) string {
	if strings.HasSuffix(param, "fn") {
		return "function() end"
	}
	for value, names := range fits {
		for name := range strings.FieldsSeq(names) {
			if name == param {
				return value
			}
		}
	}
	return "1"
}

var (
	methodOf    = regexp.MustCompile(`(?m)^function (\w+)[:.](\w+)\(([^)]*)\)`)
	componentIn = regexp.MustCompile(`local (\w+) = Class\(`)
)

// What a method of a component cannot work without is told as the argument of whoever calls it, and by no name
// of Thicket's own. Those that it can work without may be nil. All methods of all components are called with
// nil in the place of each of their arguments.
func TestNilArgumentsOfComponents(t *testing.T) {
	files, err := fs.Glob(script.Files, "lib/components/*.lua")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var calls []string
	for _, file := range files {
		src, err := fs.ReadFile(script.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		class := componentIn.FindStringSubmatch(string(src))[1]
		component := strings.TrimSuffix(path.Base(file), ".lua")
		for _, m := range methodOf.FindAllStringSubmatch(string(src), -1) {
			params := strings.Split(strings.ReplaceAll(m[3], " ", ""), ",")
			if m[1] != class || m[3] == "" || strings.HasPrefix(m[2], "On") { // the engine and events call those
				continue
			}
			for i := range params {
				args := make([]string, len(params))
				for j, param := range params {
					args[j] = fit(strings.TrimSuffix(param, "..."))
				}
				args[i] = "other.lacks"
				calls = append(calls, fmt.Sprintf("try(%q, %q, function(c) c:%s(%s) end)", component, fmt.Sprint(m[2], " ", i+1), m[2], strings.Join(args, ", ")))
			}
		}
	}
	if len(calls) < 700 {
		t.Errorf("only %d calls", len(calls))
	}
	var prefab strings.Builder
	prefab.WriteString(`
local function new()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst.entity:AddAnimState()
	MakeCharacterPhysics(inst, 10, 0.5)
	inst.prefab = "meat"
	for _, name in ipairs({ "health", "combat", "locomotor", "inventory" }) do inst:AddComponent(name) end
	return inst
end
local other, thing
local function try(component, call, fn)
	local inst = new()
	inst:AddComponent(component)
	local ok, e = pcall(fn, inst.components[component])
	print("called", component, call, ok, e)
	inst:Remove()
end
local all = {}
`)
	const atOnce = 6 // so that a turn has steps for them
	for i := 0; i < len(calls); i += atOnce {
		fmt.Fprintf(&prefab, "table.insert(all, function()\n%s\nend)\n", strings.Join(calls[i:min(i+atOnce, len(calls))], "\n"))
	}
	prefab.WriteString(`
return Prefab("mob", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	other, thing = new(), new()
	other:AddComponent("teamattacker")
	thing:AddComponent("inventoryitem")
	thing:AddComponent("edible")
	for i, f in ipairs(all) do inst:DoTaskInTime(i * FRAMES, f) end
	return inst
end), Prefab("meat", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	return inst
end)`)
	dir := folder(t, map[string]string{"prefabs/mob.lua": prefab.String()})
	faults, _, printed := lifeOf(t, dir, "{ creature: prefabs/mob.lua }", len(calls)/atOnce+60)
	if len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	outside := regexp.MustCompile(`argument \d+(, other\.lacks,)? is (nil|a )`)
	called, refused := 0, 0
	for _, line := range printed {
		call, failed, _ := strings.Cut(line, "\tfalse\t")
		if strings.HasPrefix(call, "called\t") {
			called++
		}
		if failed == "" {
			continue
		}
		refused++
		if !outside.MatchString(failed) {
			t.Errorf("%s: %s", call, failed)
		}
	}
	if called != len(calls) || refused < 130 {
		t.Errorf("%d of %d calls were made, %d were refused", called, len(calls), refused)
	}
}
