package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
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

// A body bears the first of the further marks whose state it has all of, by values as trees compare them.
func TestFurtherMarks(t *testing.T) {
	t.Parallel()
	s, err := scenes.Parse("scene.yaml", []byte(`
marks:
  - { state: { free: false, side: 1 }, title: caught }
  - { state: { free: false } }
  - { state: { note: null } }
bots: [{ id: a, name: A, initialState: { free: true, note: null } }]
`), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantNotices(t, s, `marks: nobody has the state key "side", unless a command gives it`)
	if title := s.Signs[1].Title; title != "free false" {
		t.Errorf("a mark without a title is called %q", title)
	}
	yes, no, one := host.BoolValue(true), host.BoolValue(false), host.NumberValue(1)
	for _, c := range []struct {
		want  int
		state []session.StateView
	}{
		{1, []session.StateView{{Key: "free", Value: no}, {Key: "side", Value: one}}},
		{2, []session.StateView{{Key: "free", Value: no}, {Key: "side", Value: yes}}},
		{2, []session.StateView{{Key: "free", Value: no}}},
		{3, []session.StateView{{Key: "free", Value: yes}, {Key: "note", Value: host.NullValue}}},
		{0, []session.StateView{{Key: "side", Value: one}}}, // without a note, which is not null
	} {
		if got := scenes.SignOf(s.Signs, &session.BodyView{State: c.state}); got != c.want {
			t.Errorf("%v bears mark %d, wanted %d", c.state, got, c.want)
		}
	}
}
