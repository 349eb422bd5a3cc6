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

// tuning says which numbers of classes, trees and bots are others than the scene has.
type tuning struct {
	*commons
	pools *pools
	// ownSpeed is speedMps tuned for one bot, in metres a second
	ownSpeed map[components.ID]float64
}

// OffStep says that a value is between two steps of a tunable of a class, if it is.
// Such a value is taken all the same, but no slider has it.
func (tu *tuning) OffStep(class int, key string, value float64) string {
	t, err := tu.tunable(class, key)
	if err != nil {
		return ""
	}
	return t.oddity(value)
}

// Tune overrides a tunable for all bots of a class.
func (tu *tuning) Tune(class int, key string, value float64) error {
	if err := tu.checkTunable(class, key, value); err != nil {
		return err
	}
	if err := tu.checkCounts(class, key, value); err != nil {
		return err
	}
	if tu.ofTree(class, key) {
		return tu.tuneTree(class, key, &value)
	}
	tu.classes[class].tuned[key] = value
	tu.apply(class, key, true)
	return nil
}

// apply lets a number of a class hold as it is tuned now.
func (tu *tuning) apply(class int, key string, bodies bool) {
	if !ofTuner(key) {
		tu.retune(class)
		return
	}
	value, _ := tu.Tuned(class, key)
	for _, e := range tu.extensions {
		if t, ok := e.(Tuner); ok && t.CheckNumber(class, key, value) == nil {
			t.SetNumber(class, key, value, bodies)
		}
	}
}

// applyTuned lets all hold that was tuned in a game that is restored.
func (tu *tuning) applyTuned() {
	for class := range tu.classes {
		for i := range tu.Setup.Classes[class].Tunables {
			key := tu.Setup.Classes[class].Tunables[i].Key
			if _, over := tu.classes[class].tuned[key]; over && ofTuner(key) && !tu.ofTree(class, key) {
				tu.apply(class, key, false)
			}
		}
	}
}

// checkCounts refuses a floor above the ceiling.
func (tu *tuning) checkCounts(class int, key string, value float64) error {
	id := tu.Setup.Classes[class].ID
	switch {
	case key == minKey && math.Trunc(value) > float64(tu.ceiling(class)):
		return fmt.Errorf("minCount %v would be above maxCount %d of class %q", value, tu.ceiling(class), id)
	case key == maxKey && math.Trunc(value) < float64(tu.floor(class)):
		return fmt.Errorf("maxCount %v would be below minCount %d of class %q", value, tu.floor(class), id)
	}
	return nil
}

// Untune takes an override for a class back. It fails where the class's own
// floor and ceiling would contradict an override that stays.
func (tu *tuning) Untune(class int, key string) error {
	if _, err := tu.tunable(class, key); err != nil {
		return err
	}
	if err := tu.checkCounts(class, key, tu.Setup.Classes[class].Number(key)); err != nil {
		return err
	}
	if tu.ofTree(class, key) {
		return tu.tuneTree(class, key, nil)
	}
	delete(tu.classes[class].tuned, key)
	tu.apply(class, key, true)
	return nil
}

// TuneBot overrides a tunable for one bot. It wins over the class's.
func (tu *tuning) TuneBot(id components.ID, key string, value float64) error {
	if err := tu.tunableOfBot(id, key); err != nil {
		return err
	}
	if err := tu.checkTunable(tu.World.ClassOf(id), key, value); err != nil {
		return err
	}
	tu.ownSpeed[id] = value
	tu.World.Speed.Of(id).MPS = speed(value)
	return nil
}

// UntuneBot takes an override for a bot back.
func (tu *tuning) UntuneBot(id components.ID, key string) error {
	if err := tu.tunableOfBot(id, key); err != nil {
		return err
	}
	delete(tu.ownSpeed, id)
	tu.retune(tu.World.ClassOf(id))
	return nil
}

func (tu *tuning) tunableOfBot(id components.ID, key string) error {
	if _, err := tu.bodyOf(id); err != nil {
		return err
	}
	class := tu.World.ClassOf(id)
	if class == ecs.Human {
		return fmt.Errorf("%d is a player, and players have no tunables", id)
	}
	if _, err := tu.tunable(class, key); err != nil {
		return err
	}
	if key != speedKey {
		return fmt.Errorf("%s is a number of the whole class: tune class %q", key, tu.Setup.Classes[class].ID)
	}
	return nil
}

func (tu *tuning) tunable(class int, key string) (*Tunable, error) {
	c := &tu.Setup.Classes[class]
	i, err := find("tunable", key, c.Tunables, func(t *Tunable) string { return t.Key })
	if err != nil {
		return nil, fmt.Errorf("class %q: %w", c.ID, err)
	}
	return &c.Tunables[i], nil
}

func (tu *tuning) checkTunable(class int, key string, value float64) error {
	t, err := tu.tunable(class, key)
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
		return tu.checkNumber(class, key, value)
	}
	return nil
}

// checkNumber returns the error for a number that no Tuner has or takes.
func (tu *tuning) checkNumber(class int, key string, value float64) error {
	err := fmt.Errorf("%s: nothing in this game has that number", key)
	for _, e := range tu.extensions {
		if t, ok := e.(Tuner); ok {
			if err = t.CheckNumber(class, key, value); err == nil {
				return nil
			}
		}
	}
	return err
}

// retune gives every bot of a class the speed that holds for it now.
func (tu *tuning) retune(class int) {
	own, _ := tu.Tuned(class, speedKey)
	t := tu.World.Tables()[class]
	speeds := tu.World.Speed.Column(t)
	for i, row := range tu.World.Identity.Column(t) {
		v, ok := tu.ownSpeed[row.ID]
		if !ok {
			v = own
		}
		speeds[i].MPS = speed(v)
	}
}

// Tuned returns what a tunable of a class is now, and
// whether that is an override.
func (tu *tuning) Tuned(class int, key string) (value float64, over bool) {
	if value, over = tu.classes[class].tuned[key]; !over {
		value = tu.Setup.Classes[class].Number(key)
	}
	return value, over
}

// TunedBot returns what speedMps of a bot is now, and whether that is an override
// for this one.
func (tu *tuning) TunedBot(id components.ID) (mps float64, over bool) {
	if mps, over = tu.ownSpeed[id]; over {
		return mps, true
	}
	if s := tu.World.Speed.Of(id); s != nil {
		mps = float64(s.MPS)
	}
	return mps, false
}

// Limits returns the floor and the ceiling of a class's population now.
func (tu *tuning) Limits(class int) (floor, ceiling int) { return tu.floor(class), tu.ceiling(class) }
