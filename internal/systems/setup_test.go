package systems

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ecs"
)

func TestASetupThatNoGameCanBeMadeOf(t *testing.T) {
	for wanted, s := range map[string]*Setup{
		"a game without a registry":            {},
		"-1 workers, wanted 1 or more":         {Registry: &host.Registry{}, Workers: -1},
		"32768 classes, wanted 32767 or fewer": {Registry: &host.Registry{}, Classes: make([]Class, ecs.MaxClasses+1)},
	} {
		if _, err := New(s); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("error %v, wanted %q", err, wanted)
		}
	}
}
