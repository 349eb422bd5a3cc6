package mbt_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	dialect "github.com/thicket-sim/thicket/internal/dialect/mbt"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// names of what the scripts define for others.
var defined = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^function ((?:AI\.|entity:|\w+Assignment:)?\w+)\(`),
	regexp.MustCompile(`(?m)^(AI\.\w+|entity\.\w+) = `),
}

// goalsOfFiles are operations that only files and nodes have.
var goalsOfFiles = map[string]bool{"goal move": true, "goal script": true}

// TestScriptsHaveRows: each function, constant and goal of the scripts has its row, and each row loads
// in code, or as an event, without a word about it.
func TestScriptsHaveRows(t *testing.T) {
	var scripts string
	for _, file := range []string{"api.lua", "pipes.lua", "goals.lua"} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts += string(src)
	}
	var known []string
	for _, of := range defined {
		for _, m := range of.FindAllStringSubmatch(scripts, -1) {
			known = append(known, strings.Replace(m[1], "entity.", "entity:", 1))
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) = `).FindAllStringSubmatch(between(scripts, "\nAI = {", "\n}"), -1) {
		known = append(known, "AI."+m[1])
	}
	for _, m := range regexp.MustCompile(`function actor.__index:(\w+)`).FindAllStringSubmatch(scripts, -1) {
		known = append(known, "entity.actor:"+m[1])
	}
	quoted := regexp.MustCompile(`"(\w+)"`)
	for _, m := range regexp.MustCompile(`(?s)\nnumber \{(.*?)\}`).FindAllStringSubmatch(scripts, -1) {
		for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
			known = append(known, q[1])
		}
	}
	for _, q := range quoted.FindAllStringSubmatch(between(scripts, "local names = {", "\n}"), -1) {
		known = append(known, "AIPARAM_"+q[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^(?:function conditions\.|conditions\.)(\w+)`).FindAllStringSubmatch(scripts, -1) {
		known = append(known, m[1])
	}
	known = append(known, regexp.MustCompile(`AIGOALPIPE_\w+`).FindAllString(scripts, -1)...)
	for _, m := range regexp.MustCompile(`(?m)(\w+) = \{[^{}]*\}[,}]`).FindAllStringSubmatch(between(scripts, "local order = {", "\n}"), -1) {
		known = append(known, "goal "+m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^(?:function operations\.|operations\.)(\w+)`).FindAllStringSubmatch(scripts, -1) {
		known = append(known, "goal "+m[1])
	}
	known = slices.DeleteFunc(known, func(name string) bool { return goalsOfFiles[name] })
	var rows []string
	var uses, holds strings.Builder
	for _, w := range arena.Words("mbt") {
		switch w.Role {
		case words.Function:
			rows = append(rows, w.Name)
			name, _, _ := strings.Cut(w.Example, "(")
			uses.WriteString(`<ExecuteLua code="return ` + name + `()"/>`)
		case words.Constant:
			rows = append(rows, w.Name)
			holds.WriteString(`<AssertLua code="return ` + w.Name + ` == ` + w.Value.Is + `"/>`)
		case words.Place:
			holds.WriteString(`<AssertLua code="return ` + w.Name + ` ~= nil"/>`)
		case words.Part:
			rows = append(rows, "goal "+w.Name)
		case words.Event:
			uses.WriteString(`<WaitForEvent name="` + w.Name + `"/>`)
		}
	}
	loads(t, "<Sequence>"+uses.String()+holds.String()+"</Sequence>")
	p := stage{tree: went("<Sequence>" + holds.String() + "</Sequence>")}.open(t)
	p.ends("done", 1, 1)
	slices.Sort(known)
	slices.Sort(rows)
	if known = slices.Compact(known); !slices.Equal(known, rows) {
		t.Errorf("rows of\n%s\nwanted of\n%s", strings.Join(rows, " "), strings.Join(known, " "))
	}
}

func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	in, _, _ := strings.Cut(rest, to)
	return in
}

// TestGameNodesAreOffered: an arena has all nodes of the engine's games, with the attributes of the
// dialect's rows.
func TestGameNodesAreOffered(t *testing.T) {
	offered := words.Leaves(arena.NewRegistry().Overlay("mbt"))
	for _, w := range dialect.Words() {
		if w.Vocabulary == "" || !w.Role.IsNode() {
			continue
		}
		found := words.Find(offered, w.Name, false)
		if len(found) != 1 || found[0].Vocabulary != w.Vocabulary || found[0].Role != w.Role || len(found[0].Params) != len(w.Params) {
			t.Errorf("%s: %v, wanted %v", w.Name, found, w)
		}
	}
}
