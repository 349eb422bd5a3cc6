package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// apart are the commands that print nothing of files, and strip, which run starts.
var apart = map[string]bool{"completion": true, "help": true, "strip": true}

// The texts of files, scripts and names of files that every command is given move no cursor, change no
// terminal and turn no letters about.
func TestWhatCommandsPrintIsPlain(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all commands")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const evil = "\x1b]0;title\a\x1b[2J\r\u202e\u2066"
	write("evil.lua", `error("a\27[31m\27]0;title\7\r\nother.lua:1:1: `+"\u202e"+`")`)
	lua := write("lua.yaml", "bots: [{ id: a, name: A, count: 1, behavior: { file: evil.lua } }]\n")
	raw := write("raw.yaml", "name: \""+evil+"\"\nbots: [{ id: a, count: "+evil+" }]\n")
	named := write("named"+evil+".yaml", "bots: [{ id: a, nmae: A, count: 1, behavior: { kind: wander } }]\n")
	scene := write("scene.yaml", "name: \"Evil\u202e\u2066\"\nworld: { width: 20, height: 20 }\nteams: [{ id: red, name: \"R\u202e\" }, { id: blue }]\nmatch: { time: 1s, kill: 1 }\n"+
		"bots:\n  - { id: a, name: \"A\u202e\", teamId: red, count: 2, behavior: { kind: action, name: say, args: { text: \"hi\u202e\", seconds: 5 } } }\n"+
		"  - { id: b, name: B, teamId: blue, count: 2, behavior: { kind: wander } }\n")
	tree := write("tree"+evil+".bt", "selector { action noSuch"+evil+" }")
	commands := map[string][][]string{
		"check":      {{lua}, {raw}, {named}, {scene}, {tree}},
		"run":        {{lua}, {raw, "--fast"}, {named}, {scene, "--seconds", "2", "--fast"}, {scene, "--seconds", "1"}},
		"tree":       {{tree}, {scene}, {lua}},
		"fmt":        {{tree}, {named}},
		"match":      {{scene, "--seeds", "2"}, {raw}},
		"why":        {{scene, "A\u202e 1"}, {raw}},
		"trace":      {{scene}, {raw}},
		"test":       {{named}, {raw}},
		"diff":       {{raw, named}},
		"replay":     {{raw}, {named}},
		"sweep":      {{raw}, {named}},
		"mutate":     {{raw}, {tree}},
		"new":        {{"tag" + evil}},
		"actions":    {{"--vocabulary", raw}},
		"bench":      {{"--scene", raw}},
		"play":       {{"http://127.0.0.1:1/" + evil}},
		"swarm":      {{"http://127.0.0.1:1/" + evil}},
		"serve":      {{raw}, {scene, "--listen", evil}},
		"worker":     {{"--store", named}, {"--nats", evil}},
		"playground": {{"--out", raw}},
	}
	for _, c := range newRootCommand(nil).Commands() {
		if commands[c.Name()] == nil && !apart[c.Name()] {
			t.Errorf("nothing evil is given to %s", c.Name())
		}
	}
	for name, all := range commands {
		for _, args := range all {
			command := append([]string{name}, args...)
			c := onConsole(t, 100, 30, command...)
			_ = c.run.Wait() // most of them refuse it
			if _, err := c.tty.WriteString("\x00end"); err != nil {
				t.Fatal(err)
			}
			all := c.until("\x00end")
			shown := codes.ReplaceAllString(all, "")
			if live := strings.Contains(all, "\x1b[?1049h"); !live && shown != all {
				t.Errorf("%q writes codes: %q", command, all)
			}
			for _, r := range shown {
				if r != '\n' && r != '\r' && r != '\t' && !unicode.IsPrint(r) {
					t.Errorf("%q writes %U: %q", command, r, shown)
					break
				}
			}
		}
	}
}
