// Package lint finds mistakes in trees and scenes that load: branches that nothing reaches, conditions
// that say nothing, names that nobody uses.
//
// A lint is sure of what it says, and silent where it is not. What trees may do comes from
// package judge, what is in a scene from its setup; neither is played. Each lint has a page in
// the folder pages, with a tree in which it finds something and one to write in its place,
// from which docs/lints.md is made and which are its tests.
//
// Non-goals: style, and what only shows while a scene is played.
package lint
