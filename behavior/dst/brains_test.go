package dst

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// TestBrainsOfTheGamesForm runs brains that are written as the game's own are,
// in a world that has nothing: leniently and not.
func TestBrainsOfTheGamesForm(t *testing.T) {
	files, err := filepath.Glob("testdata/brains/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatal("no brains", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "common.lua") { // what others require
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, lenient := range []bool{false, true} {
			load := Load
			if lenient {
				load = LoadLeniently
			}
			var l syntax.List
			p := load(file, src, game(t), syntax.DiskFiles(file, ""), &l)
			if err := l.Err(); err != nil {
				t.Errorf("lenient %v: %v", lenient, err)
				continue
			}
			for _, fault := range alive(t, p, 300) {
				if !strings.Contains(fault, "a stub stands in") && !strings.Contains(fault, "is taken for") {
					t.Errorf("lenient %v: %s", lenient, fault)
				}
			}
		}
	}
}
