package systems

import "github.com/thicket-sim/thicket/behavior/host"

// shared holds the things that trees keep in the world, by key.
type shared struct{ kept map[any]any }

var _ host.Keeper = leafWorld{}

// Keep calls fresh on the first call for a key, and returns the same value from then
// on.
func (v leafWorld) Keep(key any, fresh func() any) any {
	s := &v.g.shared
	if s.kept == nil {
		s.kept = map[any]any{}
	}
	if s.kept[key] == nil {
		s.kept[key] = fresh()
	}
	return s.kept[key]
}
