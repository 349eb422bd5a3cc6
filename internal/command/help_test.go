package command

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// helpUntried are the examples of --help that the test does not run, and why.
var helpUntried = map[string]string{
	"thicket test --watch": "goes on until somebody ends it",

	"thicket serve tag":                            "serves",
	"thicket serve tag siege my.yaml":              "serves",
	"thicket serve tag --rooms 10":                 "serves",
	"thicket serve tag --try site":                 "serves",
	"thicket playground --out site":                "builds the program of the page; package playground does so and opens it",
	"thicket playground --out site --brotli 11":    "builds the program of the page, and takes minutes to compress it",
	"thicket serve tag --listen :8080 --code 4711": "serves",
	"thicket serve tag --save-dir rooms":           "serves",
	"thicket serve tag --per-address 500":          "serves",
	"thicket serve tag --listen :443 --host play.example.org --tls-cert c.pem --tls-key k.pem": "serves",
	"nats-server -js": "serves",

	"thicket play http://127.0.0.1:8080":                                   "wants a server and a terminal",
	"thicket play http://127.0.0.1:8080 --room siege --name Ann":           "wants a server and a terminal",
	"thicket swarm http://127.0.0.1:8080 --players 200 --seconds 60":       "wants a server",
	"thicket worker --nats nats://10.0.0.7:4222":                           "wants a server on another machine",
	"thicket sweep tag.sweep.yaml --nats nats://10.0.0.7:4222 --workers 0": "wants a server on another machine",
	"thicket sweep tag-speed.yaml --nats nats://10.0.0.7:4222 --workers 0": "wants a server on another machine",

	"thicket replay --from tag.sweep/results.parquet --row 17 --view": "opens a window",

	"thicket mutate wilds --max 50":        "plays all tests of wilds, whatever --max is: seconds",
	"thicket bench --full --plot bots.svg": "plays a million bots",
}

// helpGiven makes the files that the examples of a command name and do not make themselves.
var helpGiven = map[string]string{
	"thicket run": `thicket new tag my.yaml; thicket run my.yaml --ticks 30 --save my.save`,
	"thicket new": `thicket actions --json >game.json
cp "$REPOSITORY"/internal/scenes/shipped/trees/grunt.xml .`,
	"thicket check": `thicket new tag game.yaml
mkdir -p game/bots
echo '{ kind: wander }' >game/bots/calm.yaml
echo '<BehaviorTree><Root><Wait duration="1"/></Root></BehaviorTree>' >tree.xml
cat >pigbrain.lua <<'END'
local Pig = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

function Pig:OnStart()
    self.bt = BT(self.inst, PriorityNode({ ActionNode(function() self.inst:Grunt() end) }, 0.5))
end

return Pig
END
cat >pigman.lua <<'END'
local brain = require "pigbrain"
return Prefab("pigman", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.Grunt = function() print(inst.prefab .. " grunts") end
    inst:AddComponent("locomotor")
    inst:SetBrain(brain)
    return inst
end)
END` + aGame,
	"thicket test": `thicket new tag hens.yaml
echo 'tests: [{ name: a hen runs from it, then: [{ eventually: { bot: Tag Bot 1, does: flee_nearest } }] }]' >hens.test.yaml` + aGame,
	"thicket mutate": `thicket new tag my.yaml
mkdir bots
cp "$REPOSITORY"/internal/scenes/shipped/tag.test.yaml my.test.yaml
echo 'tests: [{ name: a, given: { scene: my.yaml }, then: [{ eventually: { bot: Tag Bot 1, does: flee_nearest } }] }]' >more.test.yaml
echo 'selector { condition alertness < 0 { action fight() } action roam() }' >bots/guard.bt
echo 'tests: [{ name: a, then: [{ never: { bot: guard 1, does: fight }, within: 1s }] }]' >bots/guard.test.yaml` + aGame,
	"thicket tree":    `thicket new tag game.yaml` + aGame,
	"thicket fmt":     `mkdir bots; cp "$REPOSITORY"/internal/scenes/shipped/bots/* bots; cp bots/guard.bt bots/hunter.bt; cp bots/guard.bt old.bt` + aGame,
	"thicket match":   `thicket new siege my.yaml`,
	"thicket trace":   `echo '{"name": "a", "dialect": "wage", "source": "{kind: wander}", "ticks": 2}' >cases.jsonl` + aGame,
	"thicket why":     `thicket run siege --ticks 300 --record siege.rec --save s.save`,
	"thicket actions": `thicket new tag coop.yaml`,
	"thicket bench":   `thicket new tag hunter.yaml`,
	"thicket replay": `thicket run tag --ticks 60 --record mine.rec; cp mine.rec yours.rec
thicket new --sweep tag.yaml; ` + fewRuns + `thicket sweep tag.yaml --store tag.sweep`,
}

// aGame makes a file of names, a tree of that game, and tests of it.
const aGame = `
mkdir -p ai; cp "$REPOSITORY"/examples/port/miner.bt ai/guard.bt
sed 's/miner 1/guard 1/' "$REPOSITORY"/examples/port/miner.test.yaml >ai/guard.test.yaml
cat >game.json <<'END'
{"sections": [{"entries": [
{"name": "Bat", "kind": "function", "result": "a number"}, {"name": "Full", "kind": "condition"}, {"name": "Hide", "kind": "action"},
{"name": "GoHome", "kind": "action"}, {"name": "Unload", "kind": "action"}, {"name": "GoToOre", "kind": "action"}, {"name": "Dig", "kind": "action"}
]}]}
END`

// fewRuns makes the new sweeps of a folder smaller.
const fewRuns = `for f in tag*.yaml; do sed 's/runs: 2000/runs: 80/; s/repeats: 40/repeats: 8/' $f >new; mv new $f; done; `

// helpShortened lists what the longest of these beginnings of an example adds to it, so that
// it takes less. The last of two values of a flag counts.
var helpShortened = map[string]string{
	"thicket run":                        "--ticks 60",
	"thicket run --list":                 "",
	"thicket run crowd":                  "--ticks 60 --bots 1000",
	"thicket new --sweep":                "&& " + fewRuns,
	"thicket test":                       "hens.test.yaml", // those in ai want a vocabulary
	"thicket test --vocabulary":          "",
	"thicket mutate":                     "--max 3",
	"thicket mutate tag --max-unnoticed": "",
	"thicket bench":                      "--bots 1000 --warm 1 --ticks 1",
	"thicket bench --save":               "--bots 1000",
	"thicket bench --table":              "--bots 1000 --warm 1 --ticks 1 --workers 1",
	"thicket bench --bots":               "--bots 1000 --warm 1 --ticks 1",
	"thicket bench siege --bots":         "--bots 500 --warm 1 --ticks 1",
	"thicket match":                      "--seeds 2 --ticks 30",
}

// helpCodes are the codes of examples that do not end with 0, as the help of the command has
// them.
var helpCodes = map[string]int{
	"thicket diff a.save b.save":            exitDiffers,
	"thicket diff a.save b.save --show 100": exitDiffers,
	"thicket diff a.save b.save --json":     exitDiffers,
}

// helpExamples returns the command lines of the examples of a command, without what is said
// about them.
func helpExamples(c *cobra.Command) []string {
	var list []string
	for line := range strings.Lines(c.Example) {
		if strings.HasPrefix(line, "   ") {
			continue
		}
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		list = append(list, line)
	}
	return list
}

// helpHeld finds the text of a file among the examples.
var helpHeld = regexp.MustCompile(`(?m)^ +where (\S+) holds.*\n((?: +\{.*\n?)+)`)

// eachHelp visits the command and all below it.
func eachHelp(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		eachHelp(sub, visit)
	}
}

// TestHelpExamples runs the examples of every --help, those of a command in order and in one
// folder, in this process if they want no shell. What follows a pipe to another program is left out.
func TestHelpExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: the examples of all commands")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	itself(t)
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("REPOSITORY", root)
	all := map[string]bool{}
	shell := func(t *testing.T, text string) (code int, out string) {
		t.Helper()
		cmd := exec.Command("sh", "-c", text) // finds thicket, see itself
		b, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(b)
	}
	eachHelp(newRootCommand(nil), func(c *cobra.Command) {
		if c.Example == "" {
			return
		}
		for _, line := range helpExamples(c) {
			all[line] = true
		}
		t.Run(strings.ReplaceAll(c.CommandPath(), " ", "-"), func(t *testing.T) {
			t.Chdir(t.TempDir())
			given := "set -e; " + helpGiven[c.CommandPath()]
			for _, held := range helpHeld.FindAllStringSubmatch(c.Example, -1) {
				given += fmt.Sprintf("\ncat >%s <<'END'\n%s\nEND\n", held[1], held[2])
			}
			if code, out := shell(t, given); code != 0 {
				t.Fatalf("exit code %d of %s\n%s", code, given, out)
			}
			for _, line := range helpExamples(c) {
				if helpUntried[line] != "" {
					continue
				}
				var code int
				var out string
				if short := helpShort(line); strings.HasPrefix(short, "thicket ") && !strings.ContainsAny(short, "|&;<>$'*") {
					code, out = inOne(argsOf(short)[1:])
				} else {
					code, out = shell(t, short)
				}
				if code != helpCodes[line] {
					t.Errorf("%s: exit code %d, wanted %d\n%s", line, code, helpCodes[line], out)
				}
			}
		})
	})
	for _, line := range slices.Concat(slices.Collect(maps.Keys(helpUntried)), slices.Collect(maps.Keys(helpCodes))) {
		if !all[line] {
			t.Errorf("no help has the example %q", line)
		}
	}
	for start := range helpShortened {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(line string) bool { return strings.HasPrefix(line+" ", start+" ") }) {
			t.Errorf("no help has an example that begins with %q", start)
		}
	}
}

// helpShort returns an example with what shortens it, up to a pipe to another program.
func helpShort(line string) string {
	if before, after, ok := strings.Cut(line, " | "); ok && !strings.HasPrefix(after, "thicket ") {
		line = before
	}
	longest := ""
	for start := range helpShortened {
		if len(start) > len(longest) && strings.HasPrefix(line+" ", start+" ") {
			longest = start
		}
	}
	return line + " " + helpShortened[longest]
}
