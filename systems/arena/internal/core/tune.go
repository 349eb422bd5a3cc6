package core

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/systems"
)

var _ systems.Tuner = (*Arena)(nil)

// number is a number of a form that may change while a game is played.
type number struct {
	key         string
	least, most float64
	of          func(*Form) *float32
}

// numbers are all of them, in the order of the manual. Angles are degrees here.
var numbers = []number{
	{"health", 0.001, 1e6, func(f *Form) *float32 { return &f.Health }},
	{"armour", 0, 0.99, func(f *Form) *float32 { return &f.Armour }},
	{"sight.radius", 0, 1e6, func(f *Form) *float32 { return &f.Sight.Radius }},
	{"sight.angle", 0, 360, func(f *Form) *float32 { return &f.Sight.Angle }},
	{"hunger.lasts", 0.001, 1e6, func(f *Form) *float32 { return &f.Hunger.Lasts }},
	{"hunger.damage", 0, 1e6, func(f *Form) *float32 { return &f.Hunger.Damage }},
	{"paces.walk", 0, 100, func(f *Form) *float32 { return &f.Paces.Walk }},
	{"paces.run", 0, 100, func(f *Form) *float32 { return &f.Paces.Run }},
	{"paces.sprint", 0, 100, func(f *Form) *float32 { return &f.Paces.Sprint }},
}

// weaponNumber is the same of a weapon: what stands behind its id in a key.
type weaponNumber struct {
	name        string
	least, most float64
	get         func(*Weapon) float64
	set         func(*Weapon, float64)
}

var weaponNumbers = []weaponNumber{
	{"damage", 0, 1e6, func(w *Weapon) float64 { return wide(w.Damage) }, func(w *Weapon, v float64) { w.Damage = float32(v) }},
	{"range", 0, 1e6, func(w *Weapon) float64 { return wide(w.Range) }, func(w *Weapon, v float64) { w.Range = float32(v) }},
	{"cooldown", 0, 1e6, func(w *Weapon) float64 { return w.Cooldown }, func(w *Weapon, v float64) { w.Cooldown = v }},
	{"reload", 0, 1e6, func(w *Weapon) float64 { return w.Reload }, func(w *Weapon, v float64) { w.Reload = v }},
}

// NumberKeys are the keys of the numbers of a class that may change while a game is played:
// of its form, and of each weapon that it has, as in bow.damage.
func NumberKeys(c *Config, class int) (keys []string) {
	if class >= len(c.Forms) {
		return nil
	}
	f := c.Forms[class]
	for i := range numbers {
		k := &numbers[i]
		switch {
		case k.key == "health" && f.Health == 0: // cannot be hurt
		case strings.HasPrefix(k.key, "hunger.") && f.Hunger.Lasts == 0: // is never hungry
		default:
			keys = append(keys, k.key)
		}
	}
	for _, w := range f.Weapons {
		for i := range weaponNumbers {
			keys = append(keys, c.Weapons[w].ID+"."+weaponNumbers[i].name)
		}
	}
	return keys
}

// NumberOf is a number of a class by one of its NumberKeys, as a config has it.
func NumberOf(c *Config, class int, key string) (value float64, ok bool) {
	if !slices.Contains(NumberKeys(c, class), key) {
		return 0, false
	}
	if w, n := weaponKey(c, class, key); n != nil {
		return n.get(w), true
	}
	f := c.Forms[class]
	return wide(*formNumber(key).of(&f)), true
}

// wide is the number that a person wrote: the one with the fewest digits that v is.
func wide(v float32) float64 {
	w, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64)
	if err != nil {
		panic(err) // what was formatted can be parsed
	}
	return w
}

// OfWeapon reports whether a key of a class names a number of a weapon.
func OfWeapon(c *Config, class int, key string) bool {
	_, n := weaponKey(c, class, key)
	return n != nil
}

func formNumber(key string) *number {
	i := slices.IndexFunc(numbers, func(n number) bool { return n.key == key })
	if i < 0 {
		return nil
	}
	return &numbers[i]
}

// weaponKey finds the weapon of a class, and the number of it, that a key names.
func weaponKey(c *Config, class int, key string) (*Weapon, *weaponNumber) {
	at := strings.LastIndexByte(key, '.')
	if at < 0 || class >= len(c.Forms) {
		return nil, nil
	}
	i := slices.IndexFunc(weaponNumbers, func(n weaponNumber) bool { return n.name == key[at+1:] })
	if i < 0 {
		return nil, nil
	}
	for _, w := range c.Forms[class].Weapons {
		if c.Weapons[w].ID == key[:at] {
			return &c.Weapons[w], &weaponNumbers[i]
		}
	}
	return nil, nil
}

// CheckNumber is the error for a value that a number of a class cannot have; see
// [systems.Tuner].
func (a *Arena) CheckNumber(class int, key string, value float64) error {
	least, most := 0., 0.
	if _, n := weaponKey(a.Config, class, key); n != nil {
		least, most = n.least, n.most
	} else if n := formNumber(key); n != nil {
		least, most = n.least, n.most
	} else {
		return fmt.Errorf("%s is no number of the class, wanted %s", key, syntax.Or(NumberKeys(a.Config, class)))
	}
	if !(value >= least && value <= most) {
		return fmt.Errorf("%s: wanted %v to %v, found %v", key, least, most, value)
	}
	return nil
}

// SetNumber changes a number of a class, or of a weapon for all who carry it. Of the bodies
// that are there those with more health than there is now lose the rest, and those with the
// armour of their class, not a bought one, get the new one; see [systems.Tuner].
func (a *Arena) SetNumber(class int, key string, value float64, bodies bool) {
	if w, n := weaponKey(a.Config, class, key); n != nil {
		n.set(w, value)
		return
	}
	n := formNumber(key)
	if n == nil || class >= len(a.forms) {
		return
	}
	f := &a.forms[class]
	was := *n.of(&f.Form)
	*n.of(&f.Form) = float32(value)
	if f.cos = -2; f.Sight.Angle < 360 {
		f.cos = cosDegrees(float64(f.Sight.Angle) / 2)
	}
	for i := range a.forms {
		p := &a.forms[i].Paces
		a.fastest = max(a.fastest, p.Walk, p.Run, p.Sprint)
	}
	if bodies {
		a.fit(class, key, was)
	}
	for _, s := range a.states {
		if r, ok := s.(Retuner); ok {
			r.Retune()
		}
	}
}

// fit lets bodies of a class have the number that has changed from another value.
func (a *Arena) fit(class int, key string, was float32) {
	f := &a.forms[class]
	a.arrange()
	for _, b := range a.ByID {
		h := &a.Health[b]
		switch over := h.Points - f.Health; {
		case int(a.Form[b]) != class:
		case key == "health" && over > 0 && !a.keeps(b):
			h.Points -= over
			a.match.ledger.Left += float64(over)
		case key == "armour" && h.Armour == was:
			h.Armour = f.Armour
		}
	}
}

// Retuner is a State that keeps something which follows from the numbers of forms.
type Retuner interface{ Retune() }
