package uses

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Read makes a registry with stand-ins for what a game offers, as files list it, and returns which
// leaves of the registry these are.
func Read(files []string, limits limit.Values) (*host.Registry, *vocabulary.Vocabulary, error) {
	v, err := vocabulary.Read(files, limits)
	if err != nil {
		return nil, nil, err
	}
	if v.Arena {
		return trees.RegistryOn(arena.NewRegistry(), v)
	}
	r, err := trees.RegistryOf(v, nil)
	return r, v, err
}

// Notice tells of a stand-in where a scene uses it first.
type Notice struct {
	Use
	Text string
}

// Notices tells once of each stand-in that a scene uses, and what it answers.
func Notices(scene *scenes.Scene, v *vocabulary.Vocabulary) (all []Notice) {
	made := v.StandIns()
	told := map[string]bool{}
	for _, u := range Of(scene, made) {
		if !told[u.Name] {
			told[u.Name] = true
			text := fmt.Sprintf("the game's %s is a stand-in here, made of %s: %s", u.Name, strings.Join(v.Files, ", "), made[u.Name])
			all = append(all, Notice{u, text})
		}
	}
	return all
}
