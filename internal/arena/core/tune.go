package core

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
)

var _ systems.Tuner = (*Arena)(nil)

// number is a number of a form that may change while a game is played.
type number struct {
	key         string
	least, most float64
	whole       bool
	get         func(*Form) float64
	set         func(*Form, float64)
	// lacks says why a class lacks the number; empty where it has it, nil for one that all have.
	lacks func(*Config, *Form) string
}

// plain returns a number that a field of a form is.
func plain(key string, least, most float64, of func(*Form) *float32) number {
	return number{key: key, least: least, most: most, get: func(f *Form) float64 { return wide(*of(f)) }, set: func(f *Form, v float64) { *of(f) = float32(v) }}
}

// where returns a number that some classes have not.
func (n number) where(lacks func(*Config, *Form) string) number {
	n.lacks = lacks
	return n
}

// hungers, mortal and the like say why a class has not a number.
var (
	mortal = func(_ *Config, f *Form) string {
		return unless(f.Health > 0, "the class cannot be hurt: it has no health")
	}
	hungers = func(_ *Config, f *Form) string {
		return unless(f.Hunger.Lasts > 0, "the class is never hungry")
	}
	hears = func(_ *Config, f *Form) string {
		return unless(f.Sight.Hearing > 0 && f.Sight.Follow, "the class hears nothing when the game begins")
	}
	returns = func(_ *Config, f *Form) string {
		return unless(f.Respawn >= 0, "the dead of the class never come back")
	}
	ofNoGame = func(c *Config, _ *Form) string {
		return unless(c.Game == "", "the rules of the game have it in their tables")
	}
)

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// numbers are all of them, in the order of the manual. Angles are degrees here.
var numbers = []number{
	plain("health", 0.001, 1e6, func(f *Form) *float32 { return &f.Health }).where(mortal),
	plain("armour", 0, 0.99, func(f *Form) *float32 { return &f.Armour }),
	plain("regen", 0, 1e6, func(f *Form) *float32 { return &f.Regen }).where(func(c *Config, f *Form) string { return cmp.Or(mortal(c, f), ofNoGame(c, f)) }),
	plain("sight.radius", 0, 1e6, func(f *Form) *float32 { return &f.Sight.Radius }),
	plain("sight.angle", 0, 360, func(f *Form) *float32 { return &f.Sight.Angle }),
	plain("sight.hearing", 0, 1e6, func(f *Form) *float32 { return &f.Sight.Hearing }).where(hears),
	{key: "cargo", most: 1000, whole: true, get: func(f *Form) float64 { return float64(f.Cargo) }, set: func(f *Form, v float64) { f.Cargo = int(v) }},
	plain("hunger.lasts", 0.001, 1e6, func(f *Form) *float32 { return &f.Hunger.Lasts }).where(hungers),
	plain("hunger.damage", 0, 1e6, func(f *Form) *float32 { return &f.Hunger.Damage }).where(hungers),
	number{key: "respawn", most: 1e6, get: func(f *Form) float64 { return f.Respawn }, set: func(f *Form, v float64) { f.Respawn = v }}.where(returns),
	{key: "turnRate", most: 1e6, get: degreesOf, set: func(f *Form, v float64) { f.Turn = float32(v * math.Pi / 180) }},
	plain("paces.walk", 0, 100, func(f *Form) *float32 { return &f.Paces.Walk }),
	plain("paces.run", 0, 100, func(f *Form) *float32 { return &f.Paces.Run }),
	plain("paces.sprint", 0, 100, func(f *Form) *float32 { return &f.Paces.Sprint }),
	{key: "skill", most: 1e6, whole: true, get: func(f *Form) float64 { return float64(f.Skill) }, set: func(f *Form, v float64) { f.Skill = int(v) }},
	number{key: "price", most: 1e9, get: func(f *Form) float64 { return f.Price }, set: func(f *Form, v float64) { f.Price = v }}.where(ofNoGame),
}

// degreesOf returns how fast a form turns, in degrees a second, as it was written.
func degreesOf(f *Form) float64 {
	return math.Round(float64(f.Turn)*180/math.Pi*1e4) / 1e4
}

// weaponNumber is the same of a weapon: what stands behind its id in a key.
type weaponNumber struct {
	name        string
	least, most float64
	whole       bool
	get         func(*Weapon) float64
	set         func(*Weapon, float64)
	lacks       string // why a weapon without it has none; empty for one that all have
}

var weaponNumbers = []weaponNumber{
	{name: "damage", most: 1e6, get: func(w *Weapon) float64 { return wide(w.Damage) }, set: func(w *Weapon, v float64) { w.Damage = float32(v) }},
	{name: "range", most: 1e6, get: func(w *Weapon) float64 { return wide(w.Range) }, set: func(w *Weapon, v float64) { w.Range = float32(v) }},
	{name: "cooldown", most: 1e6, get: func(w *Weapon) float64 { return w.Cooldown }, set: func(w *Weapon, v float64) { w.Cooldown = v }},
	{
		name: "clip", least: 1, most: 1000, whole: true, lacks: "the weapon has no clip",
		get: func(w *Weapon) float64 { return float64(w.Clip) }, set: func(w *Weapon, v float64) { w.Clip = int(v) },
	},
	{
		name: "ammo", least: 1, most: 10_000, whole: true, lacks: "the weapon needs no ammunition",
		get: func(w *Weapon) float64 { return float64(w.Ammo) }, set: func(w *Weapon, v float64) { w.Ammo = int(v) },
	},
	{name: "reload", most: 1e6, get: func(w *Weapon) float64 { return w.Reload }, set: func(w *Weapon, v float64) { w.Reload = v }},
	{
		name: "blast", least: 0.001, most: 1000, lacks: "the weapon has no blast",
		get: func(w *Weapon) float64 { return wide(w.Blast) }, set: func(w *Weapon, v float64) { w.Blast = float32(v) },
	},
}

// why returns the reason for which a weapon has not the number, or empty.
func (n *weaponNumber) why(w *Weapon) string {
	if n.lacks != "" && n.get(w) == 0 {
		return n.lacks
	}
	return ""
}

// fixed are the numbers of a class that stay as a game begins with them, and why.
var fixed = map[string]string{
	"count":  "it is how many bots a game begins with; minCount and maxCount bound how many there are",
	"radius": "paths around obstacles are laid out for it when a game begins",
}

// WhyFixed says why a number of a class, or of a weapon that it has, cannot be tuned; empty
// for one that can, and for what is no number.
func WhyFixed(c *Config, class int, key string) string {
	if why := fixed[key]; why != "" || class >= len(c.Forms) {
		return why
	}
	if w, n := weaponKey(c, class, key); n != nil {
		return n.why(w)
	}
	if n := formNumber(key); n != nil && n.lacks != nil {
		return n.lacks(c, &c.Forms[class])
	}
	return ""
}

// NumberKeys returns the keys of the numbers of a class that may change while a game is played:
// of its form, and of each weapon that it has, as in bow.damage.
func NumberKeys(c *Config, class int) (keys []string) {
	if class >= len(c.Forms) {
		return nil
	}
	f := c.Forms[class]
	for i := range numbers {
		if k := &numbers[i]; k.lacks == nil || k.lacks(c, &f) == "" {
			keys = append(keys, k.key)
		}
	}
	for _, w := range f.Weapons {
		for i := range weaponNumbers {
			if n := &weaponNumbers[i]; n.why(&c.Weapons[w]) == "" {
				keys = append(keys, c.Weapons[w].ID+"."+n.name)
			}
		}
	}
	return keys
}

// NumberOf returns a number of a class by one of its NumberKeys, as a config has it.
func NumberOf(c *Config, class int, key string) (value float64, ok bool) {
	if !slices.Contains(NumberKeys(c, class), key) {
		return 0, false
	}
	if w, n := weaponKey(c, class, key); n != nil {
		return n.get(w), true
	}
	f := c.Forms[class]
	return formNumber(key).get(&f), true
}

// wide returns the number that a person wrote: the one with the fewest digits that v is.
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

// CheckNumber returns the error for a value that a number of a class cannot have; see
// [systems.Tuner].
func (a *Arena) CheckNumber(class int, key string, value float64) error {
	least, most, whole := 0., 0., false
	if _, n := weaponKey(a.Config, class, key); n != nil {
		least, most, whole = n.least, n.most, n.whole
	} else if n := formNumber(key); n != nil {
		least, most, whole = n.least, n.most, n.whole
	} else {
		return fmt.Errorf("%s is no number of the class, wanted %s", key, markup.Or(NumberKeys(a.Config, class)))
	}
	if !(value >= least && value <= most) {
		return fmt.Errorf("%s: wanted %v to %v, found %v", key, least, most, value)
	}
	if whole && value != math.Trunc(value) {
		return fmt.Errorf("%s: wanted a whole number, found %v", key, value)
	}
	return nil
}

// SetNumber changes a number of a class, or of a weapon for all who carry it. Of the bodies
// that are there those with more health, shots or items than there is now lose the rest, and
// those with the armour of their class, not a bought one, get the new one; see
// [systems.Tuner].
func (a *Arena) SetNumber(class int, key string, value float64, bodies bool) {
	if w, n := weaponKey(a.Config, class, key); n != nil {
		if n.set(w, value); bodies && n.whole {
			a.Arms.fitShots(w)
		}
		return
	}
	n := formNumber(key)
	if n == nil || class >= len(a.forms) {
		return
	}
	f := &a.forms[class]
	armour := f.Armour
	n.set(&f.Form, value)
	f.prepare(a.dt)
	for i := range a.forms {
		p := &a.forms[i].Paces
		a.fastest = max(a.fastest, p.Walk, p.Run, p.Sprint)
	}
	if bodies {
		a.fit(class, key, armour)
	}
	for _, s := range a.states {
		if r, ok := s.(Retuner); ok {
			r.Retune()
		}
	}
}

// fit lets bodies of a class have the number that has changed; armour is what the class had.
func (a *Arena) fit(class int, key string, armour float32) {
	f := &a.forms[class]
	a.arrange()
	for _, b := range a.ByID {
		if int(a.Form[b]) != class {
			continue
		}
		h := &a.Health[b]
		switch over := h.Points - f.Health; {
		case key == "health" && over > 0 && !a.keeps(b):
			h.Points -= over
			a.Match.ledger.Left += float64(over)
		case key == "armour" && h.Armour == armour:
			h.Armour = f.Armour
		case key == "cargo":
			for int(a.Cargo[b].Count) > f.Cargo {
				a.items.drop(b, a.items.list[a.Cargo[b].First].Kind)
			}
		}
	}
}

// fitShots takes the shots away that a weapon has no room for any more.
func (am *arms) fitShots(w *Weapon) {
	am.arrange()
	for _, b := range am.ByID {
		for i, m := range am.Cargo[b].Arms {
			if m.Weapon >= 0 && &am.Config.Weapons[m.Weapon] == w && (int(m.Loaded) > w.Clip || int(m.Spare) > w.Ammo) {
				am.life.SetArm(b, i, int(m.Weapon), min(int(m.Loaded), w.Clip), min(int(m.Spare), w.Ammo))
			}
		}
	}
}

// Retuner is a State that keeps something which follows from the numbers of forms.
type Retuner interface{ Retune() }
