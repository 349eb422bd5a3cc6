package world

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// Setting returns a setting of the scene, else of the game; false for neither, and
// for one that is no number or truth value. Numbers are as C reads them: words like
// on and true are 1.
func (s *World) Setting(name string) (v host.Value, ok bool) {
	for i := range s.a.Game.Setup.Settings {
		kv := &s.a.Game.Setup.Settings[i]
		if !lore.SameName(kv.Name, name) {
			continue
		}
		return lore.SettingOf(kv.Value)
	}
	name = lore.CanonicalName(name)
	n, ok := lore.Defaults[name]
	if lore.LengthSettings[name] {
		n *= lore.Unit * s.UnitsPerMetre
	}
	return lore.SettingValue(n), ok
}

// SettingNumber returns a setting as a number, 0 for none. It searches all settings: what is
// asked in every tick is read once and kept by the part that asks.
func (s *World) SettingNumber(name string) float64 {
	v, _ := s.Setting(name)
	return v.Number()
}

// List returns a setting that is a list of words: of the scene, else of the game.
func (s *World) List(name string) string {
	for i := range s.a.Game.Setup.Settings {
		if kv := &s.a.Game.Setup.Settings[i]; lore.SameName(kv.Name, name) {
			return kv.Value.Text()
		}
	}
	return lore.Lists[name]
}

// Allows reports whether a setting of the game is on.
func (s *World) Allows(name string) bool { return s.SettingNumber(name) != 0 }
