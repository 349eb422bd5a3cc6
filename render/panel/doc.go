// Package panel shows, inside any Ebiten game, what the trees of its agents do.
//
// A [Panel] draws the tree of one agent with live answers, the reasons of these, its last
// decisions and its log into a part of the screen. It shows a [mind.View], and needs no scene and no
// session:
//
//	if g.play(); !g.noTree && g.tree.Update(g.view, g.corner) {
//		return nil // mouse and keys are the panel's
//	}
//
// Nodes fold by a click. The wheel, the bar and the arrow keys scroll. Letters are searched after
// `/` or a click into the field; Enter and Shift+Enter go to the next hit and to the one before.
// F folds the tree, the space bar the node under the cursor. Keys are the panel's while the cursor
// is over it, and while somebody types.
//
// An [Overlay] writes names and actions of all agents over the game's own picture.
//
// Everything here belongs to the goroutine that Ebiten calls its game on.
package panel
