package scenes_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// duel has soldiers whose numbers of every kind can be tuned.
const duel = `
name: Duel
world: { width: 40, height: 40 }
teams: [{ id: red }, { id: blue }]
weapons: [{ id: bow, damage: 10, range: 15, cooldown: 0.5s }, { id: axe, damage: 3, range: 2, cooldown: 1s }]
bots:
  - id: archer
    name: Archer
    teamId: red
    count: 3
    speedMps: 2
    health: 100
    armour: 0.1
    sight: { radius: 30, angle: 200 }
    weapons: [bow, axe]
    behavior: { kind: action, name: fight, args: { who: enemy } }
    tunable:
      - { key: health, min: 10, max: 500 }
      - { key: armour, min: 0, max: 0.9, step: 0.1 }
      - { key: sight.radius, min: 1, max: 40 }
      - { key: sight.angle, min: 1, max: 360 }
      - { key: bow.damage, min: 0, max: 50 }
      - { key: axe.cooldown, min: 0.1, max: 5, step: 0.1 }
      - { key: paces.run, min: 0.1, max: 3, step: 0.1 }
  - { id: target, name: Target, teamId: blue, count: 3, speedMps: 1, health: 1000, behavior: { kind: wander } }
`

func playDuel(t *testing.T, ticks int) *live.Session {
	t.Helper()
	s, err := live.Start("duel.yaml", []byte(duel), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range ticks {
		s.Step()
	}
	return s
}

// lost returns how many points of health the bodies of a class lack of so many each.
func lost(s *live.Session, class string, full float32) (sum float32) {
	for _, b := range s.Snapshot().Bots {
		if b.Class == class {
			sum += full - b.Points
		}
	}
	return sum
}

// restored returns a game that goes on from a save of another one.
func restored(t *testing.T, s *live.Session) *live.Session {
	t.Helper()
	var save bytes.Buffer
	if err := s.Save(&save); err != nil {
		t.Fatal(err)
	}
	again, err := live.Restore(&save, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	return again
}

func tune(t *testing.T, s *live.Session, key string, value float64) {
	t.Helper()
	if err := s.Do(&session.Tune{Class: "archer", Key: key, Value: value}); err != nil {
		t.Fatalf("%s %v: %v", key, value, err)
	}
}

// A tuned number holds in the next ticks, and no longer once it is taken back.
func TestNumbersOfTheArenaAreTuned(t *testing.T) {
	plain, strong, blind := playDuel(t, 0), playDuel(t, 0), playDuel(t, 0)
	tune(t, strong, "bow.damage", 40)
	tune(t, blind, "sight.radius", 1)
	for range 300 {
		plain.Step()
		strong.Step()
		blind.Step()
	}
	base := lost(plain, "target", 1000)
	if got := lost(strong, "target", 1000); base == 0 || got < 2*base {
		t.Errorf("%g points lost with four times the damage, %g without", got, base)
	}
	if got := lost(blind, "target", 1000); got > base/4 {
		t.Errorf("%g points lost by the hand of the blind, %g else", got, base)
	}
	tune(t, plain, "health", 50)
	for _, b := range plain.Snapshot().Bots {
		if b.Class == "archer" && (b.Points != 50 || b.Health != 1) {
			t.Errorf("%s has %g points, %g of its health, of 50", b.Name, b.Points, b.Health)
		}
	}
	if err := strong.Do(&session.Untune{Class: "archer", Key: "bow.damage"}); err != nil {
		t.Fatal(err)
	}
	before := lost(strong, "target", 1000)
	for range 300 {
		strong.Step()
	}
	if got := lost(strong, "target", 1000) - before; got == 0 || math.Mod(float64(got), 10) != 0 || got > 1.5*base {
		t.Errorf("%g points lost after the damage was set back, %g with it always so", got, base)
	}
}

// A saved game goes on with what was tuned in it, and so does a game that went back.
func TestTunedNumbersAreSaved(t *testing.T) {
	s := playDuel(t, 60)
	for key, v := range map[string]float64{"bow.damage": 33, "health": 60, "armour": 0.5, "sight.angle": 90, "paces.run": 2, "axe.cooldown": 0.2} {
		tune(t, s, key, v)
	}
	for range 20 {
		s.Step()
	}
	again := restored(t, s)
	for tick := range 200 {
		s.Step()
		again.Step()
		if s.Digest() != again.Digest() {
			t.Fatalf("the restored game differs after %d ticks", tick+1)
		}
	}
	if v, over := again.Game().Tuning.Tuned(0, "bow.damage"); v != 33 || !over {
		t.Errorf("bow.damage is %g, tuned %v", v, over)
	}
}

func TestTunablesThatAreRefused(t *testing.T) {
	for change, want := range map[string]string{
		"key: health->key: healt":              `"healt" is no number of this class that can be tuned, wanted speedMps, minCount, maxCount, health`,
		"key: bow.damage->key: spear.damage":   `did you mean "axe.damage"`,
		"key: axe.cooldown->key: hunger.lasts": `"hunger.lasts" cannot be tuned: the class is never hungry`,
	} {
		from, to, _ := strings.Cut(change, "->")
		_, err := scenes.Parse("duel.yaml", []byte(strings.Replace(duel, from, to, 1)), scenes.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "duel.yaml:") {
			t.Errorf("%s: %v, wanted %q", to, err, want)
		}
	}
	twice := duel + "  - { id: other, name: Other, teamId: red, count: 1, speedMps: 1, health: 5, weapons: [bow], behavior: { kind: wander }, tunable: [{ key: bow.damage }] }\n"
	if _, err := scenes.Parse("duel.yaml", []byte(twice), scenes.Options{}); err == nil || !strings.Contains(err.Error(), `"bow.damage" is tunable in class "archer" already`) {
		t.Errorf("a weapon that is tunable twice: %v", err)
	}
	s := playDuel(t, 0)
	for _, c := range []struct {
		key   string
		value float64
		want  string
	}{
		{"health", 5, "below min 10"}, {"sight.angle", 361, "above max 360"}, {"armour", 0.95, "above max 0.9"}, {"regen", 1, `did you mean`},
	} {
		err := s.Do(&session.Tune{Class: "archer", Key: c.key, Value: c.value})
		if err == nil || !strings.Contains(err.Error(), c.want) && c.key != "regen" {
			t.Errorf("%s %v: %v, wanted %q", c.key, c.value, err, c.want)
		}
	}
}

// rich has a class with every number, which can be hurt, gets hungry, hears and comes back.
const rich = `
teams: [{ id: red }, { id: blue }]
weapons: [{ id: gun, damage: 10, range: 15, cooldown: 0.5s, clip: 6, ammo: 12, reload: 1s, blast: 2 }]
items: [{ kind: coin, count: 5 }]
bots:
  - id: all
    name: All
    teamId: red
    count: 3
    minCount: 1
    maxCount: 9
    health: 50
    regen: 1
    respawn: 5s
    cargo: 3
    turnRate: 90
    skill: 2
    price: 10
    weapons: [gun]
    hunger: { lasts: 60s }
    sight: { hearing: 20 }
    tunable: [KEY]
  - { id: foe, name: Foe, teamId: blue, count: 1, behavior: { kind: wander } }
`

// Every number that the schema gives a class, or a weapon, can be tuned, or says why it
// cannot.
func TestEveryNumberIsTunableOrSaysWhy(t *testing.T) {
	var doc struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(scenes.Schema, &doc); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var collect func(def, prefix string)
	collect = func(def, prefix string) {
		for key, v := range doc.Defs[def].Properties {
			p, _ := v.(map[string]any)
			ref, _ := p["$ref"].(string)
			switch ref = strings.TrimPrefix(ref, "#/$defs/"); {
			case p["type"] == "number" || p["type"] == "integer" || ref == "time" || ref == "timeOrNever" || ref == "count":
				keys = append(keys, prefix+key)
			case ref != "" && len(doc.Defs[ref].Properties) > 0:
				collect(ref, prefix+key+".")
			}
		}
	}
	collect("botClass", "")
	collect("weapon", "gun.")
	slices.Sort(keys)
	if len(keys) < 25 {
		t.Errorf("the schema has %q alone", keys)
	}
	var fixed []string
	for _, key := range keys {
		_, err := scenes.Parse("rich.yaml", []byte(strings.Replace(rich, "KEY", "{ key: "+key+" }", 1)), scenes.Options{})
		if err != nil && strings.Contains(err.Error(), "cannot be tuned: ") {
			fixed = append(fixed, key)
		} else if err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if want := []string{"count", "radius"}; !slices.Equal(fixed, want) {
		t.Errorf("%q cannot be tuned, wanted %q", fixed, want)
	}
	for key, want := range map[string]string{
		"regen": "it has no health", "respawn": "the dead of the class never come back", "hunger.lasts": "never hungry", "sight.hearing": "hears nothing", "health": "it has no health",
	} {
		poor := "bots: [{ id: a, name: A, count: 1, tunable: [{ key: " + key + " }] }]\n"
		if _, err := scenes.Parse("poor.yaml", []byte(poor), scenes.Options{}); err == nil || !strings.Contains(err.Error(), "cannot be tuned: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %q", key, err, want)
		}
	}
}

// Numbers that count and last hold at once, are saved, and take from bodies what they have
// no room for.
func TestCountsAndTimesAreTuned(t *testing.T) {
	all := []string{"regen", "respawn", "cargo", "turnRate", "skill", "price", "gun.clip", "gun.ammo", "gun.blast", "sight.hearing"}
	text := strings.Replace(rich, "KEY", "{ key: "+strings.Join(all, " }, { key: ")+" }", 1)
	s, err := live.Start("rich.yaml", []byte(text), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 30 {
		s.Step()
	}
	for key, v := range map[string]float64{"regen": 7, "respawn": 1.5, "cargo": 1, "turnRate": 45, "skill": 9, "price": 3, "gun.clip": 2, "gun.ammo": 4, "gun.blast": 5, "sight.hearing": 3} {
		if err := s.Do(&session.Tune{Class: "all", Key: key, Value: v}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if err := s.Do(&session.Tune{Class: "all", Key: "gun.clip", Value: 2.5}); err == nil || !strings.Contains(err.Error(), "wanted a whole number, found 2.5") {
		t.Errorf("half a shot: %v", err)
	}
	for _, b := range s.Snapshot().Bots {
		if b.Class == "all" && (b.Loaded != 2 || b.Spare != 4 || b.Clip != 2) {
			t.Errorf("%s has %d of %d shots and %d beside", b.Name, b.Loaded, b.Clip, b.Spare)
		}
	}
	again := restored(t, s)
	compare(t, "restored", s, again, 100)
	for _, key := range all {
		if err := s.Do(&session.Untune{Class: "all", Key: key}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if v, over := s.Game().Tuning.Tuned(0, key); over || v == 0 {
			t.Errorf("%s is %g, tuned %v", key, v, over)
		}
	}
}
