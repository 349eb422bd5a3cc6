// Package paint paints draw lists on Ebiten images, and has what the window of a session and the
// panel of a game's own draw alike: colours, texts that are cut, and the rows of a tree.
package paint
