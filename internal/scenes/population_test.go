package scenes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

func TestPopulate(t *testing.T) {
	for _, c := range []struct {
		wishes string
		counts []int
		err    string
	}{
		{wishes: "", counts: []int{60, 30, 10}},
		{wishes: "200", counts: []int{120, 60, 20}},
		{wishes: "some=7", counts: []int{60, 7, 10}},
		{wishes: "some=7 200 few=0", counts: []int{120, 7, 5}}, // all of them first, floors hold
		{wishes: "20 30", err: "20 and 30, wanted one number for all"},
		{wishes: "-1", err: "-1, wanted a number of bots or CLASS=NUMBER"},
		{wishes: "=3", err: "=3, wanted a number of bots or CLASS=NUMBER"},
		{wishes: "some=x", err: "some=x, wanted a number of bots or CLASS=NUMBER"},
		{wishes: "sone=3", err: `sone=3: unknown bot class "sone"; did you mean "some"?`},
		{wishes: "99999999999", err: "99999999999: "},
	} {
		s := parse(t, threeClasses)
		p, err := scenes.ParsePopulation(strings.Fields(c.wishes))
		if err == nil {
			err = s.Populate(p)
		}
		switch {
		case c.err != "":
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%q: %v, wanted %s", c.wishes, err, c.err)
			}
		case err != nil:
			t.Errorf("%q: %v", c.wishes, err)
		case !slices.Equal(counts(s), c.counts):
			t.Errorf("%q: %v, wanted %v", c.wishes, counts(s), c.counts)
		}
	}
}
