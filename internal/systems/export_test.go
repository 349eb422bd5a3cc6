package systems

import "bytes"

// SaveTrees gives what the trees of all bots remember, a pool each.
func (g *Game) SaveTrees() (saves [][]byte, err error) {
	for i := range g.Pools.list {
		var b bytes.Buffer
		if err := g.Pools.list[i].Save(&b); err != nil {
			return nil, err
		}
		saves = append(saves, b.Bytes())
	}
	return saves, nil
}

// LoadTrees brings it back.
func (g *Game) LoadTrees(saves [][]byte) error {
	for i := range g.Pools.list {
		if err := g.Pools.list[i].Load(bytes.NewReader(saves[i])); err != nil {
			return err
		}
	}
	return nil
}

// ContactWork is at how many bodies, and boxes of bodies, the rules of contact looked in
// the last tick in which one was applied.
func (g *Game) ContactWork() (looked int) {
	for i := range g.contact.near {
		looked += g.contact.near[i].looked
	}
	return looked
}

// Kept are pointers to what is saved of a game beside its world, its trees and extensions.
func (g *Game) Kept() []any { return g.kept() }
