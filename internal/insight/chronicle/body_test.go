package chronicle_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

func TestTheFormOfABody(t *testing.T) {
	setup := &systems.Setup{Classes: []systems.Class{{ID: "alien", Name: "Alien"}, {ID: "alien_level4", Name: "Tyrant"}, {ID: "bare", Name: "bare"}}}
	for form, want := range map[string]string{"": "", "alien": "", "alien_level4": "Tyrant (alien_level4)", "bare": "bare", "lost": "lost"} {
		if got := chronicle.Form(setup, &session.BodyView{Class: "alien", Form: form}); got != want {
			t.Errorf("as %q: %q, wanted %q", form, got, want)
		}
	}
}
