package match_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/match"
)

func play(t *testing.T, o match.Options) *match.Report {
	t.Helper()
	r, err := match.Play(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Any number of workers plays the same matches, which are those of their seeds: nobody who counts
// changes anything.
func TestMatchesAreRuns(t *testing.T) {
	t.Parallel()
	first := int64(7)
	one := play(t, match.Options{Scene: "squad", Seeds: 3, First: &first, Workers: 1})
	many := play(t, match.Options{Scene: "squad", Seeds: 3, First: &first, Workers: 3})
	asJSON := func(r *match.Report) string {
		b, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if diff := cmp.Diff(asJSON(one), asJSON(many)); diff != "" {
		t.Error("three workers count other things than one:", diff)
	}
	for i, p := range one.Matches {
		scene, err := scenes.Load("squad", scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		scene.Setup.Seed = uint64(first + int64(i))
		s, err := live.New(scene, live.Own{}.Silent(limit.Values{}))
		if err != nil {
			t.Fatal(err)
		}
		for range p.Ticks {
			if s.Game().Over() {
				t.Errorf("seed %d: it was over before", p.Seed)
			}
			s.Step()
		}
		if got := fmt.Sprintf("%016x", s.Digest()); got != p.Digest || !s.Game().Over() || p.Seed != first+int64(i) {
			t.Errorf("seed %d: digest %s, over %v, wanted %s", p.Seed, got, s.Game().Over(), p.Digest)
		}
		s.Close()
	}
}

// What is counted adds up: each kill was made as some class and with some weapon, and no weapon hits
// more often than it strikes.
func TestCountsAddUp(t *testing.T) {
	t.Parallel()
	scenes := []string{"squad", "siege"}
	if !testing.Short() { // seconds
		scenes = append(scenes, "bases")
	}
	for _, scene := range scenes {
		r := play(t, match.Options{Scene: scene, Seeds: 2, Workers: 2})
		var byClass, byWeapon, deaths int64
		for _, c := range r.Classes {
			byClass += c.Kills
			deaths += c.Deaths
		}
		for _, w := range r.Weapons {
			byWeapon += w.Kills
			if w.Hits > w.Shots {
				t.Errorf("%s: %d shots of %s hit %d times", scene, w.Shots, w.Weapon, w.Hits)
			}
			if w.Kills > 0 && w.Damage <= 0 {
				t.Errorf("%s: %s kills %d and hurts nobody", scene, w.Weapon, w.Kills)
			}
		}
		if byClass == 0 || byClass != byWeapon || deaths < byClass {
			t.Errorf("%s: %d kills by class, %d by weapon, %d deaths", scene, byClass, byWeapon, deaths)
		}
		n := 0
		for _, w := range r.Winners {
			n += w.Count
		}
		if n != len(r.Matches) || r.Length.Median < r.Length.Least || r.Length.Median > r.Length.Most {
			t.Errorf("%s: %d outcomes of %d matches, lengths %v", scene, n, len(r.Matches), r.Length)
		}
		if scene == "bases" && (len(r.Bought) == 0 || len(r.Evolved) == 0 || len(r.Built) == 0) {
			t.Errorf("bases: bought %v, evolved %v, built %v", r.Bought, r.Evolved, r.Built)
		}
	}
}

// A match that takes longer than it may is undecided, and has no length.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	r := play(t, match.Options{Scene: "siege", Seeds: 2, Workers: 2, Ticks: 30})
	last := r.Winners[len(r.Winners)-1]
	if last.Count != 2 || last.Title != "undecided" || r.Length != (match.Length{}) || r.Matches[1].Ticks != 30 || r.Matches[1].Over {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil || !strings.Contains(b.String(), "undecided  2  100 %") || strings.Contains(b.String(), "length") {
		t.Errorf("%v\n%s", err, &b)
	}
}

// A scene without a match is refused with the reason.
func TestRefused(t *testing.T) {
	t.Parallel()
	endless := filepath.Join(t.TempDir(), "endless.yaml")
	const text = "name: a\nworld: { width: 20, height: 20 }\nteams: [{ id: a }, { id: b }]\nmatch: { kill: 1 }\nbots: [{ id: x, name: X, count: 1, teamId: a, behavior: { kind: wander } }]\n"
	if err := os.WriteFile(endless, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for scene, want := range map[string]string{
		"tag":            "has no teams, wanted two or more",
		"bots-vs-humans": "wanted the key match",
		endless:          "never ends: wanted a score that wins, or a time",
		"nowhere":        "nowhere",
	} {
		r, err := match.Play(t.Context(), match.Options{Scene: scene, Seeds: 1, Workers: 1})
		if r != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %q", scene, err, want)
		}
	}
}

// What was played before somebody ended it is there.
func TestStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, err := match.Play(ctx, match.Options{Scene: "squad", Seeds: 50, Workers: 1, Each: func(done int) {
		if done == 2 {
			stop()
		}
	}})
	if err == nil || r == nil || len(r.Matches) != 2 || r.Winners[0].Count+r.Winners[1].Count+r.Winners[2].Count != 2 {
		t.Errorf("%v: %+v", err, r)
	}
}

// The interval is Wilson's: values by hand.
func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		k, n             int
		share, low, high float64
	}{{0, 0, 0, 0, 1}, {5, 10, 0.5, 0.236593, 0.763407}, {10, 10, 1, 0.722467, 1}, {0, 10, 0, 0, 0.277533}, {1, 2, 0.5, 0.094531, 0.905469}} {
		if share, low, high := match.Wilson(c.k, c.n); share != c.share || low != c.low || high != c.high {
			t.Errorf("%d of %d: %v, %v to %v", c.k, c.n, share, low, high)
		}
	}
}
