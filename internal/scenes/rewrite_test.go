package scenes_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/scenes"
)

const written = `# A duel.
name: Duel
weapons:
  - { id: bow, damage: 10, cooldown: 0.5s } # as in the book
bots:
  - &archer
    id: red
    name: Red   # the first
    speedMps: 2
    health: 100
    sight: { radius: 30, angle: 200 }
    weapons: [bow]
  - { <<: *archer, id: blue, name: Blue }
  - id: green
    name: Größe
`

// Only what is written changes, comments and order stay, and who had a number from another
// class keeps it.
func TestRewritingNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		number   scenes.Number
		from, to string
	}{
		"in place":        {scenes.Number{"red", "speedMps", 3.25}, "    speedMps: 2\n", "    speedMps: 3.25\n"},
		"of a weapon":     {scenes.Number{"red", "bow.damage", 12}, "damage: 10", "damage: 12"},
		"a time":          {scenes.Number{"red", "bow.cooldown", 0.75}, "0.5s", "0.75s"},
		"a new key":       {scenes.Number{"green", "health", 40}, "  - id: green", "  - health: 40\n    id: green"},
		"a merged key":    {scenes.Number{"blue", "speedMps", 5}, "id: blue", "speedMps: 5, id: blue"},
		"below a key":     {scenes.Number{"green", "sight.radius", 12}, "  - id: green", "  - sight: { radius: 12 }\n    id: green"},
		"of a merged map": {scenes.Number{"blue", "sight.radius", 12}, "id: blue", "sight: { radius: 12, angle: 200 }, id: blue"},
		"the same":        {scenes.Number{"red", "health", 100}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := scenes.Rewrite("duel.yaml", []byte(written), []scenes.Number{c.number}, limit.Values{})
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(written, c.from, c.to, 1)
			if name == "in place" { // blue has it by its merge key, and keeps it
				want = strings.Replace(want, "id: blue", "speedMps: 2, id: blue", 1)
			}
			if string(got) != want {
				t.Errorf("got\n%s\nwanted\n%s", got, want)
			}
		})
	}
}

func TestRewritingJSON(t *testing.T) {
	const doc = "{\r\n  \"bots\": [\r\n    { \"id\": \"a\", \"name\": \"A\", \"health\": 5 }\r\n  ]\r\n}\r\n"
	got, err := scenes.Rewrite("a.json", []byte(doc), []scenes.Number{{"a", "health", 7}, {"a", "sight.angle", 90}}, limit.Values{})
	want := strings.Replace(strings.Replace(doc, "5 }", "7 }", 1), `{ "id"`, `{ "sight": { "angle": 90 }, "id"`, 1)
	if err != nil || string(got) != want {
		t.Errorf("%v, got\n%s\nwanted\n%s", err, got, want)
	}
}

func TestRewritingThatIsRefused(t *testing.T) {
	for want, n := range map[string]scenes.Number{
		`no class "grey"`: {"grey", "health", 1},
		`class "blue", which says nothing of armour, would get it by its merge key`: {"red", "armour", 0.5},
	} {
		if _, err := scenes.Rewrite("duel.yaml", []byte(written), []scenes.Number{n}, limit.Values{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, wanted %q", n, err, want)
		}
	}
}
