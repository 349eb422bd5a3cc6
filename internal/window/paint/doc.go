// Package paint paints draw lists on Ebiten images, and draws the parts that the window of a
// session and the panel in a game share: colours, texts that are cut, and the rows of a tree.
package paint
