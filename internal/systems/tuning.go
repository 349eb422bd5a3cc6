package systems

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// The keys of the tunables: metres a second, and numbers of bots.
const (
	speedKey = "speedMps"
	minKey   = "minCount"
	maxKey   = "maxCount"
)

// Number returns a number of a class as its scene has it, by the key of its tunable; 0 for
// another key.
func (c *Class) Number(key string) float64 {
	switch key {
	case speedKey:
		return c.SpeedMPS
	case minKey:
		return float64(c.Min)
	case maxKey:
		return float64(c.Max)
	}
	for i := range c.Tunables {
		if c.Tunables[i].Key == key {
			return c.Tunables[i].Own
		}
	}
	return 0
}

// counted reports whether a key is that of a number of bots.
func counted(key string) bool { return key == minKey || key == maxKey }

// ofTuner reports whether a key is that of a number that a Tuner has, or a tree.
func ofTuner(key string) bool { return key != speedKey && !counted(key) }

// oddity says what is odd about a value: that it is outside of min and max, or
// between two steps, which are counted from min, or from 0 where that is none. It is
// empty for a value that a slider can have.
func (t *Tunable) oddity(value float64) string {
	switch {
	case value < t.Min:
		return fmt.Sprintf("%s %v is below min %v of its tunable", t.Key, value, t.Min)
	case value > t.Max:
		return fmt.Sprintf("%s %v is above max %v of its tunable", t.Key, value, t.Max)
	case t.Step <= 0 || value == t.Max:
		return ""
	}
	from := t.Min
	if math.IsInf(from, 0) {
		from = 0
	}
	n := (value - from) / t.Step
	if math.Abs(n-math.Round(n)) <= 1e-9*max(1, math.Abs(n)) {
		return ""
	}
	at := func(n float64) float64 { return math.Round(min(from+float64(n*t.Step), t.Max)*1e9) / 1e9 }
	return fmt.Sprintf("%s %v is off the step of %v: %v and %v are on it", t.Key, value, t.Step, at(math.Floor(n)), at(math.Ceil(n)))
}

// Oddities returns notices about the class's own numbers, one for each tunable, and
// empty for those that their tunables can have.
func (c *Class) Oddities() []string {
	told := make([]string, len(c.Tunables))
	for i := range c.Tunables {
		t := &c.Tunables[i]
		if t.Key != maxKey || c.Max < math.MaxInt32 { // a ceiling that is none is no number
			told[i] = t.oddity(c.Number(t.Key))
		}
	}
	return told
}

// OffStep says that a value is between two steps of a tunable of a class, if it is.
// Such a value is taken all the same, but no slider has it.
func (g *Game) OffStep(class int, key string, value float64) string {
	t, err := g.tunable(class, key)
	if err != nil {
		return ""
	}
	return t.oddity(value)
}

// Tune overrides a tunable for all bots of a class.
func (g *Game) Tune(class int, key string, value float64) error {
	if err := g.checkTunable(class, key, value); err != nil {
		return err
	}
	if err := g.checkCounts(class, key, value); err != nil {
		return err
	}
	if g.ofTree(class, key) {
		return g.tuneTree(class, key, &value)
	}
	g.classes[class].tuned[key] = value
	g.apply(class, key, true)
	return nil
}

// apply lets a number of a class hold as it is tuned now.
func (g *Game) apply(class int, key string, bodies bool) {
	if !ofTuner(key) {
		g.retune(class)
		return
	}
	value, _ := g.Tuned(class, key)
	for _, e := range g.extensions {
		if t, ok := e.(Tuner); ok && t.CheckNumber(class, key, value) == nil {
			t.SetNumber(class, key, value, bodies)
		}
	}
}

// applyTuned lets all hold that was tuned in a game that is restored.
func (g *Game) applyTuned() {
	for class := range g.classes {
		for i := range g.Setup.Classes[class].Tunables {
			key := g.Setup.Classes[class].Tunables[i].Key
			if _, over := g.classes[class].tuned[key]; over && ofTuner(key) && !g.ofTree(class, key) {
				g.apply(class, key, false)
			}
		}
	}
}

// checkCounts refuses a floor above the ceiling.
func (g *Game) checkCounts(class int, key string, value float64) error {
	id := g.Setup.Classes[class].ID
	switch {
	case key == minKey && math.Trunc(value) > float64(g.ceiling(class)):
		return fmt.Errorf("minCount %v would be above maxCount %d of class %q", value, g.ceiling(class), id)
	case key == maxKey && math.Trunc(value) < float64(g.floor(class)):
		return fmt.Errorf("maxCount %v would be below minCount %d of class %q", value, g.floor(class), id)
	}
	return nil
}

// Untune takes an override for a class back. It fails where the class's own
// floor and ceiling would contradict an override that stays.
func (g *Game) Untune(class int, key string) error {
	if _, err := g.tunable(class, key); err != nil {
		return err
	}
	if err := g.checkCounts(class, key, g.Setup.Classes[class].Number(key)); err != nil {
		return err
	}
	if g.ofTree(class, key) {
		return g.tuneTree(class, key, nil)
	}
	delete(g.classes[class].tuned, key)
	g.apply(class, key, true)
	return nil
}

// TuneBot overrides a tunable for one bot. It wins over the class's.
func (g *Game) TuneBot(id components.ID, key string, value float64) error {
	if err := g.tunableOfBot(id, key); err != nil {
		return err
	}
	if err := g.checkTunable(g.World.ClassOf(id), key, value); err != nil {
		return err
	}
	g.ownSpeed[id] = value
	g.World.Speed.Of(id).MPS = speed(value)
	return nil
}

// UntuneBot takes an override for a bot back.
func (g *Game) UntuneBot(id components.ID, key string) error {
	if err := g.tunableOfBot(id, key); err != nil {
		return err
	}
	delete(g.ownSpeed, id)
	g.retune(g.World.ClassOf(id))
	return nil
}

func (g *Game) tunableOfBot(id components.ID, key string) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	class := g.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players have no tunables", id)
	}
	if _, err := g.tunable(class, key); err != nil {
		return err
	}
	if key != speedKey {
		return fmt.Errorf("%s is a number of the whole class: tune class %q", key, g.Setup.Classes[class].ID)
	}
	return nil
}

func (g *Game) tunable(class int, key string) (*Tunable, error) {
	c := &g.Setup.Classes[class]
	i, err := find("tunable", key, c.Tunables, func(t *Tunable) string { return t.Key })
	if err != nil {
		return nil, fmt.Errorf("class %q: %w", c.ID, err)
	}
	return &c.Tunables[i], nil
}

func (g *Game) checkTunable(class int, key string, value float64) error {
	t, err := g.tunable(class, key)
	switch {
	case err != nil:
		return err
	case math.IsNaN(value) || math.IsInf(value, 0):
		return fmt.Errorf("%s: wanted a finite number, found %v", key, value)
	case value < t.Min:
		return fmt.Errorf("%s: %v is below min %v", key, value, t.Min)
	case value > t.Max:
		return fmt.Errorf("%s: %v is above max %v", key, value, t.Max)
	case t.Tree: // its tree knows what it takes
		return nil
	case value < 0:
		return fmt.Errorf("%s: wanted 0 or more, found %v", key, value)
	case counted(key) && (value != math.Trunc(value) || value > math.MaxInt32):
		return fmt.Errorf("%s: wanted a whole number, found %v", key, value)
	case ofTuner(key):
		return g.checkNumber(class, key, value)
	}
	return nil
}

// checkNumber is the error for a number that no Tuner has or takes.
func (g *Game) checkNumber(class int, key string, value float64) error {
	err := fmt.Errorf("%s: nothing in this game has that number", key)
	for _, e := range g.extensions {
		if t, ok := e.(Tuner); ok {
			if err = t.CheckNumber(class, key, value); err == nil {
				return nil
			}
		}
	}
	return err
}

// retune gives every bot of a class the speed that holds for it now.
func (g *Game) retune(class int) {
	own, _ := g.Tuned(class, speedKey)
	t := g.World.Tables()[class]
	speeds := g.World.Speed.Column(t)
	for i, row := range g.World.Identity.Column(t) {
		v, ok := g.ownSpeed[row.ID]
		if !ok {
			v = own
		}
		speeds[i].MPS = speed(v)
	}
}

// Tuned returns what a tunable of a class is now, and
// whether that is an override.
func (g *Game) Tuned(class int, key string) (value float64, over bool) {
	if value, over = g.classes[class].tuned[key]; !over {
		value = g.Setup.Classes[class].Number(key)
	}
	return value, over
}

// TunedBot returns what speedMps of a bot is now, and whether that is an override
// for this one.
func (g *Game) TunedBot(id components.ID) (mps float64, over bool) {
	if mps, over = g.ownSpeed[id]; over {
		return mps, true
	}
	if s := g.World.Speed.Of(id); s != nil {
		mps = float64(s.MPS)
	}
	return mps, false
}

// Limits returns the floor and the ceiling of a class's population now.
func (g *Game) Limits(class int) (floor, ceiling int) { return g.floor(class), g.ceiling(class) }
