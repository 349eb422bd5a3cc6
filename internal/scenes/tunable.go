package scenes

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
)

// tunables gives the tunables of all classes the numbers that the scene has, and refuses
// those that name none.
func (d *decoder) tunables(r *trees.Ruleset) {
	weapons := map[string]string{} // who has a tunable of a weapon, by its key
	for i := range r.Classes {
		class := &d.scene.Setup.Classes[i]
		keys := append(slices.Clone(trees.TunableKeys), arena.NumberKeys(&d.scene.Arena, i)...)
		for j := range class.Tunables {
			t, from := &class.Tunables[j], &r.Classes[i].Tunables[j]
			if slices.Contains(trees.TunableKeys, t.Key) {
				continue
			}
			own, ok := arena.NumberOf(&d.scene.Arena, i, t.Key)
			if !ok && strings.HasPrefix(t.Key, treeKey) {
				d.treeNumber(class, t, r.Classes[i].Behavior, from.KeyAt)
				continue
			}
			if why := arena.WhyFixed(&d.scene.Arena, i, t.Key); !ok && why != "" {
				d.list.Errorf(from.KeyAt, "%q cannot be tuned: %s", t.Key, why)
				continue
			}
			if !ok {
				d.list.Errorf(from.KeyAt, "%q is no number of this class that can be tuned, wanted %s", t.Key, markup.Or(keys)).Suggest(t.Key, keys)
			}
			if t.Own = own; arena.OfWeapon(&d.scene.Arena, i, t.Key) {
				if other, ok := weapons[t.Key]; ok {
					d.list.Errorf(from.KeyAt, "%q is tunable in class %q already, and a weapon is the same for all who carry it", t.Key, other)
				}
				weapons[t.Key] = class.ID
			}
		}
		for j, odd := range class.Oddities() {
			if odd != "" {
				d.list.Noticef(r.Classes[i].Tunables[j].At, "%s", odd)
			}
		}
	}
}
