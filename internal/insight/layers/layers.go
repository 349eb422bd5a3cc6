// Package layers lists the layers that pictures of a game are made of. The window, the terminal,
// pictures and the pages of a server all draw each [Layer]; Example and Without are for the tests
// that hold them to it.
//
// Non-goals: how a layer looks (packages palette and draw, and web/pages).
package layers

// Layer is a part of what a game is drawn of.
type Layer uint8

// The layers, from the ground up.
const (
	Walls     Layer = iota // obstacles, which nobody walks or sees through
	Paths                  // along which bots walk
	Places                 // with their names
	Items                  // that lie on the field
	Buildings              // as far as they are built
	Dead                   // where somebody fell and waits to come back
	Bodies                 // bots and people, and where they head
	Vitals                 // health that is not full
	Marks                  // who stands out by the mark of the scene
	Rings                  // who bears a further mark
	Speech                 // what bodies say
	layers
)

var names = [layers]string{"walls", "paths", "places", "items", "buildings", "dead", "bodies", "vitals", "marks", "rings", "speech"}

// String returns the word for a layer.
func (l Layer) String() string { return names[l] }

// All lists the layers, from the ground up.
func All() []Layer {
	all := make([]Layer, layers)
	for i := range all {
		all[i] = Layer(i)
	}
	return all
}
