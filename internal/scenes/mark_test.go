package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

func TestMark(t *testing.T) {
	const bots = "bots: [{ id: a, name: A, initialState: { it: true } }]\n"
	for src, want := range map[string]scenes.Mark{
		bots:                         {Key: "it", Name: "tag", Past: "tagged"}, // a ruleset of another engine
		bots + "mark: { key: it }\n": {Key: "it", Name: "contact", Past: "touched"},
		bots + "mark: { key: ti, name: bite, past: bitten }\n": {Key: "ti", Name: "bite", Past: "bitten"},
	} {
		s, err := scenes.Parse("scene.yaml", []byte(src), scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Mark != want {
			t.Errorf("%s: found %+v, wanted %+v", src, s.Mark, want)
		}
		now := want
		if want.Key == "ti" {
			now = scenes.Mark{Name: "contact", Past: "touched"}
		}
		if s.MarkNow() != now {
			t.Errorf("%s: found %+v, wanted %+v", src, s.MarkNow(), now)
		}
		if want.Key == "ti" {
			wantNotices(t, s, `mark: nobody has the state key "ti", unless a command gives it`)
		} else {
			wantNotices(t, s)
		}
	}
}
