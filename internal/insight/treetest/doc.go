// Package treetest plays tests of trees and scenes that stand in files, NAME.test.yaml, and
// says what failed and why. The language is on the page docs/testing.md.
//
//   - [Load] reads a file and tells all that is wrong with it. What can only be known with the
//     scene is told by [File.Check], which [Runner] calls first.
//   - [Runner] plays the tests of files on all cores. What it reports has the order of the
//     files, whoever is ready first.
//   - [Report] is what came of it, for people, as JSON and, by package junit, as JUnit XML.
//
// A statement looks at one moment after the other, each the world after a tick, and is decided
// as soon as it can be. Nothing is followed while a test is played: where it fails, it is
// played once more up to that moment, which is the same, with a follower of the bot.
//
// Non-goals: mocks, and statements about time that are not about ticks.
package treetest
