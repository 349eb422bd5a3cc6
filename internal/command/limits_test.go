package command

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

const limitsBegin = "## Limits that can be set\n"

// TestLimitsPage holds the tables of the page to those of the program; -update writes them.
func TestLimitsPage(t *testing.T) {
	file := filepath.Join(repository, "docs", "limits.md")
	page := string(read(t, file))
	text, _, _ := strings.Cut(page, limitsBegin)
	want := text + limitTables()
	if page == want {
		return
	}
	if !*update {
		t.Fatal("docs/limits.md has other limits than the program: go test ./internal/command -run LimitsPage -update")
	}
	if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

func limitTables() string {
	var set, fixed strings.Builder
	for _, l := range limit.All() {
		line := fmt.Sprintf("| `%s` | %s | %s %s | %s |", l.Name, l.What, humanize.Thousands(l.Default), l.Unit, l.Then)
		if l.Why != "" {
			fmt.Fprintf(&fixed, "%s %s |\n", line, l.Why)
		} else {
			fmt.Fprintf(&set, "%s %s |\n", line, humanize.Thousands(l.Most))
		}
	}
	return limitsBegin + "\nThis list and the next are made from the program.\n\n| name | what | usually | what happens there | at most |\n| --- | --- | --- | --- | --- |\n" + set.String() +
		"\n## Limits that are as they are\n\nThese belong to a format: to how a file or a game stores something, or to the system whose files are read.\n\n| name | what | limit | what happens there | why |\n| --- | --- | --- | --- | --- |\n" + fixed.String()
}

// bounded are the packages that read what others wrote, or play it.
var bounded = []string{
	"behavior/host", "internal/dialect/btcpp", "internal/dialect/btcpp/board", "internal/dialect/btcpp/script", "internal/dialect/dragengine", "internal/dialect/dst", "internal/dialect/dst/nodes", "internal/dialect/dst/script", "internal/dialect/dst/stage", "internal/dialect/lua", "internal/dialect/lua/bytecode", "internal/dialect/lua/graph", "internal/dialect/lua/machine", "internal/dialect/lua/pattern", "internal/dialect/lua/source", "internal/dialect/mbt", "internal/dialect/unvanquished", "internal/dialect/wage",
	"behavior/run", "internal/ground/markup", "internal/ground/sections", "internal/ground/state", "internal/insight/treetest", "internal/scenes", "internal/live", "internal/ground/filewatch", "internal/systems",
}

// inside are constants that look like limits and are none of a file, a script or a game,
// with the reason.
var inside = map[string]string{
	"behavior/host.maxFrames":                     "of a stack that is printed",
	"internal/dialect/btcpp/board.mostExact":      "of whole numbers that reals hold",
	"internal/dialect/dragengine.maxCombined":     "from there on conditions are compiled in another way",
	"internal/dialect/dst/script.maxHosts":        "a cache",
	"internal/dialect/dst/nodes.maxKinds":         "a cache",
	"internal/dialect/dst.maxLines":               "lines that are shown",
	"internal/dialect/dst/stage.maxStrangers":     "a cache",
	"internal/dialect/dst/stage.maxTagNames":      "a cache",
	"internal/dialect/dst/stage.mostUnmet":        "names in a notice",
	"internal/dialect/lua/machine.mostClasses":    "classes in which a name is looked for that may be meant",
	"internal/dialect/dst/stage.mostLost":         "names that are remembered",
	"internal/dialect/dst/script.mostStubs":       "names that are remembered",
	"internal/dialect/lua/bytecode.maxNameSearch": "from there on a thing has no name in errors",
	"internal/dialect/lua/machine.maxNames":       "from there on tables are kept in another way",
	"internal/dialect/lua/machine.maxShapes":      "from there on tables are kept in another way",
	"internal/dialect/lua/machine.maxTrace":       "of a stack that is told",
	"internal/dialect/lua/source.maxFaults":       "messages that are told",
	"internal/ground/markup.maxFaults":            "messages that are told",
	"internal/dialect/mbt.maxGuesses":             "hints",
	"internal/dialect/mbt.maxTexts":               "texts are numbered in 16 bits; a node more is an error of its own",
	"internal/dialect/unvanquished.maxNotes":      "notes of an error",
	"internal/dialect/dst/nodes.mostWords":        "from there on words lie elsewhere",
	"behavior/run.maxNesting":                     "events within events, told as a fault",
	"behavior/run.maxPart":                        "of a section, which save.section bounds",
	"behavior/syntax.maxPrinted":                  "messages that are printed",
	"internal/ground/markup.maxStray":             "messages of one kind",
	"internal/ground/markup.maxYAMLDepth":         "the parser's own, above file.depth",
	"internal/ground/state.maxNesting":            "of a type of Go",
	"internal/scenes.maxMarkWord":                 "of a word that is drawn",
	"internal/scenes.MaxSigns":                    "what the flags of a frame have room for",
	"internal/scenes.MaxBots":                     "scene.bots",
	"internal/live.maxActions":                    "actions are numbered in 16 bits",
	"internal/dialect/unvanquished.mostStills":    "values that are kept, the others are asked for anew",
	"internal/live.maxAdvance":                    "on the page",
	"internal/live.maxAmong":                      "ids that are printed",
	"internal/live.maxBuckets":                    "part of the format",
	"internal/dialect/wage.MaxBots":               "scene.bots",
	"internal/live.maxParts":                      "parts of a world: extensions of the program",
	"internal/systems.MaxBots":                    "scene.bots",
	"internal/systems.MaxOccurrences":             "of a kind in a tick that are told, the others are counted",
	"internal/systems.maxKey":                     "the name of a key",
	"internal/systems.MaxDetailed":                "bodies of which recordings have sums, one by one",
	"internal/systems.maxEarly":                   "messages before anybody can listen",
	"internal/systems.maxStep":                    "keeps positions finite",
	"internal/systems.mostAcross":                 "cells of a grid, which are larger instead",
	"internal/systems.maxUnknown":                 "values that are told of",
}

var constant = regexp.MustCompile(`(?m)^(?:const |var |\t)((?:[mM]ax|most)[A-Z]\w*)(?: +int64)? += `)

// TestEveryLimitIsInTheTable looks for limits in the sources that nobody can find on the page.
func TestEveryLimitIsInTheTable(t *testing.T) {
	seen := 0
	sources, everywhere := map[string]string{}, ""
	for _, pkg := range bounded {
		var all strings.Builder
		files, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f, "_test.go") {
				all.Write(read(t, f))
			}
		}
		sources[pkg] = all.String()
		everywhere += all.String()
	}
	for pkg, source := range sources {
		for _, m := range constant.FindAllStringSubmatch(source, -1) {
			seen++
			name := m[1]
			listed := regexp.MustCompile(`limit\.Fixed\(`+name+`,|\b`+name+` += limit\.New\(`).MatchString(source) || strings.Contains(everywhere, "limit.Fixed("+path.Base(pkg)+"."+name+",")
			if _, is := inside[pkg+"."+name]; is == listed {
				t.Errorf("%s.%s: in the table %v, said to be none %v", pkg, name, listed, is)
			}
		}
	}
	if seen < 60 {
		t.Errorf("%d constants found", seen)
	}
}
