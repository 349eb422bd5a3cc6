package script_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
)

// named are names in Thicket's own files that reach the arena, of what is asked and
// done at once.
var named = regexp.MustCompile(`\b(?:ask|act|mirror)\([^"()]*, "(\w+)"`)

// A question or an action that the arena renames would be nil, and fail, in every
// brain, without an error.
func TestTheArenaHasTheNamesThatBrainsReachItBy(t *testing.T) {
	offered := map[string]bool{}
	for _, section := range arena.Catalog() {
		for _, e := range section.Words {
			offered[e.Name] = true
		}
	}
	asked := []string{
		host.AskRoom, host.AskClassOf, host.AskHasTag, host.AskHomeX, host.AskHomeY, host.AskNature, host.AskSpeedAt,
		host.DoGo, host.DoHead, host.DoStay, host.DoTeleport,
	}
	own := 0
	err := fs.WalkDir(os.DirFS("lib"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile("lib/" + path)
		for _, m := range named.FindAllStringSubmatch(string(src), -1) {
			asked = append(asked, m[1])
			own++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(asked)
	for _, name := range slices.Compact(asked) {
		if !offered[name] {
			t.Errorf("the arena offers no %q", name)
		}
	}
	if own < 15 || !slices.Contains(asked, "set_leader") {
		t.Errorf("found %d names in Thicket's own files: %s", own, strings.Join(asked, " "))
	}
}
